// Header-only: what holds in constants needs bodies.
#include <graft/symbolic/expression.hpp>

#include "random_size.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <vector>

using namespace graft;

namespace {

constexpr bool holds_what_it_is_made_of() {
    sym_int const five = 5;
    sym_int const s = symbol("s0");
    sym_int const half{sym_function::floor_div, {s, 2}};
    std::vector<symbol> const found = half.symbols();
    return five.value() == 5 && !five.is_symbolic() && five.maybe_value() == 5 && s.is_symbolic() && !s.maybe_value() &&
           s.atom()->name == symbol("s0") && half.atom()->function == sym_function::floor_div &&
           half.atom()->depth == 2 && found.size() == 1 && found[0] == symbol("s0");
}
static_assert(holds_what_it_is_made_of());

constexpr sym_int constant = 12; // a plain integer owns nothing: it may be a constant
static_assert(constant == 12 && !(constant == 13));

} // namespace

TEST_CASE("sym_expression: terms given in any order, or in parts, make one canonical form") {
    sym_int const s = symbol("s0");
    sym_int const t = symbol("s1");
    sym_term const a = s.terms()[0];
    sym_term const b = t.terms()[0];
    CHECK(sym_int::of_terms(3, {a, b}) == sym_int::of_terms(3, {b, a}));
    CHECK(sym_int::of_terms(0, {a, a, b}) == sym_int::of_terms(0, {b, {2, a.factors}}));
    CHECK(sym_int::of_terms(1, {a, {-1, a.factors}}) == 1);
    CHECK_FALSE(sym_int::of_terms(1, {a, {-1, a.factors}}).is_symbolic());
    CHECK(sym_int::sum({s, t, 4, s}) == sym_int::of_terms(4, {{2, a.factors}, b}));
}

TEST_CASE("sym_expression: a symbolic size has no value, an unsigned one must fit") {
    CHECK_THROWS_AS((void)sym_int(symbol("s0")).value(), error);
    try {
        static_cast<void>(sym_int(symbol("s0")).value());
    } catch (error const& e) {
        CHECK(e.code() == errc::unsupported);
    }
    CHECK_THROWS_AS((void)sym_int(std::numeric_limits<std::uint64_t>::max()), error);
    CHECK(sym_int(std::size_t{7}) == 7);
}

TEST_CASE("sym_expression: symbols are listed once, sorted, also from inside functions") {
    sym_int const s = symbol("s0");
    sym_int const u = symbol("u0");
    sym_int const nested(sym_function::mod, {sym_int(sym_function::floor_div, {u, s}), s});
    std::vector<symbol> const expected{symbol("s0"), symbol("u0")};
    CHECK(nested.symbols() == expected);
    CHECK(sym_int(3).symbols().empty());
}

TEST_CASE("sym_expression: functions nested too deeply or too large are an error") {
    sym_int deep = symbol("s0");
    for (std::uint32_t i = 1; i < sym_int::max_depth; ++i)
        deep = sym_int(sym_function::identity, {deep});
    CHECK_THROWS_AS((void)sym_int(sym_function::identity, {deep}), error);
    sym_int wide = symbol("s0");
    auto const widen = [&] {
        for (int i = 0; i < 40; ++i)
            wide = sym_int(sym_function::max, {wide, wide, 1});
    };
    CHECK_THROWS_AS(widen(), error);
}

TEST_CASE("sym_expression: compare is a total order that agrees with equality") {
    std::vector<sym_int> all;
    for_random_expressions(1, 60, 3, true, [&](sym_tree const&, sym_int const& x) { all.push_back(x); });
    auto const sign = [](int x) { return (x > 0) - (x < 0); };
    for (sym_int const& a : all)
        for (sym_int const& b : all) {
            int const order = sym_int::compare(a, b);
            CHECK((order == 0) == (a == b));
            CHECK(sign(order) == -sign(sym_int::compare(b, a)));
            for (sym_int const& c : all)
                if (order <= 0 && sym_int::compare(b, c) <= 0)
                    REQUIRE(sym_int::compare(a, c) <= 0);
        }
}

static_assert(symbol("s77").name() == "s77");
static_assert(symbol("s77").is(assumption::positive) && symbol("s77").is(assumption::integer));
static_assert(!symbol("u0", assumption::integer).is(assumption::positive));
static_assert(symbol("s10") < symbol("s2"));
static_assert(symbol("sixteen_letters_").name().size() == symbol::max_size);

TEST_CASE("symbol: the name alone is its identity") {
    CHECK(symbol("s0") == symbol("s0", assumption::none));
    CHECK(symbol("s0") != symbol("s1"));
    CHECK(symbol().name().empty());
}

TEST_CASE("symbol: a name has 1 to 16 characters") {
    CHECK_THROWS_AS(symbol(""), error);
    CHECK_THROWS_WITH(symbol("seventeen_letters"),
                      "graft: the symbol name 'seventeen_letters' has not 1 to 16 characters");
}
