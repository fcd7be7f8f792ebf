#pragma once

#include <graft/core/block_cache.hpp>
#include <graft/core/checked.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/convolution/conv_geometry.hpp>
#include <graft/kernel/convolution/depthwise.hpp>
#include <graft/kernel/convolution/gathered_convolution.hpp>
#include <graft/kernel/convolution/winograd.hpp>
#include <graft/kernel/product/packed_product.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// A convolution of f32 images with the channels last, over height and width, whose weight has been packed: depthwise
/// kernels run directly, kernels of 3 x 3 over many pixels by Winograd's method, all others as products whose left rows
/// are read from the image where they lie.
class packed_convolution {
public:
    /// `weight` is dense, `(out, in / groups, height, width)`; `bias` may be null.
    packed_convolution(conv_geometry const& g, float const* weight, float const* bias) : g_(g) {
        auto const bias_of = [bias](std::int64_t channel) { return bias == nullptr ? 0 : bias[channel]; };
        if (is_depthwise()) {
            depthwise_ = depthwise_weight(g.groups, g.taps(), weight, bias_of);
        } else if (winograd_convolution::pays(g)) {
            winograd_ = winograd_convolution(g, weight, bias_of);
        } else if (joins_taps()) {
            weight_ = packed_kernels(g, weight, bias);
            padded_.assign(static_cast<std::size_t>(checked_mul(padded_height(), padded_line())), 0);
        } else {
            gathered_ = gathered_convolution(g, weight, bias);
        }
    }

    /// `to.out` and `to.other` have the channels last, too.
    void run(float const* in, product_target to) {
        std::int64_t const in_image = g_.in_plane() * g_.groups * g_.in_channels;
        to.stride = g_.groups * g_.out_channels;
        for (std::int64_t image = 0; image < g_.batch; ++image, in += in_image) {
            product_target const here = to.from(image * g_.out_plane(), 0);
            if (is_depthwise())
                convolve_depthwise_last(g_, in, depthwise_, here);
            else if (!winograd_.empty())
                run_winograd(in, here);
            else if (joins_taps())
                run_padded(in, here);
            else
                gathered_.run(g_, in, here);
        }
    }

private:
    void run_winograd(float const* in, product_target const& to) {
        winograd_.run(g_, in, to);
        to.finish(g_.out_plane(), g_.out_channels);
    }

    [[nodiscard]] bool is_depthwise() const { return g_.in_channels == 1 && g_.out_channels == 1 && g_.groups > 1; }

    // A row of taps of few channels is read as one piece, from a copy of the image with its padding.
    [[nodiscard]] bool joins_taps() const {
        return g_.groups == 1 && g_.in_channels <= 4 && g_.windows[2].size > 1 && g_.windows[2].dilation == 1;
    }
    [[nodiscard]] std::int64_t padded_height() const { return g_.windows[1].in + 2 * g_.windows[1].padding; }
    [[nodiscard]] std::int64_t padded_line() const {
        return (g_.windows[2].in + 2 * g_.windows[2].padding) * g_.in_channels;
    }

    void run_padded(float const* in, product_target const& to) {
        auto const& [depth, height, width] = g_.windows;
        std::int64_t const line = width.in * g_.in_channels;
        for (std::int64_t h = 0; h < height.in; ++h)
            std::copy_n(in + h * line, line,
                        padded_.data() + (h + height.padding) * padded_line() + width.padding * g_.in_channels);
        multiply_packed(g_.out_plane(), height.size, weight_, to,
                        [&](std::int64_t first, std::int64_t count, float const** at) {
                            for (std::int64_t r = 0; r < count; ++r) {
                                std::int64_t const oh = (first + r) / width.out, ow = (first + r) % width.out;
                                float const* from = padded_.data() + oh * height.stride * padded_line() +
                                                    ow * width.stride * g_.in_channels;
                                for (std::int64_t kh = 0; kh < height.size; ++kh)
                                    at[kh * count + r] = from + kh * height.dilation * padded_line();
                            }
                        });
    }

    conv_geometry g_;
    packed_depthwise depthwise_;
    winograd_convolution winograd_;
    packed_matrix weight_;
    scratch_vector<float> padded_;
    gathered_convolution gathered_;
};

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET
