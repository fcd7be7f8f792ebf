#include <graft/subgraph/detail/spans.hpp>

#include "../../pattern/fx_graph.hpp"

#include <doctest/doctest.h>

#include <random>
#include <vector>

using namespace graft;

namespace {

detail::subgraph_pattern const any_pattern{fx_graph({"x"}, "x"), false, false};

// By node whether it is computed from `from`, itself included.
std::vector<bool> downstream(graph const& g, node_id from) {
    std::vector<bool> reached(g.capacity(), false);
    reached[from] = true;
    for (node_id const n : g.nodes())
        g.for_each_input(n, [&](node_id input) {
            if (reached[input])
                reached[n] = true;
        });
    return reached;
}

} // namespace

TEST_CASE("subgraph_spans: on a chain every node depends on every other") {
    graph const g = fx_graph({"p", "a = relu.default(%p,)", "b = relu.default(%a,)", "c = relu.default(%b,)"}, "c");
    detail::subgraph_index const index{g, any_pattern, false};
    detail::subgraph_spans const spans{g, index};
    for (std::uint32_t at = 2; at <= 4; ++at)
        CHECK(spans.skip(g.at("b"), at) == detail::subgraph_spans::nowhere);
}

TEST_CASE("subgraph_spans: what is taken within a list is skipped by nothing") {
    graph const g = fx_graph({"p", "a = relu.default(%p,)", "c = cat.default([%a],)"}, "c");
    detail::subgraph_index const index{g, any_pattern, false};
    CHECK(detail::subgraph_spans{g, index}.skip(g.at("a"), 3) == 3);
}

TEST_CASE("subgraph_spans: only nodes that depend on each other are skipped, on random graphs") {
    for (unsigned seed = 0; seed < 200; ++seed) {
        std::mt19937 random(seed);
        graph g;
        std::vector<node_id> nodes{g.placeholder("p"), g.placeholder("q")};
        for (int i = 0; i < 14; ++i) {
            std::size_t const back = 1 + random() % std::min<std::size_t>(nodes.size(), 4);
            node_id const x = nodes[nodes.size() - back], y = nodes[random() % nodes.size()];
            nodes.push_back(random() % 3 == 0 ? g.call_function("aten::add.Tensor", {arg::node(x), arg::node(y)})
                                              : g.call_function("aten::relu", {arg::node(x)}));
        }
        g.output(arg::node(nodes.back()));
        detail::subgraph_index const index{g, any_pattern, false};
        detail::subgraph_spans const spans{g, index};
        for (node_id const a : nodes)
            for (node_id const b : nodes)
                if (g.op(a) == opcode::call_function && g.op(b) == opcode::call_function &&
                    spans.skip(a, index.position(b)) != index.position(b))
                    CHECK((downstream(g, a)[b] || downstream(g, b)[a]));
    }
}
