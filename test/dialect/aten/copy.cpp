#include <graft/dialect/aten/copy.hpp>

#include <graft/ir/text/print_value.hpp>

#include "../inferred.hpp"
#include "../meta/specs.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;
using graft_test::inferred;
using graft_test::ops_giving;
using graft_test::tensor;

TEST_CASE("copy: a copy has the sizes of its argument and the dtype asked for") {
    graph g;
    value const x = tensor(g, {2, 3}), i = tensor(g, {3}, dtype::i64);
    CHECK(
        ops_giving("f32[2, 3]", {aten::_to_copy(x), aten::clone(x), aten::contiguous(x), aten::copy(x, i),
                                 aten::fill.Scalar(x, 1), aten::fill.Tensor(x, tensor(g, {}, dtype::i64)),
                                 aten::fill_.Scalar(x, 1), aten::lift_fresh_copy(x), aten::to.dtype(x, dtype::f32)}) ==
        "_to_copy clone contiguous copy fill.Scalar fill.Tensor fill_.Scalar lift_fresh_copy "
        "to.dtype");
    CHECK(ops_giving("i64[2, 3]", {aten::_to_copy(x, "dtype"_a = dtype::i64), aten::to.dtype(x, dtype::i64),
                                   aten::type_as(x, i)}) == "_to_copy to.dtype type_as");
    CHECK(ops_giving("f32[2, 3]", {aten::to.dtype_layout(x), aten::to.other(x, tensor(g, {1}))}) ==
          "to.dtype_layout to.other");
    CHECK(ops_giving("f64[2, 3]", {aten::to.device(x, "cpu", dtype::f64),
                                   aten::to.dtype_layout(x, "dtype"_a = dtype::f64)}) == "to.device to.dtype_layout");
}

TEST_CASE("copy: clone keeps dense strides, contiguous and a memory format do not") {
    graph g;
    value const x = tensor(g, {2, 3});
    tensor_spec transposed = make_spec(dtype::f32, {2, 3});
    transposed.strides = {1, 2};
    g.set_val(x.id, transposed);
    CHECK(inferred(aten::clone(x)) == "f32[2, 3][1, 2]");
    CHECK(inferred(aten::clone(x, "memory_format"_a = memory_format::contiguous)) == "f32[2, 3]");
    CHECK(inferred(aten::contiguous(x)) == "f32[2, 3]");
}

TEST_CASE("copy: a value takes the order of channels of another tensor") {
    tensor_spec const value = make_spec(dtype::f32, {2, 3, 4, 5});
    tensor_spec last = value;
    last.strides = {60, 1, 15, 3};
    composition_world<tensor_spec> world;
    call<tensor_spec> const c(aten::clone_default::info());
    composing<tensor_spec> const k(c, world);
    CHECK(detail::in_layout_of(k, last, value).strides == last.strides);
    CHECK(detail::in_layout_of(k, value, last).strides == value.strides);
}

static_assert(has(aten::contiguous_default::info().tags, op_tags::view));
static_assert(has(aten::to_dtype::info().tags, op_tags::view));
static_assert(has(aten::fill_.Scalar.info().tags, op_tags::inplace));
static_assert(has(aten::clone_default::info().tags, op_tags::core));

using namespace graft_test;

TEST_CASE("conversion: the dtype asked for; a tensor of that dtype is itself") {
    CHECK(text(aten::_cast_Int(f32({s0()}))) == "i32[s0]");
    CHECK(text(aten::_cast_Float(strided(f32({2, 3}), {1, 2}))) == "f32[2, 3][1, 2]");
}

} // namespace
