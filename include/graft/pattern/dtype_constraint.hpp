#pragma once

#include <graft/pattern/constraint.hpp>

#include <cstdint>

namespace graft {

/// Dtypes that a condition admits: `floating_dtypes | one_dtype(dtype::i8)`.
struct admitted_dtypes {
    std::int64_t bits = 0; ///< a bit for each dtype, by its number

    /// What either admits.
    [[nodiscard]] friend constexpr admitted_dtypes operator|(admitted_dtypes a, admitted_dtypes b) {
        return {a.bits | b.bits};
    }
    /// True when the dtype is admitted.
    [[nodiscard]] constexpr bool has(dtype d) const { return (bits & detail::dtype_bit(d)) != 0; }
    constexpr bool operator==(admitted_dtypes const&) const = default;
};

/// The set of one dtype.
[[nodiscard]] constexpr admitted_dtypes one_dtype(dtype d) { return {detail::dtype_bit(d)}; }

/// The floating-point dtypes.
inline constexpr admitted_dtypes floating_dtypes{detail::dtypes_that([](dtype d) { return is_floating_point(d); })};
/// The integer dtypes; bool is none.
inline constexpr admitted_dtypes integral_dtypes{detail::dtypes_that([](dtype d) { return is_integral(d, false); })};
/// The integer and floating-point dtypes.
inline constexpr admitted_dtypes numeric_dtypes = floating_dtypes | integral_dtypes;
/// The signed dtypes among the numeric ones.
inline constexpr admitted_dtypes signed_dtypes =
    floating_dtypes |
    admitted_dtypes{detail::dtypes_that([](dtype d) { return is_integral(d, false) && is_signed(d); })};

/// The variable is a tensor of one of these dtypes: `has_dtype(x, floating_dtypes)`, or `x.in(floating_dtypes)`.
template <condition_subject S>
[[nodiscard]] constexpr auto has_dtype(S s, admitted_dtypes dtypes) {
    return detail::one_constraint(constraint_kind::has_dtype, s, dtypes.bits);
}

} // namespace graft
