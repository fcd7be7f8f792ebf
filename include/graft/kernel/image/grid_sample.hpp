#pragma once

#include <graft/core/tensor.hpp>
#include <graft/kernel/base/dense.hpp>
#include <graft/kernel/base/dispatch.hpp>
#include <graft/kernel/base/instruction_set.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// How elements are made of those around a place.
enum class interpolation : std::uint8_t { bilinear, nearest, bicubic };

/// What lies outside of an image.
enum class outside : std::uint8_t { zeros, border, reflection };

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// A number of 16 bits in arithmetic that rounds the result of every operation to them.
template <class E>
struct rounded_number {
    float value = 0;

    rounded_number() = default;
    explicit rounded_number(E from) : value(static_cast<float>(from)) {}
    /// Rounds what is no number of 16 bits.
    template <class From>
        requires std::is_arithmetic_v<From>
    rounded_number(From from) : rounded_number(E(static_cast<float>(from))) {}
    explicit operator E() const { return E(value); }
    explicit operator std::int64_t() const { return static_cast<std::int64_t>(value); }
    explicit operator double() const { return static_cast<double>(value); }

    friend rounded_number operator+(rounded_number a, rounded_number b) { return a.value + b.value; }
    friend rounded_number operator-(rounded_number a, rounded_number b) { return a.value - b.value; }
    friend rounded_number operator*(rounded_number a, rounded_number b) { return a.value * b.value; }
    friend rounded_number operator/(rounded_number a, rounded_number b) { return a.value / b.value; }
    friend auto operator<=>(rounded_number a, rounded_number b) { return a.value <=> b.value; }
    friend bool operator==(rounded_number a, rounded_number b) { return a.value == b.value; }
    friend rounded_number abs(rounded_number a) { return std::abs(a.value); }
    friend rounded_number floor(rounded_number a) { return std::floor(a.value); }
    friend rounded_number trunc(rounded_number a) { return std::trunc(a.value); }
    friend rounded_number nearbyint(rounded_number a) { return std::nearbyint(a.value); }
    friend rounded_number fmod(rounded_number a, rounded_number b) { return std::fmod(a.value, b.value); }
    friend bool isnan(rounded_number a) { return std::isnan(a.value); }
};

/// What places and weights are computed in: PyTorch rounds each step to the dtype of the image.
template <class E>
using sampling_number = std::conditional_t<sizeof(E) == 2, rounded_number<E>, E>;

/// One dimension of an image, or of a volume, for which PyTorch has formulas of their own, that is looked at between
/// its elements.
template <class T, bool volume>
struct sampled_axis {
    std::int64_t size;
    kernel::outside rule;
    bool align_corners;

    /// The place in elements of a coordinate of [-1, 1].
    [[nodiscard]] T place(T x) const {
        T const n = static_cast<T>(size), last = static_cast<T>(size - 1), one = T(1), two = T(2);
        if (volume)
            return align_corners ? (x + one) / two * last : ((x + one) * n - one) / two;
        return align_corners ? (x + one) * (last / two) : (x + one) * (n / two) - T(0.5);
    }
    /// The place that counts for one outside of the image.
    [[nodiscard]] T inside(T at) const {
        if (rule == kernel::outside::zeros)
            return at;
        if (rule == kernel::outside::reflection)
            at = reflected(at);
        using std::isnan;
        T const first = T(0), last = static_cast<T>(size - 1);
        if (isnan(at))
            return volume ? last : first;
        return std::min(at > first ? at : first, last);
    }
    /// The index of an element, -1 if there is none.
    [[nodiscard]] std::int64_t index(T at) const {
        return at >= T(0) && at < static_cast<T>(size) ? static_cast<std::int64_t>(at) : -1;
    }

private:
    [[nodiscard]] T reflected(T at) const {
        using std::abs, std::floor, std::fmod, std::trunc;
        T const zero = T(0), two = T(2), low = align_corners ? zero : T(-0.5);
        T const span = align_corners ? static_cast<T>(size - 1) : static_cast<T>(size);
        if (span == zero)
            return zero;
        T const from_low = abs(at - low);
        if (!volume) {
            T const rest = from_low - trunc(from_low / (span * two)) * (span * two);
            return std::min(rest, span * two - rest) + low;
        }
        T const rest = fmod(from_low, span);
        bool const forward = std::fmod(static_cast<double>(floor(from_low / span)), 2.0) == 0;
        return forward ? rest + low : span - rest + low;
    }
};

