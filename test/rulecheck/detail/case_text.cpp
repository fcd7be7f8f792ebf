#include <graft/rulecheck/detail/case_text.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/aten.hpp>
#include <graft/symbolic/spec_of.hpp>

#include "../../runtime/tensors.hpp"

namespace {

using namespace graft;
using namespace graft_test;

TEST_CASE("case_text: tensors have dtype, sizes and elements, no more digits than their dtype") {
    CHECK(detail::elements_text(f32({2}, {0.1f, -0.0f})) == "f32[2]: 0.100000001 -0");
    CHECK(detail::elements_text(tensor::full({1}, dtype::f16, scalar(0.1))) == "f16[1]: 0.099976");
    CHECK(detail::elements_text(b8({2}, {true, false})) == "b8[2]: True False");
    CHECK(detail::elements_text(iota({9})) == "f32[9]: 0 1 2 3 4 5 6 7 ...");
    CHECK(detail::elements_text(i64({}, {std::numeric_limits<std::int64_t>::max()})) == "i64[]: 9223372036854775807");
}

TEST_CASE("case_text: a case is told with its inputs, both sides and what they give") {
    rule_case inputs(1);
    inputs[0].what = case_decision::kind::tensor;
    inputs[0].name = "x";
    inputs[0].data = f32({1}, {2});
    side_outcome outcome;
    node_id const x = outcome.before.placeholder("x");
    outcome.before.set_val(x, spec_of(inputs[0].data));
    node_id const sum = outcome.before.call_function(aten::add.Tensor.info(), {arg::node(x), 1}, {{"alpha", 2}});
    infer_all(outcome.before);
    outcome.before.output(arg::node(sum));
    outcome.left = f32({1}, {4});
    outcome.fault = side_fault::raised;
    outcome.reason = "it cannot be built";
    CHECK(detail::case_text(inputs, outcome) == "    x is f32[1]: 2\n"
                                                "    left:  %add_tensor = aten::add.Tensor(%x, 1, alpha=2) : f32[1]\n"
                                                "    left gives  f32[1]: 4\n"
                                                "    right: it cannot be built\n");
}

} // namespace
