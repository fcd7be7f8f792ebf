#include <graft/kernel/elementwise/power.hpp>

#include <doctest/doctest.h>

#include "../checks.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <limits>
#include <vector>

using namespace graft;
using reference::check_binary;
using reference::check_unary;
using reference::result_of;
using reference::results_of;
using reference::sizes;

TEST_CASE("power: of reals") {
    check_binary(
        [](tensor const& x, tensor const& y, tensor& out) { kernel::pow(kernel::operand(x), kernel::operand(y), out); },
        [](double x, double y) { return std::pow(x, y); }, reference::floating, 0.5, 2);
}

TEST_CASE("power: of f32 is right to a unit in the last place, wherever its result lies") {
    reference::source random(7);
    std::vector<float> x, y;
    for (int i = 0; i < 2048; ++i) {
        x.push_back(static_cast<float>(std::exp2(random.real(-149, 127))));
        y.push_back(static_cast<float>(random.real(-4, 4)));
    }
    // Among them what no logarithm serves, and what leaves the range of f32.
    constexpr float infinity = std::numeric_limits<float>::infinity();
    std::size_t at = 0;
    for (float const base : {0.0f, -0.0f, -2.0f, 1.0f, 0.5f, infinity, -infinity, 1e-45f, 3e38f})
        for (float const power : {0.0f, 1.0f, -1.0f, 3.0f, 0.5f, infinity, -infinity, 1e30f, -200.0f,
                                  std::numeric_limits<float>::quiet_NaN()}) {
            x[at] = base;
            y[at++] = power;
        }
    std::vector<float> result(x.size());
    kernel::pow_t::apply_row(std::ssize(x), result.data(), x.data(), y.data());
    for (std::size_t i = 0; i < x.size(); ++i) {
        double const right = std::pow(static_cast<double>(x[i]), static_cast<double>(y[i]));
        auto const nearest = static_cast<float>(right);
        CAPTURE(x[i]);
        CAPTURE(y[i]);
        if (std::isnan(right))
            CHECK(std::isnan(result[i]));
        else if (std::isinf(nearest) || nearest == 0)
            CHECK(result[i] == nearest);
        else
            CHECK(std::abs(result[i] - right) <= std::ldexp(1.0, std::max(std::ilogb(right), -126) - 23));
    }
}

TEST_CASE("power: integers wrap, negative powers are 0 but of 1 and -1") {
    auto const power = [](tensor const& x, tensor const& y, tensor& out) {
        kernel::pow(kernel::operand(x), kernel::operand(y), out);
    };
    CHECK(result_of(power, 3, 5, dtype::i8) == static_cast<std::int8_t>(243 - 256));
    CHECK(result_of(power, 2, -1, dtype::i32) == 0);
    CHECK(result_of(power, -1, -3, dtype::i32) == -1);
    CHECK(result_of(power, -1, -2, dtype::i32) == 1);
    CHECK(result_of(power, 1, -7, dtype::i64) == 1);
    CHECK(result_of(power, 0, 0, dtype::u8) == 1);
}

TEST_CASE("power: numbers with an exact form take it") {
    for (double y : {2.0, 3.0, 0.5, -0.5, -1.0, 1.5})
        check_unary([y](tensor const& x, tensor& out) { kernel::pow(kernel::operand(x), scalar(y), out); },
                    [y](double x) { return std::pow(x, y); }, reference::floating, 0.25, 3);
    tensor const x = reference::make({1}, dtype::f32, {-std::numeric_limits<double>::infinity()});
    tensor out = tensor::empty({1}, dtype::f32);
    kernel::pow(kernel::operand(x), scalar(0.5), out);
    CHECK(std::isnan(reference::elements(out)[0]));
}
