#pragma once

#include <graft/config.hpp>
#include <graft/core/checked.hpp>
#include <graft/core/error.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/expression.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

namespace graft {

namespace detail {

[[nodiscard]] GRAFT_CONSTEXPR sym_int multiply(sym_int const& a, sym_int const& b);

} // namespace detail

/// Exact; a coefficient that leaves 64 bits is an error.
/// @{
[[nodiscard]] constexpr sym_int operator+(sym_int const& a, sym_int const& b) {
    if (a.is_symbolic() || b.is_symbolic())
        return sym_int::sum({a, b});
    return checked_add(a.constant(), b.constant());
}

[[nodiscard]] constexpr sym_int operator*(sym_int const& a, sym_int const& b) {
    if (a.is_symbolic() || b.is_symbolic())
        return detail::multiply(a, b);
    return checked_mul(a.constant(), b.constant());
}

[[nodiscard]] constexpr sym_int operator-(sym_int const& a) { return a * -1; }

[[nodiscard]] constexpr sym_int operator-(sym_int const& a, sym_int const& b) {
    if (a.is_symbolic() || b.is_symbolic())
        return a + -b;
    return checked_sub(a.constant(), b.constant());
}

constexpr sym_int& operator+=(sym_int& a, sym_int const& b) { return a = a + b; }
constexpr sym_int& operator-=(sym_int& a, sym_int const& b) { return a = a - b; }
constexpr sym_int& operator*=(sym_int& a, sym_int const& b) { return a = a * b; }
/// @}

} // namespace graft

#if defined(GRAFT_CORE_BODIES)

namespace graft::detail {

[[nodiscard]] GRAFT_CONSTEXPR_INLINE sym_term multiply(sym_term const& a, sym_term const& b) {
    sym_term product{checked_mul(a.coefficient, b.coefficient), {}};
    product.factors.reserve(a.factors.size() + b.factors.size());
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < a.factors.size() || j < b.factors.size()) {
        int const order = i == a.factors.size()   ? 1
                          : j == b.factors.size() ? -1
                                                  : compare_atoms(a.factors[i].atom, b.factors[j].atom);
        product.factors.push_back(order <= 0 ? a.factors[i] : b.factors[j]);
        if (order == 0) {
            std::uint32_t& exponent = product.factors.back().exponent;
            if (b.factors[j].exponent > std::numeric_limits<std::uint32_t>::max() - exponent)
                raise(errc::unsupported, "the exponent of a symbolic size is too large");
            exponent += b.factors[j].exponent;
        }
        i += order <= 0 ? 1u : 0u;
        j += order >= 0 ? 1u : 0u;
    }
    return product;
}

GRAFT_CONSTEXPR sym_int multiply(sym_int const& a, sym_int const& b) {
    std::size_t const work = a.nodes() * (b.terms().size() + 1) + b.nodes() * (a.terms().size() + 1);
    if (work > 8 * sym_int::max_nodes)
        raise(errc::unsupported, "a symbolic size is too large");
    vec<sym_term> terms;
    auto const add = [&](sym_term const& left, sym_term const& right) {
        if (left.coefficient != 0 && right.coefficient != 0)
            terms.push_back(multiply(left, right));
    };
    sym_term const a_constant{a.constant(), {}};
    sym_term const b_constant{b.constant(), {}};
    for (sym_term const& left : a.terms()) {
        add(left, b_constant);
        for (sym_term const& right : b.terms())
            add(left, right);
    }
    for (sym_term const& right : b.terms())
        add(a_constant, right);
    return sym_int::of_terms(checked_mul(a.constant(), b.constant()), std::move(terms));
}

} // namespace graft::detail
#endif
