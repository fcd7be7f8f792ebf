#pragma once

#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/byte/byte_dot.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring> // memcpy

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// The bits of a sum of this and a float between -2^22 and 2^22 are its own and the nearest integer, of two the even
/// one.
inline constexpr float rounding_offset = 12582912; // 2^23 + 2^22

/// The quantized form of real numbers: `round(x / scale) + zero_point`, between two integers.
struct byte_range {
    double scale = 1;
    std::int64_t zero_point = 0, least = -128, most = 127;
    bool is_signed = true;
    bool cuts_negative = false; // real numbers below zero count as zero

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

/// What makes bytes of sums: a sum times a factor and a number added are the real number in units of the scale. The
/// factor is given as the sum of two floats: the real number is rounded as if it were exact before.
class requantization {
public:
    explicit requantization(byte_range const& range)
        : low_(range.low()), high_(range.high()), zero_point_(static_cast<std::int32_t>(range.zero_point)) {}

    /// The bytes of a register of sums; the first `count` are written.
    [[gnu::always_inline]] void store(packed_ints const& sums, floats const& factor, floats const& rest,
                                      floats const& addend, std::uint8_t* to, std::int64_t count) const {
        floats const wide = __builtin_convertvector(sums, floats);
        floats const real = wide * factor + (wide * rest + addend);
        floats const low = floats{} + low_, high = floats{} + high_;
        floats const raised = real < low ? low : real;
        floats const offset = (raised > high ? high : raised) + rounding_offset;
        packed_ints const rounded = (packed_ints)offset - std::bit_cast<std::int32_t>(rounding_offset) + zero_point_;
        auto const bytes = __builtin_convertvector(rounded, lanes_of_bytes);
        if (count >= int_lanes) {
            std::memcpy(to, &bytes, int_lanes);
            return;
        }
        auto const* from = reinterpret_cast<std::uint8_t const*>(&bytes);
#pragma GCC unroll 3
        for (std::int64_t part = int_lanes / 2; part > 0; part /= 2)
            if ((count & part) != 0) {
                std::memcpy(to, from, static_cast<std::size_t>(part));
                to += part;
                from += part;
            }
    }

private:
    using lanes_of_bytes [[gnu::vector_size(int_lanes)]] = std::uint8_t;

    float low_, high_;
    std::int32_t zero_point_;
};

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET
