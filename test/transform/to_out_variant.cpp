#include <graft/transform/to_out_variant.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/verify.hpp>
#include <graft/io/pt2/writer.hpp>
#include <graft/io/pte/emit.hpp>
#include <graft/ir/text/parse.hpp>
#include <graft/ir/text/print.hpp>
#include <graft/lower/cpu_library.hpp>
#include <graft/lower/cpu_ops.hpp>
#include <graft/memory/greedy.hpp>
#include <graft/memory/lifetime.hpp>
#include <graft/runtime/interpreter.hpp>
#include <graft/runtime/pte/method.hpp>
#include <graft/transform/to_edge.hpp>

#include "../io/call_builder.hpp"
#include "../io/raises.hpp"
#include "check_rewrite.hpp"

#include <cstdint>
#include <limits>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using namespace graft;
using graft_test::call_builder;

tensor_spec const matrix = make_spec(dtype::f32, {2, 3});

op_info const* find_any(std::string_view name) {
    op_info const* const op = find_known_op<>(name);
    return op != nullptr ? op : find_out_variant(name, every_known_op<>());
}

// Both ways of running it, with and without planned memory, give what the program gave before.
void check_runs(exported_program const& before, exported_program const& after) {
    graft_test::check_sound(after);
    graft_test::check_same_outputs(before, after);
    std::vector<tensor> const inputs = graft_test::random_inputs(before);
    kernel_library const library = graft::cpu_library();
    std::vector<tensor> const expected = executor(before, library).run(inputs);
    memory_plan const plan = plan_greedy(find_lifetimes(after).values);
    std::vector<tensor> const planned = executor(after, library, &plan).run(inputs);
    run_values const interpreted = plain_interpreter(library).run(after, inputs);
    REQUIRE(planned.size() == expected.size());
    REQUIRE(interpreted.size() == expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        CHECK(compare(expected[i], planned[i]).agrees());
        CHECK(compare(expected[i], interpreted[i].tensor()).agrees());
    }
}

// So does what is written for ExecuTorch's runtime.
void check_runs_as_pte(exported_program const& before, exported_program const& after) {
    std::vector<tensor> const inputs = graft_test::random_inputs(before);
    kernel_library const library = graft::cpu_library();
    std::vector<tensor> const expected = executor(before, library).run(inputs);
    pte_program const written = emit_pte(after);
    std::vector<tensor> const got = pte_method(written, "forward", library.kernels, find_cpu_op<>).run(inputs);
    REQUIRE(got.size() == expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i)
        CHECK(compare(expected[i], got[i]).agrees());
}

// The text is read as the same text again.
void check_text(exported_program const& program) {
    std::string const text = fx_text(program.graph());
    CHECK(fx_text(parse(text, find_any)) == text);
}

TEST_CASE("to_out_variant: a call writes to memory that it is given") {
    call_builder b;
    arg const x = b.input("x", matrix), y = b.input("y", matrix);
    arg const sum = b.call("aten::add.Tensor", {x, y}, {{"alpha", 2}});
    exported_program program = b.output({b.call("aten::relu", {sum})});
    exported_program const before = program;
    CHECK(to_out_variant(program) == 2);
    CHECK(fx_text(program.graph()) == R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %y : [num_users=1] = placeholder[target=y]
    %alloc : [num_users=1] = call_function[target=executorch.exir.memory.alloc](args = (((2, 3), torch.float32),), kwargs = {})
    %add_tensor : [num_users=1] = call_function[target=torch.ops.aten.add.out](args = (%x, %y), kwargs = {alpha: 2, out: %alloc})
    %alloc_1 : [num_users=1] = call_function[target=executorch.exir.memory.alloc](args = (((2, 3), torch.float32),), kwargs = {})
    %relu_default : [num_users=1] = call_function[target=torch.ops.aten.relu.out](args = (%add_tensor,), kwargs = {out: %alloc_1})
    return (relu_default,))");
    check_runs(before, program);
    check_runs_as_pte(before, program);
    check_text(program);
    CHECK(to_out_variant(program) == 0);
}

