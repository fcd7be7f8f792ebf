#include <graft/dialect/aten/statistics.hpp>

#include <doctest/doctest.h>

#include <graft/ir/text/print_value.hpp>

#include "../meta/specs.hpp"

#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;
using namespace graft_test;

TEST_CASE("statistics: the sizes of reductions") {
    CHECK(text(aten::nanmean(f32({2, s0()}), std::vector{0})) == "f32[s0]");
    CHECK(text(aten::norm.Scalar(f32({2, 3}))) == "f32[]");
    CHECK(text(aten::norm_except_dim(f32({2, 3, 4}), 2, 1)) == "f32[1, 3, 1]");
    tensor_spec const columns = strided(f32({3, 4}), {1, 3}), half = make_spec(dtype::f16, {3, 4});
    CHECK(text(aten::renorm(columns, 2, 0, 1)) == "f32[3, 4]");
    CHECK(text(aten::_weight_norm_interface(columns, f32({3, 1}))) == "(f32[3, 4], f32[3, 1])");
    CHECK(text(aten::_weight_norm_interface(half, make_spec(dtype::f16, {3, 1}))) == "(f16[3, 4], f32[3, 1])");
    CHECK(text(aten::quantile(f32({2, 3}), f32({4}), 1)) == "f32[4, 2][1, 4]");
    CHECK(text(aten::cov(f32({2, 5}))) == "f32[2, 2]");
    CHECK(text(aten::_fused_rms_norm(f32({2, 3}), std::vector{3}, nullptr, nullptr)) == "(f32[2, 3], f32[2, 1])");
}

TEST_CASE("statistics: a norm is of floating-point numbers, in a dtype that holds them") {
    CHECK(text(aten::norm.ScalarOpt_dtype(f32({2}), 2, "dtype"_a = dtype::f64)) == "f64[]");
    CHECK_THROWS_WITH(static_cast<void>(aten::norm.ScalarOpt_dtype(i64({2}), 2, "dtype"_a = dtype::f32)),
                      "graft: aten::norm.ScalarOpt_dtype: 'self' must not be torch.int64");
    CHECK_THROWS_WITH(static_cast<void>(aten::norm.ScalarOpt_dtype(f32({2}), 2, "dtype"_a = dtype::f16)),
                      "graft: aten::norm.ScalarOpt_dtype: 'dtype' must hold torch.float32, but is torch.float16");
}

TEST_CASE("statistics: quantiles outside of 0 and 1 are rejected") {
    CHECK_THROWS_WITH(static_cast<void>(aten::quantile.scalar(f32({2}), 1.5)),
                      "graft: aten::quantile.scalar: 'q' must be between 0 and 1");
    CHECK_THROWS_WITH(static_cast<void>(aten::renorm(f32({2}), 2, 0, 1)),
                      "graft: aten::renorm: 'self' must have at least 2 dimensions, not 1");
}

} // namespace
