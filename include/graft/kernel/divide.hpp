#pragma once

#include <graft/core/error.hpp>
#include <graft/kernel/binary.hpp>

#include <cmath>
#include <concepts>

namespace graft::detail {

/// Raises for an integer that is divided by zero.
template <std::integral T>
constexpr void require_divisor(T divisor) {
    if (divisor == T{0})
        raise(errc::invalid_argument, "ZeroDivisionError: an integer is divided by zero");
}

/// a / b cut off, of integers; the lowest one over -1 is itself.
template <std::integral T>
[[nodiscard]] constexpr T quotient_of(T a, T b) {
    require_divisor(b);
    if constexpr (std::signed_integral<T>)
        if (b == T{-1})
            return difference_of(T{0}, a);
    return static_cast<T>(a / b);
}

/// a - b * quotient_of(a, b), with the sign of `a`.
template <class T>
[[nodiscard]] T remainder_of(T a, T b) {
    if constexpr (std::integral<T>)
        return difference_of(a, product_of(b, quotient_of(a, b)));
    else
        return std::fmod(a, b);
}

/// True if a remainder that is not zero has not the sign of the divisor.
template <class T>
[[nodiscard]] constexpr bool against(T remainder, T divisor) {
    return remainder != T{0} && (remainder < T{0}) != (divisor < T{0});
}

/// The quotient rounded down, of reals computed as Python does to be consistent with `%`.
template <class T>
[[nodiscard]] T floor_quotient(T a, T b) {
    if constexpr (std::integral<T>) {
        T const quotient = quotient_of(a, b);
        return against(remainder_of(a, b), b) ? difference_of(quotient, T{1}) : quotient;
    } else {
        if (b == 0)
            return a / b;
        T const remainder = std::fmod(a, b);
        T quotient = (a - remainder) / b;
        if (against(remainder, b))
            quotient -= 1;
        if (quotient == 0)
            return std::copysign(T{0}, a / b);
        T const down = std::floor(quotient);
        return quotient - down > T{0.5} ? down + 1 : down;
    }
}

} // namespace graft::detail

namespace graft::kernel {

/// The quotient rounded towards zero.
inline constexpr struct trunc_divide_t : binary<trunc_divide_t, wide_numeric, integers::widen> {
    static constexpr std::string_view name = "div";
    template <class T>
    static T apply(T x, T y) {
        if constexpr (std::integral<T>)
            return detail::quotient_of(x, y);
        else
            return std::trunc(x / y);
    }
} trunc_divide{};

/// The quotient rounded down.
inline constexpr struct floor_divide_t : binary<floor_divide_t, wide_numeric, integers::widen> {
    static constexpr std::string_view name = "floor_divide";
    static auto apply(auto x, auto y) { return detail::floor_quotient(x, y); }
} floor_divide{};

/// What a division cut off leaves, with the sign of x.
inline constexpr struct fmod_t : binary<fmod_t, wide_numeric, integers::widen> {
    static constexpr std::string_view name = "fmod";
    static auto apply(auto x, auto y) { return detail::remainder_of(x, y); }
} fmod{};

/// What a division rounded down leaves, with the sign of y.
inline constexpr struct remainder_t : binary<remainder_t, wide_numeric, integers::widen> {
    static constexpr std::string_view name = "remainder";
    template <class T>
    static T apply(T x, T y) {
        T const rest = detail::remainder_of(x, y);
        return detail::against(rest, y) ? detail::sum_of(rest, y) : rest;
    }
} remainder{};

} // namespace graft::kernel
