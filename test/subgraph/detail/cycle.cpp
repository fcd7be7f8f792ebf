#include <graft/subgraph/detail/cycle.hpp>

#include "../../pattern/fx_graph.hpp"

#include <doctest/doctest.h>

using namespace graft;

namespace {

// Whether a path leads from the nodes named to one of them again, through others.
bool cycle(graph const& g, std::string const& relu, std::string const& exp) {
    detail::subgraph_pattern const p{fx_graph({"x", "y", "r = relu.default(%x,)", "e = exp.default(%y,)"}, "(r, e)"),
                                     false, false};
    detail::subgraph_index const index{g, p, false};
    detail::subgraph_binding binding{g, p, index, false};
    CHECK(binding.bind(p.anchors[0], g.at(relu), {}, {}));
    CHECK(binding.bind(p.anchors[1], g.at(exp), {}, {}));
    return detail::subgraph_cycle{g, p, index, binding}.found();
}

} // namespace

TEST_CASE("subgraph_cycle: a path that leaves the match and comes back is found") {
    graph const g = fx_graph({"p", "q", "r = relu.default(%p,)", "n = neg.default(%r,)", "m = neg.default(%n,)",
                              "e = exp.default(%m,)", "f = exp.default(%q,)"},
                             "(e, f)");
    CHECK(cycle(g, "r", "e"));
    CHECK_FALSE(cycle(g, "r", "f"));
}

TEST_CASE("subgraph_cycle: a path back is found whatever the order of the nodes") {
    graph g = fx_graph({"p", "r = relu.default(%p,)", "n = neg.default(%r,)", "e = exp.default(%n,)"}, "e");
    g.move_before(g.at("e"), g.at("r"));
    CHECK(cycle(g, "r", "e"));
}
