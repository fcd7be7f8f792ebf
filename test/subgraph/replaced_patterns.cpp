#include <graft/subgraph/replaced_patterns.hpp>

#include <graft/ir/text/parse_fx.hpp>
#include <graft/subgraph/replace_pattern.hpp>

#include <doctest/doctest.h>

#include <vector>

using namespace graft;

TEST_CASE("replaced_patterns: says what was matched, by names that the erased nodes keep, and what is new") {
    graph g = parse_fx(R"(graph():
    %p : [num_users=1] = placeholder[target=p]
    %a : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%p, 2), kwargs = {})
    return a)");
    graph const pattern = parse_fx(R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %n : [num_users=1] = placeholder[target=n]
    %s : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%x, %n), kwargs = {})
    return s)");
    graph const replacement = parse_fx(R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %n : [num_users=1] = placeholder[target=n]
    %m : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%x, %n), kwargs = {})
    return m)");
    auto const done = replace_pattern(g, pattern, replacement);
    REQUIRE(done.size() == 1);
    CHECK(pattern.name(done[0].anchor) == "s");
    REQUIRE(done[0].nodes_map.size() == 3);
    CHECK(g.last_name(done[0].nodes_map[0].value.id()) == "a");
    CHECK(g.view(done[0].nodes_map[1].value).node() == g.at("p"));
    CHECK(g.view(done[0].nodes_map[2].value).integer() == 2);
    CHECK(done[0].replacements == std::vector<node_id>{g.at("m")});
}
