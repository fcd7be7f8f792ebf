#pragma once

#include <graft/config.hpp>

#include <bit>
#include <compare>
#include <concepts>
#include <cstdint>
#include <limits>

namespace graft {

namespace detail {

template <class T>
concept arithmetic = std::integral<T> || std::floating_point<T>;

/// One of two patterns of bits, chosen without a branch, so that loops over conversions vectorise.
[[nodiscard]] constexpr std::uint32_t choose_bits(bool condition, std::uint32_t a, std::uint32_t b) {
    std::uint32_t const mask = 0u - static_cast<std::uint32_t>(condition);
    return (a & mask) | (b & ~mask);
}

[[nodiscard]] constexpr float half_to_float(std::uint16_t bits) {
    std::uint32_t const sign = static_cast<std::uint32_t>(bits & 0x8000u) << 16;
    std::uint32_t const magnitude = bits & 0x7fffu;
    // The exponent is 112 less than that of a float; the product of a subnormal is exact.
    float const scaled = std::bit_cast<float>(magnitude << 13) * 0x1p112f;
    std::uint32_t const special = choose_bits(magnitude >= 0x7c00u, 0x7f800000u, 0u);
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(scaled) | special | sign);
}

/// `value >> shift` to the nearest, ties to even; 0 < shift < 32, and adding 2^shift to the value does not overflow.
[[nodiscard]] constexpr std::uint32_t round_shift(std::uint32_t value, std::uint32_t shift) {
    return (value + (1u << (shift - 1)) - 1 + ((value >> shift) & 1u)) >> shift;
}

[[nodiscard]] constexpr std::uint16_t float_to_half(float value) {
    std::uint32_t const bits = std::bit_cast<std::uint32_t>(value);
    std::uint32_t const sign = (bits >> 16) & 0x8000u;
    std::uint32_t const magnitude = bits & 0x7fffffffu;
    // A carry reaches infinity as it should; the sum with 0.5 rounds a subnormal to its last place.
    std::uint32_t const normal = round_shift(magnitude - 0x38000000u, 13);
    bool const is_small = magnitude < 0x38800000u;
    float const little = std::bit_cast<float>(choose_bits(is_small, magnitude, 0u));
    std::uint32_t const small = std::bit_cast<std::uint32_t>(little + 0.5f) - 0x3f000000u;
    std::uint32_t const nan = 0x7e00u | ((magnitude >> 13) & 0x3ffu);
    std::uint32_t const finite = choose_bits(is_small, small, normal);
    std::uint32_t const infinite = choose_bits(magnitude > 0x7f800000u, nan, 0x7c00u);
    return static_cast<std::uint16_t>(sign | choose_bits(magnitude < 0x47800000u, finite, infinite));
}

[[nodiscard]] constexpr float bfloat16_to_float(std::uint16_t bits) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}

[[nodiscard]] constexpr std::uint16_t float_to_bfloat16(float value) {
    std::uint32_t const bits = std::bit_cast<std::uint32_t>(value);
    std::uint32_t const nan = (bits >> 16) | 0x40u;
    return static_cast<std::uint16_t>(choose_bits((bits & 0x7fffffffu) > 0x7f800000u, nan, round_shift(bits, 16)));
}

} // namespace detail

/// IEEE binary16: 16 bits of storage; every conversion goes through float, to nearest even.
struct half {
    std::uint16_t bits = 0; ///< sign, exponent of 5 bits, mantissa of 10

    half() = default;
    /// The nearest `half` of a number; of two as near the even one.
    template <detail::arithmetic T>
    constexpr explicit half(T value) : bits(detail::float_to_half(static_cast<float>(value))) {}
    /// The number, exactly where `T` is a float or wider.
    template <detail::arithmetic T>
    constexpr explicit operator T() const {
        return static_cast<T>(detail::half_to_float(bits));
    }

