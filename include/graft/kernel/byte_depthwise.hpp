#pragma once

#include <graft/kernel/byte_layer.hpp>
#include <graft/kernel/conv_geometry.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace graft::detail {

/// A convolution of bytes over height and width whose groups have one input channel each: line by line, with the
/// differences of weights and image from their zero points.
class byte_depthwise {
public:
    /// `weight` is dense, `(out, 1, height, width)`; the layer must be sound for the taps.
    byte_depthwise(conv_geometry const& g, byte_layer const& layer, std::uint8_t const* weight)
        : g_(g), flip_(layer.input_flip()), zero_(static_cast<std::int16_t>(layer.input_zero())), how_(layer.output) {
        std::int64_t const taps = g.taps();
        for (std::int64_t out = 0; out < g.groups * g.out_channels; ++out) {
            auto const channel = static_cast<std::size_t>(out);
            for (std::int64_t tap = 0; tap < taps; ++tap)
                weights_.push_back(
                    static_cast<std::int16_t>(layer.weight(weight[out * taps + tap]) - layer.weight_zero(channel)));
            factors_.push_back(static_cast<float>(layer.factor(channel)));
            addends_.push_back(static_cast<float>(layer.addend(channel)));
        }
        padded_.assign(static_cast<std::size_t>(padded_height() * padded_width()), 0);
        sums_.resize(static_cast<std::size_t>(g.windows[2].out));
    }

    /// Images and results are dense, with the channels first.
    void run(std::uint8_t const* in, std::uint8_t* out) {
        std::int64_t const taps = g_.taps();
        for (std::int64_t image = 0; image < g_.batch; ++image)
            for (std::int64_t group = 0; group < g_.groups; ++group, in += g_.in_plane()) {
                load(in);
                for (std::int64_t o = 0; o < g_.out_channels; ++o, out += g_.out_plane()) {
                    std::int64_t const channel = group * g_.out_channels + o;
                    convolve(weights_.data() + channel * taps, factors_[static_cast<std::size_t>(channel)],
                             addends_[static_cast<std::size_t>(channel)], out);
                }
            }
    }

private:
    [[nodiscard]] std::int64_t padded_height() const { return g_.windows[1].in + 2 * g_.windows[1].padding; }
    [[nodiscard]] std::int64_t padded_width() const { return g_.windows[2].in + 2 * g_.windows[2].padding; }

    void load(std::uint8_t const* plane) {
        auto const& [depth, height, width] = g_.windows;
        std::int16_t* to = padded_.data() + height.padding * padded_width() + width.padding;
        for (std::int64_t h = 0; h < height.in; ++h, to += padded_width(), plane += width.in)
            for (std::int64_t w = 0; w < width.in; ++w)
                to[w] = static_cast<std::int16_t>((plane[w] ^ flip_) - zero_);
    }

    void convolve(std::int16_t const* weight, float factor, float addend, std::uint8_t* out) {
        auto const& [depth, height, width] = g_.windows;
        for (std::int64_t oh = 0; oh < height.out; ++oh, out += width.out) {
            std::fill(sums_.begin(), sums_.end(), 0);
            for (std::int64_t kh = 0; kh < height.size; ++kh)
                for (std::int64_t kw = 0; kw < width.size; ++kw)
                    add_products(padded_.data() + (oh * height.stride + kh * height.dilation) * padded_width() +
                                     kw * width.dilation,
                                 width.stride, weight[kh * width.size + kw], sums_.data(), width.out);
            how_.store(sums_.data(), width.out, factor, addend, out);
        }
    }

    static void add_products(std::int16_t const* __restrict line, std::int64_t stride, std::int16_t weight,
                             std::int32_t* __restrict sums, std::int64_t count) {
        if (stride == 1)
            for (std::int64_t i = 0; i < count; ++i)
                sums[i] += line[i] * weight;
        else
            for (std::int64_t i = 0; i < count; ++i)
                sums[i] += line[i * stride] * weight;
    }

    conv_geometry g_;
    std::uint8_t flip_;
    std::int16_t zero_;
    requantization how_;
    std::vector<std::int16_t> weights_, padded_;
    std::vector<float> factors_, addends_;
    std::vector<std::int32_t> sums_;
};

} // namespace graft::detail
