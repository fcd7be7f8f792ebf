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

/// A floating-point type for storage only: `Bits` of an unsigned integer that `ToFloat` reads and `FromFloat` writes. `T` is
/// the type that is made of it, which is computed with as float.
template <class T, std::unsigned_integral Bits, float (*ToFloat)(Bits), Bits (*FromFloat)(float)>
struct stored_float {
    Bits bits = 0; ///< sign, exponent and mantissa, as far as the type has them

    stored_float() = default; ///< 0
    /// What becomes of a number when it is rounded to float and then to this type.
    template <detail::arithmetic Number>
    constexpr explicit stored_float(Number value) : bits(FromFloat(static_cast<float>(value))) {}
    /// The number, exactly where `Number` is a float or wider.
    template <detail::arithmetic Number>
    constexpr explicit operator Number() const {
        return static_cast<Number>(ToFloat(bits));
    }

    /// The number with this bit pattern.
    [[nodiscard]] static constexpr T from_bits(Bits bits) {
        T x;
        x.bits = bits;
        return x;
    }
};

/// IEEE binary16: an exponent of 5 bits, a mantissa of 10; rounds to nearest even.
struct half : stored_float<half, std::uint16_t, detail::half_to_float, detail::float_to_half> {
    using stored_float::stored_float;
};

/// The upper half of a float: an exponent of 8 bits, a mantissa of 7; rounds to nearest even.
struct bfloat16 : stored_float<bfloat16, std::uint16_t, detail::bfloat16_to_float, detail::float_to_bfloat16> {
    using stored_float::stored_float;
};

/// A floating-point type for storage only, of 16 or 8 bits.
template <class T>
concept small_float = requires { typename T::stored_float; }; // the base that it is made of

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
    constexpr unsigned sign = std::numeric_limits<T>::is_signed ? 1u << (8 * sizeof(integer) - 1) : 0;
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
