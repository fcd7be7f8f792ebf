#pragma once

#include <graft/core/error.hpp>

#include <concepts>
#include <cstdint>
#include <type_traits>

namespace graft {

/// The sum; an error if it does not fit into 64 bits.
[[nodiscard]] constexpr std::int64_t checked_add(std::int64_t a, std::int64_t b) {
    std::int64_t result = 0;
    if (__builtin_add_overflow(a, b, &result))
        raise(errc::invalid_argument, "integer overflow in ", a, " + ", b);
    return result;
}

/// The difference; an error if it does not fit into 64 bits.
[[nodiscard]] constexpr std::int64_t checked_sub(std::int64_t a, std::int64_t b) {
    std::int64_t result = 0;
    if (__builtin_sub_overflow(a, b, &result))
        raise(errc::invalid_argument, "integer overflow in ", a, " - ", b);
    return result;
}

/// The product; an error if it does not fit into 64 bits.
[[nodiscard]] constexpr std::int64_t checked_mul(std::int64_t a, std::int64_t b) {
    std::int64_t result = 0;
    if (__builtin_mul_overflow(a, b, &result))
        raise(errc::invalid_argument, "integer overflow in ", a, " * ", b);
    return result;
}

/// Python's `a // b`: rounded towards minus infinity; a zero divisor is an error.
[[nodiscard]] constexpr std::int64_t checked_floor_div(std::int64_t a, std::int64_t b) {
    if (b == 0)
        raise(errc::invalid_argument, "division of ", a, " by zero");
    if (b == -1)
        return checked_sub(0, a);
    std::int64_t const quotient = a / b;
    return quotient - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}

/// Python's `a % b`: the remainder has the sign of the divisor; a zero divisor is an error.
[[nodiscard]] constexpr std::int64_t checked_mod(std::int64_t a, std::int64_t b) {
    if (b == 0)
        raise(errc::invalid_argument, "remainder of ", a, " by zero");
    if (b == -1)
        return 0;
    std::int64_t const remainder = a % b;
    return remainder != 0 && (remainder < 0) != (b < 0) ? remainder + b : remainder;
}

/// `base` to a natural power; an error if it does not fit into 64 bits.
[[nodiscard]] constexpr std::int64_t checked_pow(std::int64_t base, std::uint32_t exponent) {
    std::int64_t result = 1;
    while (exponent != 0) {
        if (exponent % 2 != 0)
            result = checked_mul(result, base);
        exponent /= 2;
        if (exponent != 0)
            base = checked_mul(base, base);
    }
    return result;
}

/// The least multiple of `alignment` that is not below the size.
template <std::unsigned_integral T>
[[nodiscard]] constexpr T round_up(T size, std::type_identity_t<T> alignment) {
    return (size + alignment - 1) / alignment * alignment;
}

} // namespace graft
