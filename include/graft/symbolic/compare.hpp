#pragma once

#include <graft/symbolic/range.hpp>
#include <graft/symbolic/sym_int.hpp>

#include <cstdint>
#include <optional>

namespace graft {

namespace detail {

/// The bounds of a - b, and of its sign where the difference of two integers overflows; unknown where that of symbolic
/// ones does.
[[nodiscard]] constexpr sym_range difference_bounds(sym_int const& a, sym_int const& b, symbol_ranges ranges) {
    std::int64_t constant = 0;
    bool const overflows = __builtin_sub_overflow(a.constant(), b.constant(), &constant);
    if (!a.is_symbolic() && !b.is_symbolic()) {
        if (overflows)
            constant = a.constant() < b.constant() ? -1 : 1;
        return {constant, constant};
    }
    if (overflows)
        return {};
    auto const varying_part = [](sym_int const& x) {
        return sym_int::of_terms(0, {x.terms().begin(), x.terms().end()});
    };
    sym_range const varying = bounds(varying_part(a) - varying_part(b), ranges);
    return {add_bounds(varying.min, constant), add_bounds(varying.max, constant)};
}

} // namespace detail

/// Whether a <= b for every value of the symbols, for none, or not known.
[[nodiscard]] constexpr std::optional<bool> known_le(sym_int const& a, sym_int const& b, symbol_ranges ranges = {}) {
    sym_range const difference = detail::difference_bounds(b, a, ranges);
    if (difference.min && *difference.min >= 0)
        return true;
    if (difference.max && *difference.max < 0)
        return false;
    return std::nullopt;
}

/// Whether a < b for every value of the symbols, for none, or not known.
[[nodiscard]] constexpr std::optional<bool> known_lt(sym_int const& a, sym_int const& b, symbol_ranges ranges = {}) {
    std::optional<bool> const reverse = known_le(b, a, ranges);
    return reverse ? std::optional(!*reverse) : std::nullopt;
}

/// Whether a == b for every value of the symbols, for none, or not known.
[[nodiscard]] constexpr std::optional<bool> known_eq(sym_int const& a, sym_int const& b, symbol_ranges ranges = {}) {
    sym_range const difference = detail::difference_bounds(a, b, ranges);
    if (difference.min && difference.max && *difference.min == 0 && *difference.max == 0)
        return true;
    if ((difference.min && *difference.min > 0) || (difference.max && *difference.max < 0))
        return false;
    return std::nullopt;
}

} // namespace graft
