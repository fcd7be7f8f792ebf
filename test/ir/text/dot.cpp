#include <graft/ir/text/dot.hpp>

#include <doctest/doctest.h>

#include <graft/ir/text/parse.hpp>

#include "../toy.hpp"

#include <string>

namespace {

using namespace graft;

TEST_CASE("dot: a record for each node in the colour of its kind, an edge for each use") {
    graph const g = parse(R"(graph():
    %x : f32[2] = placeholder[target=x]
    %w = get_attr[target=w]
    %a = call_function[target=torch.ops.toy.add.Tensor](args = (%x, %x), kwargs = {})
    %m = call_module[target=layer](args = ([%a, %w],), kwargs = {})
    return (%m,)
)");
    CHECK(dot(g, "my \"graph\"") == R"dot(digraph "my \"graph\"" {
    rankdir=TB;
    node [shape=record, style="filled,rounded", fontname="sans-serif"];
    n1 [label="{%x|placeholder|f32[2]}", fillcolor="AliceBlue"];
    n2 [label="{%w|get_attr}", fillcolor="LightGrey"];
    n3 [label="{%a|torch.ops.toy.add.Tensor}", fillcolor="CadetBlue1"];
    n4 [label="{%m|call_module}", fillcolor="LemonChiffon1"];
    n5 [label="{%output|output}", fillcolor="PowderBlue"];
    n1 -> n3;
    n1 -> n3;
    n3 -> n4;
    n2 -> n4;
    n4 -> n5;
}
)dot");
}

TEST_CASE("dot: what a record gives a meaning to is escaped in names") {
    graph g;
    g.rename(g.placeholder("x"), "a{b}|<c>\"d\\");
    CHECK(dot(g).find(R"([label="{%a\{b\}\|\<c\>\"d\\|placeholder}")") != std::string::npos);
}

TEST_CASE("dot: an empty graph is a graph") { CHECK(dot(graph{}).substr(0, 16) == "digraph \"graph\" "); }

} // namespace
