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

} // namespace