TEST_CASE("to_out_variant: several results have memory each, items and what makes a tensor too") {
    call_builder b;
    arg const x = b.input("x", matrix);
    arg const largest = b.call("aten::max.dim", {x, 1});
    arg const zeros = b.call("aten::full", {arg::list({2}), 0.5}, {{"dtype", dtype::f32}});
    arg const parts = b.call("aten::split_with_sizes_copy", {x, arg::list({1, 1})});
    exported_program program = b.output({b.item(largest, 1), b.call("aten::add.Tensor", {b.item(largest, 0), zeros}),
                                         b.call("aten::neg", {b.item(parts, 1)})});
    exported_program const before = program;
    CHECK(to_out_variant(program) == 5);
    CHECK(fx_text(program.graph()) == R"(graph():
    %x : [num_users=2] = placeholder[target=x]
    %alloc : [num_users=1] = call_function[target=executorch.exir.memory.alloc](args = (((2,), torch.float32),), kwargs = {})
    %alloc_1 : [num_users=1] = call_function[target=executorch.exir.memory.alloc](args = (((2,), torch.int64),), kwargs = {})
    %max_dim : [num_users=2] = call_function[target=torch.ops.aten.max.dim_max](args = (%x, 1), kwargs = {max: %alloc, max_values: %alloc_1})
    %alloc_2 : [num_users=1] = call_function[target=executorch.exir.memory.alloc](args = (((2,), torch.float32),), kwargs = {})
    %full_default : [num_users=1] = call_function[target=torch.ops.aten.full.out](args = ([2], 0.5), kwargs = {out: %alloc_2})
    %alloc_3 : [num_users=1] = call_function[target=executorch.exir.memory.alloc](args = (((1, 3), torch.float32),), kwargs = {})
    %alloc_4 : [num_users=2] = call_function[target=executorch.exir.memory.alloc](args = (((1, 3), torch.float32),), kwargs = {})
    %split_with_sizes_copy_default : [num_users=0] = call_function[target=torch.ops.aten.split_with_sizes_copy.out](args = (%x, [1, 1]), kwargs = {out: [%alloc_3, %alloc_4]})
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%max_dim, 1), kwargs = {})
    %getitem_1 : [num_users=1] = call_function[target=operator.getitem](args = (%max_dim, 0), kwargs = {})
    %alloc_5 : [num_users=1] = call_function[target=executorch.exir.memory.alloc](args = (((2,), torch.float32),), kwargs = {})
    %add_tensor : [num_users=1] = call_function[target=torch.ops.aten.add.out](args = (%getitem_1, %full_default), kwargs = {out: %alloc_5})
    %alloc_6 : [num_users=1] = call_function[target=executorch.exir.memory.alloc](args = (((1, 3), torch.float32),), kwargs = {})
    %neg_default : [num_users=1] = call_function[target=torch.ops.aten.neg.out](args = (%alloc_4,), kwargs = {out: %alloc_6})
    return (getitem, add_tensor, neg_default))");
    check_runs(before, program);
    check_runs_as_pte(before, program);
    check_text(program);
}

// As a step of training has it, of whose first layer nobody asks the gradient of the input.
TEST_CASE("to_out_variant: a result that is left out has memory of no elements") {
    call_builder b;
    arg const dy = b.input("dy", make_spec(dtype::f32, {2, 3, 5})), x = b.input("x", make_spec(dtype::f32, {2, 2, 7}));
    arg const w = b.input("w", make_spec(dtype::f32, {3, 2, 3}));
    arg const one = arg::list({1}), zero = arg::list({0}), mask = arg::list({false, true, true});
    arg const gradients =
        b.call("aten::convolution_backward", {dy, x, w, arg::list({3}), one, zero, one, false, zero, 1, mask});
    exported_program program = b.output({b.item(gradients, 1), b.item(gradients, 2)});
    exported_program const before = program;
    CHECK(to_out_variant(program) == 1);
    CHECK(fx_text(program.graph()).find("memory.alloc](args = (((0,), torch.float32),), kwargs = {})") !=
          std::string::npos);
    check_runs(before, program);
    check_runs_as_pte(before, program);
    check_text(program);
}

