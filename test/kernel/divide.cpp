#include <graft/kernel/divide.hpp>

#include <doctest/doctest.h>

#include "checks.hpp"

#include <cmath>

using namespace graft;
using reference::check_binary;
using reference::check_unary;
using reference::result_of;
using reference::results_of;
using reference::sizes;

namespace {

constexpr dtype exact[] = {dtype::i8,  dtype::i16, dtype::i32,
                           dtype::i64, dtype::f32, dtype::f64};

// Divisors that are not zero.
double divisor(double y) { return y == 0 ? 1 : y; }

template <class Kernel, class F>
void check(Kernel const& kernel, F right) {
    reference::source random(3);
    for (dtype d : exact)
        for (int i = 0; i < 40; ++i) {
            double const x = std::round(random.real(-20, 20));
            double const y = divisor(std::round(random.real(-5, 5)));
            CHECK(result_of(kernel, x, y, d) == right(x, y));
        }
}

} // namespace

TEST_CASE("divide: quotients and remainders of whole numbers") {
    check(kernel::floor_divide, [](double x, double y) { return std::floor(x / y); });
    check(kernel::trunc_divide, [](double x, double y) { return std::trunc(x / y); });
    check(kernel::fmod, [](double x, double y) { return std::fmod(x, y); });
    check(kernel::remainder, [](double x, double y) { return x - y * std::floor(x / y); });
}

TEST_CASE("divide: an integer by zero is an error, a real is not") {
    CHECK_THROWS_AS(result_of(kernel::floor_divide, 1, 0, dtype::i32), error);
    CHECK_THROWS_AS(result_of(kernel::remainder, 1, 0, dtype::i32), error);
    CHECK(result_of(kernel::floor_divide, 1, 0) == std::numeric_limits<double>::infinity());
    CHECK(std::isnan(result_of(kernel::remainder, 1, 0)));
}

TEST_CASE("divide: the lowest integer over -1 wraps") {
    CHECK(result_of(kernel::floor_divide, -128, -1, dtype::i8) == -128);
    CHECK(result_of(kernel::fmod, -128, -1, dtype::i8) == 0);
}
