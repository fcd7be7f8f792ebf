#include <graft/dialect/aten/arithmetic.hpp>

#include <doctest/doctest.h>

#include "../../io/raises.hpp"
#include "../inferred.hpp"

namespace {

using namespace graft;
using namespace graft::literals;
using graft_test::inferred;
using graft_test::ops_giving;
using graft_test::tensor;

TEST_CASE("arithmetic: sizes are broadcast, dtypes promoted") {
    graph g;
    value const x = tensor(g, {2, 3}), y = tensor(g, {3}, dtype::i64);
    CHECK(ops_giving("f32[2, 3]", {aten::add.Tensor(x, y, "alpha"_a = 2),
                                   aten::add.Scalar(x, 1),
                                   aten::atan2(x, y),
                                   aten::clamp.Tensor(x, y),
                                   aten::div.Tensor(y, x),
                                   aten::div.Scalar(x, 2),
                                   aten::div.Tensor_mode(x, y, "rounding_mode"_a = "floor"),
                                   aten::div.Scalar_mode(x, 2, "rounding_mode"_a = "trunc"),
                                   aten::floor_divide(y, x),
                                   aten::fmod.Tensor(x, y),
                                   aten::fmod.Scalar(x, 2),
                                   aten::maximum(x, y),
                                   aten::minimum(y, x),
                                   aten::mul.Tensor(x, y),
                                   aten::mul.Scalar(x, 2),
                                   aten::pow.Tensor_Tensor(x, y),
                                   aten::pow.Tensor_Scalar(x, 2),
                                   aten::pow.Scalar(2, x),
                                   aten::remainder.Tensor(x, y),
                                   aten::remainder.Scalar(x, 2),
                                   aten::rsub.Scalar(x, 1),
                                   aten::sub.Tensor(x, y),
                                   aten::sub.Scalar(x, 1)}) ==
          "add.Tensor add.Scalar atan2 clamp.Tensor div.Tensor div.Scalar div.Tensor_mode "
          "div.Scalar_mode "
          "floor_divide fmod.Tensor fmod.Scalar maximum minimum mul.Tensor mul.Scalar "
          "pow.Tensor_Tensor "
          "pow.Tensor_Scalar pow.Scalar remainder.Tensor remainder.Scalar rsub.Scalar sub.Tensor "
          "sub.Scalar");
}

TEST_CASE("arithmetic: integers stay integers unless the op or a scalar makes them real") {
    graph g;
    value const i = tensor(g, {2}, dtype::i32);
    CHECK(ops_giving("i32[2]",
                     {aten::add.Tensor(i, i), aten::add.Scalar(i, 1), aten::clamp(i, 0), aten::pow.Tensor_Scalar(i, 2),
                      aten::pow.Scalar(2, i), aten::div.Tensor_mode(i, i, "rounding_mode"_a = "floor")}) ==
          "add.Tensor add.Scalar clamp pow.Tensor_Scalar pow.Scalar div.Tensor_mode");
    CHECK(ops_giving("f32[2]", {aten::add.Scalar(i, 0.5), aten::clamp(i, 0.5), aten::div.Tensor(i, i),
                                aten::atan2(i, i), aten::pow.Tensor_Scalar(i, 0.5)}) ==
          "add.Scalar clamp div.Tensor atan2 pow.Tensor_Scalar");
}

TEST_CASE("arithmetic: an op in place keeps its argument's sizes and dtype or is refused") {
    graph g;
    value const x = tensor(g, {2, 3}), y = tensor(g, {3}), i = tensor(g, {2, 3}, dtype::i64);
    CHECK(ops_giving("f32[2, 3]", {aten::add_.Tensor(x, y), aten::sub_.Tensor(x, y), aten::mul_.Tensor(x, i),
                                   aten::div_.Tensor(x, y), aten::clamp_(x, 0)}) ==
          "add_.Tensor sub_.Tensor mul_.Tensor div_.Tensor clamp_");
    CHECK(graft_test::raised([&] { inferred(aten::add_.Tensor(y, x)); }).find("aten::add_.Tensor") !=
          std::string::npos);
    CHECK(graft_test::raised([&] { inferred(aten::mul_.Tensor(i, x)); }).find("aten::mul_.Tensor") !=
          std::string::npos);
}

static_assert(aten::add_tensor::info().commutative && aten::mul_tensor::info().commutative);
static_assert(aten::maximum_default::info().commutative && aten::minimum_default::info().commutative);
static_assert(!aten::sub_tensor::info().commutative && !aten::add_scalar::info().commutative);
static_assert(!aten::add_.Tensor.info().commutative && !aten::atan2_default::info().commutative);
static_assert(has(aten::add_.Tensor.info().tags, op_tags::inplace));
static_assert(!has(aten::rsub_scalar::info().tags, op_tags::core));

} // namespace
