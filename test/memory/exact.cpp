#include <graft/memory/exact.hpp>

#include <graft/memory/check_plan.hpp>
#include <graft/memory/report.hpp>

#include "random_values.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <numeric>
#include <vector>

namespace {

using graft::lifetime;

// The least that any plan takes: of all orders in which to place the values, each at the lowest place that is free.
std::uint64_t least_of_all_orders(std::vector<lifetime> const& values, std::uint64_t alignment) {
    graft::memory_plan const plan = graft::make_plan(values, alignment);
    graft::order_placer placer(plan);
    std::vector<std::uint32_t> order(values.size());
    std::iota(order.begin(), order.end(), 0u);
    std::uint64_t least = plan.total_bytes;
    do
        least = std::min(least, placer.place(order, graft::gap_choice::first).bytes);
    while (std::ranges::next_permutation(order).found);
    return least;
}

// Few values that are in use together most of the time.
std::vector<lifetime> crowd(std::uint32_t seed, std::uint32_t count) {
    std::vector<lifetime> values = graft_test::random_values(seed, count, 6, 5, 5);
    for (lifetime& life : values)
        life.bytes = life.bytes % 7 + 1;
    return values;
}

// Values that use 5 bytes at every position, so that each has to end where the next begins, which no plan achieves;
// several times one after the other.
std::vector<lifetime> tight(std::uint32_t times) {
    std::vector<lifetime> values;
    for (std::uint32_t i = 0; i < times; ++i)
        for (lifetime const& life : std::initializer_list<lifetime>{{0, 0, 0, 2, 3},
                                                                    {1, 0, 0, 1, 2},
                                                                    {2, 0, 2, 3, 1},
                                                                    {3, 0, 2, 4, 1},
                                                                    {4, 0, 3, 3, 2},
                                                                    {5, 0, 3, 4, 1},
                                                                    {6, 0, 4, 5, 3},
                                                                    {7, 0, 5, 5, 2}})
            values.push_back({8 * i + life.node, 0, 6 * i + life.first, 6 * i + life.last, life.bytes});
    return values;
}

} // namespace

TEST_CASE("plan_exact: takes as little as the best of all orders does") {
    for (std::uint32_t seed = 0; seed < 60; ++seed) {
        auto const values = crowd(seed, 3 + seed % 4);
        graft::memory_plan const plan = graft::plan_exact(values, 1);
        CHECK(plan.planned_bytes == least_of_all_orders(values, 1));
        CHECK(plan.smallest());
        CHECK(graft::check(plan).empty());
    }
}

TEST_CASE("plan_exact: finds the smallest plan by itself, whatever it starts with") {
    for (std::uint32_t seed = 0; seed < 60; ++seed) {
        auto const values = crowd(seed, 3 + seed % 4);
        graft::memory_plan start = graft::make_plan(values, 2);
        for (std::size_t v = 0; v < values.size(); ++v)
            graft::place(start, v, start.planned_bytes);
        graft::memory_plan const plan = graft::detail::exact_search{start, 1 << 20}.run();
        CHECK(plan.planned_bytes == least_of_all_orders(values, 2));
        CHECK(plan.exhausted);
        CHECK(graft::check(plan).empty());
    }
}

TEST_CASE("plan_exact: exact <= local search <= greedy, and none is below the lower bound") {
    int proven = 0;
    for (std::uint32_t seed = 0; seed < 40; ++seed) {
        auto const values = graft_test::random_values(seed, 12 + seed / 2, 14, 14);
        graft::memory_plan const greedy = graft::plan_greedy(values), search = graft::plan_local_search(values, 16),
                                 exact = graft::plan_exact(values, 16, 1 << 18);
        CHECK(graft::check(exact).empty());
        CHECK(exact.lower_bound <= exact.planned_bytes);
        CHECK(exact.planned_bytes <= search.planned_bytes);
        CHECK(search.planned_bytes <= greedy.planned_bytes);
        proven += exact.smallest();
    }
    CHECK(proven >= 35);
}

TEST_CASE("plan_exact: says when no plan reaches the lower bound") {
    graft::memory_plan const plan = graft::plan_exact(tight(1), 1);
    CHECK(plan.lower_bound == 5);
    CHECK(plan.planned_bytes == 6);
    CHECK(plan.exhausted);
    CHECK(graft::check(plan).empty());
    CHECK(graft::text(plan).ends_with("gap                    1 bytes (20.0 %), which no plan avoids\n"));
}

TEST_CASE("plan_exact: gives up at the end of its work, and on many values at once") {
    auto const values = tight(6);
    graft::memory_plan const search = graft::plan_local_search(values, 1);
    REQUIRE(search.gap() != 0);
    graft::memory_plan const plan = graft::plan_exact(values, 1, 1000);
    CHECK_FALSE(plan.smallest());
    CHECK(plan.work <= search.work + 1000);
    CHECK(graft::check(plan).empty());
    graft::memory_plan const many =
        graft::detail::exact_search{graft::plan_sweep(graft_test::random_values(3, 300, 40, 300)), 1 << 20}.run();
    CHECK(many.strategy == "sweep");
    CHECK_FALSE(many.exhausted);
}

TEST_CASE("plan_exact: plans the same values the same way") {
    auto const values = graft_test::random_values(7, 30, 12, 14);
    CHECK(graft::plan_exact(values).offsets == graft::plan_exact(values).offsets);
    CHECK(graft::plan_exact({}).planned_bytes == 0);
}
