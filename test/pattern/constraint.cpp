#include <graft/pattern/constraint.hpp>

#include <graft/ir/value.hpp>
#include <graft/symbolic/expression.hpp>

#include "../ir/toy.hpp"
#include "hold.hpp"

#include <doctest/doctest.h>

#include <type_traits>
#include <vector>

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

TEST_CASE("dtype_constraint: the named sets hold what their names say, of all dtypes") {
    for (dtype const d : all_dtypes) {
        CHECK(floating_dtypes.has(d) == (is_floating_point(d) && !is_float8(d)));
        CHECK(integral_dtypes.has(d) == (is_integral(d, true) && d != dtype::boolean));
        CHECK(numeric_dtypes.has(d) == (floating_dtypes.has(d) || integral_dtypes.has(d)));
        CHECK(signed_dtypes.has(d) == (numeric_dtypes.has(d) && is_signed(d)));
    }
}

TEST_CASE("dtype_constraint: sets are joined, and made of one dtype") {
    constexpr admitted_dtypes wide = integral_dtypes | one_dtype(dtype::boolean);
    CHECK(wide.has(dtype::boolean));
    CHECK(wide.has(dtype::i8));
    CHECK_FALSE(wide.has(dtype::f32));
    CHECK((one_dtype(dtype::f16) | one_dtype(dtype::f16)) == one_dtype(dtype::f16));
}

TEST_CASE("dtype_constraint: a variable in a set, or in dtypes given one by one, is one condition") {
    constexpr auto named = x.in(floating_dtypes);
    static_assert(std::is_same_v<decltype(named)::variables, variable_names<"x">>);
    CHECK(named.items[0].kind == constraint_kind::has_dtype);
    CHECK(named.items[0].value == floating_dtypes.bits);
    CHECK(x.in(dtype::f16, dtype::bf16).items[0].value == (one_dtype(dtype::f16) | one_dtype(dtype::bf16)).bits);
    CHECK(has_dtype(replaced, numeric_dtypes).items[0].of.variable == constraint::replaced);
}

sym_int const s0{symbol{"s0"}}, s1{symbol{"s1"}};

TEST_CASE("shape_constraint: a rank holds for tensors of that rank, and not where it is not known") {
    graph g;
    node_id const n = g.placeholder("n");
    CHECK_FALSE(hold(rank(x) == 2, g, n));
    g.set_val(n, make_spec(dtype::f32, {2, sym_int{symbol{"s0"}}}));
    CHECK(hold(rank(x) == 2, g, n));
    CHECK_FALSE(hold(rank(x) == 3, g, n));
    CHECK_FALSE(hold(rank(y) == 0, g, n));
    g.set_val(n, value_spec::of_integer(2));
    CHECK_FALSE(hold(rank(x) == 0, g, n));
    g.set_val(n, value_spec::of_list({make_spec(dtype::f32, {2, 2})}));
    CHECK_FALSE(hold(rank(x) == 2, g, n));
}

TEST_CASE("shape_constraint: a rank has bounds too") {
    graph g;
    node_id const n = g.placeholder("n");
    CHECK_FALSE(hold(rank(x) >= 0, g, n));
    g.set_val(n, make_spec(dtype::f32, {2, 3}));
    CHECK(hold(rank(x) >= 2 && rank(x) <= 2, g, n));
    CHECK_FALSE(hold(rank(x) >= 3, g, n));
    CHECK_FALSE(hold(rank(x) <= 1, g, n));
}

// Two tensors of these sizes, and whether the condition holds for them.
template <std::size_t N, class Names>
bool hold_for(constraints<N, Names> const& c, std::vector<sym_int> const& a, std::vector<sym_int> const& b) {
    graph g;
    node_id const n = g.placeholder("n"), m = g.placeholder("m");
    g.set_val(n, make_spec(dtype::f32, a));
    g.set_val(m, make_spec(dtype::f32, b));
    return hold(c, g, n, operand::node(m), m);
}

TEST_CASE("shape_constraint: a size is counted from the front or the end, and must be known") {
    CHECK(hold_for(dim(x, 0) == 2, {2, 3}, {}));
    CHECK(hold_for(dim(x, -1) == 3, {2, 3}, {}));
    CHECK_FALSE(hold_for(dim(x, -1) == 2, {2, 3}, {}));
    CHECK_FALSE(hold_for(dim(x, 2) == 3, {2, 3}, {}));
    CHECK_FALSE(hold_for(dim(x, -3) == 2, {2, 3}, {}));
    CHECK_FALSE(hold_for(dim(x, 0) == 2, {s0}, {}));
}

TEST_CASE("shape_constraint: sizes of two are compared, symbols too") {
    CHECK(hold_for(dim(x, 1) == dim(y, 0), {2, 3}, {3}));
    CHECK(hold_for(dim(x, 0) == dim(y, -1), {s0 * 2}, {s0 + s0}));
    CHECK_FALSE(hold_for(dim(x, 0) == dim(y, 0), {s0}, {s1}));
    CHECK_FALSE(hold_for(dim(x, 0) == dim(y, 0), {s0}, {s0 + 1}));
    CHECK_FALSE(hold_for(dim(x, 0) == dim(y, 0), {3}, {}));
}

TEST_CASE("shape_constraint: shapes agree where every size is known to") {
    CHECK(hold_for(same_shape(x, y), {s0, 3}, {s0, 3}));
    CHECK(hold_for(same_meta(x, replaced), {s0, 3}, {s0, 3}));
    CHECK_FALSE(hold_for(same_shape(x, y), {s0, 3}, {s1, 3}));
    CHECK_FALSE(hold_for(same_shape(x, y), {3}, {3, 1}));
}

TEST_CASE("shape_constraint: the number of elements is the product of the sizes") {
    CHECK(hold_for(numel(x) == 6, {2, 3}, {}));
    CHECK(hold_for(numel(x) == 1, {}, {}));
    CHECK(hold_for(numel(x) == 0, {0, s0}, {}));
    CHECK_FALSE(hold_for(numel(x) == 2, {2, s0}, {}));
}

TEST_CASE("shape_constraint: a tensor broadcasts to another whose sizes are not smaller") {
    CHECK(hold_for(broadcasts_to(x, y), {3}, {2, 3}));
    CHECK(hold_for(broadcasts_to(x, y), {1, s0}, {s1, s0}));
    CHECK(hold_for(broadcasts_to(x, y), {}, {2}));
    CHECK_FALSE(hold_for(broadcasts_to(x, y), {2, 3}, {3}));
    CHECK_FALSE(hold_for(broadcasts_to(x, y), {s0}, {s1}));
    CHECK_FALSE(hold_for(broadcasts_to(x, y), {3}, {1}));
}

TEST_CASE("shape_constraint: nothing holds for what is no tensor or not known") {
    graph g;
    node_id const n = g.placeholder("n");
    for (auto const& c : {same_shape(x, y), broadcasts_to(x, y), dim(x, 0) == dim(y, 0)})
        CHECK_FALSE(hold(c, g, n));
    g.set_val(n, make_spec(dtype::f32, {}));
    for (auto const& c : {same_shape(x, y), broadcasts_to(x, y), dim(x, 0) == dim(y, 0)})
        CHECK_FALSE(hold(c, g, n));
}

static_assert(std::is_same_v<decltype(same_meta(x, replaced))::variables, variable_names<"x">>);
static_assert(std::is_same_v<decltype(dim(x, 0) == dim(y, 0))::variables, variable_names<"x", "y">>);

} // namespace
