#include <graft/dialect/derived_op.hpp>

#include <graft/dialect/aten.hpp>
#include <graft/ir/text/print_value.hpp>

#include <doctest/doctest.h>

#include "../io/raises.hpp"
#include "inferred.hpp"
#include "meta/specs.hpp"

#include <array>
#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;
using graft_test::inferred;
using graft_test::ops_giving;
using graft_test::raised;
using graft_test::tensor;

TEST_CASE("derived_op: in place: the result is the argument") {
    graph g;
    value const x = tensor(g, {2, 3}, dtype::f16), i = tensor(g, {3}, dtype::i64);
    CHECK(ops_giving("f16[2, 3]", {aten::exp_(x), aten::sqrt_(x), aten::abs_(x), aten::neg_(x), aten::floor_(x),
                                   aten::square_(x), aten::erf_(x)}) == "exp_ sqrt_ abs_ neg_ floor_ square_ erf_");
    CHECK(inferred(aten::neg_(i)) == "i64[3]");
    CHECK(raised([&] { inferred(aten::exp_(i)); }).find("aten::exp_") != std::string::npos);
}

TEST_CASE("derived_op: in place, binary: the result must fit into the argument") {
    graph g;
    value const x = tensor(g, {2, 3}), y = tensor(g, {3}), i = tensor(g, {2, 3}, dtype::i64);
    CHECK(ops_giving("f32[2, 3]", {aten::fmod_.Tensor(x, y), aten::remainder_.Scalar(x, 2), aten::pow_.Scalar(x, 2),
                                   aten::addcmul_(x, y, y), aten::lerp_.Scalar(x, x, 0.5), aten::atan2_(x, y),
                                   aten::clamp_min_(x, 0)}) ==
          "fmod_.Tensor remainder_.Scalar pow_.Scalar addcmul_ lerp_.Scalar atan2_ clamp_min_");
    CHECK(raised([&] { inferred(aten::fmod_.Tensor(i, x)); }).find("cannot hold") != std::string::npos);
    CHECK(raised([&] { inferred(aten::fmod_.Tensor(y, x)); }).find("sizes") != std::string::npos);
}

TEST_CASE("derived_op: in place, compare: truths are written in the dtype of the argument") {
    graph g;
    value const x = tensor(g, {2, 3}), i = tensor(g, {2, 3}, dtype::i64), b = tensor(g, {2, 3}, dtype::boolean);
    CHECK(ops_giving("f32[2, 3]", {aten::eq_.Tensor(x, i), aten::lt_.Scalar(x, 1), aten::logical_not_(x),
                                   aten::logical_and_(x, b), aten::masked_fill_.Scalar(x, b, 2)}) ==
          "eq_.Tensor lt_.Scalar logical_not_ logical_and_ masked_fill_.Scalar");
    CHECK(ops_giving("i64[2, 3]", {aten::bitwise_and_.Scalar(i, 1), aten::gcd_(i, i)}) == "bitwise_and_.Scalar gcd_");
    CHECK(raised([&] { inferred(aten::bitwise_or_.Tensor(x, x)); }).find("aten::bitwise_or_") != std::string::npos);
}

TEST_CASE("derived_op: in place, activation: of reals") {
    graph g;
    value const x = tensor(g, {2, 3}), i = tensor(g, {3}, dtype::i64);
    CHECK(ops_giving("f32[2, 3]", {aten::silu_(x), aten::gelu_(x), aten::hardswish_(x), aten::elu_(x),
                                   aten::leaky_relu_(x), aten::threshold_(x, 0, 1), aten::dropout_(x, 0.5, false)}) ==
          "silu_ gelu_ hardswish_ elu_ leaky_relu_ threshold_ dropout_");
    CHECK(raised([&] { inferred(aten::silu_(i)); }).find("aten::silu_") != std::string::npos);
}

TEST_CASE("derived_op: in place, alias: the result is the argument") {
    graph g;
    value const x = tensor(g, {2, 3}), y = tensor(g, {3});
    CHECK(
        ops_giving("f32[2, 3]", {aten::multiply_.Tensor(x, y), aten::divide_.Scalar(x, 2), aten::subtract_.Tensor(x, y),
                                 aten::clip_(x, 0, 1), aten::greater_.Tensor(x, y), aten::absolute_(x)}) ==
        "multiply_.Tensor divide_.Scalar subtract_.Tensor clip_ greater_.Tensor absolute_");
    CHECK(raised([&] { inferred(aten::multiply_.Tensor(y, x)); }).find("aten::multiply_") != std::string::npos);
}