    /// The half with this bit pattern.
    [[nodiscard]] static constexpr half from_bits(std::uint16_t bits) {
        half h;
        h.bits = bits;
        return h;
    }
};

/// The upper half of a float; otherwise as `half`.
struct bfloat16 {
    std::uint16_t bits = 0; ///< sign, exponent of 8 bits, mantissa of 7

    bfloat16() = default;
    /// The nearest `bfloat16` of a number; of two as near the even one.
    template <detail::arithmetic T>
    constexpr explicit bfloat16(T value) : bits(detail::float_to_bfloat16(static_cast<float>(value))) {}
    /// The number, exactly where `T` is a float or wider.
    template <detail::arithmetic T>
    constexpr explicit operator T() const {
        return static_cast<T>(detail::bfloat16_to_float(bits));
    }

    /// The bfloat16 with this bit pattern.
    [[nodiscard]] static constexpr bfloat16 from_bits(std::uint16_t bits) {
        bfloat16 b;
        b.bits = bits;
        return b;
    }
};

struct float8_e4m3fn;
struct float8_e5m2;
struct float8_e8m0fnu;

/// A floating-point type for storage only, of 16 or 8 bits: it is computed with as float.
template <class T>
concept small_float = std::same_as<T, half> || std::same_as<T, bfloat16> || std::same_as<T, float8_e4m3fn> ||
                      std::same_as<T, float8_e5m2> || std::same_as<T, float8_e8m0fnu>;

/// Compares as floats: NaN is not equal to itself, 0 is equal to -0.
template <small_float T>
[[nodiscard]] constexpr bool operator==(T a, T b) {
    return static_cast<float>(a) == static_cast<float>(b);
}

/// Compares as floats.
template <small_float T>
[[nodiscard]] constexpr std::partial_ordering operator<=>(T a, T b) {
    return static_cast<float>(a) <=> static_cast<float>(b);
}

/// Changes the sign, of NaN too, where the format has one; exact.
template <small_float T>
[[nodiscard]] constexpr T operator-(T a) {
    using integer = decltype(a.bits);
    constexpr unsigned sign = std::same_as<T, float8_e8m0fnu> ? 0 : 1u << (8 * sizeof(integer) - 1);
    return T::from_bits(static_cast<integer>(a.bits ^ sign));
}

namespace detail {

/// What numeric_limits says of a small format with this many digits and bit patterns.
template <class T, int Digits, int Digits10, int MaxDigits10, int MinExponent, int MaxExponent, std::uint16_t Max,
          std::uint16_t Min, std::uint16_t Epsilon, std::uint16_t Infinity, std::uint16_t Nan>
struct small_float_limits : std::numeric_limits<float> {
    static constexpr int digits = Digits;
    static constexpr int digits10 = Digits10;
    static constexpr int max_digits10 = MaxDigits10;
    static constexpr int min_exponent = MinExponent;
    static constexpr int max_exponent = MaxExponent;

    static constexpr T min() noexcept { return T::from_bits(Min); }
    static constexpr T max() noexcept { return T::from_bits(Max); }
    static constexpr T lowest() noexcept { return -max(); }
    static constexpr T epsilon() noexcept { return T::from_bits(Epsilon); }
    static constexpr T infinity() noexcept { return T::from_bits(Infinity); }
    static constexpr T quiet_NaN() noexcept { return T::from_bits(Nan); }
    static constexpr T denorm_min() noexcept { return T::from_bits(1); }
};

} // namespace detail
} // namespace graft

template <>
struct std::numeric_limits<graft::half>
    : graft::detail::small_float_limits<graft::half, 11, 3, 5, -13, 16, 0x7bff, 0x0400, 0x1400, 0x7c00, 0x7e00> {};

template <>
struct std::numeric_limits<graft::bfloat16>
    : graft::detail::small_float_limits<graft::bfloat16, 8, 2, 4, -125, 128, 0x7f7f, 0x0080, 0x3c00, 0x7f80, 0x7fc0> {};
