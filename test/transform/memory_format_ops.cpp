#include <graft/transform/memory_format_ops.hpp>

#include <doctest/doctest.h>

#include <graft/ir/text/print.hpp>

#include "../io/call_builder.hpp"
#include "check_rewrite.hpp"

namespace {

using namespace graft;
using graft_test::call_builder;

TEST_CASE("memory_format_ops: copies name their order of dimensions, and their format again") {
    call_builder b;
    arg const x = b.input("x", make_spec(dtype::f32, {2, 3, 4, 5}));
    arg const cast = b.call("aten::_to_copy", {x}, {{"dtype", dtype::f64}}),
              last = b.call("aten::clone", {x}, {{"memory_format", memory_format::channels_last}}),
              kept = b.call("aten::clone", {last}), empty = b.call("aten::empty.memory_format", {arg::list({2, 2})});
    exported_program program = b.output({cast, last, kept, empty});
    exported_program const before = program;
    graph& g = program.graph();
    CHECK(to_dim_order_ops(g) == 4);
    CHECK(fx_text(g) == R"(graph():
    %x : [num_users=2] = placeholder[target=x]
    %_to_copy_default : [num_users=1] = call_function[target=torch.ops.dim_order_ops._to_dim_order_copy.default](args = (%x,), kwargs = {dtype: torch.float64, dim_order: [0, 1, 2, 3]})
    %clone_default : [num_users=2] = call_function[target=torch.ops.dim_order_ops._clone_dim_order.default](args = (%x,), kwargs = {dim_order: [0, 2, 3, 1]})
    %clone_default_1 : [num_users=1] = call_function[target=torch.ops.dim_order_ops._clone_dim_order.default](args = (%clone_default,), kwargs = {dim_order: [0, 2, 3, 1]})
    %empty_memory_format : [num_users=1] = call_function[target=torch.ops.dim_order_ops._empty_dim_order.default](args = ([2, 2],), kwargs = {dim_order: [0, 1]})
    return (_to_copy_default, clone_default, clone_default_1, empty_memory_format))");
    for (node_id const n : g.nodes()) {
        value_spec const known = g.op(n) == opcode::call_function ? *g.val(n) : value_spec();
        infer(g, n);
        if (g.op(n) == opcode::call_function)
            CHECK(g.val(n)->tensor.strides == known.tensor.strides);
    }
    CHECK(to_memory_format_ops(g) == 4);
    CHECK(graft_test::calls(program) == graft_test::calls(before));
    CHECK(to_memory_format_ops(g) == 0);
}

TEST_CASE("memory_format_ops: an order of no format, strides of 0 and copies of numbers stay") {
    call_builder b;
    arg const x = b.input("x", make_spec(dtype::f32, {2, 3}));
    arg const turned = b.call("dim_order_ops::_clone_dim_order", {x}, {{"dim_order", arg::list({1, 0})}});
    arg const number = b.call("aten::_to_copy", {3});
    exported_program program = b.output({turned, b.call("aten::clone", {x}), number});
    CHECK(to_memory_format_ops(program.graph()) == 0);
    node_id const copy = program.graph().at("clone_default");
    value_spec spread = *program.graph().val(copy);
    spread.tensor.strides = {0, 1};
    program.graph().set_val(copy, spread);
    CHECK(to_dim_order_ops(program.graph()) == 0);
}

} // namespace
