#include <graft/subgraph/internal_match.hpp>

#include <doctest/doctest.h>

using namespace graft;

TEST_CASE("internal_match: find gives what a node of the pattern stands for, or nothing") {
    graph g;
    node_id const x = g.placeholder("x");
    internal_match m;
    m.nodes_map.push_back({7, g.view(g.encode(arg::node(x)))});
    m.nodes_map.push_back({9, g.view(g.encode(2.5))});
    REQUIRE(m.find(7));
    CHECK(m.find(7)->node() == x);
    CHECK(m.find(9)->real() == 2.5);
    CHECK_FALSE(m.find(8));
}
