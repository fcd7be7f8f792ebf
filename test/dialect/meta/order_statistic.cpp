#include <graft/dialect/meta/order_statistic.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/aten/selection.hpp>
#include <graft/ir/text/print_value.hpp>

#include "specs.hpp"

#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;
using namespace graft_test;

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
