#include <graft/pattern/constraint.hpp>

#include <doctest/doctest.h>

#include <graft/core/symbol.hpp>

#include <array>
#include <string_view>
#include <type_traits>

namespace {

using namespace graft;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;

// Whether all conditions hold when x is the node `n` and y the literal 3.
template <std::size_t N, class Names>
bool hold(constraints<N, Names> const& conditions, graph& g, node_id n) {
    std::array<std::string_view, 2> const names{"x", "y"};
    std::array<operand, 2> const bound{operand::node(n), g.encode(3)};
    match const m{&g, n, names, bound};
    for (constraint c : conditions.items) {
        c.variable = c.name == "x" ? std::int16_t{0} : std::int16_t{1};
        if (!detail::holds(c, m))
            return false;
    }
    return true;
}

TEST_CASE("constraint: a rank holds for tensors of that rank, and not where it is not known") {
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
static_assert(std::is_same_v<decltype(joined)::variables, names<"x", "y">>);
static_assert(joined.items[1].kind == constraint_kind::is_constant && joined.items[1].name == "y");
static_assert(decltype(where())::size == 0);

} // namespace
