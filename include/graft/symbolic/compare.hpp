#pragma once

#include <graft/config.hpp>
#include <graft/symbolic/range.hpp>
#include <graft/symbolic/sym_int.hpp>

#include <optional>

namespace graft {

namespace detail {

/// What is known of values that are no plain numbers, or not both.
/// @{
[[nodiscard]] GRAFT_CONSTEXPR std::optional<bool> symbolic_le(sym_int const& a, sym_int const& b, symbol_ranges ranges);
[[nodiscard]] GRAFT_CONSTEXPR std::optional<bool> symbolic_eq(sym_int const& a, sym_int const& b, symbol_ranges ranges);
/// @}

} // namespace detail

/// Whether a <= b for every value of the symbols, for none, or not known.
[[nodiscard]] constexpr std::optional<bool> known_le(sym_int const& a, sym_int const& b, symbol_ranges ranges = {}) {
    return a.is_symbolic() || b.is_symbolic() ? detail::symbolic_le(a, b, ranges)
                                              : std::optional(a.constant() <= b.constant());
}

/// Whether a < b for every value of the symbols, for none, or not known.
[[nodiscard]] constexpr std::optional<bool> known_lt(sym_int const& a, sym_int const& b, symbol_ranges ranges = {}) {
    std::optional<bool> const reverse = known_le(b, a, ranges);
    return reverse ? std::optional(!*reverse) : std::nullopt;
}

/// Whether a == b for every value of the symbols, for none, or not known.
[[nodiscard]] constexpr std::optional<bool> known_eq(sym_int const& a, sym_int const& b, symbol_ranges ranges = {}) {
    return a.is_symbolic() || b.is_symbolic() ? detail::symbolic_eq(a, b, ranges)
                                              : std::optional(a.constant() == b.constant());
}

namespace detail {

/// True when the two are equal for every value of the symbols.
[[nodiscard]] constexpr bool surely_equal(sym_int const& a, sym_int const& b) { return known_eq(a, b) == true; }

} // namespace detail
} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/error.hpp>
#    include <graft/symbolic/divide.hpp>

#    include <algorithm>
#    include <cstdint>

namespace graft::detail {

// The bounds of a - b; unknown where the difference of their integers overflows.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE sym_range difference_bounds(sym_int const& a, sym_int const& b,
                                                                 symbol_ranges ranges) {
    std::int64_t constant = 0;
    if (__builtin_sub_overflow(a.constant(), b.constant(), &constant))
        return {};
    auto const varying_part = [](sym_int const& x) {
        return sym_int::of_terms(0, {x.terms().begin(), x.terms().end()});
    };
    sym_int made;
    bool const is_first = !b.is_symbolic() && a.constant() == 0;
    if (b.is_symbolic())
        made = varying_part(a) - varying_part(b);
    else if (!is_first)
        made = varying_part(a);
    sym_int const& difference = is_first ? a : made;
    sym_range varying = bounds(difference, ranges);
    if (has_remainder(difference)) {
        sym_range other;
        attempt([&] { other = bounds(without_remainders(difference), ranges); },
                [](error const&) {}); // what is written so may be too large
        varying = to_range(std::max(low_end(varying), low_end(other)), std::min(high_end(varying), high_end(other)));
    }
    sym_term common{0, {}};
    if (low_end(varying).sign() * high_end(varying).sign() <= 0)
        common = common_divisor(difference, 0);
    if (!common.factors.empty() && is_integral(difference)) {
        // x * y - y has the sign of x - 1 where y is positive, which the bounds of its terms do not tell.
        sym_range const other =
            multiply(bounds(sym_int::of_terms(0, {common}), ranges), bounds(divide(difference, common).exact, ranges));
        varying = to_range(std::max(low_end(varying), low_end(other)), std::min(high_end(varying), high_end(other)));
    }
    return {add_bounds(varying.min, constant), add_bounds(varying.max, constant)};
}

GRAFT_CONSTEXPR std::optional<bool> symbolic_le(sym_int const& a, sym_int const& b, symbol_ranges ranges) {
    if (a == b)
        return true;
    sym_range const difference = difference_bounds(b, a, ranges);
    if (difference.min && *difference.min >= 0)
        return true;
    if (difference.max && *difference.max < 0)
        return false;
    return std::nullopt;
}

GRAFT_CONSTEXPR std::optional<bool> symbolic_eq(sym_int const& a, sym_int const& b, symbol_ranges ranges) {
    if (a == b)
        return true;
    sym_range const difference = difference_bounds(a, b, ranges);
    if (difference.min && difference.max && *difference.min == 0 && *difference.max == 0)
        return true;
    if ((difference.min && *difference.min > 0) || (difference.max && *difference.max < 0))
        return false;
    return std::nullopt;
}

} // namespace graft::detail
#endif
