#pragma once

#include <graft/config.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace graft {

/// The functions that occur in symbolic sizes beside + and *; the names are torch's and
/// sympy's.
enum class sym_function : std::uint8_t {
    symbol, ///< not a function: the atom is a symbol
    floor_div,
    mod,
    python_mod,
    modular_indexing,
    clean_div,
    ceil_div,
    max,
    min,
    pow,
    pow_by_natural,
    left_shift,
    right_shift,
    bitwise_and,
    bitwise_or,
    where,
    eq,
    ne,
    ge,
    le,
    gt,
    lt,
    logical_and,
    logical_or,
    logical_not,
    ceil_to_int,
    floor_to_int,
    trunc_to_int,
    round_to_int,
    trunc_to_float,
    round_decimal,
    to_float,
    float_pow,
    square_root,
    float_true_div,
    int_true_div,
    real,
    rational,
    identity,
    is_non_overlapping_and_dense
};

namespace detail {

enum class sym_kind : std::uint8_t { integer, boolean, real };

struct sym_function_facts {
    std::string_view name; ///< in sympy's srepr
    std::uint8_t min_operands, max_operands;
    sym_kind kind;
    std::uint8_t precedence; ///< in sympy's str: what binds looser than its context gets parentheses
};

/// sympy's precedences that matter here; a symbol is an atom.
inline constexpr std::uint8_t precedence_relation = 35;
inline constexpr std::uint8_t precedence_sum = 40;
inline constexpr std::uint8_t precedence_product = 50;
inline constexpr std::uint8_t precedence_power = 60;
inline constexpr std::uint8_t precedence_call = 70;
inline constexpr std::uint8_t precedence_atom = 200;

inline constexpr std::uint8_t any_number = 255;

/// Indexed by the enumerator.
inline constexpr std::array<sym_function_facts, 40> sym_function_table{{
    {"Symbol", 0, 0, sym_kind::integer, 200},
    {"FloorDiv", 2, 2, sym_kind::integer, 35},
    {"Mod", 2, 2, sym_kind::integer, 35},
    {"PythonMod", 2, 2, sym_kind::integer, 35},
    {"ModularIndexing", 3, 3, sym_kind::integer, 35},
    {"CleanDiv", 2, 2, sym_kind::integer, 35},
    {"CeilDiv", 2, 2, sym_kind::integer, 70},
    {"Max", 1, any_number, sym_kind::integer, 200},
    {"Min", 1, any_number, sym_kind::integer, 200},
    {"Pow", 2, 2, sym_kind::real, 60},
    {"PowByNatural", 2, 2, sym_kind::integer, 50},
    {"LShift", 2, 2, sym_kind::integer, 70},
    {"RShift", 2, 2, sym_kind::integer, 70},
    {"BitwiseFn_bitwise_and", 2, 2, sym_kind::integer, 38},
    {"BitwiseFn_bitwise_or", 2, 2, sym_kind::integer, 36},
    {"Where", 3, 3, sym_kind::integer, 35},
    {"Equality", 2, 2, sym_kind::boolean, 35},
    {"Unequality", 2, 2, sym_kind::boolean, 35},
    {"GreaterThan", 2, 2, sym_kind::boolean, 35},
    {"LessThan", 2, 2, sym_kind::boolean, 35},
    {"StrictGreaterThan", 2, 2, sym_kind::boolean, 35},
    {"StrictLessThan", 2, 2, sym_kind::boolean, 35},
    {"And", 1, any_number, sym_kind::boolean, 30},
    {"Or", 1, any_number, sym_kind::boolean, 20},
    {"Not", 1, 1, sym_kind::boolean, 100},
    {"CeilToInt", 1, 1, sym_kind::integer, 70},
    {"FloorToInt", 1, 1, sym_kind::integer, 70},
    {"TruncToInt", 1, 1, sym_kind::integer, 70},
    {"RoundToInt", 1, 1, sym_kind::integer, 70},
    {"TruncToFloat", 1, 1, sym_kind::real, 70},
    {"RoundDecimal", 2, 2, sym_kind::real, 70},
    {"ToFloat", 1, 1, sym_kind::real, 70},
    {"FloatPow", 2, 2, sym_kind::real, 60},
    {"OpaqueUnaryFn_sqrt", 1, 1, sym_kind::real, 70},
    {"FloatTrueDiv", 2, 2, sym_kind::real, 35},
    {"IntTrueDiv", 2, 2, sym_kind::real, 35},
    {"Float", 1, 1, sym_kind::real, 200},
    {"Rational", 2, 2, sym_kind::real, 50},
    {"Identity", 1, 1, sym_kind::integer, 10},
    {"IsNonOverlappingAndDenseIndicator", 0, any_number, sym_kind::integer, 70},
}};

[[nodiscard]] constexpr sym_function_facts const& facts(sym_function f) {
    return sym_function_table[static_cast<std::size_t>(f)];
}

} // namespace detail

/// The name in sympy's srepr: "FloorDiv".
[[nodiscard]] constexpr std::string_view name(sym_function f) { return detail::facts(f).name; }

/// The function with this name in sympy's srepr, if it is one of ours.
[[nodiscard]] constexpr std::optional<sym_function> find_sym_function(std::string_view name) {
    for (std::size_t i = 1; i < detail::sym_function_table.size(); ++i)
        if (detail::sym_function_table[i].name == name)
            return static_cast<sym_function>(i);
    return std::nullopt;
}

} // namespace graft
