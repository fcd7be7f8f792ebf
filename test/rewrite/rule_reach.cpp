#include <graft/rewrite/rule_reach.hpp>

#include <doctest/doctest.h>

#include "formula.hpp"

#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;

constexpr auto set =
    rules(rule<"second">(toy::relu(toy::sub(x, y)) >> x), rule<"first">(toy::add(x, y) >> toy::sub(x, y)),
          rule<"third">(toy::fma(x, y, y) >> toy::cat(list(x, y))), rule<"fourth">(toy::cat(list(x, y)) >> x));

TEST_CASE("rule_reach: a rule counts when all that it needs is there or made by one that counts") {
    graph const g = graph_of([](value a, value b, value) { return toy::relu(toy::add(a, b)); });
    CHECK(detail::rule_reach{g, detail::views_of(set)}.rules == std::vector<std::uint32_t>{0, 1});
    graph const h = graph_of([](value a, value b, value c) { return toy::fma(a, b, c); });
    CHECK(detail::rule_reach{h, detail::views_of(set)}.rules == std::vector<std::uint32_t>{2, 3});
}

TEST_CASE("rule_reach: an op that the graph knows by name only is there") {
    graph g;
    node_id const a = g.placeholder("a");
    g.output(arg::node(g.call_function("toy::fma", {arg::node(a), arg::node(a), arg::node(a)})));
    CHECK(detail::rule_reach{g, detail::views_of(set)}.rules == std::vector<std::uint32_t>{2, 3});
}

TEST_CASE("rule_reach: in a graph without calls no rule counts") {
    CHECK(detail::rule_reach{graph{}, detail::views_of(set)}.rules.empty());
}

} // namespace
