#include <graft/kernel/simd/logarithm.hpp>

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

namespace {

using namespace graft::detail;

constexpr float infinity = std::numeric_limits<float>::infinity();

/// How far a result is from the right one, in units of its last place.
double units_off(float result, double right) {
    auto const nearest = static_cast<float>(right);
    if (std::isnan(right) || std::isinf(nearest))
        return std::isnan(right) ? !std::isnan(result) : result != nearest;
    double const unit = std::ldexp(1.0, std::max(std::ilogb(right), -126) - 23);
    return right == 0 ? result != 0 : std::abs(result - right) / unit;
}

/// The worst of a function over floats of all magnitudes.
template <class F, class Exact>
double worst_of(F f, Exact exact) {
    std::mt19937 random(3);
    double worst = 0;
    for (int i = 0; i < 20'000; ++i) {
        float const x = i % 2 == 0 ? std::bit_cast<float>(static_cast<std::uint32_t>(random()))
                                   : static_cast<float>(random() % 4000) / 1000 - 2;
        worst = std::max(worst, units_off(f(x), exact(static_cast<double>(x))));
    }
    float const nan = std::numeric_limits<float>::quiet_NaN();
    for (float const x : {0.0f, -0.0f, 1.0f, -1.0f, infinity, -infinity, nan, 1e-45f, -1e-45f, -2.0f}) {
        worst = std::max(worst, units_off(f(x), exact(static_cast<double>(x))));
        CHECK((std::isnan(f(x)) || std::signbit(f(x)) == std::signbit(exact(static_cast<double>(x)))));
    }
    return worst;
}

TEST_CASE("logarithm: near the exact result for every float, and right at the ends") {
    CHECK(worst_of([](float x) { return log_of(x); }, [](double x) { return std::log(x); }) < 1);
    CHECK(worst_of([](float x) { return log2_of(x); }, [](double x) { return std::log2(x); }) < 2.5);
    CHECK(worst_of([](float x) { return log10_of(x); }, [](double x) { return std::log10(x); }) < 2.5);
    CHECK(worst_of([](float x) { return log1p_of(x); }, [](double x) { return std::log1p(x); }) < 1.5);
    CHECK(worst_of([](float x) { return expm1_of(x); }, [](double x) { return std::expm1(x); }) < 2.5);
}

TEST_CASE("logarithm: to base 2 of a power of 2 it is exact") {
    for (int n = -149; n < 128; ++n)
        CHECK(log2_of(std::ldexp(1.0f, n)) == static_cast<float>(n));
}

} // namespace
