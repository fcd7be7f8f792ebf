#pragma once

#include <graft/config.hpp>
#include <graft/core/checked.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/compare.hpp>
#include <graft/symbolic/sym_int.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace graft::detail {

[[nodiscard]] GRAFT_CONSTEXPR_INLINE bool is_integral(sym_int const& value);

[[nodiscard]] GRAFT_CONSTEXPR bool is_integral(sym_atom const& atom);

/// True if the value is an integer whenever the symbols are: no real function is involved.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE bool is_integral(sym_int const& value) {
    for (sym_term const& term : value.terms())
        for (sym_factor const& factor : term.factors)
            if (!is_integral(factor.atom))
                return false;
    return true;
}

/// True if b is a single term that divides every term of a.
[[nodiscard]] GRAFT_CONSTEXPR bool is_multiple(sym_int const& a, sym_int const& b);

/// The largest term that divides every term of a and b; its coefficient is positive.
[[nodiscard]] GRAFT_CONSTEXPR sym_term common_divisor(sym_int const& a, sym_int const& b);

[[nodiscard]] GRAFT_CONSTEXPR sym_int simplify_floor_div(vec<sym_int> operands);

/// True if the value has a remainder of integers that `without_remainders` writes as a division: not one of a power.
[[nodiscard]] GRAFT_CONSTEXPR bool has_remainder(sym_int const& value);

/// The value with `a - b * (a // b)` in place of each such remainder `a % b`: `a - a % b` is seen to be a multiple of b.
/// An error where that is too large.
[[nodiscard]] GRAFT_CONSTEXPR sym_int without_remainders(sym_int const& value);

} // namespace graft::detail

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/error.hpp>

#    include <algorithm>
#    include <numeric>
#    include <optional>

namespace graft::detail {

// The only term, an integer included; its coefficient is 0 if there is none or more than one.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE sym_term single_term(sym_int const& value) {
    if (value.terms().size() == 1 && value.constant() == 0)
        return value.terms()[0];
    return {value.is_symbolic() ? 0 : value.constant(), {}};
}

// The quotient of two terms; its coefficient is 0 if there is a remainder.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE sym_term divide_terms(sym_term const& a, sym_term const& b) {
    if (checked_mod(a.coefficient, b.coefficient) != 0)
        return {0, {}};
    sym_term quotient{checked_floor_div(a.coefficient, b.coefficient), {}};
    std::size_t next = 0;
    for (sym_factor const& factor : a.factors) {
        sym_factor rest = factor;
        if (next < b.factors.size() && compare_atoms(factor.atom, b.factors[next].atom) == 0) {
            if (factor.exponent < b.factors[next].exponent)
                return {0, {}};
            rest.exponent -= b.factors[next].exponent;
            ++next;
        }
        if (rest.exponent != 0)
            quotient.factors.push_back(std::move(rest));
    }
    if (next != b.factors.size())
        return {0, {}};
    return quotient;
}

// What division by one term gives: the term times `exact`, plus `rest`, is the dividend.
struct sym_quotient {
    sym_int exact, rest;
};

[[nodiscard]] GRAFT_CONSTEXPR_INLINE sym_quotient divide(sym_int const& a, sym_term const& b) {
    bool const even = b.factors.empty() && checked_mod(a.constant(), b.coefficient) == 0;
    std::int64_t constant = even ? checked_floor_div(a.constant(), b.coefficient) : 0;
    vec<sym_term> exact;
    vec<sym_term> rest;
    for (sym_term const& term : a.terms()) {
        sym_term quotient = divide_terms(term, b);
        if (quotient.coefficient == 0)
            rest.push_back(term);
        else if (quotient.factors.empty())
            constant = checked_add(constant, quotient.coefficient);
        else
            exact.push_back(std::move(quotient));
    }
    return {sym_int::of_terms(constant, std::move(exact)), sym_int::of_terms(even ? 0 : a.constant(), std::move(rest))};
}

GRAFT_CONSTEXPR bool is_multiple(sym_int const& a, sym_int const& b) {
    sym_term const divisor = single_term(b);
    return divisor.coefficient != 0 && divide(a, divisor).rest == 0;
}

GRAFT_CONSTEXPR bool is_integral(sym_atom const& atom) {
    if (atom.function == sym_function::symbol)
        return atom.name.is(assumption::integer);
    if (facts(atom.function).kind == sym_kind::real)
        return false;
    bool const passes_on = atom.function == sym_function::max || atom.function == sym_function::min ||
                           atom.function == sym_function::where || atom.function == sym_function::identity;
    return !passes_on ||
           std::all_of(atom.operands.begin(), atom.operands.end(), [](sym_int const& x) { return is_integral(x); });
}

