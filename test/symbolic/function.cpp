#include <graft/symbolic/function.hpp>

#include <doctest/doctest.h>

using namespace graft;

static_assert(find_sym_function("FloorDiv") == sym_function::floor_div);
static_assert(find_sym_function("StrictLessThan") == sym_function::lt);
static_assert(!find_sym_function("Symbol") && !find_sym_function("sin") && !find_sym_function(""));

TEST_CASE("sym_function: every function is found by its name, and the table fits the enumeration") {
    for (std::size_t i = 1; i < detail::sym_function_table.size(); ++i) {
        sym_function const f = static_cast<sym_function>(i);
        CAPTURE(name(f));
        CHECK(find_sym_function(name(f)) == f);
        CHECK(detail::facts(f).min_operands <= detail::facts(f).max_operands);
    }
    CHECK(name(sym_function::is_non_overlapping_and_dense) == "IsNonOverlappingAndDenseIndicator");
    CHECK(name(sym_function::round_decimal) == "RoundDecimal");
}

TEST_CASE("sym_function: every function that torch writes into a .pt2 file is known") {
    for (char const* torch_name : {"FloorDiv",
                                   "ModularIndexing",
                                   "Where",
                                   "PythonMod",
                                   "Mod",
                                   "CleanDiv",
                                   "CeilToInt",
                                   "FloorToInt",
                                   "CeilDiv",
                                   "LShift",
                                   "RShift",
                                   "BitwiseFn_bitwise_and",
                                   "BitwiseFn_bitwise_or",
                                   "OpaqueUnaryFn_sqrt",
                                   "PowByNatural",
                                   "FloatPow",
                                   "FloatTrueDiv",
                                   "IntTrueDiv",
                                   "IsNonOverlappingAndDenseIndicator",
                                   "TruncToFloat",
                                   "TruncToInt",
                                   "RoundToInt",
                                   "RoundDecimal",
                                   "ToFloat",
                                   "Identity",
                                   "Max",
                                   "Min",
                                   "Pow",
                                   "GreaterThan",
                                   "LessThan",
                                   "Equality",
                                   "Unequality",
                                   "StrictGreaterThan",
                                   "StrictLessThan",
                                   "And",
                                   "Or",
                                   "Not"}) {
        CAPTURE(torch_name);
        CHECK(find_sym_function(torch_name));
    }
}
