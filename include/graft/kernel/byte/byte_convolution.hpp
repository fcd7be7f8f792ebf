#pragma once

#include <graft/core/block_cache.hpp>
#include <graft/core/checked.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/byte/byte_layer.hpp>
#include <graft/kernel/byte/byte_product.hpp>
#include <graft/kernel/byte/transpose_bytes.hpp>
#include <graft/kernel/convolution/conv_geometry.hpp>
#include <graft/kernel/image/padded.hpp>
#include <graft/meta/vec.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring> // memcpy

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

/// A convolution of bytes over height and width whose groups have one input channel each: line by line, with the
/// differences of weights and image from their zero points.
class byte_depthwise {
public:
    /// `weight` is dense, `(out, 1, height, width)`; the layer must be sound for the taps.
    byte_depthwise(conv_geometry const& g, byte_layer const& layer, std::uint8_t const* weight)
        : g_(g), flip_(layer.input_flip()), zero_(layer.input_zero()), how_(layer.output),
          plane_(static_cast<std::size_t>(g.in_plane())), padded_(g.windows, 0) {
        std::int64_t const taps = g.taps();
        for (std::int64_t out = 0; out < g.groups * g.out_channels; ++out) {
            auto const channel = static_cast<std::size_t>(out);
            for (std::int64_t tap = 0; tap < taps; ++tap)
                weights_.push_back(layer.weight(weight[out * taps + tap]) - layer.weight_zero(channel));
            channels_.push_back(layer.column(channel, 0, 0));
        }
        padded_.lines(0, 0, lines_);
        if (g.windows[1].out > 1)
            step_ = padded_.line(0, 1, 0, 0, 0) - padded_.line(0, 0, 0, 0, 0);
    }

    byte_depthwise(byte_depthwise const&) = delete;
    byte_depthwise& operator=(byte_depthwise const&) = delete;

    /// Images and results are dense, with the channels first.
    void run(std::uint8_t const* in, std::uint8_t* out) {
        for (std::int64_t image = 0; image < g_.batch; ++image)
            for (std::int64_t group = 0; group < g_.groups; ++group, in += g_.in_plane()) {
                for (std::size_t i = 0; i < plane_.size(); ++i)
                    plane_[i] = (in[i] ^ flip_) - zero_;
                padded_.load(plane_.data());
                for (std::int64_t o = 0; o < g_.out_channels; ++o)
                    for (std::int64_t oh = 0; oh < g_.windows[1].out; ++oh, out += g_.windows[2].out)
                        convolve(group * g_.out_channels + o, oh * step_, out);
            }
    }

private:
    static_assert(int_lanes <= padded_image<std::int32_t>::lanes, "graft: a register reads beyond the padding");

    // A line of an output channel, whose taps lie so far behind those of the first.
    void convolve(std::int64_t channel, std::int64_t offset, std::uint8_t* out) const {
        std::int32_t const* const weights = weights_.data() + channel * static_cast<std::int64_t>(lines_.size());
        byte_column const& of_channel = channels_[static_cast<std::size_t>(channel)];
        floats const factor = floats{} + of_channel.factor, rest = floats{} + of_channel.rest,
                     addend = floats{} + of_channel.addend;
        std::int64_t const width = g_.windows[2].out;
        // Copies, as what is written may be anything.
        requantization const how = how_;
        std::int32_t const* const* const lines = lines_.data();
        std::size_t const taps = lines_.size();
        for (std::int64_t first = 0; first < width; first += int_lanes) {
            // The last register of a line may overlap the one before it.
            std::int64_t const i = std::max(std::int64_t{0}, std::min(first, width - int_lanes));
            packed_ints sums{};
            for (std::size_t t = 0; t < taps; ++t)
                sums += load_ints(lines[t] + offset + i) * weights[t];
            how.store(sums, factor, rest, addend, out + i, width - i);
        }
    }

    conv_geometry g_;
    std::uint8_t flip_;
    std::int32_t zero_;
    requantization how_;
    vec<std::int32_t> weights_;
    vec<byte_column> channels_;
    vec<std::int32_t> plane_;
    padded_image<std::int32_t> padded_;
    scratch_vector<std::int32_t const*> lines_; // what the first output line sees under each tap
    std::int64_t step_ = 0;                     // to what the next one sees
};

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET
