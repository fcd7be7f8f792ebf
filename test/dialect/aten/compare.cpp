#include <graft/dialect/aten/compare.hpp>

#include <doctest/doctest.h>

#include "../inferred.hpp"

namespace {

using namespace graft;
using namespace graft::literals;
using graft_test::inferred;
using graft_test::ops_giving;
using graft_test::tensor;

TEST_CASE("compare: comparisons and logic give truths of the broadcast sizes") {
    graph g;
    value const x = tensor(g, {2, 1}), y = tensor(g, {3}, dtype::i64);
    CHECK(ops_giving("b8[2, 3]", {aten::eq.Tensor(x, y), aten::ge.Tensor(x, y), aten::gt.Tensor(x, y),
                                  aten::le.Tensor(x, y), aten::lt.Tensor(x, y), aten::ne.Tensor(x, y),
                                  aten::logical_and(x, y), aten::logical_or(x, y), aten::logical_xor(x, y)}) ==
          "eq.Tensor ge.Tensor gt.Tensor le.Tensor lt.Tensor ne.Tensor logical_and logical_or "
          "logical_xor");
    CHECK(ops_giving("b8[2, 1]",
                     {aten::eq.Scalar(x, 0), aten::ge.Scalar(x, 0), aten::gt.Scalar(x, 0), aten::le.Scalar(x, 0),
                      aten::lt.Scalar(x, 0), aten::ne.Scalar(x, 0), aten::logical_not(x)}) ==
          "eq.Scalar ge.Scalar gt.Scalar le.Scalar lt.Scalar ne.Scalar logical_not");
}

TEST_CASE("compare: a choice has the sizes of all its arguments and the dtype of the chosen") {
    graph g;
    value const mask = tensor(g, {2, 1}, dtype::boolean), x = tensor(g, {3}), i = tensor(g, {3}, dtype::i64);
    CHECK(ops_giving("f32[2, 3]", {aten::where.self(mask, x, i), aten::where.ScalarOther(mask, i, 0.5),
                                   aten::masked_fill.Scalar(x, mask, 0)}) ==
          "where.self where.ScalarOther masked_fill.Scalar");
}

static_assert(aten::eq_tensor::info().commutative && aten::ne_tensor::info().commutative);
static_assert(aten::logical_and_default::info().commutative && aten::logical_xor_default::info().commutative);
static_assert(!aten::lt_tensor::info().commutative && !aten::eq_scalar::info().commutative);
static_assert(!has(aten::masked_fill_scalar::info().tags, op_tags::core));

} // namespace
