#include <graft/subgraph/any_pattern.hpp>

#include <graft/dialect/aten/unary.hpp>
#include <graft/ir/text/print.hpp>

#include <doctest/doctest.h>

#include <string>

using namespace graft;

TEST_CASE("any_pattern: graphs, patterns of rules and functions stand in one list") {
    graph const made = pattern_graph(aten::neg(var<"x0">));
    vec<graph> const graphs = detail::graphs_of({made, aten::neg(var<"x0">), [](auto x) { return aten::neg(x); }});
    REQUIRE(graphs.size() == 3);
    for (graph const& g : graphs)
        CHECK(fx_text(g) == fx_text(made));
}
