#include <graft/rewrite/replace_pattern_order.hpp>

#include <doctest/doctest.h>

#include <random>
#include <vector>

using namespace graft;

TEST_CASE("replace_pattern_order: labels follow the order of the graph wherever nodes are added") {
    graph g;
    for (int i = 0; i < 5; ++i)
        g.placeholder("p");
    detail::replace_pattern_order order{g};
    std::mt19937 random(7);
    for (int i = 0; i < 2000; ++i) {
        std::vector<node_id> nodes;
        for (node_id const n : g.nodes())
            nodes.push_back(n);
        // Often before the newest node: that place fills up and all are labelled anew.
        node_id const at = random() % 4 == 0 ? nodes[random() % nodes.size()] : static_cast<node_id>(g.capacity() - 1);
        insertion_scope const scope = inserting_before(g, at);
        order.add(g.placeholder("n"));
    }
    node_id before = no_node;
    for (node_id const n : g.nodes()) {
        if (before != no_node) {
            CHECK(order.before(before, n));
            CHECK_FALSE(order.before(n, before));
        }
        before = n;
    }
}

TEST_CASE("replace_pattern_order: a node added at the end comes last") {
    graph g;
    node_id const first = g.placeholder("p");
    detail::replace_pattern_order order{g};
    node_id const last = g.placeholder("q");
    order.add(last);
    CHECK(order.before(first, last));
}
