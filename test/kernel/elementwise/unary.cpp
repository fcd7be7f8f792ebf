#include <graft/kernel/elementwise/unary.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "../reference.hpp"

using namespace graft;
using reference::sizes;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

/// Random tensors of every admitted dtype, any layout, sizes of 0 and no dimensions among them.
template <class Kernel, class F, std::size_t N>
void check(Kernel const& kernel, F right, dtype const (&dtypes)[N], double low, double high, bool to_float) {
    reference::source random(21);
    for (dtype d : dtypes)
        for (int round = 0; round < 6; ++round) {
            sizes const space = random.shape(round % 4, 6, round == 5 ? 0 : 1);
            tensor const self = random.uniform(space, d, low, high);
            tensor out = random.empty(space, to_float ? integral_to_float(d) : d);
            kernel(self, out);
            CHECK(reference::mismatch(out, [&](sizes const& i) { return right(reference::at(self, i)); }) == "");
        }
}

/// What the kernel makes of these elements.
template <class Kernel>
std::vector<double> of(Kernel const& kernel, dtype d, std::vector<double> const& elements) {
    tensor const self = reference::make({static_cast<std::int64_t>(elements.size())}, d, elements);
    tensor out = tensor::empty(self.sizes(), d);
    kernel(self, out);
    return reference::elements(out);
}

} // namespace

TEST_CASE("unary: relu and neg keep integers, in every numeric dtype") {
    check(
        kernel::relu, [](double x) { return std::max(x, 0.0); }, reference::numeric, -4, 4, false);
    check(
        kernel::neg, [](double x) { return -x; },
        {dtype::i8, dtype::i16, dtype::i32, dtype::i64, dtype::f16, dtype::bf16, dtype::f32, dtype::f64}, -4, 4, false);
    check(
        kernel::relu, [](double x) { return x; }, {dtype::u16, dtype::u32, dtype::u64}, 0, 4, false);
    CHECK(of(kernel::relu, dtype::u64, {0x1p63}) == std::vector<double>{0x1p63});
    CHECK(of(kernel::neg, dtype::u8, {0, 1, 255}) == std::vector<double>{0, 255, 1});
    CHECK(of(kernel::neg, dtype::i8, {-128}) == std::vector<double>{-128});
}

TEST_CASE("unary: elementary functions make floats of integers and booleans") {
    check(
        kernel::exp, [](double x) { return std::exp(x); }, reference::any_real, -4, 4, true);
    check(
        kernel::sigmoid, [](double x) { return 1 / (1 + std::exp(-x)); }, reference::any_real, -4, 4, true);
    check(
        kernel::tanh, [](double x) { return std::tanh(x); }, reference::any_real, -4, 4, true);
    check(
        kernel::sqrt, [](double x) { return std::sqrt(x); }, reference::any_real, 0, 9, true);
    check(
        kernel::rsqrt, [](double x) { return 1 / std::sqrt(x); }, reference::any_real, 1, 9, true);
    check(
        kernel::reciprocal, [](double x) { return 1 / x; }, reference::any_real, 1, 9, true);
}

TEST_CASE("unary: NaN, infinities and zeros of either sign") {
    for (dtype d : reference::floating) {
        CHECK(std::isnan(of(kernel::relu, d, {no_number})[0]));
        CHECK(of(kernel::relu, d, {infinity, -infinity}) == std::vector{infinity, 0.0});
        CHECK(of(kernel::sqrt, d, {infinity, 4}) == std::vector{infinity, 2.0});
        CHECK(std::isnan(of(kernel::sqrt, d, {-1})[0]));
        CHECK(of(kernel::rsqrt, d, {0, infinity}) == std::vector{infinity, 0.0});
        CHECK(of(kernel::reciprocal, d, {0, -0.0}) == std::vector{infinity, -infinity});
        CHECK(of(kernel::exp, d, {-infinity, infinity}) == std::vector{0.0, infinity});
        CHECK(std::signbit(of(kernel::tanh, d, {-0.0})[0]));
        CHECK(std::signbit(of(kernel::neg, d, {0})[0]));
    }
}

TEST_CASE("unary: of floats of 8 bits only the sign is taken") {
    tensor const x = tensor::full({2}, dtype::f8e5m2, -1.75);
    tensor out = tensor::empty({2}, dtype::f8e5m2);
    kernel::abs(x, out);
    CHECK(reference::elements(out) == std::vector<double>{1.75, 1.75});
    CHECK_THROWS_WITH_AS(kernel::neg(x, out), "graft: neg does not take the dtype f8e5m2", error);
}

TEST_CASE("unary: identities hold") {
    reference::source random(22);
    tensor const x = random.uniform({40}, dtype::f64, -3, 3);
    tensor minus = tensor::empty({40}, dtype::f64), a = minus.clone(), b = minus.clone();
    kernel::neg(x, minus);
    kernel::sigmoid(x, a);
    kernel::sigmoid(minus, b);
    CHECK(reference::mismatch(a, [&](sizes const& i) { return 1 - reference::at(b, i); }) == "");
    kernel::exp(x, a);
    kernel::exp(minus, b);
    kernel::reciprocal(b, b);
    CHECK(reference::mismatch(a, [&](sizes const& i) { return reference::at(b, i); }) == "");
}

TEST_CASE("unary: a dtype that is not admitted is an error naming both") {
    tensor const flags = tensor::zeros({2}, dtype::boolean);
    tensor out = tensor::empty({2}, dtype::boolean);
    CHECK_THROWS_WITH_AS(kernel::relu(flags, out), "graft: relu does not take the dtype b8", error);
    tensor const numbers = tensor::zeros({2}, dtype::f64);
    static constexpr auto only_f32 = values<dtype::f32>;
    CHECK_THROWS_AS(kernel::exp.operator()<only_f32>(numbers, out), error);
}

TEST_CASE("unary: abs, sign and square keep the dtype") {
    check(
        kernel::abs, [](double x) { return std::abs(x); }, reference::numeric, -4, 4, false);
    check(
        kernel::sign, [](double x) { return (x > 0) - (x < 0); }, reference::numeric, -4, 4, false);
    check(
        kernel::square, [](double x) { return x * x; }, reference::numeric, -4, 4, false);
    CHECK(of(kernel::sign, dtype::f32, {no_number})[0] == 0);
    CHECK(of(kernel::abs, dtype::i8, {-128})[0] == -128);
}
