#pragma once

#include <graft/core/block_cache.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/dense.hpp>
#include <graft/kernel/base/dispatch.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/image/resample.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// Neighbours of which one element of a resized dimension is made, and their shares.
struct neighbours {
    std::int64_t first = 0;
    scratch_vector<double> weights;

    /// The two around a place.
    [[nodiscard]] static neighbours linear(sample const& s) {
        if (s.low == s.high)
            return {s.low, {1}};
        return {s.low, {1 - s.weight, s.weight}};
    }
    /// Those that a curve covers, `radius` to each side, which is as wide as what the element stands for.
    [[nodiscard]] static neighbours filtered(std::int64_t i, std::int64_t in, double step, double radius,
                                             double (*curve)(double)) {
        double const width = std::max(step, 1.0), reach = radius * width;
        double const center = step * (static_cast<double>(i) + 0.5);
        neighbours result{std::max(static_cast<std::int64_t>(center - reach + 0.5), std::int64_t{0}), {}};
        std::int64_t const end = std::min(static_cast<std::int64_t>(center + reach + 0.5), in);
        double total = 0;
        for (std::int64_t k = result.first; k < end; ++k) {
            result.weights.push_back(curve(std::abs(static_cast<double>(k) - center + 0.5) / width));
            total += result.weights.back();
        }
        for (double& weight : result.weights)
            weight /= total;
        return result;
    }
};

/// 1 at 0, falling in a line to 0 at 1.
[[nodiscard]] inline double triangle_curve(double apart) { return std::max(0.0, 1 - apart); }

/// The cubic whose parameter is -0.5: 1 at 0, 0 from 2 on.
[[nodiscard]] inline double cubic_curve(double apart) {
    constexpr double a = -0.5;
    if (apart < 1)
        return ((a + 2) * apart - (a + 3)) * apart * apart + 1;
    return apart < 2 ? (((apart - 5) * apart + 8) * apart - 4) * a : 0;
}

/// Shares as multiples of a power of two that fit 16 bits, as bytes are weighed.
class byte_shares {
public:
    explicit byte_shares(scratch_vector<neighbours> const& elements) {
        double largest = 0;
        for (neighbours const& t : elements)
            for (double const weight : t.weights)
                largest = std::max(largest, weight);
        while (bits_ < 22 && static_cast<std::int64_t>(0.5 + std::ldexp(largest, bits_ + 1)) < 1 << 15)
            ++bits_;
    }

    [[nodiscard]] std::int64_t share(double weight) const {
        return static_cast<std::int64_t>((weight < 0 ? -0.5 : 0.5) + std::ldexp(weight, bits_));
    }
    [[nodiscard]] std::uint8_t byte(std::int64_t total) const {
        return static_cast<std::uint8_t>(
            std::clamp<std::int64_t>((total + (std::int64_t{1} << (bits_ - 1))) >> bits_, 0, 255));
    }

private:
    int bits_ = 0;
};

/// `out` along a dimension from `self`, both dense: each element the sum of its neighbours, made by
/// `total(neighbours, at)`, where `at(k)` is the neighbour of this number.
template <class T, class F>
void sum_neighbours(tensor const& self, std::size_t d, scratch_vector<neighbours> const& elements, tensor& out,
                    F total) {
    std::int64_t const in = self.sizes()[d];
    std::int64_t inner = 1;
    for (std::size_t i = d + 1; i < self.dim(); ++i)
        inner *= self.sizes()[i];
    T* to = out.data<T>();
    for (T const *plane = self.data<T>(), *const end = plane + self.numel(); plane != end; plane += in * inner)
        for (neighbours const& n : elements)
            for (std::int64_t k = 0; k < inner; ++k)
                *to++ = total(
                    n, [&](std::size_t j) { return plane[(n.first + static_cast<std::int64_t>(j)) * inner + k]; });
}

/// `out` along a dimension from `self`, both dense and of bytes: each element the weighted sum of its neighbours,
/// rounded to the nearest.
inline void sum_bytes(tensor const& self, std::size_t d, scratch_vector<neighbours> const& elements, tensor& out) {
    byte_shares const shares(elements);
    sum_neighbours<std::uint8_t>(self, d, elements, out, [&](neighbours const& n, auto const& at) {
        std::int64_t total = 0;
        for (std::size_t j = 0; j < n.weights.size(); ++j)
            total += shares.share(n.weights[j]) * at(j);
        return shares.byte(total);
    });
}

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// Linear interpolation of bytes along one dimension. Results of this and the next are dense.
inline void resize_linear_bytes(tensor const& self, std::size_t d, bool align_corners, std::optional<double> factor,
                                tensor& out) {
    if (out.numel() == 0)
        return;
    scratch_vector<detail::neighbours> elements;
    for (std::int64_t i = 0; i < out.sizes()[d]; ++i)
        elements.push_back(detail::neighbours::linear(
            detail::sample::linear(i, self.sizes()[d], out.sizes()[d], align_corners, factor)));
    detail::sum_bytes(detail::as_dense(self, dtype::u8), d, elements, out);
}

/// Interpolation along one dimension, linear or cubic, that, where it becomes smaller, takes the mean of all
/// elements that one of the result stands for, in the dtype of the argument.
inline void resize_antialiased(tensor const& self, std::size_t d, bool align_corners, std::optional<double> factor,
                               tensor& out, bool cubic = false) {
    if (out.numel() == 0)
        return;
    std::int64_t const in = self.sizes()[d], size = out.sizes()[d];
    double step = detail::sampling_step(in, size, factor);
    if (align_corners)
        step = size > 1 ? static_cast<double>(in - 1) / static_cast<double>(size - 1) : 0;
    scratch_vector<detail::neighbours> elements;
    for (std::int64_t i = 0; i < size; ++i)
        elements.push_back(detail::neighbours::filtered(i, in, step, cubic ? 2 : 1,
                                                        cubic ? detail::cubic_curve : detail::triangle_curve));
    tensor const from = detail::as_dense(self, self.dtype());
    if (self.dtype() == dtype::u8)
        return detail::sum_bytes(from, d, elements, out);
    constexpr static auto dtypes = values<dtype::f32, dtype::f64>;
    dispatch<dtypes>(self.dtype(), "upsample", [&]<class T>() {
        detail::sum_neighbours<T>(from, d, elements, out, [](auto const& n, auto const& at) {
            double total = 0;
            for (std::size_t j = 0; j < n.weights.size(); ++j)
                total += n.weights[j] * static_cast<double>(at(j));
            return static_cast<T>(total);
        });
    });
}

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
