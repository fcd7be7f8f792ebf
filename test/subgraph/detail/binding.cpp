#include <graft/subgraph/detail/binding.hpp>

#include "../../pattern/fx_graph.hpp"

#include <doctest/doctest.h>

#include <vector>

using namespace graft;

namespace {

struct bound_pair {
    bound_pair(graph const& given, graph const& pattern, bool ignore_literals = false)
        : g(given), p(pattern, false, false), index(g, p, false), binding(g, p, index, ignore_literals) {}
    bool bind(char const* name) { return binding.bind(p.anchors[0], g.at(name), {}, {}); }

    graph g;
    detail::subgraph_pattern p;
    detail::subgraph_index index;
    detail::subgraph_binding binding;
};

} // namespace

TEST_CASE("subgraph_binding: binds what an anchor is computed from, and undo unbinds it") {
    bound_pair m{fx_graph({"p", "a = relu.default(%p,)", "b = exp.default(%a,)"}, "b"),
                 fx_graph({"x", "r = relu.default(%x,)", "e = exp.default(%r,)"}, "e")};
    REQUIRE(m.bind("b"));
    CHECK(m.binding.node(m.p.g.at("x")) == m.g.at("p"));
    CHECK(m.binding.owner(m.g.at("a")) == m.p.g.at("r"));
    CHECK(m.binding.is_computed(m.g.at("a")));
    CHECK_FALSE(m.binding.is_computed(m.g.at("p")));
    m.binding.undo(0);
    CHECK_FALSE(m.binding.is_bound(m.p.g.at("x")));
    CHECK(m.binding.owner(m.g.at("a")) == no_node);
}

TEST_CASE("subgraph_binding: two nodes of the pattern never stand for one") {
    bound_pair m{fx_graph({"p", "a = add.Tensor(%p, %p)"}, "a"), fx_graph({"x", "y", "s = add.Tensor(%x, %y)"}, "s")};
    CHECK_FALSE(m.bind("a"));
}

TEST_CASE("subgraph_binding: a placeholder stands for literals and lists, equal where it is repeated") {
    bound_pair equal{fx_graph({"a = add.Tensor(1, 1.0)"}, "a"), fx_graph({"x", "s = add.Tensor(%x, %x)"}, "s")};
    REQUIRE(equal.bind("a"));
    CHECK(equal.binding.value(equal.p.g.at("x")).integer() == 1);
    bound_pair other{fx_graph({"a = add.Tensor(1, 2)"}, "a"), fx_graph({"x", "s = add.Tensor(%x, %x)"}, "s")};
    CHECK_FALSE(other.bind("a"));
    bound_pair list{fx_graph({"p", "q", "c = cat.default([%p, %q],)"}, "c"),
                    fx_graph({"x", "s = cat.default(%x,)"}, "s")};
    REQUIRE(list.bind("c"));
    CHECK(list.binding.value(list.p.g.at("x")).size() == 2);
}

TEST_CASE("subgraph_binding: literals match by type and value unless they are ignored") {
    graph const g = fx_graph({"p", "a = add.Tensor(%p, 1)"}, "a"),
                pattern = fx_graph({"x", "s = add.Tensor(%x, True)"}, "s");
    CHECK_FALSE(bound_pair(g, pattern).bind("a"));
    CHECK(bound_pair(g, pattern, true).bind("a"));
}

TEST_CASE("subgraph_binding: nodes that are taken are not bound") {
    bound_pair m{fx_graph({"p", "a = relu.default(%p,)", "b = exp.default(%a,)"}, "b"),
                 fx_graph({"x", "r = relu.default(%x,)", "e = exp.default(%r,)"}, "e")};
    std::vector<std::uint8_t> taken(m.g.capacity(), 0);
    taken[m.g.at("p")] = 1;
    CHECK(m.binding.bind(m.p.anchors[0], m.g.at("b"), {}, taken));
    m.binding.undo(0);
    taken[m.g.at("a")] = 1;
    CHECK_FALSE(m.binding.bind(m.p.anchors[0], m.g.at("b"), {}, taken));
}
