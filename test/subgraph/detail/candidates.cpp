#include <graft/subgraph/detail/candidates.hpp>

#include <doctest/doctest.h>

#include "../../pattern/fx_graph.hpp"

#include <vector>

using namespace graft;

namespace {

struct candidates_of {
    candidates_of(graph const& given, graph const& pattern)
        : g(given), p(pattern, false, false), index(g, p, false), groups(p, index, false, false),
          binding(g, p, index, false), candidates(g, p, index, groups, false, {}) {}
    std::vector<std::string> names(std::size_t anchor) {
        std::vector<std::string> found;
        for (node_id const n : candidates[candidates.of(anchor, binding)].nodes)
            found.emplace_back(g.name(n));
        return found;
    }

    graph g;
    detail::subgraph_pattern p;
    detail::subgraph_index index;
    detail::subgraph_groups groups;
    detail::subgraph_binding binding;
    detail::subgraph_candidates candidates;
};
using texts = std::vector<std::string>;

graph const siblings = fx_graph(
    {"p", "q", "r0 = relu.default(%p,)", "e0 = exp.default(%p,)", "e1 = exp.default(%q,)", "e2 = exp.default(%p,)"},
    "(e2, e1, e0, r0)");

} // namespace

TEST_CASE("subgraph_candidates: a connected anchor is looked for among the users of what is bound") {
    candidates_of c{siblings, fx_graph({"x", "r = relu.default(%x,)", "e = exp.default(%x,)"}, "(r, e)")};
    CHECK(c.names(0) == texts{"r0"});
    REQUIRE(c.binding.bind(c.p.anchors[0], c.g.at("r0"), {}, {}));
    CHECK(c.names(1) == texts{"e0", "e2"});
    CHECK(c.candidates.of(1, c.binding) == c.candidates.of(1, c.binding));
}

TEST_CASE("subgraph_candidates: an anchor apart has all its candidates, and what they have in common") {
    candidates_of c{siblings, fx_graph({"x", "y", "r = relu.default(%x,)", "e = exp.default(%y,)"}, "(r, e)")};
    CHECK(c.names(1) == texts{"e0", "e1", "e2"});
    CHECK(c.candidates[c.candidates.of(1, c.binding)].common.empty());
    auto const& of_relu = c.candidates[c.candidates.of(0, c.binding)].common;
    CHECK(of_relu.size() == 2);
}

TEST_CASE("subgraph_candidates: what does not match by itself is none") {
    candidates_of c{
        fx_graph({"p", "a = add.Tensor(%p, 1)", "b = add.Tensor(%p, 2)", "r = relu.default(%p,)"}, "(a, b, r)"),
        fx_graph({"x", "y", "r = relu.default(%x,)", "s = add.Tensor(%y, 2)"}, "(r, s)")};
    CHECK(c.names(1) == texts{"b"});
}

TEST_CASE("subgraph_routes: an anchor is reached from the nearest node that is bound before it") {
    detail::subgraph_pattern const p{
        fx_graph({"x", "y", "a = relu.default(%x,)", "b = add.Tensor(%x, %y)", "c = exp.default(%y,)"}, "(a, c, b)"),
        false, false};
    detail::subgraph_routes const routes{p};
    CHECK(routes[0].from == no_node);
    // c: from x to its user b, to b's input y, to y's user c.
    CHECK(routes[1].from == p.g.at("x"));
    REQUIRE(routes[1].steps.size() == 3);
    CHECK(routes[1].steps[0].to == p.g.at("b"));
    CHECK(routes[1].steps[0].to_user);
    CHECK(routes[1].steps[1].to == p.g.at("y"));
    CHECK_FALSE(routes[1].steps[1].to_user);
    CHECK(routes[1].steps[2].to == p.g.at("c"));
    CHECK(routes[2].steps.size() == 1);
}

TEST_CASE("subgraph_routes: what nothing connects has no route") {
    detail::subgraph_pattern const p{fx_graph({"x", "y", "a = relu.default(%x,)", "b = relu.default(%y,)"}, "(a, b)"),
                                     false, false};
    CHECK(detail::subgraph_routes{p}[1].from == no_node);
}
