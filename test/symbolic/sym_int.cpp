// Header-only: what holds in constants needs bodies.
#include <graft/symbolic/sym_int.hpp>

#include "random_size.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <vector>

using namespace graft;

namespace {

constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();

constexpr bool is_a_ring_in_constants() {
    sym_int const s = symbol("s0");
    sym_int const t = symbol("s1");
    sym_int x = s;
    x += 1;
    x *= x;
    x -= 1;
    return (s + t) * (s - t) == s * s - t * t && s - s == 0 && x == s * s + 2 * s && s * 0 == 0 &&
           (s + 1 - s).value() == 1;
}
static_assert(is_a_ring_in_constants());
static_assert(sym_int(6) * 7 == 42 && sym_int(1) - 2 == -1);

} // namespace

TEST_CASE("sym_int: random polynomials obey the axioms of a commutative ring") {
    sym_random random(7);
    for (int i = 0; i < 300; ++i) {
        sym_int const a = build(random.tree(3, false));
        sym_int const b = build(random.tree(3, false));
        sym_int const c = build(random.tree(2, false));
        CHECK(a + b == b + a);
        CHECK(a * b == b * a);
        CHECK((a + b) + c == a + (b + c));
        CHECK((a * b) * c == a * (b * c));
        CHECK(a * (b + c) == a * b + a * c);
        CHECK(a + 0 == a);
        CHECK(a * 1 == a);
        CHECK(a * 0 == 0);
        CHECK(a - a == 0);
        CHECK(-(-a) == a);
        CHECK(a - b == a + -b);
        CHECK(sym_int::sum({a, b, c}) == a + b + c);
    }
}

TEST_CASE("sym_int: sums and products have the value of what they were made of") {
    sym_random random(11);
    for_random_expressions(8, 500, 5, false, [&](sym_tree const& tree, sym_int const& x) {
        for (int i = 0; i < 4; ++i) {
            sym_values const values = random.values();
            CHECK(evaluate(x, bindings_of(values)) == direct_value(tree, values));
        }
    });
}

TEST_CASE("sym_int: polynomials are equal as values exactly if they are equal everywhere") {
    // Polynomials of low degree that agree on a grid are the same polynomial.
    std::vector<sym_int> all;
    for_random_expressions(5, 60, 2, false, [&](sym_tree const&, sym_int const& x) { all.push_back(x); });
    for (sym_int const& a : all)
        for (sym_int const& b : all) {
            bool same = true;
            for (std::int64_t s = 1; s <= 5; ++s)
                for (std::int64_t t = 1; t <= 5; ++t)
                    for (std::int64_t u = 1; u <= 5; ++u)
                        same = same && evaluate(a, bindings_of({s, t, u})) == evaluate(b, bindings_of({s, t, u}));
            CHECK(same == (a == b));
        }
}

TEST_CASE("sym_int: overflow of a constant, a coefficient or an exponent is an error") {
    sym_int const s = symbol("s0");
    CHECK(sym_int(-1) - lowest == highest);
    CHECK_THROWS_AS((void)(sym_int(highest) + 1), error);
    CHECK_THROWS_AS((void)(-sym_int(lowest)), error);
    CHECK_THROWS_AS((void)(sym_int(highest) * 2), error);
    CHECK_THROWS_AS((void)(highest * s + s), error);
    CHECK_THROWS_AS((void)(highest * s * 2), error);
    sym_int const large = pow(s, 4294967295u);
    CHECK_THROWS_AS((void)(large * s), error);
}

TEST_CASE("sym_int: a product that grows without bound is an error, not a hang") {
    sym_int sum = 1;
    for (char const* name : {"a", "b", "c", "d", "e", "f"})
        sum += symbol(name);
    CHECK_THROWS_AS((void)pow(sum, 200), error);
}
