#include <graft/partition/partition_assignment.hpp>

#include "random_dag.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

using namespace graft;
using graft_test::text;

TEST_CASE("partition_assignment: partitions come by id, nodes in order, those appended last") {
    graph g;
    node_id const a = g.placeholder("a"), b = g.placeholder("b"), c = g.placeholder("c"), d = g.placeholder("d");
    detail::partition_assignment assignment{std::vector<std::uint32_t>(g.capacity(), no_partition), {7, 3, 5}, {}};
    assignment.partition_of[a] = assignment.partition_of[b] = assignment.partition_of[d] = 0;
    assignment.partition_of[c] = 1;
    assignment.appended = {b, a};
    CHECK(text(g, assignment.partitions(detail::node_order(g))) == "3: c; 5:; 7: d, b, a");
}

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
