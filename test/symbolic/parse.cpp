// Header-only: what holds in constants needs bodies.
#include <graft/symbolic/parse.hpp>

#include <graft/symbolic/repr.hpp>

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <string_view>

using namespace graft;

static_assert(parse_sympy("Integer(-3)") == -3 && parse_sympy("true") == 1);
static_assert(parse_sympy("Add(Symbol('a'), Mul(Integer(2), Symbol('b')), Integer(1))") ==
              sym_int(symbol("a")) + 2 * sym_int(symbol("b")) + 1);
static_assert(parse_sympy("Pow(Symbol('a'), Integer(3))") == pow(symbol("a"), 3));
static_assert(parse_sympy("Symbol('u0', integer=True)").atom()->name.is(assumption::integer));

namespace {

void check_error(std::string_view text, std::string_view sentence, std::uint64_t byte) {
    CAPTURE(text);
    try {
        (void)parse_sympy(text);
        FAIL("no error");
    } catch (error const& e) {
        CHECK(e.sentence() == sentence);
        CHECK(e.byte() == byte);
    }
}

std::string nested(std::string_view open, std::string_view inner, std::string_view close, int depth) {
    std::string text;
    for (int i = 0; i < depth; ++i)
        text += open;
    text += inner;
    for (int i = 0; i < depth; ++i)
        text += close;
    return text;
}

} // namespace

TEST_CASE("sym_parse: every function of torch reads and prints back") {
    for (std::string_view text : {"FloorDiv(Symbol('u0', integer=True), Integer(2))",
                                  "ModularIndexing(Symbol('u0', integer=True), Integer(2), Integer(3))",
                                  "Where(GreaterThan(Symbol('u0', integer=True), Integer(1)), Integer(2), Integer(3))",
                                  "PythonMod(Symbol('u0', integer=True), Integer(2))",
                                  "Mod(Symbol('u0', integer=True), Integer(2))",
                                  "CleanDiv(Symbol('u0', integer=True), Integer(2))",
                                  "CeilDiv(Symbol('u0', integer=True), Integer(2))",
                                  "LShift(Symbol('u0', integer=True), Integer(2))",
                                  "RShift(Symbol('u0', integer=True), Integer(2))",
                                  "PowByNatural(Integer(2), Symbol('u0', integer=True))",
                                  "BitwiseFn_bitwise_and(Symbol('u0', integer=True), Integer(3))",
                                  "BitwiseFn_bitwise_or(Symbol('u0', integer=True), Integer(3))",
                                  "OpaqueUnaryFn_sqrt(ToFloat(Symbol('u0', integer=True)))",
                                  "FloatPow(ToFloat(Symbol('u0', integer=True)), Float('0.5', precision=53))",
                                  "FloatTrueDiv(ToFloat(Symbol('u0', integer=True)), Float('2.0', precision=53))",
                                  "IntTrueDiv(Symbol('u0', integer=True), Integer(2))",
                                  "IsNonOverlappingAndDenseIndicator(Symbol('u0', integer=True), Integer(1))",
                                  "CeilToInt(IntTrueDiv(Symbol('u0', integer=True), Integer(2)))",
                                  "FloorToInt(IntTrueDiv(Symbol('u0', integer=True), Integer(2)))",
                                  "TruncToInt(IntTrueDiv(Symbol('u0', integer=True), Integer(2)))",
                                  "RoundToInt(IntTrueDiv(Symbol('u0', integer=True), Integer(2)))",
                                  "TruncToFloat(IntTrueDiv(Symbol('u0', integer=True), Integer(2)))",
                                  "RoundDecimal(IntTrueDiv(Symbol('u0', integer=True), Integer(2)), Integer(1))",
                                  "Identity(Symbol('u0', integer=True))",
                                  "Max(Integer(1), Symbol('u0', integer=True))",
                                  "Min(Integer(1), Symbol('u0', integer=True))",
                                  "Equality(Symbol('u0', integer=True), Integer(1))",
                                  "Unequality(Symbol('u0', integer=True), Integer(1))",
                                  "StrictGreaterThan(Symbol('u0', integer=True), Integer(1))",
                                  "StrictLessThan(Symbol('u0', integer=True), Integer(1))",
                                  "Not(And(GreaterThan(Symbol('u0', integer=True), Integer(1)), "
                                  "LessThan(Symbol('u0', integer=True), Integer(6))))",
                                  "Pow(Symbol('u0', integer=True), Integer(-1))",
                                  "Mul(Symbol('u0', integer=True), Rational(1, 2))"}) {
        CAPTURE(text);
        CHECK(srepr(parse_sympy(text)) == text);
    }
}

