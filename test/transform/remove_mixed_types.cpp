#include <graft/transform/remove_mixed_types.hpp>

#include <doctest/doctest.h>

#include "../io/call_builder.hpp"
#include "check_rewrite.hpp"

namespace {

using namespace graft;
using graft_test::call_builder;

TEST_CASE("remove_mixed_types: operands are cast to the dtype of the result, and the result stays the same") {
    for (char const* const op : {"aten::add.Tensor", "aten::sub.Tensor", "aten::mul.Tensor", "aten::maximum"}) {
        CAPTURE(op);
        call_builder b;
        arg const x = b.input("x", make_spec(dtype::f32, {2, 3})), y = b.input("y", make_spec(dtype::i64, {3})),
                  z = b.input("z", make_spec(dtype::i32, {3}));
        exported_program program = b.output({b.call(op, {x, y}), b.call(op, {y, z}), b.call(op, {y, y})});
        exported_program const before = program;
        CHECK(remove_mixed_types(program.graph()) == 2);
        graph const& g = program.graph();
        for (node_id const n : g.nodes())
            if (g.target(n).name == op)
                CHECK(g.val(g.arg(n, 0).node())->tensor.dtype == g.val(g.arg(n, 1).node())->tensor.dtype);
        graft_test::check_same_outputs(before, program);
        CHECK(remove_mixed_types(program.graph()) == 0);
    }
}

TEST_CASE("remove_mixed_types: what compares, chooses or joins has operands of one dtype; conditions stay") {
    call_builder b;
    arg const x = b.input("x", make_spec(dtype::f32, {3})), y = b.input("y", make_spec(dtype::i16, {3})),
              z = b.input("z", make_spec(dtype::u8, {3}));
    arg const less = b.call("aten::lt.Tensor", {y, x});
    exported_program program =
        b.output({less, b.call("aten::where.self", {less, x, y}), b.call("aten::cat", {arg::list({y, z, y})})});
    exported_program const before = program;
    CHECK(remove_mixed_types(program.graph()) == 3);
    graph const& g = program.graph();
    for (node_id const n : g.nodes())
        if (g.target(n).name == "aten::where.self")
            CHECK(g.val(g.arg(n, 0).node())->tensor.dtype == dtype::boolean);
    graft_test::check_same_outputs(before, program);
}

TEST_CASE("remove_mixed_types: any op whose meta function promotes, but none of one tensor and a number") {
    call_builder b;
    arg const x = b.input("x", make_spec(dtype::f32, {3})), y = b.input("y", make_spec(dtype::i16, {3}));
    exported_program program = b.output(
        {b.call("aten::fmax", {x, y}), b.call("aten::logical_xor", {x, y}), b.call("aten::mul.Scalar", {y, 1.5})});
    exported_program const before = program;
    CHECK(remove_mixed_types(program.graph()) == 1);
    CHECK(graft_test::calls(program) == "_to_copy fmax logical_xor mul.Scalar");
    graft_test::check_same_outputs(before, program);
}

TEST_CASE("remove_mixed_types: dtypes that go together in the Edge dialect may stay") {
    call_builder b;
    arg const half = b.input("half", make_spec(dtype::f16, {3})), other = b.input("other", make_spec(dtype::bf16, {3})),
              flags = b.input("flags", make_spec(dtype::boolean, {3}));
    arg const admitted = b.call("aten::add.Tensor", {half, flags}), mixed = b.call("aten::add.Tensor", {half, other});
    exported_program program = b.output({admitted, mixed});
    exported_program const before = program;
    CHECK(remove_mixed_types(program.graph(), mixed_types::not_admitted) == 2);
    CHECK(graft_test::calls(program) == "add.Tensor _to_copy _to_copy add.Tensor");
    graft_test::check_same_outputs(before, program);
    CHECK(remove_mixed_types(program.graph(), mixed_types::not_admitted) == 0);
}

TEST_CASE("remove_mixed_types: a number that 16 bits do not hold is calculated with in 32") {
    call_builder b;
    arg const half = b.input("half", make_spec(dtype::f16, {3})), one = b.input("one", make_spec(dtype::f32, {}));
    arg const large = b.call("aten::full", {arg::list({}), 70000.0}),
              small = b.call("aten::full", {arg::list({}), 0.5});
    exported_program program =
        b.output({b.call("aten::mul.Tensor", {half, large}), b.call("aten::mul.Tensor", {half, one}),
                  b.call("aten::mul.Tensor", {half, small}), b.call("aten::mul.Tensor", {large, half})});
    CHECK(remove_mixed_types(program.graph(), mixed_types::not_admitted) == 6);
    CHECK(
        graft_test::calls(program) ==
        "full full _to_copy mul.Tensor _to_copy _to_copy mul.Tensor _to_copy _to_copy mul.Tensor _to_copy mul.Tensor");
    graft_test::check_sound(program);
    CHECK(remove_mixed_types(program.graph(), mixed_types::not_admitted) == 0);
}

// What torch gives: it adds in 16 bits, and multiplies and divides by the number as it is.
TEST_CASE("remove_mixed_types: a number that 16 bits do not hold is converted before it is added") {
    call_builder b;
    arg const half = b.input("half", make_spec(dtype::f16, {3})), one = b.input("one", make_spec(dtype::f32, {}));
    exported_program program = b.output(
        {b.call("aten::sub.Tensor", {half, one}, {{"alpha", 0.5}}), b.call("aten::floor_divide", {half, one})});
    CHECK(remove_mixed_types(program.graph()) == 3);
    CHECK(graft_test::calls(program) == "_to_copy sub.Tensor _to_copy floor_divide _to_copy");
    graft_test::check_sound(program);
}

TEST_CASE("remove_mixed_types: a call that is one of the Edge dialect in one dtype only computes in the widest") {
    call_builder b;
    arg const half = b.input("half", make_spec(dtype::f16, {2, 3})),
              weight = b.input("weight", make_spec(dtype::f32, {3}));
    arg const norm = b.call("aten::native_layer_norm", {half, arg::list({3}), weight, arg(), 1e-5});
    exported_program program = b.output({b.call("operator.getitem", {norm, 0})});
    exported_program const before = program;
    CHECK(remove_mixed_types(program.graph(), mixed_types::not_admitted) == 2);
    CHECK(graft_test::calls(program) == "_to_copy native_layer_norm getitem _to_copy");
    graft_test::check_same_outputs(before, program);
}

TEST_CASE("remove_mixed_types: a softmax that widens its result is that of its operand in f32") {
    for (char const* const op : {"aten::_softmax", "aten::_log_softmax"}) {
        CAPTURE(op);
        call_builder b;
        arg const x = b.input("x", make_spec(dtype::f16, {2, 3})), y = b.input("y", make_spec(dtype::f16, {2}));
        exported_program program = b.output({b.call(op, {x, 1, true}), b.call(op, {y, 0, false})});
        exported_program const before = program;
        CHECK(remove_mixed_types(program.graph(), mixed_types::not_admitted) == 1);
        graph const& g = program.graph();
        for (node_id const n : g.nodes())
            if (g.target(n).name == op) {
                CHECK(!g.arg(n, 2).boolean());
                CHECK(g.val(n)->tensor.dtype == g.val(g.arg(n, 0).node())->tensor.dtype);
            }
        graft_test::check_same_outputs(before, program);
    }
}

TEST_CASE("remove_mixed_types: an index is cast to i64 where the Edge dialect takes no other") {
    for (mixed_types const which : {mixed_types::all, mixed_types::not_admitted}) {
        call_builder b;
        arg const x = b.input("x", make_spec(dtype::f32, {5, 3})),
                  source = b.input("source", make_spec(dtype::f32, {2, 3})),
                  narrow = b.input("narrow", make_spec(dtype::i32, {2, 3})),
                  wide = b.input("wide", make_spec(dtype::i64, {2, 3})),
                  row = b.input("row", make_spec(dtype::i32, {4}));
        exported_program program = b.output(
            {b.call("aten::scatter_add", {x, 0, narrow, source}), b.call("aten::scatter_add", {x, 0, wide, source}),
             b.call("aten::index_select", {x, 0, row}), b.call("aten::gather", {x, 0, narrow})});
        exported_program const before = program;
        CHECK(remove_mixed_types(program.graph(), which) == 1);
        CHECK(graft_test::calls(program) == "_to_copy scatter_add scatter_add index_select gather");
        graph const& g = program.graph();
        CHECK(g.val(g.arg(g.at("scatter_add_default"), 2).node())->tensor == make_spec(dtype::i64, {2, 3}));
        graft_test::check_sound(program);
        graft_test::check_same_outputs(before, program);
        CHECK(remove_mixed_types(program.graph(), which) == 0);
    }
}

TEST_CASE("remove_mixed_types: what is put at a mask is cast to the dtype of its place") {
    for (mixed_types const which : {mixed_types::all, mixed_types::not_admitted}) {
        call_builder b;
        arg const x = b.input("x", make_spec(dtype::i64, {5, 3})),
                  mask = b.input("mask", make_spec(dtype::boolean, {5})),
                  real = b.input("real", make_spec(dtype::f32, {})),
                  whole = b.input("whole", make_spec(dtype::i64, {}));
        exported_program program = b.output({b.call("aten::index_put", {x, arg::list({mask}), real}),
                                             b.call("aten::index_put", {x, arg::list({mask}), whole})});
        exported_program const before = program;
        CHECK(remove_mixed_types(program.graph(), which) == 1);
        CHECK(graft_test::calls(program) == "_to_copy index_put index_put");
        graft_test::check_sound(program);
        graft_test::check_same_outputs(before, program);
    }
}

TEST_CASE("remove_mixed_types: a call that a cast of its index does not make one of the Edge dialect stays") {
    call_builder b;
    arg const x = b.input("x", make_spec(dtype::c64, {5})), source = b.input("source", make_spec(dtype::c64, {2})),
              index = b.input("index", make_spec(dtype::i32, {2}));
    exported_program program = b.output({b.call("aten::scatter_add", {x, 0, index, source})});
    CHECK(remove_mixed_types(program.graph()) == 0);
    CHECK(graft_test::calls(program) == "scatter_add");
}

} // namespace
