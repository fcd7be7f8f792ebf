#pragma once

#include <graft/config.hpp>
#include <graft/meta/sort.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/compare.hpp>
#include <graft/symbolic/sym_int.hpp>

#include <cstdint>
#include <optional>

namespace graft {

/// The function of these operands, simplified where that is certain, else left as one atom.
[[nodiscard]] GRAFT_CONSTEXPR sym_int apply(sym_function f, vec<sym_int> operands);

/// `base` multiplied with itself; the exponent is natural.
[[nodiscard]] constexpr sym_int pow(sym_int base, std::uint32_t exponent) {
    sym_int result = 1;
    while (exponent != 0) {
        if (exponent % 2 != 0)
            result *= base;
        exponent /= 2;
        if (exponent != 0)
            base *= base;
    }
    return result;
}

namespace detail {

/// Operands of max, min, and, or: those of a nested call moved up, sorted, each once.
[[nodiscard]] GRAFT_CONSTEXPR vec<sym_int> flatten(sym_function f, vec<sym_int> const& operands);

[[nodiscard]] GRAFT_CONSTEXPR std::optional<sym_function> negated(sym_function relation);

[[nodiscard]] GRAFT_CONSTEXPR std::optional<bool> decide(sym_function relation, sym_int const& a, sym_int const& b);

} // namespace detail

GRAFT_CONSTEXPR sym_int apply(sym_function f, vec<sym_int> operands);

/// Python's `a // b`; division by 0 is an error.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE sym_int floor_div(sym_int const& a, sym_int const& b) {
    return apply(sym_function::floor_div, {a, b});
}

/// `a / b` rounded up.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE sym_int ceil_div(sym_int const& a, sym_int const& b) { return -floor_div(-a, b); }

/// Python's `a % b`; as in torch it is a Mod where nothing is negative, else a PythonMod.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE sym_int mod(sym_int const& a, sym_int const& b) {
    bool const plain = known_le(0, a) == true && known_le(0, b) == true;
    return apply(plain ? sym_function::mod : sym_function::python_mod, {a, b});
}

/// The larger of two.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE sym_int max(sym_int const& a, sym_int const& b) {
    return apply(sym_function::max, {a, b});
}

/// The smaller of two.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE sym_int min(sym_int const& a, sym_int const& b) {
    return apply(sym_function::min, {a, b});
}

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/symbolic/divide.hpp>
#    include <graft/symbolic/fold.hpp>

#    include <algorithm>
#    include <utility>

namespace graft {
namespace detail {

[[nodiscard]] GRAFT_CONSTEXPR_INLINE std::optional<std::int64_t> fold_constants(sym_function f,
                                                                                vec<sym_int> const& operands) {
    vec<std::int64_t> values;
    for (sym_int const& operand : operands) {
        if (operand.is_symbolic())
            return std::nullopt;
        values.push_back(operand.value());
    }
    return fold(f, values);
}

[[nodiscard]] GRAFT_CONSTEXPR_INLINE sym_int simplify_mod(sym_function f, vec<sym_int> operands) {
    sym_int const& a = operands[0];
    sym_int const& b = operands[1];
    if (is_integral(a) && is_integral(b)) {
        if (a == b || is_multiple(a, b))
            return 0;
        if (known_le(0, a) == true && known_lt(a, b) == true)
            return a;
    }
    return {f, std::move(operands)};
}

GRAFT_CONSTEXPR vec<sym_int> flatten(sym_function f, vec<sym_int> const& operands) {
    vec<sym_int> flat;
    for (sym_int const& operand : operands) {
        sym_atom const* atom = operand.atom();
        if (atom != nullptr && atom->function == f)
            flat.insert(flat.end(), atom->operands.begin(), atom->operands.end());
        else
            flat.push_back(operand);
    }
    auto const before = [](sym_int const& a, sym_int const& b) { return sym_int::compare(a, b) < 0; };
    graft::sort(flat, before);
    flat.erase(std::unique(flat.begin(), flat.end()), flat.end());
    return flat;
}

/// Of the integers only the extreme one counts, and only if no other operand beats it for
/// certain.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE sym_int simplify_extreme(sym_function f, vec<sym_int> const& operands) {
    bool const largest = f == sym_function::max;
    vec<sym_int> kept;
    std::optional<std::int64_t> extreme;
    for (sym_int& operand : flatten(f, operands)) {
        if (operand.is_symbolic())
            kept.push_back(std::move(operand));
        else if (!extreme || (operand.value() > *extreme) == largest)
            extreme = operand.value();
    }
    if (extreme) {
        auto const beats = [&](sym_int const& a, sym_int const& b) {
            return (largest ? known_le(b, a) : known_le(a, b)) == true;
        };
        sym_int const number = *extreme;
        bool beaten = false;
        for (sym_int const& operand : kept)
            beaten = beaten || beats(operand, number);
        erase_if(kept, [&](sym_int const& operand) { return !beaten && beats(number, operand); });
        if (!beaten)
            kept.insert(kept.begin(), number);
    }
    if (kept.size() == 1)
        return kept[0];
    return {f, std::move(kept)};
}

/// And, or: the neutral truth is dropped, the other one decides.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE sym_int simplify_logical(sym_function f, vec<sym_int> const& operands) {
    bool const neutral = f == sym_function::logical_and;
    vec<sym_int> kept;
    for (sym_int& operand : flatten(f, operands)) {
        if (operand.is_symbolic())
            kept.push_back(std::move(operand));
        else if ((operand.value() != 0) != neutral)
            return neutral ? 0 : 1;
    }
    if (kept.empty())
        return neutral ? 1 : 0;
    if (kept.size() == 1)
        return kept[0];
    return {f, std::move(kept)};
}

