// Header-only: what holds in constants needs bodies.
#include <graft/symbolic/repr.hpp>

#include "random_size.hpp"

#include <graft/symbolic/parse.hpp>

#include <doctest/doctest.h>

#include <fstream>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

using namespace graft;

namespace {

constexpr bool writes(sym_int const& value, std::string_view expected) {
    std::vector<char> out;
    append_srepr(out, value);
    return std::string_view(out.data(), out.size()) == expected;
}

constexpr bool writes_in_constants() {
    sym_int const s = symbol("s27");
    sym_int const u = symbol("u0", assumption::integer);
    return writes(s, "Symbol('s27', positive=True, integer=True)") &&
           writes(-2 * u * u - 1, "Add(Mul(Integer(-1), Integer(2), Pow(Symbol('u0', integer=True), "
                                  "Integer(2))), Integer(-1))") &&
           writes(1 - 2 * u, "Add(Integer(1), Mul(Integer(-1), Integer(2), Symbol('u0', integer=True)))");
}
static_assert(writes_in_constants());

} // namespace

TEST_CASE("sym_repr: what sympy writes is written back to the byte") {
    std::ifstream file(GRAFT_TEST_DATA "/sympy/expressions.tsv");
    int lines = 0;
    for (std::string line; std::getline(file, line); ++lines) {
        std::string const text = line.substr(line.find('\t') + 1);
        CHECK(srepr(parse_sympy(text)) == text);
    }
    CHECK(lines == 160);
}

TEST_CASE("sym_repr: every expression reads back as it was") {
    for_random_expressions(81, 2000, 4, true, [](sym_tree const&, sym_int const& x) {
        sym_int const back = parse_sympy(srepr(x));
        REQUIRE(back == x);
        REQUIRE(srepr(back) == srepr(x));
    });
}

TEST_CASE("sym_repr: the extreme integers read back") {
    for (std::int64_t n : {std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()}) {
        CHECK(parse_sympy(srepr(n)) == n);
        sym_int const product = n * sym_int(symbol("s0"));
        CHECK(parse_sympy(srepr(product)) == product);
    }
}
