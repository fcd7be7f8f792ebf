// Header-only: what holds in constants needs bodies.
#include <graft/symbolic/substitute.hpp>

#include "random_size.hpp"

#include <doctest/doctest.h>

using namespace graft;

namespace {

constexpr bool substitutes() {
    sym_int const s = symbol("s0");
    sym_int const t = symbol("s1");
    sym_bindings b;
    b.set(symbol("s1"), 3);
    b.set(symbol("s0"), 1);
    b.set(symbol("s0"), 7);
    sym_bindings swap;
    swap.set(symbol("s0"), t);
    swap.set(symbol("s1"), s);
    return evaluate(floor_div(s * s, t) + mod(s, t), b) == 17 && substitute(floor_div(s * s, t) + mod(s, t), b) == 17 &&
           substitute(s * s + t, swap) == t * t + s && substitute(floor_div(s, t), swap) == floor_div(t, s) &&
           b.find(symbol("s2")) == nullptr && b.all().size() == 2;
}
static_assert(substitutes());

} // namespace

TEST_CASE("sym_substitute: evaluation agrees with substitution of every symbol") {
    sym_random random(52);
    for_random_expressions(51, 1000, 4, true, [&](sym_tree const&, sym_int const& x) {
        sym_bindings const values = bindings_of(random.values());
        std::int64_t expected = 0;
        try {
            expected = evaluate(x, values);
        } catch (error const&) {
            return;
        }
        sym_int const result = substitute(x, values);
        REQUIRE_FALSE(result.is_symbolic());
        REQUIRE(result.value() == expected);
    });
}

TEST_CASE("sym_substitute: replacing symbols one after the other is replacing them at once") {
    sym_random random(62);
    for_random_expressions(61, 500, 3, true, [&](sym_tree const&, sym_int const& x) {
        sym_values const values = random.values();
        sym_bindings first;
        sym_bindings rest;
        first.set(sym_tree_symbols[0], values[0]);
        rest.set(sym_tree_symbols[1], values[1]);
        rest.set(sym_tree_symbols[2], values[2]);
        try {
            sym_int const once = substitute(x, bindings_of(values));
            CHECK(substitute(substitute(x, first), rest) == once);
        } catch (error const&) {
            return; // a divisor is 0 for these values
        }
    });
}

TEST_CASE("sym_substitute: without bindings nothing changes") {
    for_random_expressions(71, 500, 4, true, [](sym_tree const&, sym_int const& x) { CHECK(substitute(x, {}) == x); });
}

TEST_CASE("sym_substitute: a symbol without a value and a real function cannot be evaluated") {
    sym_int const s = symbol("s0");
    CHECK_THROWS_WITH((void)evaluate(s + 1, {}), "graft: the symbol s0 has no value");
    sym_bindings b;
    b.set(symbol("s0"), 4);
    CHECK_THROWS_WITH((void)evaluate(apply(sym_function::to_float, {s}), b),
                      "graft: a size with the function ToFloat has no integer value");
    b.set(symbol("s0"), symbol("s1"));
    CHECK_THROWS_AS((void)evaluate(s, b), error);
}
