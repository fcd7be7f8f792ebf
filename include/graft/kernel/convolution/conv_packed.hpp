#pragma once

#include <graft/core/block_cache.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/base/transpose_tiles.hpp>
#include <graft/kernel/convolution/conv_geometry.hpp>
#include <graft/kernel/convolution/gathered_convolution.hpp>
#include <graft/kernel/elementwise/activation.hpp>
#include <graft/kernel/simd/lanes.hpp>

#include <cstddef>
#include <cstdint>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// True where it pays to turn f32 images, over height and width, so that their channels go last.
[[nodiscard]] inline bool pays_to_pack(conv_geometry const& g) {
    constexpr std::int64_t few_pixels = 16;
    return g.windows[0].in == 1 && g.windows[0].is_pointwise() && !g.is_pointwise() && g.in_channels >= float_lanes &&
           g.out_channels >= float_lanes && g.batch * g.out_plane() >= few_pixels;
}

/// The convolution of dense images whose channels go last for that time; `bias` may be null.
inline void convolve_packed(conv_geometry const& g, float const* in, float const* weight, float const* bias, float* out,
                            kernel::activation const& then) {
    std::int64_t const in_channels = g.groups * g.in_channels, out_channels = g.groups * g.out_channels,
                       in_plane = g.in_plane(), out_plane = g.out_plane();
    gathered_convolution const packed(g, weight, bias);
    scratch_vector<float> seen(static_cast<std::size_t>(in_channels * in_plane)),
        made(static_cast<std::size_t>(out_channels * out_plane));
    auto const transpose = [](std::int64_t rows, std::int64_t columns, float const* from, float* to) {
        constexpr auto bytes = static_cast<std::int64_t>(sizeof(float));
        transpose_tiles<sizeof(float)>(columns, rows, reinterpret_cast<std::byte*>(to), rows * bytes,
                                       reinterpret_cast<std::byte const*>(from), columns * bytes);
    };
    for (std::int64_t i = 0; i < g.batch; ++i, in += in_channels * in_plane, out += out_channels * out_plane) {
        transpose(in_channels, in_plane, in, seen.data());
        packed.run(g, seen.data(), {made.data(), out_channels});
        transpose(out_plane, out_channels, made.data(), out);
        apply_activation(then, out_channels * out_plane, out);
    }
}

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET
