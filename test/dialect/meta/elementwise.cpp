// Header-only: what holds in constants needs bodies.
#include <graft/dialect/meta/elementwise.hpp>

#include <graft/dialect/aten/activation.hpp>
#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/compare.hpp>
#include <graft/dialect/aten/reduction.hpp>
#include <graft/dialect/aten/sort.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/schema/infer.hpp>

#include "specs.hpp"

#include <doctest/doctest.h>

#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;
using namespace graft_test;

constexpr tensor_spec boolean(std::vector<sym_int> sizes) { return make_spec(dtype::boolean, std::move(sizes)); }

static_assert([] { return aten::relu(i64({s0(), 3})) == i64({s0(), 3}); }());
static_assert([] { return aten::sin(i64({2})) == f32({2}); }());
static_assert([] { return aten::isnan(i64({2})) == boolean({2}); }());
static_assert([] { return aten::mul.Scalar(i64({2}), 2.5) == f32({2}); }());
static_assert([] { return aten::div.Tensor(i64({2}), i64({2})) == f32({2}); }());
static_assert([] { return aten::div.Tensor_mode(i64({2}), i64({2}), "rounding_mode"_a = "floor") == i64({2}); }());
static_assert([] { return aten::eq.Scalar(f32({2}), 1) == boolean({2}); }());
static_assert([] { return aten::abs(make_spec(dtype::c64, {2})) == f32({2}); }());
static_assert([] { return aten::where.self(boolean({2, 1}), f32({3}), i64({3})) == f32({2, 3}); }());

} // namespace

TEST_CASE("elementwise: bounds promote integers, and one tensor bound admits booleans") {
    CHECK(aten::clamp(i64({2}), 0.5) == f32({2}));
    CHECK(aten::clamp(make_spec(dtype::f16, {2}), 0, 1) == make_spec(dtype::f16, {2}));
    CHECK(aten::clamp.Tensor(boolean({2}), nullptr, boolean({3, 1})) == boolean({3, 2}));
    CHECK_THROWS_WITH(static_cast<void>(aten::clamp.Tensor(boolean({2}), boolean({2}), boolean({2}))),
                      "graft: aten::clamp.Tensor: it is not defined for torch.bool");
    CHECK_THROWS_WITH(static_cast<void>(aten::clamp(f32({2}))),
                      "graft: aten::clamp: one of 'min' and 'max' must be given");
}

TEST_CASE("elementwise: a bound that no integer can reach is rejected, one that all keep is not") {
    tensor_spec const bytes = make_spec(dtype::u8, {2});
    CHECK(aten::clamp(bytes, -4, 300) == bytes);
    CHECK(aten::clamp_min(bytes, -4) == bytes);
    CHECK(aten::clamp_max(bytes, 300) == bytes);
    CHECK_THROWS_WITH(static_cast<void>(aten::clamp(bytes, nullptr, -1)),
                      "graft: aten::clamp: 'max' is below every torch.uint8");
    CHECK_THROWS_WITH(static_cast<void>(aten::hardtanh(bytes, -2, -1)),
                      "graft: aten::hardtanh: 'max_val' is below every torch.uint8");
    CHECK_THROWS_WITH(static_cast<void>(aten::clamp_min(make_spec(dtype::i8, {2}), 128)),
                      "graft: aten::clamp_min: 'min' is above every torch.int8");
}

TEST_CASE("elementwise: the power of a number is contiguous, and positive is the tensor itself") {
    tensor_spec const columns = strided(f32({2, 3}), {1, 2}, 5), gapped = strided(f32({2, 3}), {8, 2});
    CHECK(aten::pow.Scalar(2, columns) == f32({2, 3}));
    CHECK(aten::pow.Tensor_Scalar(columns, 2) == strided(f32({2, 3}), {1, 2}));
    CHECK(aten::positive(gapped) == gapped);
    CHECK_THROWS_WITH(static_cast<void>(aten::positive(boolean({2}))),
                      "graft: aten::positive: it is not defined for torch.bool");
}

