#include <graft/dialect/aten/selection.hpp>

#include <graft/ir/text/print_value.hpp>

#include "../meta/specs.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;
using namespace graft_test;

TEST_CASE("selection: values and places") {
    CHECK(text(aten::kthvalue(f32({2, 3}), 2)) == "(f32[2], i64[2])");
    CHECK(text(aten::mode(i64({2, 3}), 0, true)) == "(i64[1, 3], i64[1, 3])");
    CHECK(text(aten::median(f32({2, 3}))) == "f32[]");
    CHECK(text(aten::searchsorted.Tensor(f32({5}), f32({2, 3}), "out_int32"_a = true)) == "i32[2, 3]");
    CHECK(text(aten::bucketize.Scalar(1.5, f32({5}))) == "i64[]");
    CHECK(text(aten::isin.Tensor_Scalar(i64({4}), 2)) == "b8[4]");
    CHECK(text(aten::one_hot(i64({s0()}), 5)) == "i64[s0, 5]");
}

TEST_CASE("selection: what cannot be found is rejected") {
    CHECK_THROWS_WITH(static_cast<void>(aten::kthvalue(f32({2, 3}), 4)),
                      "graft: aten::kthvalue: 'k' must be between 1 and the size of the dimension");
    CHECK_THROWS_WITH(static_cast<void>(aten::one_hot(i64({2}))),
                      "graft: aten::one_hot: the result depends on the elements of an argument");
}

TEST_CASE("search: the places have the sizes of what is searched for") {
    CHECK(text(aten::searchsorted.Tensor(f32({2, 5}), f32({2, s0()}))) == "i64[2, s0]");
    CHECK(text(aten::searchsorted.Scalar(f32({5}), 1.0, "out_int32"_a = true)) == "i32[]");
    CHECK(text(aten::bucketize.Tensor(f32({2, 3}), f32({5}))) == "i64[2, 3]");
    CHECK(text(aten::bucketize.Tensor(i64({2, 3}), f32({5}))) == "i64[2, 3]");
}

TEST_CASE("search: rows that do not fit are rejected") {
    CHECK_THROWS_WITH(static_cast<void>(aten::searchsorted.Tensor(f32({3, 5}), f32({2, 4}))),
                      "graft: aten::searchsorted.Tensor: the sizes of 'sorted_sequence' [3, 5] and 'self' [2, 4] "
                      "do not fit");
    CHECK_THROWS_WITH(static_cast<void>(aten::bucketize.Tensor(f32({2}), f32({2, 3}))),
                      "graft: aten::bucketize.Tensor: 'boundaries' must have 1 dimension, not 2");
    CHECK_THROWS_WITH(
        static_cast<void>(aten::searchsorted.Tensor(f32({5}), f32({2}), "right"_a = true, "side"_a = "left")),
        "graft: aten::searchsorted.Tensor: 'side' is 'left', but 'right' is true");
}

TEST_CASE("order_statistic: a dimension is reduced, or kept at size 1") {
    CHECK(text(aten::kthvalue(f32({2, s0()}), 1)) == "(f32[2], i64[2])");
    CHECK(text(aten::mode(f32({2, 3}), 0, true)) == "(f32[1, 3], i64[1, 3])");
    CHECK(text(aten::nanmedian.dim(f32({}), 0)) == "(f32[], i64[])");
}

TEST_CASE("order_statistic: truths have no middle, and nothing has none") {
    tensor_spec const truths = make_spec(dtype::boolean, {2, 3});
    CHECK_THROWS_WITH(static_cast<void>(aten::median(truths)), "graft: aten::median: it is not defined for torch.bool");
    CHECK(text(aten::mode(truths)) == "(b8[2], i64[2])");
    CHECK_THROWS(static_cast<void>(aten::mode(f32({2, 0}))));
    CHECK_THROWS(static_cast<void>(aten::kthvalue(f32({2}), 0)));
}

} // namespace
