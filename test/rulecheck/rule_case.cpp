#include <graft/rulecheck/rule_case.hpp>

#include <doctest/doctest.h>

#include "../runtime/tensors.hpp"

namespace {

using namespace graft;
using namespace graft_test;

TEST_CASE("rule_case: the inputs come in the order of the placeholders, of a rewritten graph too") {
    case_graph made;
    node_id const a = made.graph.placeholder("a"), b = made.graph.placeholder("b");
    made.inputs.emplace(b, f32({1}, {2}));
    made.inputs.emplace(a, f32({1}, {1}));
    run_values const inputs = made.inputs_of(made.graph);
    REQUIRE(inputs.size() == 2);
    CHECK(show(inputs[0].tensor()) == "f32[1]: 1");
    graph copy = made.graph;
    copy.erase_node(a);
    run_values const left = made.inputs_of(copy);
    REQUIRE(left.size() == 1);
    CHECK(show(left[0].tensor()) == "f32[1]: 2");
}

} // namespace
