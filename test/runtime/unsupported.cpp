#include <graft/runtime/unsupported.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/aten/symbolic.hpp>
#include <graft/ir/text/parse.hpp>

#include "test_program.hpp"
#include "toy.hpp"

#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

constexpr kernel_library library{kernels_of<toy::dialect>(), {}};

TEST_CASE("unsupported: nothing is reported of a program that can run") {
    program_builder b;
    value const x = b.input("x", f32_spec({2}));
    exported_program const p = b.finish({b.item(toy::split_sign(toy::twice(x)), 1)});
    CHECK(unsupported_calls(p, library).empty());
    CHECK(text(unsupported_calls(p, library)).empty());
}

TEST_CASE("unsupported: every call that cannot run is reported, in order, with node and stack trace") {
    program_builder b;
    value const x = b.input("x", f32_spec({2}));
    value const a = toy::mystery(x);
    set_stack_trace(b.g(), a.id, "File \"model.py\", line 3\n    x = mystery(x)");
    value const good = toy::twice(a), c = toy::mystery(good);
    exported_program const p = b.finish({c});
    std::vector<unsupported_call> const found = unsupported_calls(p, library);
    REQUIRE(found.size() == 2);
    CHECK(found[0].op == "toy::mystery");
    CHECK(found[0].node == "mystery_default");
    CHECK(text(found) == R"(unsupported: toy::mystery at %mystery_default: there is no kernel for it
    File "model.py", line 3
        x = mystery(x)
unsupported: toy::mystery at %mystery_default_1: there is no kernel for it
)");
}

TEST_CASE("unsupported: each reason is told") {
    exported_program p;
    p.graph() =
        parse(R"(graph():
    %x : f32[2] = placeholder[target=x]
    %a : f32[2] = call_function[target=torch.ops.strange.op.default](args = (%x,), kwargs = {})
    %b : f32[2] = call_function[target=torch.ops.higher_order.cond](args = (%a,), kwargs = {})
    %c : f32[2] = call_method[target=relu](args = (%b,), kwargs = {})
    %d = call_function[target=torch.ops.toy.twice.default](args = (%c,), kwargs = {})
    %e = call_function[target=operator.getitem](args = (%d, 0), kwargs = {})
    %f : f32[2] = get_attr[target=weight]
    %true_graph_0 = get_attr[target=true_graph_0]
    return (%e,)
)",
              [](std::string_view name) { return name == toy::twice.info().name ? &toy::twice.info() : nullptr; });
    CHECK(text(unsupported_calls(p, library)) ==
          R"(unsupported: strange::op at %a: no op of this name is known
unsupported: torch.ops.higher_order.cond at %b: it is not an op with a schema
unsupported: relu at %c: it is not an op with a schema
unsupported: weight at %f: it is an attribute that the program does not have
unsupported: true_graph_0 at %true_graph_0: it is an attribute that the program does not have
)");
}

TEST_CASE("unsupported: of the first op that is not known, how to make it known") {
    auto const help = [](char const* op) {
        exported_program p;
        node_id const x = p.graph().placeholder("x");
        p.graph().call_function(op, {arg::node(x)});
        return unknown_op_help(p, library);
    };
    CHECK(help("toy::twise") ==
          "help: no op has the name 'toy::twise'; did you mean 'toy::twice'? An op of your own takes a dialect my_ops "
          "that has it, read_pt2(path, {.find_op = my_ops::find}), and a kernel_of; examples/12_own_op.cpp does so\n");
    CHECK(help("strange::op").starts_with("help: no op has the name 'strange::op'. An op of your own takes"));
    CHECK(help("toy::twice") ==
          "help: there is a kernel for 'toy::twice', but the program was read without its op; read_pt2(path) of "
          "<graft/lower/read_pt2.hpp> knows every op, read_pt2(path, {.find_op = my_ops::find}) those of your "
          "dialect\n");
    program_builder b;
    CHECK(unknown_op_help(b.finish({toy::mystery(b.input("x", f32_spec({2})))}), library).empty());
}

TEST_CASE("unsupported: sizes, what is computed of them, and a number out of a tensor need no kernel") {
    program_builder b;
    value const x = b.input("x", f32_spec({symbol{"s0"}, 2}));
    value const size = aten::sym_size.int_(x, 0);
    b.g().call_function("operator.mul", {arg::node(size.id), 2});
    b.g().set_val(aten::item(x).id, value_spec::of_integer(symbol{"u0"}));
    exported_program const p = b.finish({x});
    CHECK(unsupported_calls(p, library).empty());
}

TEST_CASE("unsupported: the graphs of control flow are looked into") {
    exported_program p;
    p.graph() = parse(R"(graph():
    %flag : b8[] = placeholder[target=flag]
    %x : f32[2] = placeholder[target=x]
    %true_graph_0 = get_attr[target=true_graph_0]
    %false_graph_0 = get_attr[target=false_graph_0]
    %cond = call_function[target=torch.ops.higher_order.cond](args = (%flag, %true_graph_0, %false_graph_0, (%x,)), kwargs = {})
    return (%cond,)
)");
    auto const branch = [](char const* op) {
        graph_module m;
        value const v = placeholder(m.graph, "v");
        output(m.graph, {std::string_view{op} == "twice" ? toy::twice(v) : toy::mystery(v)});
        return m;
    };
    p.module.submodules = {{"true_graph_0", branch("twice")}, {"false_graph_0", branch("mystery")}};
    CHECK(text(unsupported_calls(p, library)) ==
          "unsupported: toy::mystery at %mystery_default: there is no kernel for it\n");
}

} // namespace
