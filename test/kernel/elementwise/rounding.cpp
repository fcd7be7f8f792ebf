#include <graft/kernel/elementwise/rounding.hpp>

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

TEST_CASE("rounding: to integral values, which integers are") {
    check_unary(
        kernel::floor, [](double x) { return std::floor(x); }, reference::numeric, -4, 4);
    check_unary(
        kernel::ceil, [](double x) { return std::ceil(x); }, reference::numeric, -4, 4);
    check_unary(
        kernel::trunc, [](double x) { return std::trunc(x); }, reference::numeric, -4, 4);
}

TEST_CASE("rounding: the even one of two") {
    CHECK(results_of(kernel::round, {0.5, 1.5, 2.5, -0.5, -1.5, 2.4}) == std::vector<double>{0, 2, 2, 0, -2, 2});
    CHECK(results_of(kernel::frac, {1.25, -1.25}) == std::vector<double>{0.25, -0.25});
}

TEST_CASE("rounding: to a number of decimals") {
    tensor const x = reference::make({2}, dtype::f64, {1.25, -38.5});
    tensor out = tensor::empty({2}, dtype::f64);
    kernel::round_up_to(x, {10.0}, out);
    CHECK(reference::elements(out) == std::vector<double>{1.2, -38.5});
    kernel::round_down_to(x, {10.0}, out);
    CHECK(reference::elements(out) == std::vector<double>{0, -40});
}
