#pragma once

#include <graft/core/block_cache.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/byte/byte_layer.hpp>
#include <graft/kernel/convolution/conv_geometry.hpp>
#include <graft/kernel/image/padded.hpp>
#include <graft/meta/vec.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

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