/// The weights of four neighbours for a place so far behind the second of them.
template <class T>
[[nodiscard]] std::array<T, 4> cubic_weights(T t) {
    T const a = T(-0.75), one = T(1), two = T(2), four = T(4), five = T(5), eight = T(8);
    auto const near = [&](T x) { return ((a + two) * x - (a + T(3))) * x * x + one; };
    auto const far = [&](T x) { return ((a * x - five * a) * x + eight * a) * x - four * a; };
    return {far(t + one), near(t), near(one - t), far(two - t)};
}

/// The elements of a dimension that make one of the result, and their weights.
template <kernel::interpolation how, class T>
struct axis_taps {
    static constexpr std::size_t count = how == kernel::interpolation::nearest    ? 1
                                         : how == kernel::interpolation::bilinear ? 2
                                                                                  : 4;
    std::array<std::int64_t, count> index; ///< -1 where there is none
    std::array<T, count> weight;

    template <bool volume>
    axis_taps(sampled_axis<T, volume> const& axis, T coordinate) {
        using std::floor, std::nearbyint;
        T const at = axis.place(coordinate), one = T(1);
        if constexpr (how == kernel::interpolation::bicubic) {
            T const whole = floor(at);
            weight = cubic_weights(at - whole);
            for (std::size_t i = 0; i < count; ++i)
                index[i] = axis.index(axis.inside(whole + (static_cast<T>(i) - one)));
        } else if constexpr (how == kernel::interpolation::nearest) {
            index = {axis.index(nearbyint(axis.inside(at)))};
            weight = {one};
        } else {
            T const place = axis.inside(at), whole = floor(place);
            index = {axis.index(whole), axis.index(whole + one)};
            weight = {volume ? whole + one - place : one - (place - whole), place - whole};
        }
    }
};

/// Calls `f` with `how` as an argument of its template.
template <class F>
void with_interpolation(kernel::interpolation how, F const& f) {
    switch (how) {
    case kernel::interpolation::bilinear: return f.template operator()<kernel::interpolation::bilinear>();
    case kernel::interpolation::nearest: return f.template operator()<kernel::interpolation::nearest>();
    case kernel::interpolation::bicubic: return f.template operator()<kernel::interpolation::bicubic>();
    }
}

