// Header-only: what holds in constants needs bodies.
#include <graft/symbolic/math.hpp>

#include "random_size.hpp"

#include <doctest/doctest.h>

using namespace graft;

namespace {

constexpr bool simplifies() {
    sym_int const s = symbol("s0");
    sym_int const t = symbol("s1");
    sym_int const u = symbol("u0", assumption::integer);
    return floor_div(4 * s + 8, 4) == s + 2 && floor_div(s * t, t) == s &&
           floor_div(floor_div(s, 2), 3) == floor_div(s, 6) && floor_div(s, 1) == s &&
           floor_div(4 * s + 3, 2) == 2 * s + 1 && floor_div(2 * s, 4) == floor_div(s, 2) &&
           floor_div(s * s, s * t) == floor_div(s, t) && floor_div(u, -1) == -u && mod(4 * s, 2) == 0 &&
           mod(s, s) == 0 && mod(u, 3).is_symbolic() && max(1, s) == s && max(1, u).is_symbolic() && min(1, s) == 1 &&
           max(max(u, 3), 5) == max(u, 5) && pow(s + 1, 2) == s * s + 2 * s + 1 && ceil_div(4 * s, 2) == 2 * s &&
           apply(sym_function::ge, {s, 1}) == 1 && apply(sym_function::gt, {1, s}) == 0 &&
           apply(sym_function::where, {apply(sym_function::eq, {s, s}), 4, 5}) == 4;
}
static_assert(simplifies());

} // namespace

TEST_CASE("sym_math: what is simplified has the value of what was written") {
    sym_random random(23);
    int compared = 0;
    for_random_expressions(22, 4000, 4, true, [&](sym_tree const& tree, sym_int const& x) {
        for (int i = 0; i < 3; ++i) {
            sym_values const values = random.values();
            std::int64_t expected = 0;
            try {
                expected = direct_value(tree, values);
            } catch (error const&) {
                continue; // a divisor is 0 for these values
            }
            REQUIRE(evaluate(x, bindings_of(values)) == expected);
            ++compared;
        }
    });
    CHECK(compared > 4000);
}

TEST_CASE("sym_math: a remainder is a Mod where nothing is negative, else a PythonMod") {
    sym_int const s = symbol("s0");
    sym_int const u = symbol("u0", assumption::integer);
    CHECK(mod(s, 4).atom()->function == sym_function::mod);
    CHECK(mod(u, 4).atom()->function == sym_function::python_mod);
    CHECK(mod(s, u).atom()->function == sym_function::python_mod);
    CHECK(mod(mod(s, 4), 8) == mod(s, 4));
}

TEST_CASE("sym_math: truths combine, and a negated comparison is the opposite one") {
    sym_int const u = symbol("u0", assumption::integer);
    sym_int const a = apply(sym_function::ge, {u, 1});
    sym_int const b = apply(sym_function::le, {u, 6});
    sym_int const both = apply(sym_function::logical_and, {a, b});
    CHECK(both == apply(sym_function::logical_and, {b, a, a, 1}));
    CHECK(apply(sym_function::logical_and, {a, 0}) == 0);
    CHECK(apply(sym_function::logical_or, {a, 1}) == 1);
    CHECK(apply(sym_function::logical_and, {a, 1}) == a);
    CHECK(apply(sym_function::logical_and, {apply(sym_function::logical_and, {a, b}), b}) == both);
    CHECK(apply(sym_function::logical_not, {a}) == apply(sym_function::lt, {u, 1}));
    CHECK(apply(sym_function::logical_not, {apply(sym_function::logical_not, {both})}) == both);
}

TEST_CASE("sym_math: real numbers are neither cancelled nor rounded") {
    sym_int const x(sym_function::to_float, {symbol("s0")});
    CHECK(floor_div(2 * x, 2).atom()->function == sym_function::floor_div);
    CHECK(apply(sym_function::floor_to_int, {x}).atom()->function == sym_function::floor_to_int);
    CHECK(apply(sym_function::floor_to_int, {symbol("s0")}) == symbol("s0"));
    CHECK(apply(sym_function::mod, {x, x}).is_symbolic());
}

TEST_CASE("sym_math: division by zero and a wrong number of operands are errors") {
    sym_int const s = symbol("s0");
    CHECK_THROWS_WITH((void)floor_div(s, 0), "graft: division of a symbolic size by zero");
    CHECK_THROWS_AS((void)mod(3, 0), error);
    CHECK_THROWS_WITH((void)apply(sym_function::floor_div, {s}), "graft: FloorDiv does not take 1 operands");
    CHECK_THROWS_AS((void)apply(sym_function::symbol, {}), error);
}
