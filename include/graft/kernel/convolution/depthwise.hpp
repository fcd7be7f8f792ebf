#pragma once

#include <graft/core/storage.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/base/parallel.hpp>
#include <graft/kernel/convolution/conv_geometry.hpp>
#include <graft/kernel/product/packed_product.hpp>
#include <graft/kernel/simd/lanes.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// The weight of a depthwise convolution with the channels last: a line of the bias, then one for each tap; lines are
/// padded to whole registers.
struct packed_depthwise {
    std::int64_t channels = 0, line = 0;
    storage elements;

    [[nodiscard]] float const* data() const { return reinterpret_cast<float const*>(elements.data()); }
};

/// Packs a dense weight `(channels, 1, height, width)`.
template <class Bias>
[[nodiscard]] packed_depthwise depthwise_weight(std::int64_t channels, std::int64_t taps, float const* weight,
                                                Bias const& bias) {
    packed_depthwise packed{channels, (channels + float_lanes - 1) / float_lanes * float_lanes, {}};
    packed.elements = storage::allocate(static_cast<std::size_t>((taps + 1) * packed.line) * sizeof(float));
    auto* to = reinterpret_cast<float*>(packed.elements.data());
    for (std::int64_t tap = -1; tap < taps; ++tap)
        for (std::int64_t c = 0; c < packed.line; ++c)
            *to++ = c >= channels ? 0 : tap < 0 ? bias(c) : weight[c * taps + tap];
    return packed;
}

/// The taps, of which the ends are behind the last, that lie inside the image.
struct tap_range {
    std::int64_t top, bottom, left, right;
};

/// `Pixels` pixels side by side, all of whose taps in the range lie inside; `in` is the address under the first of
/// these taps of the first pixel.
template <int Pixels>
void convolve_pixels(conv_geometry const& g, float const* in, packed_depthwise const& weight, tap_range const& taps,
                     product_target const& to) {
    auto const& [depth, height, width] = g.windows;
    std::int64_t const channels = weight.channels;
    std::int64_t const pixel = width.stride * channels, column = width.dilation * channels;
    for (std::int64_t c = 0; c < channels; c += float_lanes) {
        std::int64_t const count = channels - c;
        auto const load = [count](float const* from) __attribute__((always_inline)) {
            return count >= float_lanes ? load_floats(from) : load_floats(from, count);
        };
        floats sums[Pixels];
#pragma GCC unroll 4
        for (int p = 0; p < Pixels; ++p)
            sums[p] = load_floats(weight.data() + c);
        for (std::int64_t kh = taps.top; kh < taps.bottom; ++kh) {
            float const* line = in + (kh - taps.top) * height.dilation * width.in * channels + c;
            float const* factors = weight.data() + (1 + kh * width.size + taps.left) * weight.line + c;
            for (std::int64_t kw = taps.left; kw < taps.right; ++kw, line += column, factors += weight.line) {
                floats const factor = load_floats(factors);
#pragma GCC unroll 4
                for (int p = 0; p < Pixels; ++p)
                    sums[p] += factor * load(line + p * pixel);
            }
        }
#pragma GCC unroll 4
        for (int p = 0; p < Pixels; ++p) {
            std::int64_t const at = p * to.stride + c;
            if (to.other != nullptr)
                sums[p] += load(to.other + at);
            sums[p] = clamp_floats(sums[p], to.low, to.high);
            if (count >= float_lanes)
                store_floats(sums[p], to.out + at);
            else
                store_floats(sums[p], to.out + at, count);
        }
    }
}

/// One image, channels last, by one kernel for each channel.
inline void convolve_depthwise_last(conv_geometry const& g, float const* in, packed_depthwise const& weight,
                                    product_target const& to) {
    auto const& [depth, height, width] = g.windows;
    // The taps of an output index that see the input.
    auto const range = [](window const& w, std::int64_t out, std::int64_t& begin, std::int64_t& end) {
        std::int64_t const first = out * w.stride - w.padding;
        begin = first >= 0 ? 0 : std::min(w.size, (-first + w.dilation - 1) / w.dilation);
        end = first >= w.in ? begin : std::max(begin, std::min(w.size, (w.in - 1 - first) / w.dilation + 1));
    };
    constexpr int at_once = 4;
    auto const line = [&](std::int64_t oh) {
        tap_range taps{};
        range(height, oh, taps.top, taps.bottom);
        for (std::int64_t ow = 0; ow < width.out;) {
            std::int64_t last_left = 0, last_right = 0;
            range(width, ow, taps.left, taps.right);
            range(width, std::min(ow + at_once, width.out) - 1, last_left, last_right);
            std::int64_t const h = oh * height.stride + height.first(taps.top),
                               w = ow * width.stride + width.first(taps.left);
            bool const blank = taps.top == taps.bottom || taps.left == taps.right;
            float const* from = blank ? in : in + (h * width.in + w) * weight.channels;
            product_target const here = to.from(oh * width.out + ow, 0);
            bool const whole = taps.left == 0 && taps.right == width.size && last_left == 0 &&
                               last_right == width.size && ow + at_once <= width.out;
            if (whole)
                convolve_pixels<at_once>(g, from, weight, taps, here);
            else
                convolve_pixels<1>(g, from, weight, taps, here);
            ow += whole ? at_once : 1;
        }
        to.from(oh * width.out, 0).finish(width.out, weight.channels);
    };
    parallel_for(height.out, width.out * weight.line * g.taps(), [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t oh = begin; oh < end; ++oh)
            line(oh);
    });
}

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET
