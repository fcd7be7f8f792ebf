#include <graft/kernel/reduce/moments.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <vector>

using namespace graft::detail;

TEST_CASE("moments: of a row, also far from zero") {
    for (double const offset : {0.0, 1e9}) {
        std::vector<double> const row{offset + 1, offset + 2, offset + 6};
        moments const found = moments_of(graft::view<double const>(row));
        CHECK(found.mean == offset + 3);
        CHECK(found.squares == 14);
    }
}

TEST_CASE("moments: in single precision a sum may be infinite, and NaN with it") {
    std::vector<float> const row{1, 2, 6}, huge{3e38F, 3e38F, -3e38F};
    moments const found = single_moments(graft::view<float const>(row));
    CHECK(found.mean == 3);
    CHECK(found.squares == 14);
    CHECK(std::isinf(single_moments(graft::view<float const>(huge)).mean));
    CHECK(std::isinf(single_moments(graft::view<float const>(huge)).squares));
}

TEST_CASE("moments: numbers added one by one, and joined") {
    running_moments<double> left, right, none;
    for (double const x : {1, 2})
        left.add(x);
    for (double const x : {6, 7, 9})
        right.add(x);
    left.join(none);
    left.join(right);
    CHECK(left.count == 5);
    CHECK(left.mean == doctest::Approx(5));
    CHECK(left.squares == doctest::Approx(46));
}

TEST_CASE("moments: in lanes they are those of all numbers") {
    for (std::int64_t const n : {1, 7, 8, 16, 45}) {
        std::vector<float> row;
        for (std::int64_t i = 0; i < n; ++i)
            row.push_back(static_cast<float>(i));
        auto const found = moments_in_lanes(n, row.data(), 8);
        auto const size = static_cast<double>(n);
        CHECK(found.count == n);
        CHECK(found.mean == doctest::Approx((size - 1) / 2));
        CHECK(found.squares == doctest::Approx(size * (size * size - 1) / 12));
    }
}

TEST_CASE("moments: lanes whose squares leave the range are joined as PyTorch joins them") {
    std::vector<float> const row(17, 1e20f);
    auto const unknown = [&](std::int64_t n, std::int64_t step) {
        return std::isnan(moments_in_lanes(n, row.data(), step).squares);
    };
    CHECK((unknown(8, 8) && unknown(16, 8) && unknown(15, 16))); // none in the rest, or none in the lanes
    CHECK_FALSE((unknown(15, 8) || unknown(17, 8) || unknown(17, 16)));
}
