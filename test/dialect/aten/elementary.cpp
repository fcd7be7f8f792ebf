#include <graft/dialect/aten/elementary.hpp>

#include <doctest/doctest.h>

#include <graft/ir/text/print_value.hpp>

#include "../meta/specs.hpp"

#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;
using namespace graft_test;

TEST_CASE("elementary: sizes broadcast, and dtypes are promoted") {
    CHECK(text(aten::prelu(f32({s0(), 3}), f32({3}))) == "f32[s0, 3]");
    CHECK(text(aten::float_power.Tensor_Scalar(i64({2}), 2)) == "f64[2]");
    CHECK(text(aten::isclose(f32({2, 1}), f32({3}))) == "b8[2, 3]");
    CHECK(text(aten::mvlgamma(i64({2}), 2)) == "f32[2]");
    CHECK(text(aten::mvlgamma(strided(f32({2, 3}), {1, 2}), 2)) == "f32[2, 3]");
    CHECK(text(aten::tril_(f32({3, 3}))) == "f32[3, 3]");
}

TEST_CASE("elementary: levels that cannot be are rejected") {
    CHECK_THROWS_WITH(static_cast<void>(aten::fake_quantize_per_tensor_affine(f32({2}), 0.5, 8, 0, 7)),
                      "graft: aten::fake_quantize_per_tensor_affine: 'zero_point' must be between 'quant_min' and "
                      "'quant_max'");
}

TEST_CASE("elementary: weights that do not fit are rejected") {
    CHECK_THROWS_WITH(static_cast<void>(aten::prelu(f32({2, 3}), f32({2}))),
                      "graft: aten::prelu: 'weight' must have a weight for each channel");
    CHECK_THROWS_WITH(static_cast<void>(aten::ldexp_(i64({2}), i64({2}))),
                      "graft: aten::ldexp_: the result is torch.float32, which 'self' of torch.int64 cannot hold");
}

} // namespace
