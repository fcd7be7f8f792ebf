#pragma once

#include <graft/config.hpp>
#include <graft/core/text.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/function.hpp>
#include <graft/symbolic/sym_int.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace graft {

namespace detail {

/// True if sympy prints the integer before the only other summand, as in "1 - s0".
[[nodiscard]] constexpr bool integer_leads(sym_int const& value) {
    return value.constant() > 0 && value.terms().size() == 1 && value.terms()[0].coefficient < 0 &&
           value.terms()[0].factors.size() == 1;
}

/// How loosely the printed expression binds.
[[nodiscard]] GRAFT_CONSTEXPR std::uint8_t precedence(sym_int const& value);

/// The sign sympy writes between operands; empty where it writes a call.
[[nodiscard]] GRAFT_CONSTEXPR std::string_view infix(sym_function f);

/// Writes what sympy's str() writes of an expression with torch's functions.
template <class Out>
class sym_printer {
public:
    explicit constexpr sym_printer(Out& out) : out_(out) {}

    constexpr void print(sym_int const& value) {
        bool const leads = integer_leads(value);
        if (leads || !value.is_symbolic())
            append_number(out_, value.constant());
        bool first = !leads;
        bool const sum = value.constant() != 0 || value.terms().size() > 1;
        for (sym_term const& term : value.terms()) {
            append_sign(term.coefficient, first);
            print_term(term, sum);
            first = false;
        }
        if (!leads && !first && value.constant() != 0) {
            append_sign(value.constant(), false);
            append_magnitude(out_, value.constant());
        }
    }

private:
    constexpr void append_sign(std::int64_t number, bool first) {
        append(out_, first ? (number < 0 ? "-" : "") : number < 0 ? " - " : " + ");
    }

    /// The absolute value of the term.
    constexpr void print_term(sym_term const& term, bool in_sum) {
        bool const number = term.coefficient != 1 && term.coefficient != -1;
        if (number)
            append_magnitude(out_, term.coefficient);
        // A factor of a product is put into parentheses also if it binds like a product.
        bool const product = number || term.factors.size() > 1 || term.coefficient < 0;
        std::uint8_t const level = term.coefficient < 0 ? precedence_sum + 1
                                   : product            ? precedence_product + 1
                                   : in_sum             ? precedence_sum
                                                        : 0;
        bool first = !number;
        for (sym_factor const& factor : term.factors) {
            append(out_, first ? "" : "*");
            first = false;
            if (factor.exponent == 1) {
                print_atom(factor.atom, level);
                continue;
            }
            print_atom(factor.atom, precedence_power + 1);
            append(out_, "**");
            append_number(out_, factor.exponent);
        }
    }

    constexpr void print_atom(sym_atom const& atom, std::uint8_t level) {
        bool const loose = facts(atom.function).precedence < level;
        append(out_, loose ? "(" : "");
        print_call(atom);
        append(out_, loose ? ")" : "");
    }

    constexpr void print_operand(sym_int const& operand, std::uint8_t level) {
        bool const loose = precedence(operand) < level;
        append(out_, loose ? "(" : "");
        print(operand);
        append(out_, loose ? ")" : "");
    }

    constexpr void print_call(sym_atom const& atom) {
        sym_function const f = atom.function;
        if (f == sym_function::symbol)
            return append(out_, atom.name.name());
        if (f == sym_function::real)
            return append_real(out_, std::bit_cast<double>(atom.operands[0].value()));
        if (f == sym_function::logical_not) {
            append(out_, "~");
            return print_operand(atom.operands[0], facts(f).precedence + 1);
        }
        if (infix(f).empty()) {
            append(out_, f == sym_function::eq ? "Eq" : f == sym_function::ne ? "Ne" : name(f));
            return print_list(atom.operands, "(", ", ", ")", 0);
        }
        bool const division = f == sym_function::floor_div || f == sym_function::clean_div;
        print_list(atom.operands, division ? "(" : "", infix(f), division ? ")" : "", operand_level(f));
    }

    /// The precedence below which sympy puts an operand of an infix sign into parentheses.
    [[nodiscard]] static constexpr std::uint8_t operand_level(sym_function f) {
        switch (f) {
        case sym_function::floor_div:
        case sym_function::clean_div: return precedence_atom;
        case sym_function::logical_and:
        case sym_function::logical_or: return precedence_sum;
        case sym_function::pow: return precedence_power + 1;
        default: return precedence_relation + 1;
        }
    }

    constexpr void print_list(vec<sym_int> const& operands, std::string_view open, std::string_view separator,
                              std::string_view close, std::uint8_t level) {
        append(out_, open);
        for (std::size_t i = 0; i < operands.size(); ++i) {
            append(out_, i == 0 ? "" : separator);
            print_operand(operands[i], level);
        }
        append(out_, close);
    }

    Out& out_;
};

} // namespace detail

/// Appends the expression as torch prints it: "4*s27**2", "s77 + 1", "(s0//2)".
template <class Out>
constexpr void append_to(Out& out, sym_int const& value) {
    detail::sym_printer<Out>(out).print(value);
}

/// The expression as torch prints it.
[[nodiscard]] GRAFT_INLINE std::string text(sym_int const& value);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <type_traits>

namespace graft {

GRAFT_INLINE std::string text(sym_int const& value) {
    std::string text;
    append_to(text, value);
    return text;
}

} // namespace graft

namespace graft::detail {

GRAFT_CONSTEXPR std::uint8_t precedence(sym_int const& value) {
    if (!value.is_symbolic())
        return value.constant() < 0 ? precedence_sum : precedence_atom;
    if (sym_atom const* atom = value.atom())
        return facts(atom->function).precedence;
    sym_term const& first = value.terms()[0];
    if (value.constant() != 0 || value.terms().size() > 1 || first.coefficient < 0)
        return precedence_sum;
    return first.coefficient == 1 && first.factors.size() == 1 ? precedence_power : precedence_product;
}

GRAFT_CONSTEXPR std::string_view infix(sym_function f) {
    switch (f) {
    case sym_function::ge: return " >= ";
    case sym_function::le: return " <= ";
    case sym_function::gt: return " > ";
    case sym_function::lt: return " < ";
    case sym_function::floor_div:
    case sym_function::clean_div: return "//";
    case sym_function::logical_and: return " & ";
    case sym_function::logical_or: return " | ";
    case sym_function::pow: return "**";
    case sym_function::rational: return "/";
    default: return {};
    }
}

} // namespace graft::detail
#endif
