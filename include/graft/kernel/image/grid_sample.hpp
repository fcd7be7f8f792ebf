#pragma once

#include <graft/core/tensor.hpp>
#include <graft/kernel/base/dense.hpp>
#include <graft/kernel/base/dispatch.hpp>
#include <graft/kernel/base/instruction_set.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// How elements are made of those around a place.
enum class interpolation : std::uint8_t { bilinear, nearest, bicubic };

/// What lies outside of an image.
enum class outside : std::uint8_t { zeros, border, reflection };

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// One dimension of an image that is looked at between its elements.
template <class T>
struct sampled_axis {
    std::int64_t size;
    kernel::outside rule;
    bool align_corners;
    bool last_if_nan; ///< inside of the image what is not a number is the last element, else the first

    /// The place in elements of a coordinate of [-1, 1].
    [[nodiscard]] T place(T x) const {
        auto const n = static_cast<T>(size);
        return align_corners ? (x + 1) / 2 * (n - 1) : ((x + 1) * n - 1) / 2;
    }
    /// The place that counts for one outside of the image.
    [[nodiscard]] T inside(T at) const {
        if (rule == kernel::outside::zeros)
            return at;
        if (rule == kernel::outside::reflection)
            at = reflected(at);
        T const last = static_cast<T>(size - 1);
        if (std::isnan(at))
            return last_if_nan ? last : T{0};
        return std::min(at > 0 ? at : T{0}, last);
    }
    /// The index of an element, -1 if there is none.
    [[nodiscard]] std::int64_t index(T at) const {
        return at >= 0 && at < static_cast<T>(size) ? static_cast<std::int64_t>(at) : -1;
    }

private:
    [[nodiscard]] T reflected(T at) const {
        T const low = align_corners ? T{0} : T{-0.5};
        T const span = align_corners ? static_cast<T>(size - 1) : static_cast<T>(size);
        if (span == 0)
            return 0;
        T const from_low = std::abs(at - low), rest = std::fmod(from_low, span);
        bool const forward = std::fmod(std::floor(from_low / span), T{2}) == 0;
        return forward ? low + rest : low + span - rest;
    }
};

/// The weights of four neighbours for a place so far behind the second of them.
template <class T>
[[nodiscard]] std::array<T, 4> cubic_weights(T t) {
    constexpr T a = T{-0.75};
    auto const near = [](T x) { return ((a + 2) * x - (a + 3)) * x * x + 1; };
    auto const far = [](T x) { return ((a * x - 5 * a) * x + 8 * a) * x - 4 * a; };
    return {far(t + 1), near(t), near(1 - t), far(2 - t)};
}

/// The elements of a dimension that make one of the result, and their weights.
template <class T>
struct axis_taps {
    std::array<std::int64_t, 4> index{-1, -1, -1, -1};
    std::array<T, 4> weight{};
    std::size_t count = 0;

    axis_taps(sampled_axis<T> const& axis, kernel::interpolation how, T coordinate) {
        T const at = axis.place(coordinate);
        if (how == kernel::interpolation::bicubic) {
            T const whole = std::floor(at);
            std::array<T, 4> const weights = cubic_weights(at - whole);
            for (; count < 4; ++count) {
                weight[count] = weights[count];
                index[count] = axis.index(axis.inside(whole + static_cast<T>(count) - 1));
            }
            return;
        }
        T const place = axis.inside(at);
        if (how == kernel::interpolation::nearest) {
            index[0] = axis.index(std::nearbyint(place));
            weight[0] = 1;
            count = 1;
            return;
        }
        T const whole = std::floor(place);
        index[0] = axis.index(whole);
        index[1] = axis.index(whole + 1);
        weight[0] = whole + 1 - place;
        weight[1] = place - whole;
        count = 2;
    }
};

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// What images show at the places, x and y in [-1, 1], that a grid gives for each element of the result.
void grid_sample_2d(tensor const& input, tensor const& grid, interpolation how, outside rule, bool align_corners,
                    tensor_parameter auto& out) {
    dispatch_compute<floating>(out.dtype(), "grid_sampler_2d", [&]<class T>() {
        tensor const image = detail::as_dense(input, dtype_of<T>), places = detail::as_dense(grid, dtype_of<T>);
        detail::dense_result<T> to(out);
        detail::sampled_axis<T> const rows{input.size(2), rule, align_corners, false},
            columns{input.size(3), rule, align_corners, false};
        std::int64_t const channels = input.size(1), spots = out.size(2) * out.size(3);
        std::int64_t const plane = rows.size * columns.size;
        for (std::int64_t i = 0; i < out.size(0) * spots; ++i) {
            T const* const place = places.data<T>() + 2 * i;
            detail::axis_taps<T> const x(columns, how, place[0]), y(rows, how, place[1]);
            std::int64_t const batch = i / spots;
            for (std::int64_t c = 0; c < channels; ++c) {
                T const* const from = image.data<T>() + (batch * channels + c) * plane;
                T total = 0;
                for (std::size_t h = 0; h < y.count; ++h) {
                    T row = 0;
                    for (std::size_t w = 0; w < x.count; ++w) // a weight may be no number where there is no element
                        row +=
                            x.weight[w] *
                            (y.index[h] >= 0 && x.index[w] >= 0 ? from[y.index[h] * columns.size + x.index[w]] : T{0});
                    total += y.weight[h] * row;
                }
                to.data()[(batch * channels + c) * spots + i % spots] = total;
            }
        }
        to.finish();
    });
}

/// What volumes show at the places, x, y and z in [-1, 1], that a grid gives for each element of the result.
void grid_sample_3d(tensor const& input, tensor const& grid, interpolation how, outside rule, bool align_corners,
                    tensor_parameter auto& out) {
    dispatch_compute<floating>(out.dtype(), "grid_sampler_3d", [&]<class T>() {
        tensor const volumes = detail::as_dense(input, dtype_of<T>), places = detail::as_dense(grid, dtype_of<T>);
        detail::dense_result<T> to(out);
        auto const axis = [&](std::int64_t d) {
            return detail::sampled_axis<T>{input.size(d), rule, align_corners, true};
        };
        std::int64_t const channels = input.size(1), spots = out.size(2) * out.size(3) * out.size(4);
        std::int64_t const columns = input.size(4), plane = input.size(3) * columns, volume = input.size(2) * plane;
        for (std::int64_t i = 0; i < out.size(0) * spots; ++i) {
            T const* const place = places.data<T>() + 3 * i;
            detail::axis_taps<T> const x(axis(4), how, place[0]), y(axis(3), how, place[1]), z(axis(2), how, place[2]);
            for (std::int64_t c = 0; c < channels; ++c) {
                std::int64_t const image = i / spots * channels + c;
                T const* const from = volumes.data<T>() + image * volume;
                T total = 0;
                for (std::size_t d = 0; d < z.count; ++d)
                    for (std::size_t h = 0; h < y.count; ++h)
                        for (std::size_t w = 0; w < x.count; ++w)
                            if (z.index[d] >= 0 && y.index[h] >= 0 && x.index[w] >= 0)
                                total += z.weight[d] * y.weight[h] * x.weight[w] *
                                         from[z.index[d] * plane + y.index[h] * columns + x.index[w]];
                to.data()[image * spots + i % spots] = total;
            }
        }
        to.finish();
    });
}

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