/// What one image of so many channels shows at the places, row by row in each channel of the result.
template <kernel::interpolation how, class T, class E>
void sample_image(E const* image, E const* place, std::int64_t channels, sampled_axis<T, false> const& rows,
                  sampled_axis<T, false> const& columns, std::int64_t spots, E* result) {
    std::int64_t const plane = rows.size * columns.size;
    for (std::int64_t spot = 0; spot < spots; ++spot, place += 2) {
        axis_taps<how, T> const x(columns, T(place[0])), y(rows, T(place[1]));
        std::array<std::int64_t, x.count * y.count> offset; // of the elements, row by row; -1 where there is none
        for (std::size_t h = 0; h < y.count; ++h)
            for (std::size_t w = 0; w < x.count; ++w)
                offset[h * x.count + w] =
                    y.index[h] >= 0 && x.index[w] >= 0 ? y.index[h] * columns.size + x.index[w] : -1;
        for (std::int64_t c = 0; c < channels; ++c) {
            E const* const from = image + c * plane;
            // A weight may be no number where there is no element.
            auto const element = [&](std::size_t i) { return offset[i] >= 0 ? T(from[offset[i]]) : T(0); };
            T total = T(how == kernel::interpolation::bilinear ? -0.0 : 0.0); // as PyTorch adds to the first product
            if constexpr (how == kernel::interpolation::nearest)
                total = element(0);
            else if constexpr (how == kernel::interpolation::bilinear)
                for (std::size_t i = 0; i < 4; ++i)
                    total = total + element(i) * (x.weight[i % 2] * y.weight[i / 2]);
            else
                for (std::size_t h = 0; h < 4; ++h) {
                    T row = T(0);
                    for (std::size_t w = 0; w < 4; ++w)
                        row = row + element(4 * h + w) * x.weight[w];
                    total = total + row * y.weight[h];
                }
            result[c * spots + spot] = E(total);
        }
    }
}

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// What images show at the places, x and y in [-1, 1], that a grid gives for each element of the result.
void grid_sample_2d(tensor const& input, tensor const& grid, interpolation how, outside rule, bool align_corners,
                    tensor_parameter auto& out) {
    dispatch<floating>(out.dtype(), "grid_sampler_2d", [&]<class E>() {
        using T = detail::sampling_number<E>;
        tensor const image = detail::as_dense(input, dtype_of<E>), places = detail::as_dense(grid, dtype_of<E>);
        detail::dense_result<E> to(out);
        detail::sampled_axis<T, false> const rows{input.size(2), rule, align_corners},
            columns{input.size(3), rule, align_corners};
        std::int64_t const channels = input.size(1), spots = out.size(2) * out.size(3);
        detail::with_interpolation(how, [&]<interpolation Known>() {
            for (std::int64_t i = 0; i < out.size(0); ++i)
                detail::sample_image<Known>(image.data<E>() + i * channels * rows.size * columns.size,
                                            places.data<E>() + i * 2 * spots, channels, rows, columns, spots,
                                            to.data() + i * channels * spots);
        });
        to.finish();
    });
}

/// What volumes show at the places, x, y and z in [-1, 1], that a grid gives for each element of the result.
void grid_sample_3d(tensor const& input, tensor const& grid, interpolation how, outside rule, bool align_corners,
                    tensor_parameter auto& out) {
    dispatch<floating>(out.dtype(), "grid_sampler_3d", [&]<class E>() {
        using T = detail::sampling_number<E>;
        tensor const volumes = detail::as_dense(input, dtype_of<E>), places = detail::as_dense(grid, dtype_of<E>);
        detail::dense_result<E> to(out);
        auto const axis = [&](std::int64_t d) {
            return detail::sampled_axis<T, true>{input.size(d), rule, align_corners};
        };
        std::int64_t const channels = input.size(1), spots = out.size(2) * out.size(3) * out.size(4);
        std::int64_t const columns = input.size(4), plane = input.size(3) * columns, volume = input.size(2) * plane;
        detail::with_interpolation(how, [&]<interpolation Known>() {
            for (std::int64_t i = 0; i < out.size(0) * spots; ++i) {
                E const* const place = places.data<E>() + 3 * i;
                detail::axis_taps<Known, T> const x(axis(4), T(place[0])), y(axis(3), T(place[1])),
                    z(axis(2), T(place[2]));
                bool const one =
                    Known == interpolation::nearest && x.index[0] >= 0 && y.index[0] >= 0 && z.index[0] >= 0;
                for (std::int64_t c = 0; c < channels; ++c) {
                    std::int64_t const image = i / spots * channels + c;
                    E const* const from = volumes.data<E>() + image * volume;
                    T total = T(one ? -0.0 : 0.0); // to which any element can be added
                    for (std::size_t d = 0; d < z.count; ++d)
                        for (std::size_t h = 0; h < y.count; ++h)
                            for (std::size_t w = 0; w < x.count; ++w)
                                if (z.index[d] >= 0 && y.index[h] >= 0 && x.index[w] >= 0)
                                    total = total + T(from[z.index[d] * plane + y.index[h] * columns + x.index[w]]) *
                                                        (x.weight[w] * y.weight[h] * z.weight[d]);
                    to.data()[image * spots + i % spots] = E(total);
                }
            }
        });
        to.finish();
    });
}

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
