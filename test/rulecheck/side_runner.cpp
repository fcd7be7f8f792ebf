#include <graft/rulecheck/side_runner.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/aten.hpp>
#include <graft/runtime/kernels/elementwise.hpp>
#include <graft/symbolic/spec_of.hpp>

#include "../runtime/tensors.hpp"

namespace {

using namespace graft;
using namespace graft_test;

constexpr auto x = var<"x">;
constexpr auto kernels = kernel_set<decltype(aten::add.Tensor), decltype(aten::neg.default_),
                                    decltype(aten::mul.Scalar), decltype(aten::sub.Tensor)>;

// The case `neg(neg(x))`.
case_graph twice_negated(tensor const& data) {
    case_graph made;
    node_id const input = made.graph.placeholder("x");
    made.graph.set_val(input, spec_of(data));
    made.inputs.emplace(input, data);
    node_id const inner = made.graph.call_function(aten::neg.default_.info(), {arg::node(input)});
    made.roots = {made.graph.call_function(aten::neg.default_.info(), {arg::node(inner)})};
    infer_all(made.graph);
    return made;
}

template <class Rule>
side_outcome outcome(Rule const& r, tensor const& data) {
    auto const set = rules(r);
    rule_view const view = set[0];
    return detail::side_runner(view, {kernel_table{kernels}, {}}).run(twice_negated(data));
}

constexpr auto twice = [](auto const& v) { return aten::neg.default_(aten::neg.default_(v)); };

TEST_CASE("run_sides: a right side that computes the same agrees, be it a value that is there or a call") {
    side_outcome const value = outcome(rule<"r">(twice(x) >> x), f32({2}, {1, -0.0f}));
    CHECK(value.matched);
    CHECK_FALSE(value.failed());
    CHECK(show(value.left) == show(value.right));
    side_outcome const call = outcome(rule<"r">(twice(x) >> aten::mul.Scalar(x, 1)), f32({2}, {1, 2}));
    CHECK((call.matched && !call.failed()));
}

TEST_CASE("run_sides: other values, dtypes and sizes are told apart") {
    CHECK(outcome(rule<"r">(twice(x) >> aten::neg.default_(x)), f32({2}, {1, 2})).fault == side_fault::values);
    CHECK(outcome(rule<"r">(twice(x) >> aten::mul.Scalar(x, 1.5)), i64({2}, {1, 2})).fault == side_fault::dtype);
}

TEST_CASE("run_sides: the promise of the rule is what its values are held to") {
    constexpr auto to_zero = rule<"r">(twice(x) >> aten::mul.Scalar(x, 0));
    CHECK(outcome(to_zero, f32({1}, {-0.0f})).fault == side_fault::none);
    CHECK(outcome(to_zero, f32({1}, {0.5f})).fault == side_fault::values);
    CHECK(outcome(to_zero.approx(1, 0), f32({1}, {0.5f})).fault == side_fault::none);
}

TEST_CASE("run_sides: a case that the rule's conditions leave out is not matched") {
    side_outcome const other = outcome(rule<"r">(twice(x) >> x, where(rank(x) == 3)), f32({2}, {1, 2}));
    CHECK_FALSE(other.matched);
    CHECK(other.reason == "the rule does not match");
}

TEST_CASE("run_sides: a right side that cannot be built fails") {
    side_outcome const literal = outcome(rule<"r">(twice(x) >> 1), f32({2}, {1, 2}));
    CHECK(literal.fault == side_fault::raised);
    side_outcome const raises =
        outcome(rule<"r">(twice(x) >> aten::mul.Scalar(x, compute([](match const&) -> arg {
                                                           raise(errc::invalid_argument, "no such number");
                                                       }))),
                f32({2}, {1, 2}));
    CHECK(raises.fault == side_fault::raised);
    CHECK(raises.reason.find("no such number") != std::string::npos);
}

} // namespace
