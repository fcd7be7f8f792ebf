#include <graft/runtime/kernels/elementwise.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/eager.hpp>
#include <graft/runtime/kernels/complex.hpp>

#include "../tensors.hpp"

#include <cmath>
#include <cstdint>
#include <limits>

namespace {

using namespace graft;
using namespace graft_test;

TEST_CASE("elementwise: ops of one operand run their own kernels") {
    tensor const x = f32({4}, {-1, 0, 0.25f, 4});
    CHECK(show(aten::relu(x)) == "f32[4]: 0 0 0.25 4");
    CHECK(show(aten::neg(x)) == "f32[4]: 1 -0 -0.25 -4");
    CHECK(show(aten::exp(x)) == "f32[4]: 0.367879 1 1.28403 54.5982");
    CHECK(show(aten::tanh(x)) == "f32[4]: -0.761594 0 0.244919 0.999329");
    CHECK(show(aten::sigmoid(x)) == "f32[4]: 0.268941 0.5 0.562177 0.982014");
    tensor const positive = f32({3}, {0.25f, 1, 4});
    CHECK(show(aten::sqrt(positive)) == "f32[3]: 0.5 1 2");
    CHECK(show(aten::rsqrt(positive)) == "f32[3]: 2 1 0.5");
    CHECK(show(aten::reciprocal(positive)) == "f32[3]: 4 1 0.25");
    CHECK(show(aten::exp(i64({2}, {0, 1}))) == "f32[2]: 1 2.71828");
}

TEST_CASE("elementwise: add and sub multiply the second operand by alpha, which is 1 by default") {
    tensor const x = f32({3}, {1, 2, 3}), y = f32({3}, {10, 20, 30});
    CHECK(show(aten::add.Tensor(x, y)) == "f32[3]: 11 22 33");
    CHECK(show(aten::add.Tensor(x, y, "alpha"_a = 2)) == "f32[3]: 21 42 63");
    CHECK(show(aten::add.Scalar(x, 0.5, 4)) == "f32[3]: 3 4 5");
    CHECK(show(aten::sub.Tensor(x, y)) == "f32[3]: -9 -18 -27");
    CHECK(show(aten::sub.Tensor("other"_a = y, "self"_a = x, "alpha"_a = 0.5)) == "f32[3]: -4 -8 -12");
    CHECK(show(aten::sub.Scalar(x, 1)) == "f32[3]: 0 1 2");
    CHECK(show(aten::rsub.Tensor(x, y, "alpha"_a = 0.5)) == "f32[3]: 9.5 19 28.5");
    CHECK(show(aten::rsub.Scalar(x, 7, 2)) == "f32[3]: 5 3 1");
    CHECK(show(aten::rsub.Scalar(tensor::full({1}, dtype::u8, 3), 1, 2)) == "u8[1]: 251");
}

TEST_CASE("elementwise: operands keep their order and are broadcast") {
    tensor const x = f32({2, 1}, {8, 2}), y = f32({2}, {2, 4});
    CHECK(show(aten::mul.Tensor(x, y)) == "f32[2, 2]: 16 32 4 8");
    CHECK(show(aten::div.Tensor(x, y)) == "f32[2, 2]: 4 2 1 0.5");
    CHECK(show(aten::mul.Scalar(y, 3)) == "f32[2]: 6 12");
    CHECK(show(aten::div.Scalar(y, 4)) == "f32[2]: 0.5 1");
    CHECK(show(aten::maximum(x, y)) == "f32[2, 2]: 8 8 2 4");
    CHECK(show(aten::minimum(x, y)) == "f32[2, 2]: 2 4 2 2");
}

TEST_CASE("elementwise: a number in the place of a tensor promotes as a number") {
    tensor const x = i64({2}, {1, 2});
    CHECK(show(aten::add.Tensor(x, 1)) == "i64[2]: 2 3");
    CHECK(show(aten::mul.Tensor(x, 0.5)) == "f32[2]: 0.5 1");
    CHECK(show(aten::mul.Tensor(make<half>({2}, {half(1.f), half(2.f)}), 0.5)) == "f16[2]: 0.5 1");
    CHECK(show(aten::div.Tensor(x, 2)) == "f32[2]: 0.5 1");
}

TEST_CASE("elementwise: comparisons give booleans") {
    tensor const x = f32({3}, {1, 2, 3}), y = f32({3}, {3, 2, 1});
    CHECK(show(aten::eq.Tensor(x, y)) == "b8[3]: 0 1 0");
    CHECK(show(aten::ne.Tensor(x, y)) == "b8[3]: 1 0 1");
    CHECK(show(aten::lt.Tensor(x, y)) == "b8[3]: 1 0 0");
    CHECK(show(aten::le.Tensor(x, y)) == "b8[3]: 1 1 0");
    CHECK(show(aten::gt.Tensor(x, y)) == "b8[3]: 0 0 1");
    CHECK(show(aten::ge.Tensor(x, y)) == "b8[3]: 0 1 1");
    CHECK(show(aten::eq.Scalar(x, 2)) == "b8[3]: 0 1 0");
    CHECK(show(aten::ne.Scalar(x, 2)) == "b8[3]: 1 0 1");
    CHECK(show(aten::lt.Scalar(x, 2)) == "b8[3]: 1 0 0");
    CHECK(show(aten::le.Scalar(x, 2)) == "b8[3]: 1 1 0");
    CHECK(show(aten::gt.Scalar(x, 2)) == "b8[3]: 0 0 1");
    CHECK(show(aten::ge.Scalar(x, 2)) == "b8[3]: 0 1 1");
}

TEST_CASE("elementwise: hardtanh and clamp take their bounds from their slots, None for no bound") {
    tensor const x = f32({4}, {-3, -0.5f, 0.5f, 3});
    CHECK(show(aten::hardtanh(x)) == "f32[4]: -1 -0.5 0.5 1");
    CHECK(show(aten::hardtanh(x, 0, 2)) == "f32[4]: 0 0 0.5 2");
    CHECK(show(aten::hardtanh(x, "max_val"_a = 0)) == "f32[4]: -1 -0.5 0 0");
    CHECK(show(aten::clamp(x, 0)) == "f32[4]: 0 0 0.5 3");
    CHECK(show(aten::clamp(x, nullptr, 0)) == "f32[4]: -3 -0.5 0 0");
    CHECK(show(aten::clamp(x, "max"_a = 1, "min"_a = -1)) == "f32[4]: -1 -0.5 0.5 1");
    // A bound that is out of the dtype's range bounds nothing.
    tensor const bytes = make<std::uint8_t>({3}, {0, 5, 255});
    CHECK(show(aten::clamp(bytes, -4, 300)) == "u8[3]: 0 5 255");
    CHECK(show(aten::clamp(bytes, -4, 3)) == "u8[3]: 0 3 3");
    CHECK(show(aten::clamp_min(bytes, -4)) == "u8[3]: 0 5 255");
    CHECK(show(aten::clamp_max(bytes, 300)) == "u8[3]: 0 5 255");
    CHECK(show(aten::hardtanh(bytes, -1, 3)) == "u8[3]: 0 3 3");
}

TEST_CASE("elementwise: where takes self for true and other for false") {
    tensor const condition = b8({2}, {true, false});
    CHECK(show(aten::where.self(condition, f32({2}, {1, 2}), f32({}, {9}))) == "f32[2]: 1 9");
}

TEST_CASE("elementwise: a number in the place of an element is what the element's dtype makes of it") {
    tensor const flags = b8({3}, {false, true, false}), mask = b8({3}, {true, true, false});
    CHECK(show(aten::masked_fill.Scalar(flags, mask, 0.5)) == "b8[3]: 1 1 0");
    CHECK(show(aten::masked_fill.Tensor(flags, mask, f32({}, {0.5f}))) == "b8[3]: 1 1 0");
    tensor const bytes = make<std::uint8_t>({3}, {1, 2, 3});
    CHECK(show(aten::masked_fill.Scalar(bytes, mask, -1)) == "u8[3]: 255 255 3");
    CHECK_THROWS_AS(aten::masked_fill.Scalar(bytes, mask, 300), error);
    CHECK_THROWS_AS(aten::where.ScalarOther(mask, f32({3}, {1, 2, 3}), 1e300), error);
    CHECK_THROWS_AS(aten::clamp(f32({3}, {1, 2, 3}), 1e300), error);
    CHECK_THROWS_AS(aten::clamp_min(flags, true), error);
    CHECK_THROWS_AS(aten::add.Tensor(bytes, bytes, "alpha"_a = 300), error);
    CHECK(show(aten::pow.Tensor_Scalar(flags, true)) == "b8[3]: 0 1 0");
    CHECK(show(aten::pow.Tensor_Scalar(flags, false)) == "b8[3]: 1 1 1");
    CHECK_THROWS_AS(aten::pow.Tensor_Scalar(bytes, 300), error);
}

TEST_CASE("elementwise: a number is rounded to 16 bits, but not as a factor or a divisor") {
    tensor const x = tensor::full({1}, dtype::f16, 1234), third = f32({}, {1.f / 3});
    float const exact = 1234.f, rounded = static_cast<float>(half(1.f / 3));
    auto const is = [](tensor const& got, float wanted) {
        CHECK(static_cast<float>(got.data<half>()[0]) == static_cast<float>(half(wanted)));
    };
    is(aten::mul.Scalar(x, 1.0 / 3), exact * (1.f / 3));
    is(aten::mul.Tensor(x, third), exact * (1.f / 3));
    is(aten::mul.Tensor(third, x), exact * rounded);
    is(aten::div.Scalar(x, 1.0 / 3), exact / (1.f / 3));
    is(aten::remainder.Scalar(x, 1.0 / 3), std::fmod(exact, rounded));
    tensor const low = tensor::full({1}, dtype::f16, -std::numeric_limits<double>::infinity());
    CHECK(std::isnan(aten::add.Scalar(low, 1e10).item().to<double>()));
    CHECK(std::isinf(aten::mul.Scalar(low, 1e10).item().to<double>()));
}

// What torch gives.
// What torch gives.
TEST_CASE("elementwise: a quotient of 16 bits is rounded before it is cut off, unless one number divides") {
    auto const divided = [](dtype d, std::initializer_list<float> given, std::initializer_list<float> by) {
        tensor const x = detail::as_dense(f32({3}, given), d), y = detail::as_dense(f32({3}, by), d);
        tensor const one = aten::slice.Tensor(y, 0, 0, 1);
        return show(aten::div.Tensor_mode(x, y, "rounding_mode"_a = "trunc")) + "; " +
               show(aten::div.Tensor_mode(x, one, "rounding_mode"_a = "trunc")) + "; " +
               show(aten::div.Scalar_mode(x, one.item(), "rounding_mode"_a = "trunc")) + "; " +
               show(aten::div.Tensor_mode(one, y, "rounding_mode"_a = "floor"));
    };
    CHECK(divided(dtype::bf16, {8.375f, -3.046875f, 7}, {0.55859375f, 0.06103515625f, 2}) ==
          "bf16[3]: 15 -50 3; bf16[3]: 14 -5 12; bf16[3]: 14 -5 12; bf16[3]: 1 9 0");
    CHECK(divided(dtype::f16, {-57.625f, -3.046875f, 7}, {0.2431640625f, 0.06103515625f, 2}) ==
          "f16[3]: -237 -49 3; f16[3]: -236 -12 28; f16[3]: -236 -12 28; f16[3]: 1 3 0");
    CHECK(divided(dtype::f32, {8.375f, -3.046875f, 7}, {0.55859375f, 0.06103515625f, 2}) ==
          "f32[3]: 14 -49 3; f32[3]: 14 -5 12; f32[3]: 14 -5 12; f32[3]: 1 9 0");
}

TEST_CASE("elementwise: the logarithm of two complex powers of e, of which one may be real") {
    tensor const x = aten::view_as_complex(f32({3, 2}, {1, 2, -0.5f, 1, 3, -4}));
    CHECK(show(aten::view_as_real(aten::logaddexp(x, f32({3}, {1, 2, 3})))) ==
          "f32[3, 2]: 1.07752 1 2.04558 0.0660427 2.81643 -5.14159");
}

// What torch gives.
TEST_CASE("elementwise: complex factors and exponents") {
    tensor const x = aten::view_as_complex(f32({1, 2}, {1, 1}));
    CHECK(show(aten::view_as_real(aten::add.Tensor(x, f32({1}, {2}), "alpha"_a = scalar::complex(0, 1)))) ==
          "f32[1, 2]: 1 3");
    CHECK(show(aten::view_as_real(aten::pow.Tensor_Scalar(f32({1}, {2}), scalar::complex(2, 0)))) == "f32[1, 2]: 4 0");
    // Of 0 too, whose logarithm is infinite.
    CHECK(show(aten::view_as_real(aten::pow.Tensor_Scalar(f32({1}, {0}), scalar::complex(0, 0)))) == "f32[1, 2]: 1 0");
}

} // namespace