TEST_CASE("elementwise: dtypes that do not go together are rejected") {
    CHECK(aten::heaviside(i64({2}), i64({1})) == i64({2}));
    CHECK_THROWS_WITH(static_cast<void>(aten::heaviside(i64({2}), f32({1}))),
                      "graft: aten::heaviside: 'values' is torch.float32, but 'self' torch.int64");
    CHECK(aten::addcdiv(f32({2}), i64({2}), f32({2})) == f32({2}));
    CHECK_THROWS_WITH(static_cast<void>(aten::addcdiv(f32({2}), i64({2}), i64({2}))),
                      "graft: aten::addcdiv: 'tensor1' and 'tensor2' are both integers");
}

TEST_CASE("elementwise: sums of powers of e may be complex, of powers of 2 real alone") {
    tensor_spec const z = make_spec(dtype::c64, {2});
    CHECK(aten::logaddexp(z, f32({3, 1})) == make_spec(dtype::c64, {3, 2}));
    CHECK_THROWS_WITH(static_cast<void>(aten::logaddexp2(z, f32({3, 1}))),
                      "graft: aten::logaddexp2: it is not defined for torch.complex64");
    CHECK_THROWS_WITH(static_cast<void>(aten::logaddexp(i64({2}), i64({2}))),
                      "graft: aten::logaddexp: it is not defined for torch.int64");
}

TEST_CASE("elementwise: what chooses last decides how the result lies in memory") {
    tensor_spec const rows = f32({2, 3}), columns = strided(rows, {1, 2});
    CHECK(aten::copysign.Tensor(rows, columns) == columns);
    CHECK(aten::xlogy.Tensor(rows, columns) == columns);
    CHECK(aten::rsub.Tensor(rows, columns) == columns);
    CHECK(aten::floor_divide(rows, columns) == columns);
    CHECK(aten::logaddexp(rows, columns) == rows);
    CHECK(aten::heaviside(columns, rows) == columns);
}

TEST_CASE("elementwise: an in-place op keeps sizes, strides and dtype of its argument") {
    tensor_spec const columns = strided(f32({2, 3}), {1, 2}, 5);
    CHECK(aten::add_.Tensor(columns, i64({3})) == columns);
    tensor_spec const patches = f32({symbol("s0"), 3});
    CHECK(aten::add_.Tensor(patches, f32({16, 3})) == patches);
    CHECK_THROWS_WITH(static_cast<void>(aten::add_.Tensor(i64({2}), f32({2}))),
                      "graft: aten::add_.Tensor: the result is torch.float32, which 'self' of "
                      "torch.int64 cannot hold");
    CHECK_THROWS_WITH(static_cast<void>(aten::add_.Tensor(f32({2}), f32({3, 2}))),
                      "graft: aten::add_.Tensor: the result has the sizes [3, 2], but 'self' "
                      "[2]");
}

TEST_CASE("elementwise: an in-place op takes no other dtype than its argument's, which what it computes may have") {
    CHECK(aten::cumsum_(f32({2}), 0, "dtype"_a = dtype::f32) == f32({2}));
    CHECK(aten::cumsum_(i64({2}), 0) == i64({2}));
    CHECK(aten::cumsum_(make_spec(dtype::i32, {2}), 0) == make_spec(dtype::i32, {2}));
    CHECK_THROWS_WITH(static_cast<void>(aten::cumsum_(f32({2}), 0, "dtype"_a = dtype::f64)),
                      "graft: aten::cumsum_: the result is torch.float64 by 'dtype', but 'self' is torch.float32");
    CHECK_THROWS_WITH(static_cast<void>(aten::cumprod_(f32({2}), 0, "dtype"_a = dtype::i16)),
                      "graft: aten::cumprod_: the result is torch.int16 by 'dtype', but 'self' is torch.float32");
}

