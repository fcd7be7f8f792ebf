#include <graft/ir/graph.hpp>

#include <doctest/doctest.h>

#include <graft/ir/compare.hpp>
#include <graft/ir/copy.hpp>
#include <graft/ir/eliminate_common_subexpressions.hpp>
#include <graft/ir/eliminate_dead_code.hpp>
#include <graft/ir/lint.hpp>
#include <graft/ir/text/parse.hpp>
#include <graft/ir/text/parse_fx.hpp>
#include <graft/ir/text/print.hpp>
#include <graft/ir/topological_sort.hpp>
#include <graft/meta/vec.hpp>

#include "random_fx_graph.hpp"

#include <random>
#include <string>
#include <vector>

namespace {

using namespace graft;

constexpr std::uint32_t seeds = 200;

graph random_graph(std::uint32_t seed) { return graft_test::random_fx_graph{seed}.make(3 + seed % 60); }

// Puts every node at a random place.
void shuffle(graph& g, std::uint32_t seed) {
    std::mt19937 random{seed};
    std::vector<node_id> nodes;
    for (node_id const n : g.nodes())
        nodes.push_back(n);
    for (node_id const n : nodes)
        g.move_before(n, nodes[random() % nodes.size()]);
}

TEST_CASE("random graphs: both texts are read as the graph that they were printed from") {
    for (std::uint32_t seed = 0; seed < seeds; ++seed) {
        graph const g = random_graph(seed);
        CAPTURE(fx_text(g));
        CHECK(parse(text(g), toy::find) == g);
        CHECK(parse_fx(fx_text(g), toy::find) == g);
        CHECK(lint(g).empty());
    }
}

TEST_CASE("random graphs: a copy is equal") {
    for (std::uint32_t seed = 0; seed < seeds; ++seed) {
        graph const g = random_graph(seed);
        graph copy;
        vec<node_id> twins;
        node_id const result = copy.output(graph_copy(g, copy, twins));
        copy.set_type(result, g.type(g.back()));
        CHECK(copy == g);
    }
}

TEST_CASE("random graphs: removing dead code and common subexpressions leaves nothing to remove") {
    for (std::uint32_t seed = 0; seed < seeds; ++seed) {
        graph g = random_graph(seed);
        (void)eliminate_common_subexpressions(g, [](node_id) { return false; });
        std::string once = fx_text(g);
        CHECK(eliminate_common_subexpressions(g, [](node_id) { return false; }) == 0);
        CHECK(fx_text(g) == once);
        (void)eliminate_dead_code(g);
        once = fx_text(g);
        CHECK(eliminate_dead_code(g) == 0);
        CHECK(fx_text(g) == once);
        CHECK(lint(g).empty());
    }
}

TEST_CASE("random graphs: both sorts give an order in which every node follows what it uses") {
    for (std::uint32_t seed = 0; seed < seeds; ++seed) {
        graph stable = random_graph(seed);
        std::string const sorted = fx_text(stable);
        stable_topological_sort(stable);
        CHECK(fx_text(stable) == sorted);
        shuffle(stable, seed);
        graph legal = stable;
        stable_topological_sort(stable);
        legalize_graph(legal);
        for (graph const* const g : {&stable, &legal}) {
            CHECK(g->size() == random_graph(seed).size());
            for (lint_finding const& fault : lint(*g))
                CHECK(fault.kind == lint_kind::misplaced_output);
        }
    }
}

} // namespace
