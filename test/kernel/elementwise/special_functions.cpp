#include <graft/kernel/elementwise/special_functions.hpp>

#include <doctest/doctest.h>

#include "../checks.hpp"
#include "../reference.hpp"

#include <cmath>
#include <vector>

using namespace graft;
using reference::check_binary;
using reference::check_unary;
using reference::elements;
using reference::make;
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

TEST_CASE("frexp: mantissa times power gives the number back") {
    reference::source random(8);
    tensor const self = random.uniform({3, 5}, dtype::f32, -1e6, 1e6);
    tensor mantissas = random.empty({3, 5}, dtype::f32), exponents = random.empty({3, 5}, dtype::i32);
    kernel::frexp(self, mantissas, exponents);
    for (std::size_t i = 0; i < 15; ++i) {
        double const m = elements(mantissas)[i];
        CHECK((std::abs(m) >= 0.5 && std::abs(m) < 1));
        CHECK(std::ldexp(m, static_cast<int>(elements(exponents)[i])) == elements(self)[i]);
    }
}

TEST_CASE("frexp: zero, NaN and infinity have the exponent 0") {
    tensor mantissas = tensor::empty({3}, dtype::f16), exponents = tensor::empty({3}, dtype::i32);
    kernel::frexp(make({3}, dtype::f16, {0, INFINITY, NAN}), mantissas, exponents);
    CHECK(elements(exponents) == std::vector<double>{0, 0, 0});
    CHECK(elements(mantissas)[0] == 0);
    CHECK(std::isinf(elements(mantissas)[1]));
}