TEST_CASE("to_out_variant: what is written lies as its readers were told") {
    call_builder b;
    arg const x = b.input("x", matrix);
    arg const turned = b.call("aten::neg", {b.call("aten::permute", {x, arg::list({1, 0})})});
    exported_program program = b.output({b.call("aten::as_strided", {turned, arg::list({4}), arg::list({1})})});
    exported_program const before = program;
    CHECK(to_out_variant(program) == 1);
    check_runs(before, program);
}

TEST_CASE("to_out_variant: memory is for the largest sizes") {
    call_builder b;
    sym_int const n = symbol("s0");
    arg const x = b.input("x", make_spec(dtype::f32, {n, 3}));
    exported_program program = b.output({b.call("aten::neg", {b.call("aten::mul.Tensor", {x, x})})});
    CHECK(missing_out_variants(program).size() == 2);
    CHECK(missing_out_variants(program)[0].reason == "the sizes of its result have no upper bound");
    program.range_constraints.push_back({symbol("s0"), {0, std::numeric_limits<std::int64_t>::max() - 1}});
    CHECK(missing_out_variants(program).size() == 2);
    program.range_constraints[0].range = {2, 16};
    exported_program const before = program;
    CHECK(to_out_variant(program) == 2);
    CHECK(room_of(program.graph(), program.graph().at("alloc")).sizes == std::vector<std::int64_t>{16, 3});
    check_runs(before, program);
    check_runs_as_pte(before, program);
}

TEST_CASE("to_out_variant: what writes to arguments, shows them or computes numbers stays") {
    call_builder b;
    arg const x = b.input("x", matrix);
    arg const y = b.call("aten::neg", {x});
    arg const view = b.call("aten::view", {y, arg::list({6})});
    exported_program program = b.output({b.call("aten::relu_", {view})});
    exported_program const before = program;
    CHECK(to_out_variant(program) == 1);
    CHECK(program.graph().target(program.graph().at("view_default")).name == "aten::view");
    CHECK(program.graph().target(program.graph().at("relu__default")).name == "aten::relu_");
    check_runs(before, program);
}

TEST_CASE("to_out_variant: parts that share storage unsaid stay: what is taken of one may lie beyond it") {
    call_builder b;
    arg const parts = b.call("aten::unsafe_split.Tensor", {b.call("aten::neg", {b.input("x", matrix)}), 1});
    arg const beyond = b.call("aten::as_strided", {b.item(parts, 0), arg::list({2}), arg::list({4})});
    exported_program program = b.output({b.call("aten::neg", {beyond})});
    exported_program const before = program;
    CHECK(to_out_variant(program) == 2);
    check_runs(before, program);
}

TEST_CASE("to_out_variant: what has none is told all at once, or left") {
    call_builder b;
    arg const x = b.input("x", matrix);
    arg const dropped = b.call("aten::dropout", {x, 0.5, false});
    arg const spread = b.call("aten::var", {b.call("aten::neg", {dropped}), true});
    exported_program program = b.output({spread});
    std::string const before = fx_text(program.graph());
    CHECK(graft_test::raised([&] { to_out_variant(program); }) ==
          "graft: to_out_variant: missing out-variants:\n"
          "  aten::dropout at %dropout_default: it has no out-variant\n"
          "  aten::var at %var_default: it has no out-variant; this overload has: aten::var.correction_out(Tensor "
          "self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False, Tensor(a!) out) -> Tensor(a!)");
    CHECK(fx_text(program.graph()) == before);
    exported_program const functional = program;
    CHECK(to_out_variant(program, true) == 1);
    check_runs(functional, program);
}

TEST_CASE("to_out_variant: what calls write to has no place in a .pt2") {
    call_builder b;
    exported_program program = b.output({b.call("aten::neg", {b.input("x", matrix)})});
    to_out_variant(program);
    CHECK(graft_test::raised([&] {
              std::ostringstream out;
              write_pt2(out, program);
          }).find("the format has no memory that calls are given to write to") != std::string::npos);
}

TEST_CASE("to_out_variant: a list that is written is read item by item; what nothing is known of stays") {
    call_builder b;
    arg const x = b.input("x", matrix);
    arg const parts = b.call("aten::split_with_sizes_copy", {x, arg::list({1, 1})});
    exported_program program = b.output({parts, b.call("toy::unknown", {x})});
    std::vector<missing_out_variant> const missing = missing_out_variants(program);
    REQUIRE(missing.size() == 1);
    CHECK(missing[0].reason == "the list of its results is used as a whole");
}

TEST_CASE("to_out_variant: a list that is written has the sizes of its results, not what there is room for") {
    call_builder b;
    node_id const found = b.g().call_function(*find_known_op<>("aten::nonzero"), {b.input("x", matrix)});
    b.g().set_val(found, make_spec(dtype::i64, {symbol("u0"), 2}));
    arg const parts = b.call("aten::unbind_copy.int", {arg::node(found), 1});
    arg const sum = b.call("aten::add.Tensor", {b.item(parts, 0), b.item(parts, 1)});
    exported_program program = b.output({sum, b.call("aten::sum", {b.item(parts, 1)})});
    program.range_constraints.push_back({symbol("u0"), {0, 16}});
    exported_program const before = program;
    CHECK(to_out_variant(program) == 4);
    check_runs(before, program);
    check_runs_as_pte(before, program);
}

TEST_CASE("to_out_variant: what a region calls is looked for as it is inlined: autocast takes an einsum apart") {
    auto const missing_in = [](std::string const& region, std::string const& d) {
        exported_program program;
        program.module.graph = parse(
            "graph():\n    %x : f32[2, 2] = placeholder[target=x]\n    %body = get_attr[target=body]\n    %r : (" + d +
                "[2, 2],) = call_function[target=torch.ops.higher_order." + region +
                ", %body, %x), kwargs = {})\n    %item : " + d +
                "[2, 2] = call_function[target=operator.getitem](args = (%r, 0), kwargs = {})\n    return (%item,)",
            find_any);
        graph body = parse("graph():\n    %x : f32[2, 2] = placeholder[target=x]\n    %einsum : " + d +
                               "[2, 2] = call_function[target=torch.ops.aten.einsum.default](args = (\"ij,jk->ik\", "
                               "[%x, %x]), kwargs = {})\n    return (%einsum,)",
                           find_any);
        program.module.submodules.push_back({"body", {std::move(body), {}}});
        graph_module const before = program.module;
        std::vector<missing_out_variant> const missing = missing_out_variants(program);
        CHECK(program.module == before);
        return missing.empty() ? std::string() : missing[0].op;
    };
    CHECK(missing_in("wrap_with_autocast](args = (\"cpu\", torch.bfloat16, True, False", "bf16") == "");
    CHECK(missing_in("wrap_with_set_grad_enabled](args = (False", "f32") == "aten::einsum");
}

TEST_CASE("to_out_variant: what lies otherwise than row by row is given memory, unless an unknown op may write to it") {
    call_builder b;
    tensor_spec turned = make_spec(dtype::f32, {2, 3});
    turned.strides = {1, 2};
    arg const x = b.input("x", turned);
    arg const apart = b.call("aten::neg", {x}), given = b.call("aten::neg", {x});
    arg const unknown = b.call("toy::unknown", {given});
    b.g().set_val(static_cast<node_id>(unknown.bits), make_spec(dtype::f32, {2, 3}));
    b.call("aten::relu_", {given});
    exported_program program = b.output({apart, unknown});
    CHECK(missing_out_variants(program).empty());
    to_out_variant(program);
    CHECK(program.graph().target(static_cast<node_id>(apart.bits)).name == "aten::neg.out");
    CHECK(program.graph().target(static_cast<node_id>(given.bits)).name == "aten::neg");
}

TEST_CASE("to_out_variant: a program of the Backend dialect stays one") {
    call_builder b;
    arg const x = b.input("x", matrix), y = b.input("y", make_spec(dtype::f32, {3, 4}));
    exported_program program = b.output({b.call("aten::relu", {b.call("aten::mm", {x, y})})});
    program.verifiers = {"EDGE"};
    set_dialect(program.graph(), dialect_tag::backend);
    REQUIRE(verify_backend(program).empty());
    to_out_variant(program);
    for (violation const& v : verify_backend(program))
        FAIL_CHECK(text(v));
}

} // namespace
