#include <graft/subgraph/parse_graph.hpp>

#include <graft/dialect/aten/unary.hpp>
#include <graft/ir/text/print.hpp>
#include <graft/ir/value.hpp>

#include <doctest/doctest.h>

using namespace graft;

TEST_CASE("parse_graph: reads FX's text and the lossless one") {
    graph g;
    output(g, {aten::neg(placeholder(g, "x"))});
    CHECK(fx_text(parse_graph(fx_text(g))) == fx_text(g));
    CHECK(fx_text(parse_graph(text(g))) == fx_text(g));
}
