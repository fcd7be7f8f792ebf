#include <graft/pattern/subgraph_search.hpp>

#include "fx_graph.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>

using namespace graft;

namespace {

std::vector<internal_match> search(graph const& g, detail::subgraph_pattern const& p, bool remove_overlapping) {
    std::vector<internal_match> found;
    detail::subgraph_search(g, p, false, remove_overlapping, false, {}).run().for_each([&](internal_match const& m) { found.push_back(m); });
    return found;
}

std::vector<node_id> computed(detail::subgraph_pattern const& p, internal_match const& m) {
    std::vector<node_id> nodes;
    for (matched_value const& bound : m.nodes_map)
        if (p.is_compute(bound.pattern_node))
            nodes.push_back(bound.value.node());
    return nodes;
}

// Whether a path leads from the nodes to one of them again, through others.
bool comes_back(graph const& g, std::vector<node_id> const& nodes) {
    std::vector<char> inside(g.capacity(), 0), outside(g.capacity(), 0);
    for (node_id const n : nodes)
        inside[n] = 1;
    bool back = false;
    for (node_id const n : g.nodes())
        g.for_each_input(n, [&](node_id input) {
            if (outside[input] != 0 || inside[input] != 0) {
                if (inside[n] == 0)
                    outside[n] = 1;
                else if (outside[input] != 0)
                    back = true;
            }
        });
    return back;
}

// What is left of all matches when those that come back and those that overlap an earlier one go.
std::vector<std::vector<node_id>> first_ones(graph const& g, detail::subgraph_pattern const& p) {
    std::vector<std::vector<node_id>> kept;
    std::vector<char> taken(g.capacity(), 0);
    for (internal_match const& m : search(g, p, false)) {
        std::vector<node_id> const nodes = computed(p, m);
        if (comes_back(g, nodes) ||
            std::any_of(nodes.begin(), nodes.end(), [&](node_id n) { return taken[n] != 0; }))
            continue;
        for (node_id const n : nodes)
            taken[n] = 1;
        kept.push_back(nodes);
    }
    return kept;
}

graph random_graph(std::mt19937& random, std::size_t inputs, std::size_t calls, bool return_all) {
    graph g;
    std::vector<node_id> nodes;
    for (std::size_t i = 0; i < inputs; ++i)
        nodes.push_back(g.placeholder("p"));
    for (std::size_t i = 0; i < calls; ++i) {
        node_id const x = nodes[nodes.size() - 1 - random() % std::min<std::size_t>(nodes.size(), 5)];
        node_id const y = nodes[random() % nodes.size()];
        switch (random() % 4) {
        case 0: nodes.push_back(g.call_function("aten::add.Tensor", {arg::node(x), arg::node(y)})); break;
        case 1: nodes.push_back(g.call_function("aten::cat", {arg::list({arg::node(x), arg::node(y)})})); break;
        default: nodes.push_back(g.call_function("aten::relu", {arg::node(x)}));
        }
    }
    std::vector<arg> returned;
    for (std::size_t i = inputs; i < nodes.size(); ++i)
        if (return_all ? g.use_count(nodes[i]) == 0 : random() % 3 == 0)
            returned.push_back(arg::node(nodes[i]));
    g.output(arg::tuple(returned));
    return g;
}

} // namespace

TEST_CASE("subgraph_search: what is not looked for is what would be dropped, on random graphs") {
    std::size_t matches = 0;
    for (unsigned seed = 0; seed < 600; ++seed) {
        std::mt19937 random(seed);
        graph const g = random_graph(random, 2, 12, false);
        detail::subgraph_pattern const p{random_graph(random, 2 + seed % 2, 1 + seed % 4, true), false, false};
        std::vector<internal_match> all;
        std::vector<std::vector<node_id>> found;
        try {
            for (internal_match const& m : search(g, p, true))
                found.push_back(computed(p, m));
        } catch (error const&) {
            CHECK_THROWS_AS((void)search(g, p, false), error);
            continue;
        }
        CAPTURE(seed);
        CHECK(found == first_ones(g, p));
        matches += found.size();
    }
    CHECK(matches > 100);
}

TEST_CASE("subgraph_search: equal anchors with one candidate too few are not tried in every order") {
    graph g, pattern;
    node_id const p = g.placeholder("p"), x = pattern.placeholder("x");
    std::vector<arg> few, more;
    for (int i = 0; i < 29; ++i)
        few.push_back(arg::node(g.call_function("aten::relu", {arg::node(p)})));
    for (int i = 0; i < 30; ++i)
        more.push_back(arg::node(pattern.call_function("aten::relu", {arg::node(x)})));
    g.output(arg::tuple(few));
    pattern.output(arg::tuple(more));
    CHECK(search(g, {pattern, false, false}, true).empty());
    CHECK(search(g, {pattern, false, false}, false).empty());
    CHECK(search(pattern, {pattern, false, false}, true).size() == 1);
}

TEST_CASE("subgraph_search: a pattern of a hundred thousand nodes is no matter of the stack") {
    graph g;
    node_id last = g.placeholder("p");
    for (int i = 0; i < 100'000; ++i)
        last = g.call_function("aten::relu", {arg::node(last)});
    g.output(arg::node(g.call_function("aten::exp", {arg::node(last)})));
    auto const found = search(g, {g, false, false}, true);
    REQUIRE(found.size() == 1);
    CHECK(found[0].nodes_map.size() == 100'002);
}