GRAFT_CONSTEXPR std::optional<sym_function> negated(sym_function relation) {
    switch (relation) {
    case sym_function::eq: return sym_function::ne;
    case sym_function::ne: return sym_function::eq;
    case sym_function::ge: return sym_function::lt;
    case sym_function::lt: return sym_function::ge;
    case sym_function::le: return sym_function::gt;
    case sym_function::gt: return sym_function::le;
    default: return std::nullopt;
    }
}

[[nodiscard]] GRAFT_CONSTEXPR_INLINE sym_int simplify_not(vec<sym_int> operands) {
    if (sym_atom const* atom = operands[0].atom()) {
        if (atom->function == sym_function::logical_not)
            return atom->operands[0];
        if (std::optional<sym_function> const f = negated(atom->function))
            return {*f, atom->operands};
    }
    return {sym_function::logical_not, std::move(operands)};
}

GRAFT_CONSTEXPR std::optional<bool> decide(sym_function relation, sym_int const& a, sym_int const& b) {
    switch (relation) {
    case sym_function::eq: return known_eq(a, b);
    case sym_function::le: return known_le(a, b);
    case sym_function::lt: return known_lt(a, b);
    case sym_function::ge: return known_le(b, a);
    case sym_function::gt: return known_lt(b, a);
    default: break;
    }
    std::optional<bool> const equal = known_eq(a, b);
    return equal ? std::optional(!*equal) : std::nullopt;
}

[[nodiscard]] GRAFT_CONSTEXPR_INLINE sym_int simplify_relation(sym_function f, vec<sym_int> operands) {
    if (std::optional<bool> const truth = decide(f, operands[0], operands[1]))
        return *truth ? 1 : 0;
    return {f, std::move(operands)};
}

[[nodiscard]] GRAFT_CONSTEXPR_INLINE sym_int simplify_power(sym_function f, vec<sym_int> operands) {
    std::optional<std::int64_t> const exponent = operands[1].maybe_value();
    if (exponent && *exponent >= 0 && *exponent <= std::numeric_limits<std::uint32_t>::max())
        return pow(operands[0], static_cast<std::uint32_t>(*exponent));
    return {f, std::move(operands)};
}

} // namespace detail

GRAFT_CONSTEXPR sym_int apply(sym_function f, vec<sym_int> operands) {
    detail::sym_function_facts const& facts = detail::facts(f);
    if (f == sym_function::symbol || operands.size() < facts.min_operands || operands.size() > facts.max_operands)
        raise(errc::invalid_argument, name(f), " does not take ", operands.size(), " operands");
    if (std::optional<std::int64_t> const value = detail::fold_constants(f, operands))
        return *value;
    switch (f) {
    case sym_function::floor_div: return detail::simplify_floor_div(std::move(operands));
    case sym_function::mod:
    case sym_function::python_mod: return detail::simplify_mod(f, std::move(operands));
    case sym_function::max:
    case sym_function::min: return detail::simplify_extreme(f, operands);
    case sym_function::pow:
    case sym_function::pow_by_natural: return detail::simplify_power(f, std::move(operands));
    case sym_function::logical_and:
    case sym_function::logical_or: return detail::simplify_logical(f, operands);
    case sym_function::logical_not: return detail::simplify_not(std::move(operands));
    case sym_function::eq:
    case sym_function::ne:
    case sym_function::ge:
    case sym_function::le:
    case sym_function::gt:
    case sym_function::lt: return detail::simplify_relation(f, std::move(operands));
    case sym_function::where:
        if (!operands[0].is_symbolic())
            return operands[operands[0].value() != 0 ? 1 : 2];
        break;
    case sym_function::ceil_to_int:
    case sym_function::floor_to_int:
    case sym_function::trunc_to_int:
    case sym_function::round_to_int:
        if (detail::is_integral(operands[0]))
            return operands[0];
        break;
    default: break;
    }
    return {f, std::move(operands)};
}

} // namespace graft
#endif
