#pragma once

#include <graft/core/text.hpp>
#include <graft/symbolic/print.hpp>
#include <graft/symbolic/sym_int.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

namespace graft {

template <character_sink Out>
constexpr void append_srepr(Out& out, sym_int const& value);

namespace detail {

template <class Out>
constexpr void append_integer_srepr(Out& out, std::int64_t number) {
    append(out, "Integer(");
    append_number(out, number);
    append(out, ")");
}

template <class Out>
constexpr void append_atom_srepr(Out& out, sym_atom const& atom) {
    append(out, name(atom.function));
    append(out, "(");
    if (atom.function == sym_function::symbol) {
        append(out, "'");
        append(out, atom.name.name());
        append(out, "'");
        for (assumption_name const& known : assumption_names)
            if (atom.name.is(known.bit)) {
                append(out, ", ");
                append(out, known.text);
                append(out, "=True");
            }
    } else if (atom.function == sym_function::real) {
        append(out, "'");
        append_real(out, std::bit_cast<double>(atom.operands[0].value()));
        append(out, "', precision=53");
    } else {
        for (std::size_t i = 0; i < atom.operands.size(); ++i) {
            append(out, i == 0 ? "" : ", ");
            if (atom.function == sym_function::rational)
                append_number(out, atom.operands[i].value());
            else
                append_srepr(out, atom.operands[i]);
        }
    }
    append(out, ")");
}

template <class Out>
constexpr void append_term_srepr(Out& out, sym_term const& term) {
    bool const product = term.coefficient != 1 || term.factors.size() > 1;
    append(out, product ? "Mul(" : "");
    // sympy splits the sign off: Mul(Integer(-1), Integer(2), ...).
    bool const split = term.coefficient < -1 && term.coefficient > std::numeric_limits<std::int64_t>::min();
    append(out, split ? "Integer(-1), " : "");
    if (term.coefficient != 1)
        append_integer_srepr(out, split ? -term.coefficient : term.coefficient);
    bool first = term.coefficient == 1;
    for (sym_factor const& factor : term.factors) {
        append(out, first ? "" : ", ");
        first = false;
        append(out, factor.exponent == 1 ? "" : "Pow(");
        append_atom_srepr(out, factor.atom);
        if (factor.exponent != 1) {
            append(out, ", ");
            append_integer_srepr(out, factor.exponent);
            append(out, ")");
        }
    }
    append(out, product ? ")" : "");
}

} // namespace detail

/// Appends sympy's srepr, the form of a .pt2 file: "Mul(Integer(2), Symbol('s0',
/// integer=True))".
template <character_sink Out>
constexpr void append_srepr(Out& out, sym_int const& value) {
    if (!value.is_symbolic())
        return detail::append_integer_srepr(out, value.constant());
    bool const sum = value.constant() != 0 || value.terms().size() > 1;
    bool const leads = detail::integer_leads(value);
    append(out, sum ? "Add(" : "");
    if (leads)
        detail::append_integer_srepr(out, value.constant());
    bool first = !leads;
    for (sym_term const& term : value.terms()) {
        append(out, first ? "" : ", ");
        first = false;
        detail::append_term_srepr(out, term);
    }
    if (value.constant() != 0 && !leads) {
        append(out, ", ");
        detail::append_integer_srepr(out, value.constant());
    }
    append(out, sum ? ")" : "");
}

/// The expression as sympy's srepr.
[[nodiscard]] inline std::string srepr(sym_int const& value) {
    std::string text;
    append_srepr(text, value);
    return text;
}

} // namespace graft
