#include <graft/partition/detail/node_order.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

using namespace graft;

TEST_CASE("node_order: positions follow execution order, not ids") {
    graph g;
    node_id const x = g.placeholder("x"), a = g.call_function("user.f", {arg::node(x)});
    node_id const y = g.placeholder("y");
    g.move_before(y, x);
    detail::node_order const order(g);
    CHECK(order.nodes == std::vector{y, x, a});
    CHECK(order.before(y, x));
    CHECK_FALSE(order.before(a, x));
}

TEST_CASE("node_order: a node before its input is refused by name") {
    graph g;
    node_id const x = g.placeholder("x"), f = g.call_function("user.f", {arg::node(x)});
    g.move_before(f, x);
    try {
        detail::node_order const order(g);
        FAIL("it was accepted");
    } catch (error const& e) {
        CHECK(e.sentence() == "the graph is not in topological order: %f comes before its input %x");
    }
}

} // namespace
