#include <graft/kernel/order_statistic.hpp>

#include <graft/meta/view.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace {

using row = std::vector<double>;

graft::view<double const> view_of(row const& r) { return {r.data(), r.size()}; }

} // namespace

TEST_CASE("order_statistic: the k-th element is the one that sorting puts there") {
    std::mt19937 random(3);
    for (int round = 0; round < 50; ++round) {
        row r(1 + random() % 12);
        for (double& x : r)
            x = static_cast<double>(random() % 6);
        row sorted = r;
        std::sort(sorted.begin(), sorted.end());
        for (std::size_t k = 1; k <= r.size(); ++k)
            CHECK(r[graft::detail::find_kth(view_of(r), static_cast<std::int64_t>(k))] == sorted[k - 1]);
        CHECK(r[graft::detail::find_median(view_of(r), false)] == sorted[(r.size() - 1) / 2]);
    }
}

TEST_CASE("order_statistic: a NaN is the largest, and the median unless it is passed over") {
    double const nan = std::nan("");
    row const r{3, nan, 1, 2};
    CHECK(graft::detail::find_kth(view_of(r), 4) == 1);
    CHECK(graft::detail::find_kth(view_of(row{nan, nan}), 1) < 2);
    CHECK(graft::detail::find_kth(view_of(row{nan}), 1) == 0);
    CHECK(graft::detail::find_median(view_of(r), false) == 1);
    CHECK(graft::detail::find_median(view_of(r), true) == 3);
    CHECK(graft::detail::find_median(view_of(row{nan, nan}), true) < 2);
}

TEST_CASE("order_statistic: the mode is the smallest of the most frequent, where it is last") {
    CHECK(graft::detail::find_mode(view_of(row{2, 1, 2, 1, 3})) == 3);
    CHECK(graft::detail::find_mode(view_of(row{5})) == 0);
    CHECK(graft::detail::find_mode(view_of(row{1, 2, 2})) == 2);
}
