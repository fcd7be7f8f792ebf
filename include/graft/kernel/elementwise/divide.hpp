#pragma once

#include <graft/core/error.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/base/loop.hpp>
#include <graft/kernel/elementwise/binary.hpp>
#include <graft/kernel/simd/math.hpp>

#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

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

/// The mask of a quotient that, cut off, has at most 28 digits. A multiple of `b`, which has 24, by it is exact in
/// double then, and no quotient is so near to an integer that double cannot tell them apart.
[[nodiscard, gnu::always_inline]] constexpr std::uint32_t divides_in_double(float a, float b) {
    float const size = magnitude(b);
    return mask_of<float>(magnitude(a) * 0x1p-27f <= size) & mask_of<float>(size > 0) &
           mask_of<float>(size <= std::numeric_limits<float>::max());
}

/// `remainder_of` where `divides_in_double`.
[[nodiscard, gnu::always_inline]] constexpr float remainder_in_double(float a, float b) {
    double const x = a, y = b, whole = static_cast<std::int32_t>(x / y);
    return with_sign(magnitude(static_cast<float>(x - whole * y)), a);
}

/// All bits set if a remainder is `against` the divisor.
[[nodiscard, gnu::always_inline]] constexpr std::uint32_t against_mask(float remainder, float divisor) {
    return mask_of<float>(remainder != 0) & mask_of<float>((remainder < 0) != (divisor < 0));
}

/// `floor_quotient` where `divides_in_double`, step by step the same.
[[nodiscard, gnu::always_inline]] constexpr float floor_quotient_in_double(float a, float b) {
    float const rest = remainder_in_double(a, b);
    float const quotient = (a - rest) / b - blend(against_mask(rest, b), 1.0f, 0.0f);
    float const cut = static_cast<float>(static_cast<std::int32_t>(quotient));
    float const down = cut - blend(mask_of<float>(cut > quotient), 1.0f, 0.0f);
    float const nearest = down + blend(mask_of<float>(quotient - down > 0.5f), 1.0f, 0.0f);
    return blend(mask_of<float>(quotient == 0), with_sign(0.0f, a / b), nearest);
}

/// A row of the division `D`, by `in_double` where `divides_in_double`.
template <class D, class F>
void division_loop(F in_double, std::int64_t n, float* out, float const* x, float const* y) {
    guarded_loop([](float a, float b) { return divides_in_double(a, b); }, in_double,
                 [](float a, float b) { return D::apply(a, b); }, n, out, x, y);
}

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// The quotient rounded towards zero.
inline constexpr struct trunc_divide_t : binary<trunc_divide_t, wide_numeric, integers::widen> {
    using takes_exact_number = void;
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
    using takes_exact_number = void;
    static constexpr std::string_view name = "floor_divide";
    static auto apply(auto x, auto y) { return detail::floor_quotient(x, y); }
    static void apply_row(std::int64_t n, float* out, float const* x, float const* y) {
        detail::division_loop<floor_divide_t>([](float a, float b) { return detail::floor_quotient_in_double(a, b); },
                                              n, out, x, y);
    }
} floor_divide{};

/// What a division cut off leaves, with the sign of x.
inline constexpr struct fmod_t : binary<fmod_t, wide_numeric, integers::widen> {
    static constexpr std::string_view name = "fmod";
    static auto apply(auto x, auto y) { return detail::remainder_of(x, y); }
    static void apply_row(std::int64_t n, float* out, float const* x, float const* y) {
        detail::division_loop<fmod_t>([](float a, float b) { return detail::remainder_in_double(a, b); }, n, out, x, y);
    }
} fmod{};

/// What a division rounded down leaves, with the sign of y.
inline constexpr struct remainder_t : binary<remainder_t, wide_numeric, integers::widen> {
    static constexpr std::string_view name = "remainder";
    template <class T>
    static T apply(T x, T y) {
        T const rest = detail::remainder_of(x, y);
        return detail::against(rest, y) ? detail::sum_of(rest, y) : rest;
    }
    static void apply_row(std::int64_t n, float* out, float const* x, float const* y) {
        auto const in_double = [](float a, float b) {
            float const rest = detail::remainder_in_double(a, b);
            return detail::blend(detail::against_mask(rest, b), rest + b, rest);
        };
        detail::division_loop<remainder_t>(in_double, n, out, x, y);
    }
} remainder{};

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