TEST_CASE("derived_op: in place, index: the result is the argument") {
    graph g;
    value const x = tensor(g, {2, 3}), at = tensor(g, {1, 3}, dtype::i64), row = tensor(g, {1}, dtype::i64),
                b = tensor(g, {2, 3}, dtype::boolean);
    CHECK(ops_giving("f32[2, 3]", {aten::scatter_.src(x, 0, at, x), aten::scatter_.value(x, 0, at, 1),
                                   aten::scatter_add_(x, 0, at, x), aten::index_fill_.int_Scalar(x, 0, row, 1),
                                   aten::masked_scatter_(x, b, x)}) ==
          "scatter_.src scatter_.value scatter_add_ index_fill_.int_Scalar masked_scatter_");
    CHECK(raised([&] { inferred(aten::scatter_.src(x, 0, row, x)); }).find("'index'") != std::string::npos);
}

TEST_CASE("derived_op: another name infers the same") {
    graph g;
    value const x = tensor(g, {2, 3}), i = tensor(g, {3}, dtype::i64);
    CHECK(
        ops_giving("f32[2, 3]", {aten::multiply.Tensor(x, i), aten::divide.Scalar(x, 2), aten::true_divide.Tensor(x, x),
                                 aten::subtract.Tensor(x, i), aten::clip(x, 0), aten::absolute(x), aten::negative(x),
                                 aten::fix(x), aten::arctan2(x, x), aten::arcsin(x)}) ==
        "multiply.Tensor divide.Scalar true_divide.Tensor subtract.Tensor clip absolute "
        "negative fix arctan2 arcsin");
    CHECK(ops_giving("b8[2, 3]",
                     {aten::greater.Tensor(x, i), aten::less_equal.Scalar(x, 1), aten::not_equal.Tensor(x, x)}) ==
          "greater.Tensor less_equal.Scalar not_equal.Tensor");
    CHECK(inferred(aten::divide.Tensor(i, i)) == "f32[3]");
}

TEST_CASE("derived_op: a view in place is the tensor in its new form") {
    CHECK(text(aten::transpose_(graft_test::f32({2, 3}), 0, 1)) == "f32[3, 2][1, 3]");
    CHECK(text(aten::swapaxes_(graft_test::f32({2, graft_test::s0()}), 0, 1)) == "f32[s0, 2][1, s0]");
    CHECK(text(aten::t_(graft_test::f32({2, 3}))) == "f32[3, 2][1, 3]");
    CHECK(text(aten::squeeze_(graft_test::f32({1, 3, 1}))) == "f32[3]");
    CHECK(text(aten::squeeze_.dims(graft_test::f32({1, 3, 1}), std::vector{0})) == "f32[3, 1]");
    CHECK(text(aten::unsqueeze_(graft_test::f32({3}), -1)) == "f32[3, 1]");
    CHECK(text(aten::as_strided_(graft_test::f32({6}), std::vector{2, 2}, std::vector{1, 3})) == "f32[2, 2][1, 3]");
}

// Another name of an op has all that the op has but its place in Core ATen; a copy of a view and an in-place op know
// the op that they are derived of.
using minus = alias_of<aten::sub_tensor, "minus">;
static_assert(minus::text.view() == "aten::minus.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor");
static_assert(minus::info().original == &aten::sub.Tensor.info());
static_assert(has(minus::info().tags, op_tags::pointwise) && !has(minus::info().tags, op_tags::core));
static_assert(aten::multiply.Tensor.info().commutative);
static_assert(aten::max.other.info().original == &aten::maximum.default_.info());

static_assert(has(aten::exp_.default_.info().tags, op_tags::inplace) && aten::exp_.default_.info().mutates());
static_assert(aten::add_.Tensor.info().text ==
              "aten::add_.Tensor(Tensor(a!) self, Tensor other, *, Scalar alpha=1) -> Tensor(a!)");
static_assert(aten::add_.Tensor.info().functional == &aten::add.Tensor.info());
static_assert(aten::absolute_.default_.info().functional == &aten::absolute.default_.info());
static_assert(aten::pow_.Scalar.info().functional == &aten::pow.Tensor_Scalar.info());
static_assert(aten::floor_divide_.Tensor.info().functional == &aten::floor_divide.default_.info());
static_assert(aten::transpose_.default_.info().functional == &aten::transpose.int_.info());
static_assert(aten::polygamma_.default_.info().functional == &aten::polygamma.default_.info());
static_assert(aten::_native_batch_norm_legit.default_.info().functional ==
              &aten::_native_batch_norm_legit_functional.default_.info());
static_assert(has(aten::dropout_.default_.info().tags, op_tags::random));
static_assert(aten::relu.default_.info().functional == nullptr);

static_assert(aten::split_copy.Tensor.info().text ==
              "aten::split_copy.Tensor(Tensor self, SymInt split_size, int dim=0) -> Tensor[]");
static_assert(aten::split_copy.Tensor.info().copied_view == &aten::split.Tensor.info());
static_assert(aten::view_copy.default_.info().copied_view == &aten::view.default_.info());
static_assert(!has(aten::permute_copy.default_.info().tags, op_tags::view));

} // namespace
