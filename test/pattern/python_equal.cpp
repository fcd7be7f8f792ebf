// Header-only: what holds in constants needs bodies.
#include <graft/pattern/python_equal.hpp>

#include <graft/ir/graph.hpp>
#include <graft/ir/map_arg.hpp>

#include <doctest/doctest.h>

#include <limits>

using namespace graft;

namespace {

struct literal_graph {
    graph g;
    constexpr bool equal(arg const& a, arg const& b) {
        operand const x = g.encode(a), y = g.encode(b);
        return python_equal(g.view(x), g.view(y), true);
    }
    constexpr bool same(arg const& a, arg const& b) {
        operand const x = g.encode(a), y = g.encode(b);
        return same_literal(g.view(x), g.view(y));
    }
};

constexpr bool one_is_one_point_zero() { return literal_graph{}.equal(1, 1.0) && !literal_graph{}.same(1, 1.0); }
static_assert(one_is_one_point_zero());

} // namespace

TEST_CASE("python_equal: numbers compare by value whatever their type") {
    literal_graph l;
    CHECK(l.equal(1, true));
    CHECK(l.equal(true, 1.0));
    CHECK(l.equal(0.0, -0.0));
    CHECK_FALSE(l.equal(2, true));
    CHECK_FALSE(l.equal(1, "1"));
    double const nan = std::numeric_limits<double>::quiet_NaN();
    CHECK_FALSE(l.equal(nan, nan));
}

TEST_CASE("python_equal: an int and a float are compared exactly") {
    literal_graph l;
    std::int64_t const large = (std::int64_t{1} << 53) + 1;
    CHECK_FALSE(l.equal(large, static_cast<double>(large)));
    CHECK_FALSE(l.equal(std::numeric_limits<std::int64_t>::max(), 9223372036854775808.0));
    CHECK_FALSE(l.equal(1, std::numeric_limits<double>::infinity()));
}

TEST_CASE("python_equal: lists compare item by item, dicts by key, and a list is no tuple") {
    literal_graph l;
    CHECK(l.equal(arg::list({1, 2}), arg::list({1.0, 2})));
    CHECK_FALSE(l.equal(arg::list({1, 2}), arg::list({1})));
    CHECK_FALSE(l.equal(arg::list({1}), arg::tuple({1})));
    arg a{arg_kind::dict, {1, 2}}, b{arg_kind::dict, {2, 1}};
    a.keys = {"x", "y"};
    b.keys = {"y", "x"};
    CHECK(l.equal(a, b));
    b.keys = {"x", "y"};
    CHECK_FALSE(l.equal(a, b));
}

TEST_CASE("python_equal: nodes are equal within one graph only") {
    literal_graph l;
    node_id const x = l.g.placeholder("x");
    operand const n = l.g.encode(arg::node(x));
    CHECK(python_equal(l.g.view(n), l.g.view(n), true));
    CHECK_FALSE(python_equal(l.g.view(n), l.g.view(n), false));
}

TEST_CASE("same_literal: the type counts, but not that of what is inside a slice") {
    literal_graph l;
    CHECK(l.same(0.0, -0.0));
    CHECK_FALSE(l.same(1, true));
    CHECK(l.same(arg(arg_kind::slice, {0, 2, nullptr}), arg(arg_kind::slice, {false, 2, nullptr})));
}
