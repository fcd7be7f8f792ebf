#pragma once

#include <graft/core/checked.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/byte/byte_layer.hpp>
#include <graft/kernel/byte/byte_product.hpp>
#include <graft/kernel/byte/transpose_bytes.hpp>
#include <graft/kernel/convolution/conv_geometry.hpp>
#include <graft/meta/vec.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring> // memcpy
#include <utility>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// A convolution of bytes over height and width whose weight has been packed. The channels of each group of an image
/// are first written last, unsigned, with padding that stands for zero; what an output pixel sees of a line of the
/// image is then a piece of memory, and the layer a product of such rows and the weight.
class byte_convolution {
public:
    /// `weight` is dense, `(out, in / groups, height, width)`; the layer must be sound for the taps of a channel.
    byte_convolution(conv_geometry const& g, byte_layer const& layer, std::uint8_t const* weight)
        : g_(g), flip_(layer.input_flip()), how_(layer.output) {
        auto const& [depth, height, width] = g.windows;
        std::int64_t const taps = g.taps(), all = g.in_channels * taps;
        bool const joined = joins_taps();
        std::int64_t const parts = joined ? height.size : taps;
        std::int64_t const piece = joined ? width.size * g.in_channels : g.in_channels;
        for (std::int64_t group = 0; group < g.groups; ++group) {
            auto const at = [&](std::int64_t part, std::int64_t row, std::int64_t column) {
                std::int64_t const tap = joined ? part * width.size + row / g.in_channels : part;
                std::int64_t const channel = row % g.in_channels;
                return layer.weight(weight[((group * g.out_channels + column) * g.in_channels + channel) * taps + tap]);
            };
            auto const of_column = [&](std::int64_t column) {
                std::int64_t const out = group * g.out_channels + column;
                std::int32_t sum = 0;
                for (std::int64_t i = 0; i < all; ++i)
                    sum += layer.weight(weight[out * all + i]);
                return layer.column(static_cast<std::size_t>(out), all, sum);
            };
            weights_.emplace_back(parts, piece, g.out_channels, at, of_column);
        }
        // Tiles read up to three bytes beyond a piece.
        image_.assign(static_cast<std::size_t>(g.in_channels * g.in_plane() + 4), 0);
        if (is_padded())
            padded_.assign(static_cast<std::size_t>(checked_mul(padded_line(), padded_height()) + 4),
                           static_cast<std::uint8_t>(layer.input_zero()));
        product_.resize(static_cast<std::size_t>(g.out_channels * g.out_plane()));
        pieces_.resize(static_cast<std::size_t>(byte_tile_rows * parts));
    }

    /// Images and results are dense, with the channels first.
    void run(std::uint8_t const* in, std::uint8_t* out) {
        std::int64_t const in_plane = g_.in_plane(), out_plane = g_.out_plane();
        for (std::int64_t image = 0; image < g_.batch; ++image)
            for (packed_bytes const& weight : weights_) {
                transpose_bytes(in, g_.in_channels, in_plane, image_.data(), flip_);
                multiply(is_padded() ? pad() : image_.data(), weight);
                transpose_bytes(product_.data(), out_plane, g_.out_channels, out);
                in += g_.in_channels * in_plane;
                out += g_.out_channels * out_plane;
            }
    }

private:
    // What an output pixel sees of a line is one piece.
    [[nodiscard]] bool joins_taps() const { return g_.windows[2].dilation == 1; }
    [[nodiscard]] bool is_padded() const { return g_.windows[1].padding != 0 || g_.windows[2].padding != 0; }
    [[nodiscard]] std::int64_t padded_height() const { return g_.windows[1].in + 2 * g_.windows[1].padding; }
    [[nodiscard]] std::int64_t padded_line() const {
        return (g_.windows[2].in + 2 * g_.windows[2].padding) * g_.in_channels;
    }

    // The image within its padding, which stays.
    std::uint8_t const* pad() {
        auto const& [depth, height, width] = g_.windows;
        std::int64_t const line = width.in * g_.in_channels;
        std::uint8_t* to = padded_.data() + height.padding * padded_line() + width.padding * g_.in_channels;
        for (std::int64_t h = 0; h < height.in; ++h, to += padded_line())
            std::memcpy(to, image_.data() + h * line, static_cast<std::size_t>(line));
        return padded_.data();
    }

    void multiply(std::uint8_t const* image, packed_bytes const& weight) {
        auto const& [depth, height, width] = g_.windows;
        std::int64_t const line = padded_line(), parts = weight.parts();
        auto const place = [&](std::int64_t first, std::int64_t count, std::uint8_t const** at) {
            std::int64_t oh = first / width.out, ow = first % width.out;
            for (std::int64_t r = 0; r < count; ++r) {
                std::uint8_t const* const from = image + oh * height.stride * line + ow * width.stride * g_.in_channels;
                if (joins_taps())
                    for (std::int64_t kh = 0; kh < parts; ++kh)
                        at[kh * count + r] = from + kh * height.dilation * line;
                else
                    for (std::int64_t tap = 0; tap < parts; ++tap)
                        at[tap * count + r] = from + tap / width.size * height.dilation * line +
                                              tap % width.size * width.dilation * g_.in_channels;
                if (++ow == width.out)
                    ow = 0, ++oh;
            }
        };
        multiply_bytes(g_.out_plane(), weight, {product_.data(), g_.out_channels, how_}, pieces_.data(), place);
    }

    conv_geometry g_;
    std::uint8_t flip_;
    requantization how_;
    vec<packed_bytes> weights_; // one for each group
    vec<std::uint8_t> image_, padded_, product_;
    vec<std::uint8_t const*> pieces_;
};

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET
