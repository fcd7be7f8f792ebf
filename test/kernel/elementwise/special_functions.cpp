#include <graft/kernel/elementwise/special_functions.hpp>

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

TEST_CASE("special functions: of the library") {
    auto const check = [](auto const& kernel, double (*right)(double), double low, double high) {
        check_unary(kernel, right, reference::floating, low, high);
    };
    check(kernel::erf, std::erf, -3, 3);
    check(kernel::erfc, std::erfc, -3, 3);
    check(kernel::lgamma, std::lgamma, 0.1, 6);
}

TEST_CASE("special functions: erfinv undoes erf") {
    std::vector<double> const x{-2.5, -1, -0.1, 0, 1e-9, 0.3, 0.8, 2, 3};
    std::vector<double> const back = results_of(kernel::erfinv, results_of(kernel::erf, x));
    for (std::size_t i = 0; i < x.size(); ++i)
        CHECK(back[i] == doctest::Approx(x[i]).epsilon(1e-9));
    CHECK(results_of(kernel::erfinv, {1})[0] == std::numeric_limits<double>::infinity());
    CHECK(std::isnan(results_of(kernel::erfinv, {1.5})[0]));
}

TEST_CASE("special functions: digamma is the slope of lgamma") {
    for (double x : {0.3, 1.0, 2.5, 7.0, 30.0, -0.7, -3.2}) {
        double const h = 1e-5, slope = (std::lgamma(x + h) - std::lgamma(x - h)) / (2 * h);
        CHECK(results_of(kernel::digamma, {x})[0] == doctest::Approx(slope).epsilon(1e-6));
    }
    CHECK(std::isnan(results_of(kernel::digamma, {-2})[0]));
    CHECK(results_of(kernel::digamma, {0})[0] == -std::numeric_limits<double>::infinity());
}

TEST_CASE("special functions: sinc is 1 at 0") {
    std::vector<double> const y = results_of(kernel::sinc, {0, 0.5, 1});
    CHECK(y[0] == 1);
    CHECK(y[1] == doctest::Approx(0.6366197723675814));
    CHECK(y[2] == doctest::Approx(0).epsilon(1e-12));
}
