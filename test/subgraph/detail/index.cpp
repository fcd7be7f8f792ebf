#include <graft/subgraph/detail/index.hpp>

#include "../../pattern/fx_graph.hpp"

#include <doctest/doctest.h>

#include <vector>

using namespace graft;

namespace {

graph const graph_of_three = fx_graph(
    {"p", "w = get_attr", "a = relu.default(%p,)", "b = add.Tensor(%a, 2)", "relu_2 = neg.default(%b,)"}, "relu_2");

} // namespace

TEST_CASE("subgraph_index: positions follow the order, and an order against the inputs is seen") {
    detail::subgraph_pattern const p{fx_graph({"x", "a = relu.default(%x,)"}, "a"), false, false};
    graph g = graph_of_three;
    detail::subgraph_index const sorted{g, p, false};
    CHECK(sorted.is_topological());
    CHECK(sorted.position(g.at("p")) == 1);
    CHECK(sorted.position(g.at("b")) == 4);
    g.move_before(g.at("a"), g.at("p"));
    CHECK_FALSE(detail::subgraph_index{g, p, false}.is_topological());
}

TEST_CASE("subgraph_index: candidates call what the anchor calls, or have a name with the text in it") {
    detail::subgraph_pattern const p{fx_graph({"x", "a = relu.default(%x,)"}, "a"), false, false};
    graph const& g = graph_of_three;
    detail::subgraph_index const index{g, p, false};
    CHECK(index.candidates(p.anchors[0], {}) == std::vector<node_id>{g.at("a")});
    CHECK(index.candidates(p.anchors[0], "relu") == std::vector<node_id>{g.at("a"), g.at("relu_2")});
}

TEST_CASE("subgraph_index: a placeholder may stand for any node, or for placeholders only") {
    detail::subgraph_pattern const p{fx_graph({"x"}, "x"), false, false};
    graph const& g = graph_of_three;
    CHECK(detail::subgraph_index{g, p, false}.candidates(p.anchors[0], {}).size() == g.size());
    CHECK(detail::subgraph_index{g, p, true}.candidates(p.anchors[0], {}) == std::vector<node_id>{g.at("p")});
}

TEST_CASE("subgraph_index: calls that take literals are not plain") {
    detail::subgraph_pattern const p{fx_graph({"x", "a = relu.default(%x,)", "b = add.Tensor(%a, %x)"}, "b"), false,
                                     false};
    detail::subgraph_index const index{graph_of_three, p, false};
    CHECK(index.is_plain(p.g.at("a")));
    CHECK_FALSE(index.is_plain(p.g.at("b")));
}