TEST_CASE("sym_parse: the number that torch makes of a truth value is one of two") {
    CHECK(srepr(parse_sympy("Piecewise(ExprCondPair(Integer(1), Equality(Symbol('u0', integer=True), Integer(1))), "
                            "ExprCondPair(Symbol('u1'), StrictLessThan(Symbol('u1'), Integer(7))), "
                            "ExprCondPair(Integer(0), true))")) ==
          "Where(Equality(Symbol('u0', integer=True), Integer(1)), Integer(1), "
          "Where(StrictLessThan(Symbol('u1'), Integer(7)), Symbol('u1'), Integer(0)))");
    check_error("Piecewise(Integer(1))", "expected a value and its condition", 10);
    check_error("Piecewise(ExprCondPair(Integer(1)))", "a value and its condition are no pair, or nested too deeply",
                10);
    check_error("Piecewise(ExprCondPair(Integer(1), Equality(Symbol('u0'), Integer(1))))",
                "expected ',' in a symbolic expression", 70);
}

TEST_CASE("sym_parse: what is wrong is told with its byte") {
    check_error("", "unknown function '' in a symbolic expression", 0);
    check_error("Mul(Integer(2), Foo(1))", "unknown function 'Foo' in a symbolic expression", 16);
    check_error("Add(Integer(1)", "expected ')' in a symbolic expression", 14);
    check_error("Integer(1))", "unexpected text after the expression", 10);
    check_error("Integer()", "expected an integer", 8);
    check_error("Integer(9223372036854775808)", "an integer does not fit into 64 bits", 27);
    check_error("Integer(99999999999999999999)", "an integer does not fit into 64 bits", 26);
    check_error("Symbol('s0", "a quoted text does not end", 10);
    check_error("Symbol('')", "the symbol name '' has not 1 to 16 characters", 7);
    check_error("Symbol('a', even=True)", "unknown assumption 'even' of the symbol a", 12);
    check_error("Symbol('a', integer=False)", "unknown assumption 'integer' of the symbol a", 12);
    check_error("Float('0.5x')", "'0.5x' is not a number", 6);
    check_error("Rational(1, 0)", "the denominator of a rational number is not positive", 13);
}

TEST_CASE("sym_parse: what arithmetic rejects is told with the byte of the call") {
    check_error("Add(Integer(1), FloorDiv(Symbol('a', integer=True), Integer(0)))",
                "division of a symbolic size by zero", 16);
    check_error("FloorDiv(Integer(1))", "FloorDiv does not take 1 operands", 0);
    check_error("Mul(Integer(9223372036854775807), Integer(2))", "integer overflow in 9223372036854775807 * 2", 0);
}

TEST_CASE("sym_parse: depth and size are limited") {
    CHECK_THROWS_AS((void)parse_sympy(nested("Add(Integer(1), ", "Integer(1)", ")", 100000)), error);
    CHECK_THROWS_AS((void)parse_sympy(nested("Identity(", "Symbol('a')", ")", 70)), error);
    CHECK_THROWS_AS((void)parse_sympy("Pow(Add(Symbol('a'), Symbol('b'), Symbol('c')), Integer(900))"), error);
    std::string sum = "Add(Integer(0)";
    for (int i = 0; i < 100000; ++i)
        sum += ", Symbol('x" + std::to_string(i) + "')";
    CHECK_THROWS_AS((void)parse_sympy(sum + ")"), error);
    CHECK(parse_sympy(nested("Add(Integer(1), ", "Integer(1)", ")", 100)) == 101);
}

TEST_CASE("sym_parse: no damaged text does more than raise") {
    std::string const good = "Add(Mul(Integer(-4), Pow(Symbol('s27', positive=True, integer=True), Integer(2))), "
                             "Max(Integer(1), FloorDiv(Symbol('u0', integer=True), Rational(1, 2))), Float('0.5'))";
    std::mt19937 random(5);
    for (int i = 0; i < 5000; ++i) {
        std::string text = good;
        for (unsigned n = random() % 4 + 1; n > 0; --n) {
            std::size_t const at = random() % text.size();
            switch (random() % 3) {
            case 0: text[at] = good[random() % good.size()]; break;
            case 1: text.erase(at, random() % 8); break;
            default: text.insert(at, good, random() % good.size(), random() % 8);
            }
        }
        try {
            (void)srepr(parse_sympy(text));
        } catch (error const& e) {
            CHECK(e.byte().value_or(text.size() + 1) <= text.size());
        }
    }
}
