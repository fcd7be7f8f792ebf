#pragma once

#include <graft/config.hpp>
#include <graft/core/half.hpp>

#include <bit>
#include <cstdint>
#include <limits>

namespace graft {

namespace detail {

/// The magnitude of a float, no more than rounds to the greatest number, as a float of 8 bits with `Mantissa` bits after
/// the point whose smallest normal number is `least`: to nearest even, without the sign.
template <int Mantissa>
[[nodiscard]] constexpr std::uint32_t float_to_float8_magnitude(std::uint32_t magnitude, std::uint32_t least) {
    constexpr std::uint32_t shift = 23 - Mantissa;
    std::uint32_t const normal = round_shift(magnitude - (least - (1u << 23)), shift);
    // The last place of the sum is that of a subnormal, so that the sum rounds to it.
    bool const is_small = magnitude < least;
    std::uint32_t const big = least + (shift << 23);
    float const little = std::bit_cast<float>(choose_bits(is_small, magnitude, 0u));
    std::uint32_t const small = std::bit_cast<std::uint32_t>(little + std::bit_cast<float>(big)) - big;
    return choose_bits(is_small, small, normal);
}

[[nodiscard]] constexpr float e4m3fn_to_float(std::uint8_t bits) {
    std::uint32_t const magnitude = bits & 0x7fu;
    // The exponent is 120 less than that of a float; the product of a subnormal is exact.
    float const scaled = std::bit_cast<float>(magnitude << 20) * 0x1p120f;
    std::uint32_t const nan = choose_bits(magnitude == 0x7fu, 0x7f800000u, 0u);
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(scaled) | nan | (bits & 0x80u) << 24);
}

[[nodiscard]] constexpr std::uint8_t float_to_e4m3fn(float value) {
    std::uint32_t const bits = std::bit_cast<std::uint32_t>(value), magnitude = bits & 0x7fffffffu;
    constexpr std::uint32_t end = 0x43e80000u; // 464, which rounds to 448 as a tie
    std::uint32_t const large = choose_bits(magnitude > 0x7f800000u, 0x7fu, 0x7eu);
    std::uint32_t const finite = float_to_float8_magnitude<3>(magnitude, 121u << 23);
    return static_cast<std::uint8_t>((bits >> 24 & 0x80u) | choose_bits(magnitude < end, finite, large));
}

[[nodiscard]] constexpr float e5m2_to_float(std::uint8_t bits) {
    return half_to_float(static_cast<std::uint16_t>(bits << 8));
}

[[nodiscard]] constexpr std::uint8_t float_to_e5m2(float value) {
    std::uint32_t const bits = std::bit_cast<std::uint32_t>(value), magnitude = bits & 0x7fffffffu;
    constexpr std::uint32_t end = 143u << 23; // 65536; a carry reaches infinity as it should
    std::uint32_t const large = choose_bits(magnitude > 0x7f800000u, 0x7fu, 0x7cu);
    std::uint32_t const finite = float_to_float8_magnitude<2>(magnitude, 113u << 23);
    return static_cast<std::uint8_t>((bits >> 24 & 0x80u) | choose_bits(magnitude < end, finite, large));
}

[[nodiscard]] constexpr float e8m0fnu_to_float(std::uint8_t bits) {
    std::uint32_t const half_place = choose_bits(bits == 0 || bits == 0xffu, 0x400000u, 0u); // 2^-127, or NaN
    return std::bit_cast<float>(std::uint32_t{bits} << 23 | half_place);
}

[[nodiscard]] constexpr std::uint8_t float_to_e8m0fnu(float value) {
    std::uint32_t const magnitude = std::bit_cast<std::uint32_t>(value) & 0x7fffffffu;
    // What is halfway becomes the greater number; 0x400000 is the least one, 2^-127.
    std::uint32_t const half = choose_bits(magnitude == 0x400000u, 0u, 0x400000u);
    return static_cast<std::uint8_t>(choose_bits(magnitude < 0x7f800000u, (magnitude + half) >> 23, 0xffu));
}

} // namespace detail

/// An exponent of 4 bits, a mantissa of 3 and no infinities, NaN being all bits but the sign; rounds to nearest even, and
/// what is too large becomes the greatest number, 448, as in PyTorch since 2.15.
struct float8_e4m3fn : stored_float<float8_e4m3fn, std::uint8_t, detail::e4m3fn_to_float, detail::float_to_e4m3fn> {
    using stored_float::stored_float;
};

/// The upper half of a `half`: an exponent of 5 bits, a mantissa of 2; rounds to nearest even.
struct float8_e5m2 : stored_float<float8_e5m2, std::uint8_t, detail::e5m2_to_float, detail::float_to_e5m2> {
    using stored_float::stored_float;
};

/// A power of two, by which others are scaled: an exponent alone, NaN being all bits; rounds to the nearest, of two as near
/// to the greater one. The sign is lost, 0 becomes the least number, 2^-127, and what is too large becomes NaN, as in
/// PyTorch.
struct float8_e8m0fnu : stored_float<float8_e8m0fnu, std::uint8_t, detail::e8m0fnu_to_float, detail::float_to_e8m0fnu> {
    using stored_float::stored_float;
};

} // namespace graft

/// Without infinity, in whose place NaN is.
template <>
struct std::numeric_limits<graft::float8_e4m3fn>
    : graft::detail::small_float_limits<graft::float8_e4m3fn, 4, 0, 3, -5, 9, 0x7e, 0x08, 0x20, 0x7f, 0x7f> {
    static constexpr bool has_infinity = false;
    static constexpr bool is_iec559 = false;
};

template <>
struct std::numeric_limits<graft::float8_e5m2>
    : graft::detail::small_float_limits<graft::float8_e5m2, 3, 0, 2, -13, 16, 0x7b, 0x04, 0x34, 0x7c, 0x7f> {};

/// Without sign, zero and infinity, in whose place NaN is.
template <>
struct std::numeric_limits<graft::float8_e8m0fnu>
    : graft::detail::small_float_limits<graft::float8_e8m0fnu, 1, 0, 2, -126, 128, 0xfe, 0, 0x7f, 0xff, 0xff> {
    static constexpr bool is_signed = false;
    static constexpr bool has_infinity = false;
    static constexpr bool is_iec559 = false;
    static constexpr graft::float8_e8m0fnu lowest() noexcept { return min(); }
    static constexpr graft::float8_e8m0fnu denorm_min() noexcept { return min(); }
};
