#include <graft/kernel/simd/lanes.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace {

using namespace graft::detail;

constexpr auto count = static_cast<std::size_t>(float_lanes);

TEST_CASE("lanes: what is loaded is stored, in part where it is asked for") {
    std::array<float, count + 1> from{}, to{};
    for (std::size_t i = 0; i < from.size(); ++i)
        from[i] = static_cast<float>(i + 1);
    store_floats(load_floats(from.data() + 1), to.data());
    for (std::size_t i = 0; i < count; ++i)
        CHECK(to[i] == from[i + 1]);
    CHECK(to[count] == 0);

    to.fill(-1);
    store_floats(load_floats(from.data(), 2), to.data());
    CHECK(to[1] == 2);
    CHECK(to[2] == 0);
    store_floats(load_last_floats(from.data() + from.size(), 2), to.data());
    for (std::size_t i = 0; i < count; ++i)
        CHECK(to[i] == (i + 2 < count ? 0 : from[i + 1]));
    to.fill(-1);
    store_floats(load_floats(from.data()), to.data(), 3);
    CHECK(to[2] == 3);
    CHECK(to[3] == -1);
}

TEST_CASE("lanes: a clamp keeps NaN, and infinities are no bounds") {
    float const nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
    std::array<float, count> x{};
    x[0] = nan;
    x[1] = -7;
    x[2] = 9;
    floats const v = load_floats(x.data());
    store_floats(clamp_floats(v, 0, 6), x.data());
    CHECK(std::isnan(x[0]));
    CHECK(x[1] == 0);
    CHECK(x[2] == 6);
    store_floats(clamp_floats(v, -infinity, infinity), x.data());
    CHECK(std::isnan(x[0]));
    CHECK(x[1] == -7);
    CHECK(x[2] == 9);
}

TEST_CASE("lanes: the square roots of rows of every length are those of std::sqrt") {
    for (std::size_t n = 0; n < 3 * count; ++n) {
        std::vector<float> from(n), to(n + 1, -1);
        for (std::size_t i = 0; i < n; ++i)
            from[i] = i % 5 == 4 ? std::numeric_limits<float>::infinity() : static_cast<float>(i) * 0.37f;
        floats_loop([](floats x) { return sqrt_floats(x); }, static_cast<std::int64_t>(n), to.data(), from.data());
        for (std::size_t i = 0; i < n; ++i)
            CHECK(to[i] == std::sqrt(from[i]));
        CHECK(to[n] == -1);
    }
    CHECK(std::isnan(sqrt_floats(floats{} - 1)[0]));
}

} // namespace
