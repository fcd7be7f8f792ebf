#include <graft/kernel/reduce/order_statistic.hpp>

#include <graft/meta/view.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace {

using row = std::vector<double>;

double const none = std::nan("");

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
    row const r{3, none, 1, 2};
    CHECK(graft::detail::find_kth(view_of(r), 4) == 1);
    CHECK(graft::detail::find_kth(view_of(row{none, none}), 1) < 2);
    CHECK(graft::detail::find_kth(view_of(row{none}), 1) == 0);
    CHECK(graft::detail::find_median(view_of(r), false) == 1);
    CHECK(graft::detail::find_median(view_of(r), true) == 3);
    CHECK(graft::detail::find_median(view_of(row{none, none}), true) < 2);
}

// The places are PyTorch's.
TEST_CASE("order_statistic: of equal elements the median is that in the middle of a stable sort") {
    for (std::size_t n = 1; n < 40; ++n) {
        CAPTURE(n);
        row const same(n, 2.0f);
        CHECK(graft::detail::find_median(view_of(same), false) == (n - 1) / 2);
        CHECK(graft::detail::find_median(view_of(same), true) == (n - 1) / 2);
    }
    CHECK(graft::detail::find_median(view_of(row{1, 0, 1, 1, 0}), false) == 0);
    CHECK(graft::detail::find_median(view_of(row{1, 0, 1, 1, 0, 1, 0}), false) == 0);
    CHECK(graft::detail::find_median(view_of(row{0, none, 0, 1, 0, 1}), true) == 4);
    CHECK(graft::detail::find_median(view_of(row{none, none, none, none}), true) == 2);
}

TEST_CASE("order_statistic: of the places of the mode it is that which sorting leaves last") {
    for (std::size_t n = 1; n <= 16; ++n)
        CHECK(graft::detail::find_mode(view_of(row(n, 3.0f))) == n - 1);
    for (std::size_t n = 17; n < 34; ++n)
        CHECK(graft::detail::find_mode(view_of(row(n, 3.0f))) == 1);
    CHECK(graft::detail::find_mode(view_of(row(34, 3.0f))) == 16);
    CHECK(graft::detail::find_mode(view_of(row{none, 1, 2})) == 0);
    CHECK(graft::detail::find_mode(view_of(row{2, none, 1})) == 2);
    CHECK(graft::detail::find_mode(view_of(row{3, none, 1, none, 2})) == 2);
    CHECK(graft::detail::find_mode(view_of(row{1, 1, none})) == 1);
}

TEST_CASE("order_statistic: the mode is the smallest of the most frequent, where it is last") {
    CHECK(graft::detail::find_mode(view_of(row{2, 1, 2, 1, 3})) == 3);
    CHECK(graft::detail::find_mode(view_of(row{5})) == 0);
    CHECK(graft::detail::find_mode(view_of(row{1, 2, 2})) == 2);
}
