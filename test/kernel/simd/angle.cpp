#include <graft/kernel/simd/angle.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <random>
#include <vector>

namespace {

using namespace graft::detail;

constexpr float infinity = std::numeric_limits<float>::infinity();

/// True if a result is right to some units of its last place, and its sign is.
bool is_near(float result, double right, double units) {
    if (std::isnan(right))
        return std::isnan(result);
    auto const nearest = static_cast<float>(right);
    double const unit = std::ldexp(1.0, std::max(right == 0 ? -126 : std::ilogb(right), -126) - 23);
    return result == nearest ? std::signbit(result) == std::signbit(nearest) : std::abs(result - right) <= units * unit;
}

TEST_CASE("angle: sines and cosines are right up to the largest angle, and by the exact function beyond") {
    std::mt19937 random(5);
    std::vector<float> angles{0.0f, -0.0f, infinity, -infinity, infinity - infinity, 1e30f, -1e9f, 1e-45f};
    for (int i = 0; i < 5000; ++i)
        angles.push_back((static_cast<float>(random() % 200'001) - 100'000) * (i % 2 == 0 ? 1e-4f : 10.0f));
    auto const n = static_cast<std::int64_t>(angles.size());
    for (std::uint64_t const more : std::initializer_list<std::uint64_t>{0, 1}) {
        std::vector<float> results = angles; // in place
        auto const exact = [more](float x) { return more == 0 ? std::sin(x) : std::cos(x); };
        angles_loop([more](float x) { return static_cast<float>(quarter_turn(x).sine_after(more)); }, exact, n,
                    results.data(), results.data());
        for (std::size_t i = 0; i < angles.size(); ++i) {
            auto const x = static_cast<double>(angles[i]);
            CAPTURE(x);
            CAPTURE(results[i]);
            CHECK(is_near(results[i], more == 0 ? std::sin(x) : std::cos(x), 1));
        }
    }
}

TEST_CASE("angle: of points in every direction, and of zeros and infinities") {
    std::array<float, 9> const ends{0.0f, -0.0f, 1.0f, -1.0f, infinity, -infinity, infinity - infinity, 1e-45f, -3e38f};
    for (float const y : ends)
        for (float const x : ends)
            CHECK(is_near(atan2_of(y, x), std::atan2(static_cast<double>(y), static_cast<double>(x)), 3));
    std::mt19937 random(6);
    for (int i = 0; i < 5000; ++i) {
        float const y = static_cast<float>(random() % 20'001) - 10'000;
        float const x = static_cast<float>(random() % 20'001) - 10'000;
        CHECK(is_near(atan2_of(y, x), std::atan2(static_cast<double>(y), static_cast<double>(x)), 3));
        CHECK(is_near(atan_of(y / 1000), std::atan(static_cast<double>(y / 1000)), 3));
    }
}

} // namespace
