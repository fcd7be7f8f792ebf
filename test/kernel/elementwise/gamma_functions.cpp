#include <graft/kernel/elementwise/gamma_functions.hpp>

#include <doctest/doctest.h>

#include "../reference.hpp"

#include <cmath>
#include <limits>
#include <numbers>

using namespace graft;

TEST_CASE("gamma functions: the Bessel function of order 0 is the same on both sides of its series") {
    CHECK(detail::bessel_i0(0) == 1);
    CHECK(detail::bessel_i0(-1) == doctest::Approx(1.2660658777520084).epsilon(1e-14));
    for (double const x : {29.0, 29.999999, 30.0, 60.0, 500.0})
        CHECK(detail::bessel_i0(x) == doctest::Approx(std::cyl_bessel_i(0, x)).epsilon(1e-11));
    CHECK(std::isinf(detail::bessel_i0(1000)));
    CHECK(std::isnan(detail::bessel_i0(std::numeric_limits<double>::quiet_NaN())));
}

TEST_CASE("gamma functions: both shares of the incomplete integral add up to 1, that of order 1 is 1 - e^-x") {
    for (double const a : {0.3, 1.0, 4.5, 60.0})
        for (double const x : {0.01, 0.9, 3.0, 70.0}) {
            double const lower = detail::incomplete_gamma(a, x, false);
            CHECK(lower + detail::incomplete_gamma(a, x, true) == doctest::Approx(1).epsilon(1e-13));
            CHECK((lower >= 0 && lower <= 1));
        }
    CHECK(detail::incomplete_gamma(1, 2, false) == doctest::Approx(1 - std::exp(-2)).epsilon(1e-14));
    CHECK(detail::incomplete_gamma(0.5, 1, false) == doctest::Approx(std::erf(1)).epsilon(1e-14));
    CHECK(detail::incomplete_gamma(2, 0, false) == 0);
    CHECK(detail::incomplete_gamma(0, 1, true) == 0);
    CHECK(std::isnan(detail::incomplete_gamma(-1, 1, true)));
}

// What torch gives.
TEST_CASE("gamma functions: the incomplete integral of a large order is the step of a normal distribution") {
    auto const lower = [](double a, double x) { return detail::incomplete_gamma(a, x, false); };
    CHECK(lower(1e9, 1e9) == doctest::Approx(0.500004205220812).epsilon(1e-10));
    CHECK(lower(1e9, 1e9 + 5e4) == doctest::Approx(0.943075043832977).epsilon(1e-10));
    CHECK(lower(1e9, 1e9 - 1e5) == doctest::Approx(7.82446139959833e-4).epsilon(1e-8));
    CHECK(detail::incomplete_gamma(1e12, 1e12 - 1e6, true) == doctest::Approx(0.84134474609122).epsilon(1e-10));
    for (double const a : {1e20, 1e300}) {
        CHECK(lower(a, a) == doctest::Approx(0.5));
        CHECK(lower(a, 1) == 0);
        CHECK(detail::incomplete_gamma(a, 1, true) == 1);
        CHECK(lower(a, 1e308) == 1);
    }
}

TEST_CASE("gamma functions: polygamma of an order without end ends") {
    for (double x : {-0.5, -1.00001, -31.5, -40.25, 0.5})
        CHECK(!std::isfinite(detail::polygamma_of(1'000'000'000'000'000, x)));
}

TEST_CASE("gamma functions: polygamma at 1 are multiples of zeta, and step by powers") {
    double const pi = std::numbers::pi;
    CHECK(detail::polygamma_of(0, 1) == doctest::Approx(-std::numbers::egamma));
    CHECK(detail::polygamma_of(1, 1) == doctest::Approx(pi * pi / 6).epsilon(1e-14));
    CHECK(detail::polygamma_of(3, 1) == doctest::Approx(6 * std::pow(pi, 4) / 90).epsilon(1e-14));
    CHECK(detail::polygamma_of(2, 1) == doctest::Approx(-2.4041138063191886).epsilon(1e-14));
    for (double const x : {0.3, 2.5, -0.5})
        CHECK(detail::polygamma_of(1, x) - detail::polygamma_of(1, x + 1) == doctest::Approx(1 / (x * x)));
    CHECK(std::isinf(detail::polygamma_of(1, -2)));
}

TEST_CASE("gamma functions: the sum far below 0, or of high powers, takes no more terms than near it") {
    double const pi = std::numbers::pi;
    CHECK(detail::hurwitz_zeta(2, -1e15 - 0.5) == doctest::Approx(pi * pi).epsilon(1e-14));
    CHECK(detail::hurwitz_zeta(3, -1e15 - 0.5) == doctest::Approx(0));
    CHECK(detail::hurwitz_zeta(1e18, 1) == 1);
    CHECK(std::isinf(detail::hurwitz_zeta(1e18, -1e15 - 0.5)));
    for (double const s : {2.0, 3.0, 8.0}) {
        double terms = 0;
        for (int k = 0; k < 41; ++k)
            terms += std::pow(-40.25 + k, -s);
        CHECK(detail::hurwitz_zeta(s, -40.25) == doctest::Approx(terms + detail::hurwitz_zeta(s, 0.75)).epsilon(1e-13));
    }
}

TEST_CASE("gamma functions: of tensors that broadcast, rounded to the dtype") {
    tensor const orders = reference::make({2, 1}, dtype::f16, {1, 2});
    tensor const bounds = reference::make({2}, dtype::f16, {0, 1});
    tensor out = tensor::empty({2, 2}, dtype::f16);
    kernel::incomplete_gamma(orders, bounds, true, out);
    CHECK(reference::elements(out)[0] == 1);
    CHECK(reference::elements(out)[1] == doctest::Approx(std::exp(-1)).epsilon(1e-3));
    CHECK(reference::elements(out)[3] == doctest::Approx(2 * std::exp(-1)).epsilon(1e-3));
    tensor same = tensor::empty({2}, dtype::f16);
    kernel::i0(bounds, same);
    CHECK(reference::elements(same)[0] == 1);
    kernel::polygamma(0, bounds, same);
    CHECK(std::isinf(reference::elements(same)[0]));
}

TEST_CASE("gamma functions: at infinity, at poles and of NaN as in torch's scalar code") {
    double const infinity = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
    CHECK(detail::bessel_i0(710) == infinity);
    CHECK(detail::bessel_i0(std::numeric_limits<double>::max()) == infinity);
    CHECK(std::isnan(detail::bessel_i0(infinity)));
    CHECK(detail::incomplete_gamma(nan, infinity, false) == 1);
    CHECK(detail::incomplete_gamma(nan, 0, true) == 1);
    CHECK(detail::incomplete_gamma(infinity, nan, false) == 0);
    CHECK(std::isnan(detail::incomplete_gamma(1, nan, false)));
    CHECK(std::isnan(detail::incomplete_gamma(nan, 1, false)));
    CHECK(detail::trigamma_of(infinity, true) == 0);
    CHECK(std::isnan(detail::trigamma_of(-infinity, true)));
    CHECK(detail::trigamma_of(0, false) == infinity);
    CHECK(detail::trigamma_of(-128, true) == doctest::Approx(7.88189512e10).epsilon(1e-5)); // torch.polygamma(1, -128)
    CHECK(detail::trigamma_of(0.5, false) == doctest::Approx(std::numbers::pi * std::numbers::pi / 2));
    CHECK(detail::trigamma_of(-0.5, false) == doctest::Approx(std::numbers::pi * std::numbers::pi / 2 + 4));
}
