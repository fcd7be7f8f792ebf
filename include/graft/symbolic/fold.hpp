#pragma once

#include <graft/config.hpp>
#include <graft/meta/view.hpp>
#include <graft/symbolic/function.hpp>

#include <cstdint>
#include <optional>

namespace graft {

/// The value of a function of integers, as Python and torch define it; truths are 0 and 1.
///
/// Nothing for the functions whose value is not an integer; overflow and division by 0 are
/// errors.
[[nodiscard]] GRAFT_CONSTEXPR std::optional<std::int64_t> fold(sym_function f, view<std::int64_t const> x);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/checked.hpp>
#    include <graft/core/error.hpp>

#    include <algorithm>
#    include <limits>

namespace graft {
namespace detail {

/// `base` to the power of an integer, if the result is one.
[[nodiscard]] constexpr std::optional<std::int64_t> fold_power(std::int64_t base, std::int64_t exponent) {
    if (exponent < 0 || exponent > std::numeric_limits<std::uint32_t>::max())
        return std::nullopt;
    return checked_pow(base, static_cast<std::uint32_t>(exponent));
}

[[nodiscard]] constexpr std::int64_t shift_factor(std::int64_t bits) {
    if (bits < 0 || bits > 62)
        raise(errc::invalid_argument, "a shift by ", bits, " bits");
    return std::int64_t{1} << bits;
}

} // namespace detail

GRAFT_CONSTEXPR std::optional<std::int64_t> fold(sym_function f, view<std::int64_t const> x) {
    switch (f) {
    case sym_function::floor_div:
    case sym_function::clean_div: return checked_floor_div(x[0], x[1]);
    case sym_function::ceil_div: return checked_sub(0, checked_floor_div(checked_sub(0, x[0]), x[1]));
    case sym_function::mod:
    case sym_function::python_mod: return checked_mod(x[0], x[1]);
    case sym_function::modular_indexing: return checked_mod(checked_floor_div(x[0], x[1]), x[2]);
    case sym_function::max: return *std::max_element(x.begin(), x.end());
    case sym_function::min: return *std::min_element(x.begin(), x.end());
    case sym_function::pow:
    case sym_function::pow_by_natural: return detail::fold_power(x[0], x[1]);
    case sym_function::left_shift: return checked_mul(x[0], detail::shift_factor(x[1]));
    case sym_function::right_shift: return checked_floor_div(x[0], detail::shift_factor(x[1]));
    case sym_function::bitwise_and: return x[0] & x[1];
    case sym_function::bitwise_or: return x[0] | x[1];
    case sym_function::where: return x[0] != 0 ? x[1] : x[2];
    case sym_function::eq: return x[0] == x[1];
    case sym_function::ne: return x[0] != x[1];
    case sym_function::ge: return x[0] >= x[1];
    case sym_function::le: return x[0] <= x[1];
    case sym_function::gt: return x[0] > x[1];
    case sym_function::lt: return x[0] < x[1];
    case sym_function::logical_and: return std::all_of(x.begin(), x.end(), [](std::int64_t v) { return v != 0; });
    case sym_function::logical_or: return std::any_of(x.begin(), x.end(), [](std::int64_t v) { return v != 0; });
    case sym_function::logical_not: return x[0] == 0;
    case sym_function::ceil_to_int:
    case sym_function::floor_to_int:
    case sym_function::trunc_to_int:
    case sym_function::round_to_int:
    case sym_function::identity: return x[0];
    default: return std::nullopt;
    }
}

} // namespace graft
#endif
