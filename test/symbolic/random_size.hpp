#pragma once

#include <graft/symbolic/math.hpp>
#include <graft/symbolic/substitute.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

/// A random expression over s0, s1 (positive) and u0 (any sign), kept as it was made.
struct sym_tree {
    enum class kind { number, symbol, add, sub, mul, call };

    kind k = kind::number;
    std::int64_t number = 0; ///< the integer, or the index of the symbol
    graft::sym_function function = graft::sym_function::symbol;
    std::vector<sym_tree> operands;
};

inline std::array<graft::symbol, 3> const sym_tree_symbols{graft::symbol("s0"), graft::symbol("s1"),
                                                           graft::symbol("u0", graft::assumption::integer)};

using sym_values = std::array<std::int64_t, 3>;

/// Repeatable randomness: the standard's distributions differ between libraries.
class sym_random {
public:
    explicit sym_random(unsigned seed) : engine_(seed) {}

    std::int64_t between(std::int64_t low, std::int64_t high) {
        return low + static_cast<std::int64_t>(engine_() % static_cast<std::uint64_t>(high - low + 1));
    }

    sym_values values() { return {between(1, 6), between(1, 6), between(-5, 6)}; }

    /// A tree of sums, products and, if asked for, functions with integer values.
    sym_tree tree(int depth, bool functions) {
        using kind = sym_tree::kind;
        std::int64_t const choice = between(0, functions ? 9 : 5);
        if (depth == 0 || choice == 0)
            return {between(0, 1) == 0 ? kind::symbol : kind::number, between(0, 2), graft::sym_function::symbol, {}};
        sym_tree result;
        if (choice <= 5) {
            result.k = choice <= 2 ? kind::add : choice == 3 ? kind::sub : kind::mul;
            result.operands = {tree(depth - 1, functions), tree(depth - 1, functions)};
            return result;
        }
        using f = graft::sym_function;
        constexpr std::array all{f::floor_div,   f::floor_div, f::mod,       f::python_mod,  f::max,
                                 f::min,         f::where,     f::eq,        f::ne,          f::ge,
                                 f::le,          f::gt,        f::lt,        f::logical_and, f::logical_or,
                                 f::logical_not, f::ceil_div,  f::clean_div, f::identity,    f::modular_indexing};
        return call(all[index(all.size())], depth);
    }

private:
    std::size_t index(std::size_t size) {
        return static_cast<std::size_t>(between(0, static_cast<std::int64_t>(size) - 1));
    }

    sym_tree call(graft::sym_function function, int depth) {
        using f = graft::sym_function;
        sym_tree result;
        result.k = sym_tree::kind::call;
        result.function = function;
        graft::detail::sym_function_facts const& facts = graft::detail::facts(function);
        bool const logical = function == f::logical_and || function == f::logical_or || function == f::logical_not;
        std::size_t const more = facts.max_operands == graft::detail::any_number ? 1 : 0;
        for (std::size_t i = 0; i < facts.min_operands + more; ++i) {
            constexpr std::array truths{f::eq, f::ne, f::ge, f::le, f::gt, f::lt};
            result.operands.push_back(logical || (function == f::where && i == 0)
                                          ? call(truths[index(truths.size())], depth)
                                          : tree(depth - 1, true));
        }
        return result;
    }

    std::mt19937_64 engine_;
};

/// The expression made with the library's arithmetic.
inline graft::sym_int build(sym_tree const& t) {
    using kind = sym_tree::kind;
    std::vector<graft::sym_int> operands;
    for (sym_tree const& operand : t.operands)
        operands.push_back(build(operand));
    switch (t.k) {
    case kind::number: return t.number;
    case kind::symbol: return sym_tree_symbols[static_cast<std::size_t>(t.number)];
    case kind::add: return operands[0] + operands[1];
    case kind::sub: return operands[0] - operands[1];
    case kind::mul: return operands[0] * operands[1];
    default: return graft::apply(t.function, std::move(operands));
    }
}

/// The value of the tree for these symbols; what overflows or divides by 0 throws.
inline std::int64_t direct_value(sym_tree const& t, sym_values const& values) {
    using kind = sym_tree::kind;
    std::vector<std::int64_t> operands;
    for (sym_tree const& operand : t.operands)
        operands.push_back(direct_value(operand, values));
    switch (t.k) {
    case kind::number: return t.number;
    case kind::symbol: return values[static_cast<std::size_t>(t.number)];
    case kind::add: return graft::checked_add(operands[0], operands[1]);
    case kind::sub: return graft::checked_sub(operands[0], operands[1]);
    case kind::mul: return graft::checked_mul(operands[0], operands[1]);
    default: return *graft::fold(t.function, operands);
    }
}

inline graft::sym_bindings bindings_of(sym_values const& values) {
    graft::sym_bindings result;
    for (std::size_t i = 0; i < values.size(); ++i)
        result.set(sym_tree_symbols[i], values[i]);
    return result;
}

/// Calls `check(tree, expression)` for many random expressions that can be built.
template <class F>
void for_random_expressions(unsigned seed, int count, int depth, bool functions, F check) {
    sym_random random(seed);
    for (int i = 0; i < count; ++i) {
        sym_tree const tree = random.tree(depth, functions);
        graft::sym_int expression;
        try {
            expression = build(tree);
        } catch (graft::error const&) {
            continue; // a divisor is 0
        }
        check(tree, expression);
    }
}
