#pragma once

#include <graft/core/block_cache.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/convolution/conv_geometry.hpp>
#include <graft/kernel/product/packed_product.hpp>

#include <cstddef>
#include <cstdint>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// The kernels of one group, from `weight` on, as a matrix: a row for each channel of each tap, a column for each
/// kernel. `bias` may be null.
[[nodiscard]] inline packed_matrix packed_kernels(conv_geometry const& g, float const* weight, float const* bias) {
    std::int64_t const taps = g.taps(), depth = g.in_channels * taps;
    return {depth, g.out_channels,
            [=, &g](std::int64_t row, std::int64_t column) {
                return weight[column * depth + row % g.in_channels * taps + row / g.in_channels];
            },
            [=](std::int64_t column) { return bias == nullptr ? 0 : bias[column]; }};
}

/// A convolution of f32 images with the channels last, over height and width, as a product of each group whose left
/// rows are read from the image where they lie.
class gathered_convolution {
public:
    gathered_convolution() = default;

    /// `weight` is dense, `(out, in / groups, height, width)`; `bias` may be null.
    gathered_convolution(conv_geometry const& g, float const* weight, float const* bias)
        : zeros_(static_cast<std::size_t>(g.in_channels), 0) {
        for (std::int64_t group = 0; group < g.groups; ++group) {
            weights_.push_back(packed_kernels(g, weight, bias));
            weight += g.out_channels * g.in_channels * g.taps();
            bias = bias == nullptr ? nullptr : bias + g.out_channels;
        }
    }

    /// One image.
    void run(conv_geometry const& g, float const* in, product_target const& to) const {
        for (std::int64_t group = 0; group < g.groups; ++group, in += g.in_channels)
            multiply_packed(g.out_plane(), g.taps(), weights_[static_cast<std::size_t>(group)],
                            to.from(0, group * g.out_channels),
                            [&](std::int64_t first, std::int64_t count, float const** at) {
                                std::int64_t const width = g.windows[2].out;
                                std::int64_t row = first / width, column = first % width;
                                if (place_inner(g, in, row, column, count, at))
                                    return;
                                for (std::int64_t r = 0; r < count; ++r) {
                                    place_pixel(g, in, row, column, count, at + r);
                                    if (++column == width) {
                                        column = 0;
                                        ++row;
                                    }
                                }
                            });
    }

private:
    // Where the taps of `count` output pixels of a row lie, if all of them are inside of the image.
    static bool place_inner(conv_geometry const& g, float const* in, std::int64_t row, std::int64_t column,
                            std::int64_t count, float const** at) {
        auto const& [depth, height, width] = g.windows;
        if (column + count > width.out)
            return false;
        std::int64_t const top = row * height.stride - height.padding, left = column * width.stride - width.padding;
        std::int64_t const bottom = top + (height.size - 1) * height.dilation,
                           right = left + (count - 1) * width.stride + (width.size - 1) * width.dilation;
        if (top < 0 || left < 0 || bottom >= height.in || right >= width.in)
            return false;
        std::int64_t const channels = g.groups * g.in_channels, step = width.stride * channels;
        for (std::int64_t kh = 0; kh < height.size; ++kh)
            for (std::int64_t kw = 0; kw < width.size; ++kw) {
                float const* const pixel =
                    in + ((top + kh * height.dilation) * width.in + left + kw * width.dilation) * channels;
                for (std::int64_t r = 0; r < count; ++r)
                    *at++ = pixel + r * step;
            }
        return true;
    }

    // Where the taps of one output pixel lie, `step` apart in `at`.
    void place_pixel(conv_geometry const& g, float const* in, std::int64_t row, std::int64_t column, std::int64_t step,
                     float const** at) const {
        auto const& [depth, height, width] = g.windows;
        std::int64_t const channels = g.groups * g.in_channels;
        std::int64_t const top = row * height.stride - height.padding, left = column * width.stride - width.padding;
        for (std::int64_t kh = 0; kh < height.size; ++kh) {
            std::int64_t const h = top + kh * height.dilation;
            for (std::int64_t kw = 0; kw < width.size; ++kw, at += step) {
                std::int64_t const w = left + kw * width.dilation;
                bool const inside = h >= 0 && h < height.in && w >= 0 && w < width.in;
                *at = inside ? in + (h * width.in + w) * channels : zeros_.data();
            }
        }
    }

    scratch_vector<packed_matrix> weights_; // one for each group
    scratch_vector<float> zeros_;           // the channels of a pixel outside of the image
};

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET
