#pragma once

#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/byte/packed_bytes.hpp>
#include <graft/kernel/byte/requantize.hpp>
#include <graft/meta/vec.hpp>

#include <cmath>
#include <cstdint>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// Numbers of a quantized layer beside its shape: `input` and `output` say what their bytes are, and each output
/// channel has a scale and a zero point of its weights, and a bias.
struct byte_layer {
    byte_range input{}, output{};
    bool weight_is_signed = true;
    vec<double> weight_scales{};
    vec<std::int64_t> weight_zero_points{};
    vec<float> bias{}; // or nothing

    /// So many products have sums that fit 32 bits, whatever the bytes are.
    static constexpr std::int64_t most_products = 32768;

    /// True if integer arithmetic gives what the real numbers give: all numbers are finite and in range, zero points
    /// fit their bytes, and sums of `products` products do not overflow.
    [[nodiscard]] bool is_sound(std::int64_t products) const {
        std::int64_t const lowest = weight_is_signed ? -128 : 0;
        bool sound = products <= most_products && input.is_sound() && output.is_sound();
        for (std::int64_t const z : weight_zero_points)
            sound = sound && z >= lowest && z <= lowest + 255;
        for (std::size_t c = 0; c < weight_scales.size(); ++c) {
            double const step = factor(c), start = addend(c);
            sound = sound && weight_scales[c] >= 0 && step < 1e30 && std::fabs(start) < 1e30;
        }
        return sound;
    }

    /// What the bytes of the input are combined with by exclusive or, so that they are unsigned.
    [[nodiscard]] std::uint8_t input_flip() const { return input.is_signed ? 0x80 : 0; }
    /// The unsigned byte that stands for zero.
    [[nodiscard]] std::int32_t input_zero() const {
        return static_cast<std::int32_t>(input.zero_point) + (input.is_signed ? 128 : 0);
    }
    /// A byte of the weight as the signed one that it is, or that its number less 128 is.
    [[nodiscard]] std::int8_t weight(std::uint8_t byte) const {
        return static_cast<std::int8_t>(weight_is_signed ? byte : byte ^ 0x80);
    }
    [[nodiscard]] std::int32_t weight_zero(std::size_t channel) const {
        return static_cast<std::int32_t>(weight_zero_points[channel]) - (weight_is_signed ? 0 : 128);
    }
    /// A product of the integers in units of the output's scale; of the scales as the floats by which numbers are
    /// dequantized and quantized.
    [[nodiscard]] double factor(std::size_t channel) const {
        return double{static_cast<float>(input.scale)} * double{static_cast<float>(weight_scales[channel])} * inverse();
    }
    [[nodiscard]] double addend(std::size_t channel) const {
        return bias.empty() ? 0 : double{bias[channel]} * inverse();
    }

    /// A column of a product of `count` bytes of the input with weights of this sum.
    [[nodiscard]] byte_column column(std::size_t channel, std::int64_t count, std::int32_t weight_sum) const {
        std::int32_t const zero = weight_zero(channel);
        auto const rounded = static_cast<float>(factor(channel));
        return {input_zero() * (static_cast<std::int32_t>(count) * zero - weight_sum), zero, rounded,
                static_cast<float>(factor(channel) - double{rounded}), static_cast<float>(addend(channel))};
    }

private:
    [[nodiscard]] double inverse() const { return static_cast<float>(1 / output.scale); }
};

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET
