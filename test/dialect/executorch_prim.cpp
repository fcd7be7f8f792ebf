#include <graft/dialect/executorch_prim.hpp>

#include <graft/dialect/dialect.hpp>
#include <graft/dialect/infer.hpp>
#include <graft/dialect/known_ops.hpp>
#include <graft/dialect/sym_operation.hpp>
#include <graft/dialect/verify.hpp>
#include <graft/ir/text/parse_fx.hpp>
#include <graft/ir/value.hpp>
#include <graft/symbolic/math.hpp>

#include <doctest/doctest.h>

#include <iterator>
#include <string>
#include <string_view>

namespace {

using namespace graft;

struct prims : dialect<prims> {
    using members = executorch_prim::executorch_prim_ops;
};
struct documented_prims : dialect<documented_prims> {
    using members = executorch_prims::executorch_prims_ops;
};

value number(graph& g, std::string_view name, value_spec val) {
    value const made = placeholder(g, name);
    g.set_val(made.id, std::move(val));
    return made;
}

value_spec const& inferred(value v) {
    infer(*v.owner, v.id);
    return *v.owner->val(v.id);
}

TEST_CASE("executorch_prim: every op is an operation on symbolic numbers with its operands") {
    for (op_info const* const op : prims::ops()) {
        CAPTURE(op->name);
        sym_target const* const target = find_sym_target(op->name);
        REQUIRE(target != nullptr);
        CHECK(target->operands == op->arguments.size());
    }
    CHECK(prims::ops().size() == 21);
}

TEST_CASE("executorch_prim: numbers are computed, symbolic or not") {
    graph g;
    value const s = number(g, "s", value_spec::of_integer(symbol("s7")));
    value const t = number(g, "t", value_spec::of_boolean(1));
    CHECK(inferred(executorch_prim::add.Scalar(s, 1)).integer == sym_int(symbol("s7")) + 1);
    CHECK(inferred(executorch_prim::mul.Scalar(s, s)).integer == sym_int(symbol("s7")) * symbol("s7"));
    CHECK(inferred(executorch_prim::ge.Scalar(s, 1)) == value_spec::of_boolean(1));
    CHECK(inferred(executorch_prim::sym_not.Scalar(t)) == value_spec::of_boolean(0));
    CHECK(inferred(executorch_prim::ceil.Scalar(number(g, "r", sym_real(1.5)))) == value_spec::of_integer(2));
}

constexpr std::string_view documented[] = {
    "executorch_prims::add.int(SymInt a, SymInt b) -> SymInt",
    "executorch_prims::mul.int(SymInt a, SymInt b) -> SymInt",
    "executorch_prims::sub.int(SymInt a, SymInt b) -> SymInt",
    "executorch_prims::floordiv.int(SymInt a, SymInt b) -> SymInt",
    "executorch_prims::gt.int(SymInt a, SymInt b) -> bool",
    "executorch_prims::lt.int(SymInt a, SymInt b) -> bool",
    "executorch_prims::ge.int(SymInt a, SymInt b) -> bool",
    "executorch_prims::le.int(SymInt a, SymInt b) -> bool",
    "executorch_prims::eq.int(SymInt a, SymInt b) -> bool",
};

TEST_CASE("executorch_prims: the ops are those of the documentation, each an op of executorch_prim") {
    for (std::string_view const text : documented) {
        CAPTURE(text);
        op_info const* const op = find_known_op<>(text.substr(0, text.find('(')));
        REQUIRE(op != nullptr);
        CHECK(op->text == text);
        REQUIRE(op->original != nullptr);
        CHECK(op->original->name.starts_with("executorch_prim::"));
        CHECK(find_sym_target(*op) == find_sym_target(op->original->name));
        CHECK(find_sym_target(*op) == find_sym_target(op->name));
        CHECK(documented_prims::find(op->name) == op);
    }
    CHECK(documented_prims::ops().size() == std::size(documented));
}

// What an Edge program computes of the rows of a tensor: ((rows + 1) // 2) * (rows - 1), and whether that is more than 7.
constexpr std::string_view edge_text = R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %rows : [num_users=2] = call_function[target=torch.ops.aten.sym_size.int](args = (%x, 0), kwargs = {})
    %more : [num_users=1] = call_function[target=executorch.exir.dialects.edge._ops.executorch_prims.add.int](args = (%rows, 1), kwargs = {})
    %half : [num_users=1] = call_function[target=executorch.exir.dialects.edge._ops.executorch_prims.floordiv.int](args = (%more, 2), kwargs = {})
    %less : [num_users=1] = call_function[target=executorch.exir.dialects.edge._ops.executorch_prims.sub.int](args = (%rows, 1), kwargs = {})
    %size : [num_users=2] = call_function[target=executorch.exir.dialects.edge._ops.executorch_prims.mul.int](args = (%half, %less), kwargs = {})
    %large : [num_users=1] = call_function[target=executorch.exir.dialects.edge._ops.executorch_prims.gt.int](args = (%size, 7), kwargs = {})
    return (size, large))";

exported_program edge_program(op_lookup find) {
    exported_program program;
    program.verifiers = {"EDGE"};
    program.signature.inputs.push_back({input_kind::user_input, "x", {}, true, false, {}});
    for (char const* const name : {"size", "large"})
        program.signature.outputs.push_back({output_kind::user_output, name, {}, {}});
    graph& g = program.graph();
    g = parse_fx(edge_text, [&](std::string_view name) { return find == nullptr ? nullptr : find(name); });
    for (node_id const n : g.nodes()) {
        if (g.op(n) == opcode::placeholder)
            g.set_val(n, make_spec(dtype::f32, {symbol("s0"), 4}));
        else if (g.name(n) == "rows")
            g.set_val(n, value_spec::of_integer(symbol("s0")));
        else
            infer(g, n);
        if (g.name(n) == "rows")
            g.set_target(n, g.intern_target(aten::sym_size.int_.info(), dialect_tag::edge));
    }
    return program;
}

TEST_CASE("executorch_prims: calls are read and inferred, known to who reads them or not") {
    sym_int const s0 = symbol("s0");
    for (op_lookup const find : {op_lookup(find_known_op<>), op_lookup(nullptr)}) {
        exported_program const program = edge_program(find);
        graph const& g = program.graph();
        arg_ref const results = g.arg(g.back(), 0);
        CHECK(g.val(results[0].node())->integer == floor_div(s0 + 1, 2) * (s0 - 1));
        CHECK(g.val(results[1].node())->k == value_spec::kind::sym_bool);
    }
}

TEST_CASE("executorch_prims: a program that calls them is one of the Edge dialect") {
    exported_program program = edge_program(find_known_op<>);
    for (violation const& v : verify_edge(program))
        CHECK_MESSAGE(false, text(v));
    graph& g = program.graph();
    node_id const large = g.arg(g.back(), 0)[1].node();
    g.set_target(large, g.intern_target(executorch_prims::gt.int_.info(), dialect_tag::aten));
    REQUIRE(verify_edge(program).size() == 1);
    CHECK(verify_edge(program)[0].sentence == "the op executorch_prims::gt.int is no Edge op");
}

} // namespace
