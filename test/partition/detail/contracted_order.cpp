#include <graft/partition/detail/contracted_order.hpp>

#include "../random_dag.hpp"

#include <doctest/doctest.h>

#include <map>
#include <random>
#include <span>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

std::vector<partition> vertices_of(detail::contracted_order& vertices, std::span<node_id const> nodes) {
    std::map<node_id, partition> by_vertex;
    for (node_id const n : nodes)
        by_vertex[vertices.find(n)].nodes.push_back(n);
    std::vector<partition> result;
    for (auto const& [v, p] : by_vertex)
        result.push_back(p);
    return result;
}

TEST_CASE("contracted_order: two vertices merge exactly when no cycle comes of it") {
    for (std::uint32_t seed = 0; seed < 1500; ++seed) {
        random_dag const dag = make_random_dag(seed, 12);
        std::mt19937 random{seed};
        detail::contracted_order vertices(dag.g);
        std::vector<node_id> added;
        for (auto n = dag.nodes.rbegin(); n != dag.nodes.rend(); ++n) {
            vertices.add(*n);
            added.push_back(*n);
            for (int tries = 0; tries < 3; ++tries) {
                node_id const a = vertices.find(added[random() % added.size()]);
                node_id const b = vertices.find(added[random() % added.size()]);
                if (a == b)
                    continue;
                std::vector<partition> expected = vertices_of(vertices, added);
                auto const has = [&](partition const& p, node_id v) { return vertices.find(p.nodes[0]) == v; };
                std::vector<node_id> both;
                for (partition const& p : expected)
                    if (has(p, a) || has(p, b))
                        both.insert(both.end(), p.nodes.begin(), p.nodes.end());
                std::erase_if(expected, [&](partition const& p) { return has(p, a) || has(p, b); });
                expected.push_back({0, both});
                bool const can_merge = can_contract(dag.g, expected);
                REQUIRE(vertices.merge(a, b) == can_merge);
                REQUIRE((vertices.find(a) == vertices.find(b)) == can_merge);
            }
        }
    }
}

TEST_CASE("contracted_order: a merge that failed can succeed once what was between is in") {
    graph g;
    node_id const a = g.call_function("user.f", {}), b = g.call_function("user.f", {arg::node(a)});
    node_id const c = g.call_function("user.f", {arg::node(a), arg::node(b)});
    detail::contracted_order vertices(g);
    for (node_id const n : {c, b, a})
        vertices.add(n);
    CHECK_FALSE(vertices.merge(a, c));
    CHECK_FALSE(vertices.merge(c, a));
    CHECK(vertices.merge(a, b));
    CHECK(vertices.merge(vertices.find(a), c));
    CHECK(vertices.size(vertices.find(b)) == 3);
}

} // namespace