TEST_CASE("elementwise: the weight of lerp alone may be one number of another dtype") {
    tensor_spec const whole = make_spec(dtype::u8, {});
    CHECK(aten::lerp.Tensor(f32({2}), f32({2}), whole) == f32({2}));
    // Such a number promotes what it weighs, as operands do.
    CHECK(aten::lerp.Tensor(make_spec(dtype::i64, {2}), make_spec(dtype::i64, {2}), f32({})) == f32({2}));
    CHECK(aten::lerp.Tensor(make_spec(dtype::bf16, {}), make_spec(dtype::bf16, {}), f32({})) == f32({}));
    CHECK(aten::lerp.Tensor(make_spec(dtype::bf16, {2}), make_spec(dtype::bf16, {2}), f32({})) ==
          make_spec(dtype::bf16, {2}));
    CHECK_THROWS_WITH(static_cast<void>(aten::lerp.Tensor(whole, whole, whole)),
                      "graft: aten::lerp.Tensor: it is not defined for torch.uint8");
    CHECK_THROWS_WITH(static_cast<void>(aten::lerp.Tensor(f32({2}), whole, f32({2}))),
                      "graft: aten::lerp.Tensor: an operand is torch.uint8, but 'self' torch.float32");
    CHECK_THROWS_WITH(static_cast<void>(aten::lerp.Tensor(f32({2}), f32({2}), make_spec(dtype::u8, {2}))),
                      "graft: aten::lerp.Tensor: an operand is torch.uint8, but 'self' torch.float32");
}

TEST_CASE("elementwise: dropout without effect returns its input") {
    tensor_spec const gapped = strided(f32({2, 3}), {8, 2});
    CHECK(aten::dropout(gapped, 0.5, false) == gapped);
    CHECK(aten::dropout(gapped, 0.5, true) == f32({2, 3}));
}

TEST_CASE("elementwise: numbers that the result cannot hold are rejected") {
    CHECK_THROWS_WITH(static_cast<void>(aten::add.Tensor(i64({2}), i64({2}), "alpha"_a = 0.5)),
                      "graft: aten::add.Tensor: 'alpha' is a float and the result is torch.int64");
    CHECK_THROWS_WITH(static_cast<void>(aten::sub.Tensor(f32({2}), boolean({2}))),
                      "graft: aten::sub.Tensor: it is not defined for torch.bool");
    CHECK_THROWS_WITH(static_cast<void>(aten::pow.Tensor_Scalar(i64({2}), -1)),
                      "graft: aten::pow.Tensor_Scalar: 'self' is an integer and 'exponent' a "
                      "negative one");
    CHECK_THROWS_WITH(static_cast<void>(aten::div.Scalar_mode(f32({2}), 2, "rounding_mode"_a = "up")),
                      "graft: aten::div.Scalar_mode: 'rounding_mode' must be None, 'trunc' or "
                      "'floor', not 'up'");
}

TEST_CASE("elementwise: an alpha that only a run tells") {
    CHECK(aten::add.Tensor(f32({2}), i64({2}), "alpha"_a = s0()) == f32({2}));
    CHECK(aten::sub.Tensor(i64({2}), i64({2}), "alpha"_a = s0()) == i64({2}));
    call<tensor_spec> c(aten::add.Tensor.info());
    c.set("alpha", argument<tensor_spec>(s0()));
    CHECK(detail::alpha_of(c).dtype() == dtype::i64);
    c.set("alpha", argument<tensor_spec>::unknown_real(s0()));
    CHECK(detail::alpha_of(c).is_real());
    CHECK_THROWS(detail::require_alpha(c, dtype::i64));
    c.set("alpha", argument<tensor_spec>(1));
    CHECK(detail::alpha_of(c) == scalar(1));
}

TEST_CASE("elementwise: a complex alpha needs a complex result") {
    CHECK_THROWS_WITH(static_cast<void>(aten::add.Tensor(f32({2}), f32({2}), "alpha"_a = scalar::complex(1, 1))),
                      "graft: aten::add.Tensor: 'alpha' is a complex and the result is torch.float32");
}
