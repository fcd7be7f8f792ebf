#include <graft/partition/detail/bookend_nodes.hpp>

#include "../random_dag.hpp"

#include <doctest/doctest.h>

#include <functional>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

TEST_CASE("bookend_nodes: they are those without a node that computes above, or without one below") {
    for (std::uint32_t seed = 0; seed < 500; ++seed) {
        random_dag const dag = make_random_dag(seed, 16);
        // All nodes in two partitions; `user.no` computes nothing.
        std::vector<partition> parts{{0, {}}, {1, {}}};
        std::vector<std::size_t> home(dag.g.capacity());
        for (node_id const n : dag.nodes)
            parts[home[n] = (n * 5 + seed) % 3 == 0].nodes.push_back(n);
        std::function<bool(node_id, bool)> const clear = [&](node_id n, bool above) {
            bool all = !dag.is_supported(n);
            auto const look = [&](node_id next) { all = all && (home[next] != home[n] || clear(next, above)); };
            above ? dag.g.for_each_input(n, look) : dag.g.for_each_use(n, look);
            return all;
        };
        std::vector<bool> const bookends =
            detail::bookend_nodes(dag.g, detail::node_order(dag.g), parts, detail::target_lookup({"user.no"}, dag.g));
        for (node_id const n : dag.nodes)
            REQUIRE(bookends[n] == (clear(n, true) || clear(n, false)));
    }
}

TEST_CASE("bookend_nodes: a placeholder counts as outside even where it is a member") {
    graph g;
    node_id const x = g.placeholder("x"), view = g.call_function("user.view", {arg::node(x)});
    node_id const f = g.call_function("user.f", {arg::node(view)});
    std::vector<partition> const parts{{0, {x, view, f}}};
    std::vector<bool> const bookends =
        detail::bookend_nodes(g, detail::node_order(g), parts, detail::target_lookup({"user.view"}, g));
    CHECK(bookends[view]);
    CHECK_FALSE(bookends[f]);
}

} // namespace
