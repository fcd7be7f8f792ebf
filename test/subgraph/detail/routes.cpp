#include <graft/subgraph/detail/routes.hpp>

#include "../../pattern/fx_graph.hpp"

#include <doctest/doctest.h>

using namespace graft;

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
