#include <graft/subgraph/detail/pattern.hpp>

#include "../../pattern/fx_graph.hpp"

#include <graft/core/error.hpp>

#include <doctest/doctest.h>

using namespace graft;

namespace {

std::string error_of(graph const& g, bool named = false) {
    try {
        detail::subgraph_pattern{g, false, named};
    } catch (error const& e) {
        return e.sentence();
    }
    return "";
}

} // namespace

TEST_CASE("subgraph_pattern: anchors are the returned nodes that nothing else uses, in the order returned") {
    detail::subgraph_pattern const p{
        fx_graph({"x", "a = relu.default(%x,)", "b = exp.default(%a,)", "c = neg.default(%x,)"}, "(c, a, b, c)"), false,
        false};
    REQUIRE(p.returning.size() == 3);
    REQUIRE(p.anchors.size() == 2);
    CHECK(p.g.name(p.anchors[0]) == "c");
    CHECK(p.g.name(p.anchors[1]) == "b");
    CHECK(p.is_returned(p.g.at("a")));
    CHECK_FALSE(p.is_returned(p.g.at("x")));
}

TEST_CASE("subgraph_pattern: with match_output the output is the anchor") {
    detail::subgraph_pattern const p{fx_graph({"x"}, "x"), true, false};
    REQUIRE(p.anchors.size() == 1);
    CHECK(p.g.op(p.anchors[0]) == opcode::output);
}

TEST_CASE("subgraph_pattern: what is no pattern is refused in a sentence") {
    CHECK(error_of(graph{}) == "the pattern graph is empty");
    graph open;
    open.placeholder("x");
    CHECK(error_of(open) == "the pattern graph does not end with an output");
    graph dead;
    node_id const x = dead.placeholder("x");
    dead.call_function("operator.neg", {arg::node(x)});
    dead.output(arg::node(x));
    CHECK(error_of(dead) == "the pattern graph holds dead code: nothing uses 'neg'");
}

TEST_CASE("subgraph_pattern: named outputs are taken off what the pattern returns") {
    detail::subgraph_pattern const p{
        fx_graph({"x", "a = relu.default(%x,)", "b = exp.default(%a,)"}, "(b, {'first': a, 'last': b})"), false, true};
    CHECK(p.returning.size() == 1);
    REQUIRE(p.names.size() == 2);
    CHECK(p.names[0].name == "first");
    CHECK(p.g.name(p.names[1].node) == "b");
}

TEST_CASE("subgraph_pattern: named outputs that are none are refused") {
    CHECK(error_of(fx_graph({"x", "a = relu.default(%x,)"}, "a"), true) ==
          "a pattern with named outputs returns a tuple of at least two");
    CHECK(error_of(fx_graph({"x", "a = relu.default(%x,)"}, "(a, a)"), true) ==
          "the last of a pattern's named outputs is a dict of names");
    CHECK(error_of(fx_graph({"x", "a = relu.default(%x,)"}, "(a, {'k': 1})"), true) ==
          "the pattern's output 'k' is not a node");
    CHECK(error_of(fx_graph({"x", "a = relu.default(%x,)", "b = exp.default(%x,)"}, "(a, {'k': b})"), true) ==
          "the pattern graph holds dead code: only its name uses 'b'");
}
