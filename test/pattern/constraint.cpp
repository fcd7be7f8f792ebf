#include <graft/pattern/constraint.hpp>

#include <doctest/doctest.h>

#include <graft/ir/value.hpp>
#include <graft/pattern/shape_constraint.hpp>

#include "../ir/toy.hpp"
#include "hold.hpp"

#include <type_traits>

namespace {

using namespace graft;
using graft_test::hold;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;

TEST_CASE("constraint: a dtype holds when it is one of those named, and not where it is not known") {
    graph g;
    node_id const n = g.placeholder("n");
    CHECK_FALSE(hold(has_dtype(x, dtype::f32), g, n));
    g.set_val(n, make_spec(dtype::f16, {}));
    CHECK_FALSE(hold(has_dtype(x, dtype::f32), g, n));
    CHECK(hold(has_dtype(x, dtype::f32, dtype::f16), g, n));
    CHECK_FALSE(hold(has_dtype(x), g, n));
    CHECK_FALSE(hold(has_dtype(y, dtype::i64), g, n));
    g.set_val(n, make_spec(dtype::c128, {}));
    CHECK(hold(has_dtype(x, dtype::c128), g, n));
}

TEST_CASE("constraint: floating-point, integer and equal dtypes hold where dtypes are known") {
    graph g;
    node_id const n = g.placeholder("n"), m = g.placeholder("m");
    CHECK_FALSE(hold(is_floating_point(x), g, n));
    CHECK_FALSE(hold(same_dtype(x, y), g, n, operand::node(m), n));
    g.set_val(n, make_spec(dtype::bf16, {}));
    CHECK_FALSE(hold(same_dtype(x, y), g, n, operand::node(m), n));
    CHECK(hold(is_floating_point(x), g, n));
    CHECK_FALSE(hold(is_integral(x), g, n));
    g.set_val(m, make_spec(dtype::bf16, {2}));
    CHECK(hold(same_dtype(x, y), g, n, operand::node(m), n));
    CHECK(hold(same_dtype(y, replaced), g, n, operand::node(m), n));
    g.set_val(m, make_spec(dtype::i8, {2}));
    CHECK_FALSE(hold(same_dtype(x, y), g, n, operand::node(m), n));
    CHECK(hold(is_integral(y), g, n, operand::node(m), n));
    CHECK_FALSE(hold(same_dtype(x, y), g, n));
    g.set_val(m, make_spec(dtype::boolean, {2}));
    CHECK_FALSE(hold(is_integral(y), g, n, operand::node(m), n));
}

TEST_CASE("constraint: no_user looks for calls of the op among the users") {
    graph g;
    value const a = placeholder(g, "a");
    value const n = toy::neg(a);
    CHECK(hold(no_user(x, toy::relu), g, a.id));
    CHECK_FALSE(hold(no_user(x, toy::neg), g, a.id));
    CHECK_FALSE(hold(no_user(y, toy::neg), g, a.id));
    CHECK(hold(no_user(x, toy::neg), g, n.id));
    for (int i = 0; i < 64; ++i)
        toy::relu(n);
    CHECK(hold(no_user(x, toy::neg), g, n.id));
    toy::relu(n);
    CHECK_FALSE(hold(no_user(x, toy::neg), g, n.id));
}

TEST_CASE("constraint: a constant is a placeholder that is marked as one") {
    graph g;
    node_id const n = g.placeholder("n");
    CHECK_FALSE(hold(is_constant(x), g, n));
    g.set_constant(n, true);
    CHECK(hold(is_constant(x), g, n));
    CHECK_FALSE(hold(is_constant(y), g, n));
}

TEST_CASE("constraint: a lambda decides on the whole match") {
    graph g;
    node_id const n = g.placeholder("n");
    CHECK(hold(where([](match const& m) { return m["y"].integer() == 3; }), g, n));
    CHECK_FALSE(hold(where([](match const& m) { return m["y"].integer() == 4; }), g, n));
}

TEST_CASE("constraint: conditions joined by where() or && must all hold") {
    graph g;
    node_id const n = g.placeholder("n");
    g.set_val(n, make_spec(dtype::f32, {2}));
    auto const yes = [](match const&) { return true; };
    auto const no = [](match const&) { return false; };
    CHECK(hold(where(), g, n));
    CHECK(hold(where(rank(x) == 1, yes, has_dtype(x, dtype::f32)), g, n));
    CHECK_FALSE(hold(where(rank(x) == 1, no), g, n));
    CHECK_FALSE(hold(where(rank(x) == 2, yes), g, n));
    CHECK(hold(rank(x) == 1 && has_dtype(x, dtype::f32), g, n));
    CHECK_FALSE(hold(rank(x) == 1 && has_dtype(x, dtype::f32) && is_constant(x), g, n));
}

constexpr auto joined = where(rank(x) == 1, is_constant(y), has_dtype(x, dtype::f32));
static_assert(joined.size == 3);
static_assert(std::is_same_v<decltype(joined)::variables, variable_names<"x", "y">>);
static_assert(joined.items[1].kind == constraint_kind::is_constant && joined.items[1].of.name == "y");
static_assert(decltype(where())::size == 0);

TEST_CASE("constraint: conditions and lambdas are joined by && in their order") {
    constexpr auto never = [](match const&) { return false; };
    constexpr auto both = rank(x) == 0 && never && same_dtype(x, y);
    REQUIRE(both.size == 3);
    CHECK(both.items[0].kind == constraint_kind::rank);
    CHECK(both.items[1].kind == constraint_kind::predicate);
    CHECK(both.items[2].kind == constraint_kind::same_dtype);
    CHECK((never && rank(y) == 1).items[1].kind == constraint_kind::rank);
}

} // namespace
