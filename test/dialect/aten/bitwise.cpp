#include <graft/dialect/aten/bitwise.hpp>

#include <doctest/doctest.h>

#include "../../io/raises.hpp"
#include "../inferred.hpp"

namespace {

using namespace graft;
using namespace graft::literals;
using graft_test::inferred;
using graft_test::ops_giving;
using graft_test::tensor;

TEST_CASE("bitwise: sizes are broadcast, dtypes promoted") {
    graph g;
    value const i = tensor(g, {2, 1}, dtype::i32), j = tensor(g, {3}, dtype::i64);
    CHECK(ops_giving("i64[2, 3]",
                     {aten::bitwise_and.Tensor(i, j), aten::bitwise_or.Tensor(i, j), aten::bitwise_xor.Tensor(i, j),
                      aten::bitwise_left_shift.Tensor(i, j), aten::bitwise_right_shift.Tensor(i, j),
                      aten::dunder_and.Tensor(i, j), aten::dunder_lshift.Tensor(i, j), aten::dunder_or.Tensor(i, j),
                      aten::dunder_xor.Tensor(i, j)}) ==
          "bitwise_and.Tensor bitwise_or.Tensor bitwise_xor.Tensor bitwise_left_shift.Tensor "
          "bitwise_right_shift.Tensor __and__.Tensor __lshift__.Tensor __or__.Tensor "
          "__xor__.Tensor");
    CHECK(ops_giving("i32[2, 1]",
                     {aten::bitwise_and.Scalar(i, 1), aten::bitwise_or.Scalar(i, 1), aten::bitwise_xor.Scalar(i, 1),
                      aten::bitwise_not(i), aten::bitwise_left_shift.Scalar_Tensor(1, i),
                      aten::bitwise_right_shift.Tensor_Scalar(i, 1), aten::dunder_and.Scalar(i, 1),
                      aten::dunder_lshift.Scalar(i, 1), aten::dunder_rshift.Scalar(i, 1),
                      aten::dunder_xor.Scalar(i, 1)}) ==
          "bitwise_and.Scalar bitwise_or.Scalar bitwise_xor.Scalar bitwise_not "
          "bitwise_left_shift.Scalar_Tensor bitwise_right_shift.Tensor_Scalar __and__.Scalar "
          "__lshift__.Scalar __rshift__.Scalar __xor__.Scalar");
}

TEST_CASE("bitwise: truths stay truths, reals are refused") {
    graph g;
    value const b = tensor(g, {2}, dtype::boolean), x = tensor(g, {2});
    CHECK(ops_giving("b8[2]", {aten::bitwise_and.Tensor(b, b), aten::bitwise_not(b)}) ==
          "bitwise_and.Tensor bitwise_not");
    CHECK(graft_test::raised([&] { inferred(aten::bitwise_and.Tensor(b, x)); }).find("aten::bitwise_and.Tensor") !=
          std::string::npos);
}

static_assert(aten::bitwise_and_tensor::info().commutative && aten::bitwise_or_tensor::info().commutative);
static_assert(aten::bitwise_xor_tensor::info().commutative);
static_assert(!aten::bitwise_left_shift_tensor::info().commutative);
static_assert(!has(aten::dunder_and_tensor::info().tags, op_tags::core));

} // namespace