GRAFT_CONSTEXPR sym_term common_divisor(sym_int const& a, sym_int const& b) {
    sym_term common{0, {}};
    bool first = true;
    auto const meet = [&](sym_term const& term) {
        common.coefficient = std::gcd(common.coefficient, term.coefficient);
        if (first)
            common.factors = term.factors;
        first = false;
        std::size_t next = 0;
        erase_if(common.factors, [&](sym_factor& factor) {
            while (next < term.factors.size() && compare_atoms(term.factors[next].atom, factor.atom) < 0)
                ++next;
            if (next == term.factors.size() || compare_atoms(term.factors[next].atom, factor.atom) != 0)
                return true;
            factor.exponent = std::min(factor.exponent, term.factors[next].exponent);
            return false;
        });
    };
    for (sym_int const* value : {&a, &b}) {
        for (sym_term const& term : value->terms())
            meet(term);
        if (value->constant() != 0)
            meet({value->constant(), {}});
    }
    return common;
}

[[nodiscard]] GRAFT_CONSTEXPR_INLINE bool is_remainder(sym_atom const& atom) {
    bool const remainder = atom.function == sym_function::mod || atom.function == sym_function::python_mod;
    return remainder && is_integral(atom.operands[0]) && is_integral(atom.operands[1]);
}

// a // b, as it stands where b turns out to be 0.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE sym_int divided(sym_int const& a, sym_int const& b) {
    return b == 0 ? sym_int(sym_function::floor_div, {a, b}) : simplify_floor_div({a, b});
}

GRAFT_CONSTEXPR bool has_remainder(sym_int const& value) {
    for (sym_term const& term : value.terms())
        for (sym_factor const& factor : term.factors) {
            sym_atom const& atom = factor.atom;
            bool const within = atom.function == sym_function::floor_div &&
                                (has_remainder(atom.operands[0]) || has_remainder(atom.operands[1]));
            if (factor.exponent == 1 && (within || is_remainder(atom)))
                return true;
        }
    return false;
}

GRAFT_CONSTEXPR sym_int without_remainders(sym_int const& value) {
    sym_int sum = value.constant();
    for (sym_term const& term : value.terms()) {
        sym_int product = term.coefficient;
        for (sym_factor const& factor : term.factors) {
            sym_atom const& atom = factor.atom;
            bool const is_written = is_remainder(atom) || atom.function == sym_function::floor_div;
            if (factor.exponent != 1 || !is_written) {
                product *= sym_int::of_terms(0, {{1, {factor}}});
                continue;
            }
            sym_int const a = without_remainders(atom.operands[0]), b = without_remainders(atom.operands[1]);
            product *= is_remainder(atom) ? a - b * divided(a, b) : divided(a, b);
        }
        sum += product;
    }
    return sum;
}

GRAFT_CONSTEXPR sym_int simplify_floor_div(vec<sym_int> operands) {
    sym_int const& a = operands[0];
    sym_int const& b = operands[1];
    if (b == 0)
        raise(errc::invalid_argument, "division of a symbolic size by zero");
    if (!a.is_symbolic() && !b.is_symbolic())
        return checked_floor_div(a.value(), b.value());
    if (!is_integral(a) || !is_integral(b))
        return {sym_function::floor_div, std::move(operands)};
    if (a == b)
        return 1;
    if (sym_atom const* inner = a.atom();
        inner != nullptr && inner->function == sym_function::floor_div && known_lt(0, b) == true)
        return simplify_floor_div({inner->operands[0], inner->operands[1] * b});
    if (sym_term const divisor = single_term(b); divisor.coefficient != 0) {
        sym_quotient const parts = divide(a, divisor);
        if (parts.rest == 0)
            return parts.exact;
        if (!b.is_symbolic() && !(parts.exact == 0))
            return parts.exact + simplify_floor_div({parts.rest, b});
    }
    if (!a.terms().empty() && !b.terms().empty()) {
        sym_term const first = divide_terms(a.terms()[0], b.terms()[0]);
        sym_int const quotient = first.factors.empty() ? sym_int(first.coefficient) : sym_int::of_terms(0, {first});
        if (quotient * b == a)
            return quotient;
    }
    sym_term const common = common_divisor(a, b);
    if (common.coefficient != 1 || !common.factors.empty())
        return simplify_floor_div({divide(a, common).exact, divide(b, common).exact});
    if (b.is_symbolic() && (has_remainder(a) || has_remainder(b))) {
        std::optional<sym_int> exact;
        attempt(
            [&] {
                sym_int const whole = without_remainders(a), divisor = without_remainders(b);
                sym_int quotient = divided(whole, divisor);
                if (quotient * divisor == whole)
                    exact = std::move(quotient);
            },
            [](error const&) {}); // what is written so may be too large
        if (exact)
            return *std::move(exact);
    }
    return {sym_function::floor_div, std::move(operands)};
}

} // namespace graft::detail
#endif
