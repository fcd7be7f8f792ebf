#include <graft/kernel/elementwise/binary_functions.hpp>

#include <doctest/doctest.h>

#include "../checks.hpp"

#include <cmath>
#include <vector>

using namespace graft;
using reference::check_binary;
using reference::check_unary;
using reference::result_of;
using reference::results_of;
using reference::sizes;

TEST_CASE("binary functions: by their definitions") {
    auto const check = [](auto const& kernel, double (*right)(double, double)) {
        check_binary(kernel, right, reference::floating, -3, 3);
    };
    check(kernel::atan2, std::atan2);
    check(kernel::copysign, std::copysign);
    check(kernel::hypot, std::hypot);
    check(kernel::logaddexp, [](double x, double y) { return std::log(std::exp(x) + std::exp(y)); });
    check(kernel::logaddexp2, [](double x, double y) { return std::log2(std::exp2(x) + std::exp2(y)); });
    check_binary(
        kernel::xlogy, [](double x, double y) { return x * std::log(y); }, reference::floating, 0.5, 3);
    check_binary(
        kernel::fmax, [](double x, double y) { return std::fmax(x, y); }, reference::any_real, -3, 3);
    check_binary(
        kernel::fmin, [](double x, double y) { return std::fmin(x, y); }, reference::any_real, -3, 3);
    check_binary(
        kernel::heaviside, [](double x, double y) { return x == 0 ? y : x > 0; }, reference::any_real, -2, 2);
}

TEST_CASE("binary functions: where they are special") {
    double const infinity = std::numeric_limits<double>::infinity();
    CHECK(result_of(kernel::fmax, std::nan(""), 1) == 1);
    CHECK(result_of(kernel::xlogy, 0, infinity) == 0);
    CHECK(std::isnan(result_of(kernel::xlogy, 0, std::nan(""))));
    CHECK(result_of(kernel::logaddexp, infinity, infinity) == infinity);
    CHECK(result_of(kernel::logaddexp, 1000, 1000) == doctest::Approx(1000.6931471805599));
    CHECK(result_of(kernel::nextafter, 1, 2, dtype::f32) == 1 + 0x1p-23);
}

TEST_CASE("binary functions: the next 16-bit number is the one with the next bits") {
    auto const check = []<class T>(T, dtype d, double infinity) {
        for (std::uint16_t bits = 0; bits < 0x7c00; ++bits) {
            T low, high;
            low.bits = bits;
            high.bits = static_cast<std::uint16_t>(bits + 1);
            double const a = static_cast<float>(low), b = static_cast<float>(high);
            if (bits % 97 != 0 && b != infinity)
                continue;
            CHECK(result_of(kernel::nextafter, a, infinity, d) == b);
            CHECK(result_of(kernel::nextafter, b, 0, d) == a);
            CHECK(result_of(kernel::nextafter, -a, -infinity, d) == -b);
        }
    };
    double const infinity = std::numeric_limits<double>::infinity();
    check(half{}, dtype::f16, infinity);
    check(bfloat16{}, dtype::bf16, infinity);
    CHECK(result_of(kernel::nextafter, 0, -1, dtype::f16) == -0x1p-24);
    CHECK(std::isnan(result_of(kernel::nextafter, std::nan(""), 1, dtype::bf16)));
}

TEST_CASE("binary functions: three operands") {
    for (dtype d : reference::floating) {
        tensor const x = reference::make({2}, d, {1, 2}), y = reference::make({2}, d, {4, 6}),
                     z = reference::make({2}, d, {2, 4});
        tensor out = tensor::empty({2}, d);
        kernel::addcmul(x, y, z, 0.5, out);
        CHECK(reference::elements(out) == std::vector<double>{5, 14});
        kernel::addcdiv(x, y, z, 2, out);
        CHECK(reference::elements(out) == std::vector<double>{5, 5});
        kernel::lerp(x, y, 0.5, out);
        CHECK(reference::elements(out) == std::vector<double>{2.5, 4});
    }
}

TEST_CASE("binary functions: of two zeros fmax and fmin give the first, in f16 and bf16 the second") {
    for (dtype d : {dtype::f16, dtype::bf16, dtype::f32, dtype::f64}) {
        bool const second = element_size(d) == 2;
        CHECK(std::signbit(result_of(kernel::fmax, 0, -0.0, d)) == second);
        CHECK(std::signbit(result_of(kernel::fmax, -0.0, 0, d)) != second);
        CHECK(std::signbit(result_of(kernel::fmin, 0, -0.0, d)) == second);
        CHECK(std::signbit(result_of(kernel::fmin, -0.0, 0, d)) != second);
    }
}

TEST_CASE("binary functions: the larger and the smaller of integers that no signed one holds") {
    tensor const x = reference::make({2}, dtype::u64, {0x1p63, 5}), y = reference::make({2}, dtype::u64, {2, 7});
    tensor out = tensor::empty({2}, dtype::u64);
    kernel::fmax(x, y, out);
    CHECK(reference::elements(out) == std::vector<double>{0x1p63, 7});
    kernel::fmin(x, y, out);
    CHECK(reference::elements(out) == std::vector<double>{2, 5});
}
