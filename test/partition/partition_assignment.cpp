#include <graft/partition/partition_assignment.hpp>

#include "random_dag.hpp"

#include <doctest/doctest.h>

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

} // namespace
