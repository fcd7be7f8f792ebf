#pragma once

#include <graft/core/block_cache.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/base/dense.hpp>
#include <graft/kernel/base/dispatch.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/base/loop.hpp>
#include <graft/kernel/index/rearrange.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// How far apart in the input the elements of a resized dimension are.
[[nodiscard]] inline double sampling_step(std::int64_t in, std::int64_t out, std::optional<double> factor) {
    return factor && *factor > 0 ? 1 / *factor : static_cast<double>(in) / static_cast<double>(out);
}

/// Where an element of the result lies between two of the input.
struct sample {
    std::int64_t low, high;
    double weight; // of the high one

    static sample linear(std::int64_t i, std::int64_t in, std::int64_t out, bool align_corners,
                         std::optional<double> factor) {
        if (in == out) // whatever the factor
            return {i, i, 0};
        double at = 0;
        if (align_corners)
            at = out > 1 ? static_cast<double>(i) * (static_cast<double>(in - 1) / static_cast<double>(out - 1)) : 0;
        else
            at = std::max(0.0, (static_cast<double>(i) + 0.5) * sampling_step(in, out, factor) - 0.5);
        std::int64_t const low = std::min(static_cast<std::int64_t>(at), in - 1);
        return {low, std::min(low + 1, in - 1), at - static_cast<double>(low)};
    }
};

/// Interpolates along one dimension, in the type of the elements: `sample_at(i, in, size)` says what makes element
/// `i`, and `row(sample, count, to, plane)` makes the `count` elements behind it out of a plane of the input.
template <class SampleAt, class Row>
void interpolate(tensor const& self, std::size_t d, tensor& out, SampleAt const& sample_at, Row const& row) {
    kernel::dispatch_compute<kernel::floating>(out.dtype(), "upsample", [&]<class T>() {
        if (out.numel() == 0)
            return;
        tensor const from = as_dense(self, dtype_of<T>);
        dense_result<T> to(out);
        std::int64_t const in = self.sizes()[d], size = out.sizes()[d];
        std::int64_t inner = 1;
        for (std::size_t i = d + 1; i < self.dim(); ++i)
            inner *= self.sizes()[i];
        scratch_vector<decltype(sample_at(in, in, size))> samples;
        for (std::int64_t i = 0; i < size; ++i)
            samples.push_back(sample_at(i, in, size));
        std::int64_t const planes = out.numel() / (size * inner);
        for (std::int64_t p = 0; p < planes; ++p)
            for (std::int64_t i = 0; i < size; ++i)
                row(samples[static_cast<std::size_t>(i)], inner, to.data() + (p * size + i) * inner,
                    from.data<T>() + p * in * inner);
        to.finish();
    });
}

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// The nearest elements of the input, rounded down, along one dimension; the step is one over
/// the factor if there is one. Elements are sampled where they begin, or `offset` of one later.
inline void resize_nearest(tensor const& self, std::size_t d, std::optional<double> factor, tensor& out,
                           float offset = 0) {
    if (out.numel() == 0)
        return;
    std::int64_t const in = self.sizes()[d], size = out.sizes()[d];
    auto const step = static_cast<float>(detail::sampling_step(in, size, factor));
    scratch_vector<std::int64_t> indices;
    for (std::int64_t i = 0; i < size; ++i)
        indices.push_back(
            std::min(static_cast<std::int64_t>(std::floor((static_cast<float>(i) + offset) * step)), in - 1));
    take(self, d, indices, out);
}

/// Linear interpolation along one dimension, computed in the type of the elements.
inline void resize_linear(tensor const& self, std::size_t d, bool align_corners, std::optional<double> factor,
                          tensor& out) {
    detail::interpolate(
        self, d, out,
        [&](std::int64_t i, std::int64_t in, std::int64_t size) {
            return detail::sample::linear(i, in, size, align_corners, factor);
        },
        []<class T>(detail::sample const& s, std::int64_t inner, T* to, T const* plane) {
            auto const mixed = [weight = static_cast<T>(s.weight)](T low, T high) {
                return low * (1 - weight) + high * weight;
            };
            if (inner == 1)
                *to = mixed(plane[s.low], plane[s.high]);
            else
                detail::element_loop(mixed, inner, to, plane + s.low * inner, plane + s.high * inner);
        });
}

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
