#pragma once

#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/image/pool.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// The largest element under each window of images with the channels last; NaN if there is one.
template <class T>
void max_pool_channels_last(pool_geometry const& g, std::int64_t images, std::int64_t channels, T const* in, T* out) {
    using limits = std::numeric_limits<T>;
    constexpr T least = limits::has_infinity ? -limits::infinity() : limits::lowest();
    window const &height = g.height(), &width = g.width();
    for (std::int64_t image = 0; image < images; ++image, in += g.plane() * channels)
        for (std::int64_t oh = 0; oh < height.out; ++oh)
            for (std::int64_t ow = 0; ow < width.out; ++ow, out += channels) {
                std::fill_n(out, channels, least);
                for (std::int64_t kh = 0; kh < height.size; ++kh)
                    for (std::int64_t kw = 0; kw < width.size; ++kw) {
                        std::int64_t const h = oh * height.stride + height.first(kh);
                        std::int64_t const w = ow * width.stride + width.first(kw);
                        if (h >= 0 && h < height.in && w >= 0 && w < width.in)
                            update_loop([](T a, T b) { return b > a || b != b ? b : a; }, channels, out,
                                        in + (h * width.in + w) * channels);
                    }
            }
}

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET
