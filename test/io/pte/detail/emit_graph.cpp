#include <graft/io/pte/detail/emit_graph.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/known_ops.hpp>
#include <graft/io/pt2/reader.hpp>
#include <graft/io/pte/emit.hpp>
#include <graft/io/pte/print.hpp>

#include "../../call_builder.hpp"
#include "../../raises.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace {

using namespace graft;

exported_program model(char const* name) {
    return read_pt2(GRAFT_TEST_DATA "/models/" + std::string(name) + "/model.pt2",
                    {.find_op = find_known_op<>, .model = {}});
}

std::size_t count(pte_plan const& plan, pte_action action) {
    return static_cast<std::size_t>(std::ranges::count(plan.chains[0].instructions, action, &pte_instruction::action));
}

TEST_CASE("pte_emit_graph: the branches of a cond write the same values, each jumped over") {
    pte_plan const plan = emit_pte(model("control_flow")).plans.at(0);
    // Two for each of three cond.
    CHECK(count(plan, pte_action::jump_false) == 6);
    CHECK(count(plan, pte_action::move) == 0);
    for (std::size_t i = 0; i < plan.chains[0].instructions.size(); ++i)
        if (pte_instruction const& jump = plan.chains[0].instructions[i]; jump.action == pte_action::jump_false)
            CHECK(static_cast<std::size_t>(jump.second) > i);
}

TEST_CASE("pte_emit_graph: arguments have the order of the out-variant, its results come twice") {
    pte_program const program = emit_pte(model("mlp"));
    pte_plan const& plan = program.plans.at(0);
    for (pte_instruction const& i : plan.chains[0].instructions)
        if (plan.operators[static_cast<std::size_t>(i.first)].full_name() == "aten::linear.out") {
            REQUIRE(i.arguments.size() == 5);
            CHECK(i.arguments[3] == i.arguments[4]);
            CHECK(std::get<pte_tensor>(plan.values[static_cast<std::size_t>(i.arguments[1])]).is_constant());
        }
    CHECK(text(program).find("aten::linear.out") != std::string::npos);
}

TEST_CASE("pte_emit_graph: a call of several results that is used as one value is an error") {
    graft_test::call_builder b;
    arg const x = b.input("x", make_spec(dtype::f32, {4, 3}));
    arg const parts = b.call("aten::split_copy.Tensor", {x, 2});
    node_id const sum = b.g().call_function(*find_known_op<>("aten::add.Tensor"), {parts, x});
    b.g().set_val(sum, make_spec(dtype::f32, {4, 3}));
    exported_program const program = b.output({arg::node(sum)});
    CHECK(graft_test::raised([&] { static_cast<void>(emit_pte(program)); }) ==
          "graft: a list of values is given where one value is needed [at %add_tensor]");
}

TEST_CASE("pte_emit_graph: operations on sizes are written by the names that ExecuTorch's runtime has") {
    graft_test::call_builder b;
    arg const rows = b.call("aten::sym_size.int", {b.input("x", make_spec(dtype::f32, {symbol("s0"), 4})), 0});
    arg const more = b.call("executorch_prims::add.int", {rows, 1});
    exported_program const program = b.output({more, b.call("executorch_prims::gt.int", {more, 7})});
    pte_plan const plan = emit_pte(program).plans.at(0);
    std::vector<std::string> names;
    for (pte_instruction const& i : plan.chains[0].instructions)
        names.push_back(plan.operators.at(static_cast<std::size_t>(i.first)).full_name());
    CHECK(names ==
          std::vector<std::string>{"aten::sym_size.int", "executorch_prim::add.Scalar", "executorch_prim::gt.Scalar"});
}

TEST_CASE("pte_emit_graph: a number that is only checked need not be one that ExecuTorch computes") {
    auto const emitted = [](bool used) {
        graft_test::call_builder b;
        arg const rows = b.call("aten::sym_size.int", {b.input("x", make_spec(dtype::f32, {symbol("s0"), 4})), 0});
        arg const more = b.call("executorch_prims::gt.int", {rows, 1});
        arg both = more;
        for (int const bound : {7, 9}) {
            both = b.call("operator.and_", {both, b.call("executorch_prims::lt.int", {rows, bound})});
            b.g().set_val(static_cast<node_id>(both.bits), *b.g().val(static_cast<node_id>(more.bits)));
        }
        b.call("aten::_assert_scalar", {both, "from 2 to 6 rows"});
        return text(emit_pte(b.output({used ? both : rows})));
    };
    CHECK(emitted(false).find("and_") == std::string::npos);
    CHECK(graft_test::raised([&] { static_cast<void>(emitted(true)); }) ==
          "graft: operator.and_: ExecuTorch has no operator for it [at %and_]");
}

} // namespace
