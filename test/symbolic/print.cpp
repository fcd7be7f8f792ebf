// Header-only: what holds in constants needs bodies.
#include <graft/symbolic/print.hpp>

#include <graft/symbolic/math.hpp>
#include <graft/symbolic/parse.hpp>

#include <doctest/doctest.h>

#include <fstream>
#include <string>
#include <string_view>
#include <vector>

using namespace graft;

namespace {

constexpr bool prints(sym_int const& value, std::string_view expected) {
    std::vector<char> out;
    append_to(out, value);
    return std::string_view(out.data(), out.size()) == expected;
}

constexpr bool prints_in_constants() {
    sym_int const s = symbol("s27");
    sym_int const u = symbol("u0", assumption::integer);
    return prints(4 * s * s, "4*s27**2") && prints(s + 1, "s27 + 1") && prints(1 - s, "1 - s27") &&
           prints(-s - 1, "-s27 - 1") && prints(floor_div(s + 1, 2), "((s27 + 1)//2)") &&
           prints(max(1, u), "Max(1, u0)") && prints(-7, "-7") && prints(s - u, "s27 - u0");
}
static_assert(prints_in_constants());

} // namespace

TEST_CASE("sym_print: expressions are printed as sympy prints them") {
    std::ifstream file(GRAFT_TEST_DATA "/sympy/expressions.tsv");
    int lines = 0;
    for (std::string line; std::getline(file, line); ++lines) {
        std::size_t const tab = line.find('\t');
        REQUIRE(tab != std::string::npos);
        CHECK(text(parse_sympy(line.substr(tab + 1))) == line.substr(0, tab));
    }
    CHECK(lines == 160);
}

TEST_CASE("sym_print: comparisons, truths and real numbers are printed as sympy prints them") {
    sym_int const u = symbol("u0", assumption::integer);
    sym_int const a = apply(sym_function::ge, {u, 1});
    sym_int const b = apply(sym_function::le, {u, 6});
    CHECK(text(a) == "u0 >= 1");
    CHECK(text(apply(sym_function::eq, {u, 3})) == "Eq(u0, 3)");
    CHECK(text(apply(sym_function::ne, {u, 3})) == "Ne(u0, 3)");
    CHECK(text(apply(sym_function::logical_and, {a, b})) == "(u0 >= 1) & (u0 <= 6)");
    CHECK(text(apply(sym_function::logical_or, {a, b})) == "(u0 >= 1) | (u0 <= 6)");
    CHECK(text(parse_sympy("Mul(Float('0.5', precision=53), ToFloat(Symbol('u0')))")) == "0.5*ToFloat(u0)");
}
