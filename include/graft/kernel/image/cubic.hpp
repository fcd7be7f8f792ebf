#pragma once

#include <graft/core/block_cache.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/base/dense.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/image/antialias.hpp>
#include <graft/kernel/image/resample.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// The four neighbours of an element of a resized dimension and their shares in it, by the cubic whose parameter
/// is -0.75; beyond the ends the outermost elements go on.
struct cubic_sample {
    std::array<std::int64_t, 4> places;
    std::array<double, 4> weights;

    cubic_sample(double at, std::int64_t in) {
        double const low = std::floor(at), t = at - low;
        for (std::size_t k = 0; k < 4; ++k) {
            std::int64_t const place = static_cast<std::int64_t>(low) + static_cast<std::int64_t>(k) - 1;
            places[k] = std::clamp<std::int64_t>(place, 0, in - 1);
        }
        weights = {outer(1 + t), inner(t), inner(1 - t), outer(2 - t)};
    }

    /// With the shares of the outermost elements added up where they go on.
    [[nodiscard]] neighbours merged() const {
        auto const count = static_cast<std::size_t>(places.back() - places.front() + 1);
        neighbours result{places.front(), scratch_vector<double>(count, 0.0)};
        for (std::size_t k = 0; k < 4; ++k)
            result.weights[static_cast<std::size_t>(places[k] - places.front())] += weights[k];
        return result;
    }

private:
    static constexpr double a = -0.75;
    // Of a neighbour less than 1 away, and of one between 1 and 2 away.
    static double inner(double x) { return ((a + 2) * x - (a + 3)) * x * x + 1; }
    static double outer(double x) { return ((a * x - 5 * a) * x + 8 * a) * x - 4 * a; }
};

/// How far apart elements of a resized dimension are in what it is made of.
[[nodiscard]] inline double cubic_step(std::int64_t in, std::int64_t size, bool align_corners,
                                       std::optional<double> factor) {
    if (!align_corners)
        return sampling_step(in, size, factor);
    return size > 1 ? static_cast<double>(in - 1) / static_cast<double>(size - 1) : 0;
}

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// Cubic interpolation of bytes along one dimension. The result is dense.
inline void resize_cubic_bytes(tensor const& self, std::size_t d, bool align_corners, std::optional<double> factor,
                               tensor& out) {
    if (out.numel() == 0)
        return;
    std::int64_t const in = self.sizes()[d], size = out.sizes()[d];
    double const step = detail::cubic_step(in, size, align_corners, factor);
    scratch_vector<detail::neighbours> elements;
    for (std::int64_t i = 0; i < size; ++i) {
        double const at = align_corners ? static_cast<double>(i) * step : (static_cast<double>(i) + 0.5) * step - 0.5;
        elements.push_back(detail::cubic_sample(at, in).merged());
    }
    detail::sum_bytes(detail::as_dense(self, dtype::u8), d, elements, out);
}

/// Cubic interpolation along one dimension, computed in the type of the elements.
inline void resize_cubic(tensor const& self, std::size_t d, bool align_corners, std::optional<double> factor,
                         tensor& out) {
    detail::interpolate(
        self, d, out,
        [&](std::int64_t i, std::int64_t in, std::int64_t size) {
            double const step = detail::cubic_step(in, size, align_corners, factor);
            return detail::cubic_sample(static_cast<double>(i) * step + (align_corners ? 0 : 0.5 * step - 0.5), in);
        },
        []<class T>(detail::cubic_sample const& s, std::int64_t inner, T* to, T const* plane) {
            for (std::int64_t j = 0; j < inner; ++j) {
                T total{0};
                for (std::size_t k = 0; k < 4; ++k)
                    total += static_cast<T>(s.weights[k]) * plane[s.places[k] * inner + j];
                to[j] = total;
            }
        });
}

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
