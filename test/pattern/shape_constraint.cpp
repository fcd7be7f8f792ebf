#include <graft/pattern/shape_constraint.hpp>

#include <doctest/doctest.h>

#include <graft/symbolic/symbol.hpp>

#include "hold.hpp"

#include <type_traits>
#include <vector>

namespace {

using namespace graft;
using graft_test::hold;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;

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
