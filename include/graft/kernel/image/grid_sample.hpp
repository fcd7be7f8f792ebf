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
template <class T>
struct axis_taps {
    std::array<std::int64_t, 4> index{-1, -1, -1, -1};
    std::array<T, 4> weight{};
    std::size_t count = 0;

    template <bool volume>
    axis_taps(sampled_axis<T, volume> const& axis, kernel::interpolation how, T coordinate) {
        using std::floor, std::nearbyint;
        T const at = axis.place(coordinate), one = T(1);
        if (how == kernel::interpolation::bicubic) {
            T const whole = floor(at);
            std::array<T, 4> const weights = cubic_weights(at - whole);
            for (; count < 4; ++count) {
                weight[count] = weights[count];
                index[count] = axis.index(axis.inside(whole + (static_cast<T>(count) - one)));
            }
            return;
        }
        T const place = axis.inside(at);
        if (how == kernel::interpolation::nearest) {
            index[0] = axis.index(nearbyint(place));
            weight[0] = one;
            count = 1;
            return;
        }
        T const whole = floor(place);
        index[0] = axis.index(whole);
        index[1] = axis.index(whole + one);
        weight[0] = volume ? whole + one - place : one - (place - whole);
        weight[1] = place - whole;
        count = 2;
    }
};

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
        std::int64_t const plane = rows.size * columns.size;
        E const *place = places.data<E>(), *planes = image.data<E>();
        E* result = to.data();
        for (std::int64_t batch = 0; batch < out.size(0);
             ++batch, planes += channels * plane, result += channels * spots)
            for (std::int64_t spot = 0; spot < spots; ++spot, place += 2) {
                detail::axis_taps<T> const x(columns, how, T(place[0])), y(rows, how, T(place[1]));
                auto const offset = [&](std::size_t h, std::size_t w) {
                    return y.index[h] >= 0 && x.index[w] >= 0 ? y.index[h] * columns.size + x.index[w] : -1;
                };
                std::array<std::int64_t, 4> const corner{offset(0, 0), offset(0, 1), offset(1, 0), offset(1, 1)};
                for (std::int64_t c = 0; c < channels; ++c) {
                    E const* const from = planes + c * plane;
                    // A weight may be no number where there is no element.
                    auto const element = [&](std::int64_t at) { return at >= 0 ? T(from[at]) : T(0); };
                    T total = T(how == interpolation::bilinear ? -0.0 : 0.0); // as PyTorch adds to the first product
                    if (how == interpolation::nearest)
                        total = element(corner[0]);
                    else if (how == interpolation::bilinear)
                        for (std::size_t i = 0; i < 4; ++i)
                            total = total + element(corner[i]) * (x.weight[i % 2] * y.weight[i / 2]);
                    else
                        for (std::size_t h = 0; h < 4; ++h) {
                            T row = T(0);
                            for (std::size_t w = 0; w < 4; ++w)
                                row = row + element(offset(h, w)) * x.weight[w];
                            total = total + row * y.weight[h];
                        }
                    result[c * spots + spot] = E(total);
                }
            }
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
        for (std::int64_t i = 0; i < out.size(0) * spots; ++i) {
            E const* const place = places.data<E>() + 3 * i;
            detail::axis_taps<T> const x(axis(4), how, T(place[0])), y(axis(3), how, T(place[1])),
                z(axis(2), how, T(place[2]));
            bool const one = how == interpolation::nearest && x.index[0] >= 0 && y.index[0] >= 0 && z.index[0] >= 0;
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
        to.finish();
    });
}

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
