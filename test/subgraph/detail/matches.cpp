#include <graft/subgraph/detail/matches.hpp>

#include "../../pattern/fx_graph.hpp"

#include <graft/subgraph/subgraph_matcher.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace graft;

TEST_CASE("subgraph_matches: shows each match in turn, in the order in which it was found") {
    graph const g = fx_graph(
        {"p", "a = relu.default(%p,)", "b = exp.default(%a,)", "c = relu.default(%b,)", "d = exp.default(%c,)"}, "d");
    subgraph_matcher const matcher(fx_graph({"x", "r = relu.default(%x,)", "e = exp.default(%r,)"}, "e"));
    detail::subgraph_matches const matches = matcher.search(g);
    REQUIRE(matches.size() == 2);
    std::vector<std::string> seen;
    matches.for_each([&](internal_match const& m) {
        REQUIRE(m.nodes_map.size() == 3);
        CHECK(m.anchors.size() == 1);
        CHECK(m.name_node_map.empty());
        seen.emplace_back(g.name(m.placeholder_nodes.at(0).node()));
        seen.emplace_back(g.name(m.returning_nodes.at(0).node()));
    });
    CHECK(seen == std::vector<std::string>{"p", "b", "b", "d"});
}

TEST_CASE("subgraph_matches: a placeholder may stand for a literal") {
    auto const add = [](std::string const& alpha) {
        return parse_fx("graph():\n    %p : [num_users=1] = placeholder[target=p]\n"
                        "    %q : [num_users=1] = placeholder[target=q]\n"
                        "    %s : [num_users=1] = call_function[target=torch.ops.aten.slice.Tensor](args = (%p, " +
                        alpha + "), kwargs = {})\n    return (s, q)");
    };
    graph const g = add("0, 7");
    graph const pattern = parse_fx("graph():\n    %x : [num_users=1] = placeholder[target=x]\n"
                                   "    %n : [num_users=1] = placeholder[target=n]\n"
                                   "    %s : [num_users=1] = call_function[target=torch.ops.aten.slice.Tensor]"
                                   "(args = (%x, 0, %n), kwargs = {})\n    return s");
    std::size_t shown = 0;
    subgraph_matcher(pattern).search(g).for_each([&](internal_match const& m) {
        ++shown;
        CHECK(g.name(m.placeholder_nodes.at(0).node()) == "p");
        CHECK(m.placeholder_nodes.at(1).integer() == 7);
    });
    CHECK(shown == 1);
}

TEST_CASE("subgraph_matches: names that nothing stands for are left out") {
    graph const g = fx_graph({"p", "a = relu.default(%p,)"}, "a");
    graph pattern = fx_graph({"x", "r = relu.default(%x,)"}, "r");
    node_id const out = pattern.back(), r = pattern.prev(out);
    arg names(arg_kind::dict, {arg::node(r)});
    names.keys = {"relu"};
    std::vector<arg> const returned{arg::tuple({arg::node(r), names})};
    pattern.set_args(out, returned);
    std::vector<std::string> seen;
    subgraph_matcher(pattern, {.named_outputs = true}).search(g).for_each([&](internal_match const& m) {
        for (named_value const& named : m.name_node_map)
            seen.push_back(std::string(named.name) + "=" + std::string(g.name(named.value.node())));
    });
    CHECK(seen == std::vector<std::string>{"relu=a"});
}
