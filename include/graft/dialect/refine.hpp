#pragma once

#include <graft/config.hpp>
#include <graft/symbolic/compare.hpp>
#include <graft/symbolic/math.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <optional>

namespace graft {

namespace detail {

[[nodiscard]] GRAFT_CONSTEXPR std::optional<bool> decide(sym_function relation, sym_int const& a, sym_int const& b,
                                                         symbol_ranges ranges);

} // namespace detail

/// The expression simplified by what is known of its symbols: with s in [1, 127], Min(128, s)
/// is s.
[[nodiscard]] GRAFT_CONSTEXPR sym_int refine(sym_int const& value, symbol_ranges ranges);

/// The value with its sizes and numbers simplified so; a truth is left as it is, for it may be
/// the very assertion that keeps a symbol in its range.
[[nodiscard]] GRAFT_CONSTEXPR value_spec refine(value_spec value, symbol_ranges ranges);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/meta/vec.hpp>

#    include <cstddef>
#    include <utility>

namespace graft {
namespace detail {

/// The operands of a max or min without those that another one beats for all values in the
/// ranges.
[[nodiscard]] constexpr vec<sym_int> unbeaten(sym_function f, vec<sym_int> operands, symbol_ranges ranges) {
    auto const beats = [&](sym_int const& a, sym_int const& b) {
        return known_le(f == sym_function::max ? b : a, f == sym_function::max ? a : b, ranges) == true;
    };
    for (std::size_t i = operands.size(); i-- > 0;)
        for (std::size_t j = 0; j < operands.size(); ++j)
            if (j != i && beats(operands[j], operands[i])) {
                operands.erase(operands.begin() + static_cast<std::ptrdiff_t>(i));
                break;
            }
    return operands;
}

GRAFT_CONSTEXPR std::optional<bool> decide(sym_function relation, sym_int const& a, sym_int const& b,
                                           symbol_ranges ranges) {
    switch (relation) {
    case sym_function::le: return known_le(a, b, ranges);
    case sym_function::lt: return known_lt(a, b, ranges);
    case sym_function::ge: return known_le(b, a, ranges);
    case sym_function::gt: return known_lt(b, a, ranges);
    case sym_function::eq: return known_eq(a, b, ranges);
    default: return std::nullopt;
    }
}

[[nodiscard]] GRAFT_CONSTEXPR_INLINE sym_int refine_function(sym_function f, vec<sym_int> operands,
                                                             symbol_ranges ranges) {
    if (f == sym_function::max || f == sym_function::min)
        return apply(f, unbeaten(f, std::move(operands), ranges));
    if (operands.size() == 2)
        if (std::optional<bool> const truth = decide(f, operands[0], operands[1], ranges))
            return *truth ? 1 : 0;
    return apply(f, std::move(operands));
}

} // namespace detail

GRAFT_CONSTEXPR sym_int refine(sym_int const& value, symbol_ranges ranges) {
    if (!value.is_symbolic())
        return value;
    vec<sym_int> summands{value.constant()};
    for (sym_term const& term : value.terms()) {
        sym_int product = term.coefficient;
        for (sym_factor const& factor : term.factors) {
            sym_atom const& atom = factor.atom;
            if (atom.function == sym_function::symbol) {
                product *= pow(atom.name, factor.exponent);
                continue;
            }
            vec<sym_int> operands;
            for (sym_int const& operand : atom.operands)
                operands.push_back(refine(operand, ranges));
            product *= pow(detail::refine_function(atom.function, std::move(operands), ranges), factor.exponent);
        }
        summands.push_back(std::move(product));
    }
    return sym_int::sum(summands);
}

GRAFT_CONSTEXPR value_spec refine(value_spec value, symbol_ranges ranges) {
    if (value.k == value_spec::kind::sym_bool)
        return value;
    auto const simplify = [&](sym_int& number) {
        if (number.is_symbolic())
            number = refine(number, ranges);
    };
    simplify(value.integer);
    for (sym_int& size : value.tensor.sizes)
        simplify(size);
    for (sym_int& stride : value.tensor.strides)
        simplify(stride);
    simplify(value.tensor.storage_offset);
    for (value_spec& item : value.items)
        item = refine(std::move(item), ranges);
    return value;
}

} // namespace graft
#endif
