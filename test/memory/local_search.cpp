#include <graft/memory/local_search.hpp>

#include <graft/memory/check_plan.hpp>

#include "random_values.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

TEST_CASE("order_by_offset: placing the values of a plan in this order makes it no larger") {
    for (std::uint32_t seed = 0; seed < 40; ++seed) {
        graft::memory_plan const plan = graft::plan_sweep(graft_test::random_values(seed, 60, 40, 20));
        graft::order_placer placer(plan);
        auto const order = graft::detail::order_by_offset(plan);
        CHECK(placer.place(order, graft::gap_choice::first).bytes <= plan.planned_bytes);
    }
}

TEST_CASE("plan_local_search: is sound, at least the lower bound, never worse than greedy, and often better") {
    int better = 0;
    for (std::uint32_t seed = 0; seed < 40; ++seed) {
        auto const values = graft_test::random_values(seed, 10 + seed, 8 + seed / 3, 25);
        for (std::uint64_t const alignment : {1u, 64u}) {
            graft::memory_plan const greedy = graft::plan_greedy(values, alignment);
            graft::memory_plan const plan = graft::plan_local_search(values, alignment, 1 << 16);
            CHECK(graft::check(plan).empty());
            CHECK(plan.planned_bytes >= plan.lower_bound);
            CHECK(plan.planned_bytes <= greedy.planned_bytes);
            CHECK((plan.planned_bytes < greedy.planned_bytes) == (plan.strategy == "local search"));
            better += plan.planned_bytes < greedy.planned_bytes;
        }
    }
    CHECK(better >= 5);
}

TEST_CASE("plan_local_search: plans the same values the same way, within its work") {
    auto const values = graft_test::random_values(5, 40, 20, 30);
    graft::memory_plan const one = graft::plan_local_search(values), other = graft::plan_local_search(values);
    CHECK(one.offsets == other.offsets);
    CHECK(one.work == other.work);
    std::uint64_t const before = graft::plan_greedy(values).work;
    // One placement more may begin before the limit, and one value more be looked at behind it.
    CHECK(graft::plan_local_search(values, 16, 5000).work <= before + 5000 + 3 * values.size());
}

TEST_CASE("plan_local_search: of nothing takes nothing") { CHECK(graft::plan_local_search({}).planned_bytes == 0); }
