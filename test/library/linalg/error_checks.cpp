#include <graft/library/linalg/error_checks.hpp>

#include <doctest/doctest.h>

#include <graft/ir/graph.hpp>
#include <graft/ir/program.hpp>
#include <graft/library/every_op.hpp>

#include "../../runtime/test_program.hpp"

#include <string_view>

namespace {

using namespace graft;
using namespace graft_test;

// What PyTorch makes of an inverse, whose error `checked` says what raises.
exported_program inverse(std::string_view checked) {
    graph g;
    node_id const token = g.placeholder("token"), x = g.placeholder("x");
    g.set_val(x, f32_spec({2, 2}));
    node_id const call = g.call_function(*find_cpu_op<every_op>("aten::linalg_inv_ex"), {arg::node(x)});
    node_id const result = g.call_function("operator.getitem", {arg::node(call), 0});
    node_id const info = g.call_function("operator.getitem", {arg::node(call), 1});
    node_id const check = g.call_function("torch.ops.higher_order.with_effects",
                                          {arg::node(token), checked, arg::node(info), "linalg.inv"});
    node_id const next = g.call_function("operator.getitem", {arg::node(check), 0});
    g.output(arg::list({arg::node(next), arg::node(result)}));
    exported_program program = make_program(std::move(g));
    program.signature.inputs[0].kind = input_kind::token;
    program.signature.outputs[0].kind = output_kind::token;
    return program;
}

TEST_CASE("merge_error_checks: the call raises its error itself, and the tokens are gone") {
    exported_program program = inverse("torch.ops.aten._linalg_check_errors.default");
    CHECK(merge_error_checks(program) == 1);
    graph const& g = program.graph();
    CHECK(bool{g.find_kwarg(g.arg(g.at("getitem"), 0).node(), "check_errors")->boolean()});
    CHECK(!g.find("with_effects").has_value());
    REQUIRE(program.signature.inputs.size() == 1);
    CHECK(program.signature.inputs[0].name == "x");
    REQUIRE(program.signature.outputs.size() == 1);
    CHECK(program.signature.outputs[0].name == "getitem");
    CHECK(g.arg(g.back(), 0).size() == 1);
    CHECK(merge_error_checks(program) == 0);
}

TEST_CASE("merge_error_checks: other effects stay") {
    exported_program program = inverse("torch.ops.aten._print.default");
    CHECK(merge_error_checks(program) == 0);
    CHECK(program.signature.inputs.size() == 2);
    CHECK(bool{program.graph().find("with_effects").has_value()});
}

} // namespace
