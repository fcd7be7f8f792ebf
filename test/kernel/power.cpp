#include <graft/kernel/power.hpp>

#include <doctest/doctest.h>

#include "checks.hpp"

#include <cmath>

using namespace graft;
using reference::check_binary;
using reference::check_unary;
using reference::result_of;
using reference::results_of;
using reference::sizes;

TEST_CASE("power: of reals") {
    check_binary([](tensor const& x, tensor const& y,
                    tensor& out) { kernel::pow(kernel::operand(x), kernel::operand(y), out); },
                 [](double x, double y) { return std::pow(x, y); }, reference::floating, 0.5,
                 2);
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
        check_unary([y](tensor const& x,
                        tensor& out) { kernel::pow(kernel::operand(x), scalar(y), out); },
                    [y](double x) { return std::pow(x, y); }, reference::floating, 0.25, 3);
    tensor const x =
        reference::make({1}, dtype::f32, {-std::numeric_limits<double>::infinity()});
    tensor out = tensor::empty({1}, dtype::f32);
    kernel::pow(kernel::operand(x), scalar(0.5), out);
    CHECK(std::isnan(reference::elements(out)[0]));
}
