#include <graft/subgraph/detail/groups.hpp>

#include "../../pattern/fx_graph.hpp"

#include <doctest/doctest.h>

#include <vector>

using namespace graft;

namespace {

// The anchor before each in its group.
std::vector<std::size_t> groups_of(graph const& pattern, bool ignore_literals = false, graph const& g = graph{}) {
    detail::subgraph_pattern const p{pattern, false, false};
    detail::subgraph_index const index{g, p, false};
    detail::subgraph_groups const groups{p, index, ignore_literals, false};
    std::vector<std::size_t> before;
    for (std::size_t i = 0; i < p.anchors.size(); ++i)
        before.push_back(groups.before(i));
    return before;
}
constexpr std::size_t none = detail::subgraph_groups::none;
using numbers = std::vector<std::size_t>;

} // namespace

TEST_CASE("subgraph_groups: equal anchors of one value, or of values of their own, may be exchanged") {
    CHECK(groups_of(fx_graph({"x", "a = relu.default(%x,)", "b = relu.default(%x,)", "c = relu.default(%x,)"},
                             "(a, b, c)")) == numbers{none, 0, 1});
    CHECK(groups_of(fx_graph({"x", "y", "a = relu.default(%x,)", "b = relu.default(%y,)"}, "(a, b)")) ==
          numbers{none, 0});
    CHECK(groups_of(fx_graph({"x", "y", "a = add.Tensor(%x, %y)", "b = add.Tensor(%y, %x)"}, "(a, b)")) ==
          numbers{none, 0});
}

TEST_CASE("subgraph_groups: anchors that differ, or whose values do, may not") {
    CHECK(groups_of(fx_graph({"x", "a = relu.default(%x,)", "b = exp.default(%x,)"}, "(a, b)")) == numbers{none, none});
    CHECK(groups_of(fx_graph({"x", "a = add.Tensor(%x, 1)", "b = add.Tensor(%x, 2)"}, "(a, b)")) ==
          numbers{none, none});
    CHECK(groups_of(fx_graph({"x", "y", "a = relu.default(%x,)", "b = relu.default(%y,)", "c = exp.default(%y,)"},
                             "(a, b, c)")) == numbers{none, none, none});
}

TEST_CASE("subgraph_groups: ignored literals forbid it where a common value may be one") {
    graph const pattern = fx_graph({"x", "a = relu.default(%x,)", "b = relu.default(%x,)"}, "(a, b)");
    CHECK(groups_of(pattern, true) == numbers{none, 0});
    CHECK(groups_of(pattern, true, fx_graph({"a = relu.default(2,)"}, "a")) == numbers{none, none});
}
