#pragma once

#include <graft/kernel/byte_dot.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring> // memcpy

namespace graft::detail {

/// A sum of this and a float between -2^22 and 2^22 has the nearest integer, of two the even one, in its low bits.
inline constexpr float rounding_offset = 12582912;  // 2^23 + 2^22

/// The nearest integer, of two the even one, of a number between -2^22 and 2^22.
[[nodiscard]] inline std::int32_t nearest(float x) {
    return std::bit_cast<std::int32_t>(x + rounding_offset) - std::bit_cast<std::int32_t>(rounding_offset);
}

/// The quantized form of real numbers: `round(x / scale) + zero_point`, between two integers.
struct byte_range {
    double scale = 1;
    std::int64_t zero_point = 0, least = -128, most = 127;
    bool is_signed = true;
    bool cuts_negative = false;  // real numbers below zero count as zero

    /// False for integers that do not fit the dtype, and for scales out of range.
    [[nodiscard]] bool is_sound() const {
        std::int64_t const lowest = is_signed ? -128 : 0;
        return scale > 1e-30 && scale < 1e30 && least >= lowest && most <= lowest + 255 && least <= most &&
               zero_point >= lowest && zero_point <= lowest + 255;
    }
    /// The bounds before the zero point is added.
    [[nodiscard]] float low() const {
        auto const bound = static_cast<float>(least - zero_point);
        return cuts_negative ? std::max(bound, 0.0f) : bound;
    }
    [[nodiscard]] float high() const { return static_cast<float>(most - zero_point); }
};

/// What makes bytes of sums in registers: a sum times a factor and a number added are the real number in units of the
/// scale.
class requantization {
public:
    explicit requantization(byte_range const& range)
        : low_(range.low()), high_(range.high()), zero_point_(static_cast<std::int32_t>(range.zero_point)) {}

    /// The bytes of a register of sums; the first `count` are written.
    [[gnu::always_inline]] void store(ints const& sums, floats const& factor, floats const& addend, std::uint8_t* to,
                                      std::int64_t count) const {
        floats const real = __builtin_convertvector(sums, floats) * factor + addend;
        floats const low = floats{} + low_, high = floats{} + high_;
        floats const raised = real < low ? low : real;
        floats const offset = (raised > high ? high : raised) + rounding_offset;
        ints const rounded = (ints)offset - std::bit_cast<std::int32_t>(rounding_offset) + zero_point_;
        auto const bytes = __builtin_convertvector(rounded, lanes_of_bytes);
        if (count >= int_lanes)
            std::memcpy(to, &bytes, int_lanes);
        else
            for (std::int64_t i = 0; i < count; ++i)
                to[i] = bytes[i];
    }

    /// The bytes of a line of sums that have one factor and addend.
    void store(std::int32_t const* sums, std::int64_t count, float factor, float addend, std::uint8_t* to) const {
        for (std::int64_t i = 0; i < count; ++i) {
            float const real = static_cast<float>(sums[i]) * factor + addend;
            float const raised = real < low_ ? low_ : real;
            to[i] = static_cast<std::uint8_t>(nearest(raised > high_ ? high_ : raised) + zero_point_);
        }
    }

private:
    using lanes_of_bytes [[gnu::vector_size(int_lanes)]] = std::uint8_t;

    float low_, high_;
    std::int32_t zero_point_;
};

} // namespace graft::detail
