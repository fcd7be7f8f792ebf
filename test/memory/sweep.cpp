#include <graft/memory/sweep.hpp>

#include <graft/memory/check_plan.hpp>

#include "random_values.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

using graft::detail::free_list;

TEST_CASE("free_list: takes the smallest part that is large enough") {
    free_list list;
    CHECK(list.take(64) == 0);
    CHECK(list.take(16) == 64);
    CHECK(list.take(32) == 80);
    CHECK(list.take(16) == 112);
    list.give_back(0, 64);
    list.give_back(80, 32);
    CHECK(list.take(32) == 80);
    CHECK(list.take(32) == 0);
    CHECK(list.take(32) == 32);
}

TEST_CASE("free_list: joins neighbours and grows from the last part when that is free") {
    free_list list;
    CHECK(list.take(16) == 0);
    CHECK(list.take(16) == 16);
    CHECK(list.take(16) == 32);
    list.give_back(0, 16);
    list.give_back(32, 16);
    list.give_back(16, 16);
    CHECK(list.take(48) == 0);
    list.give_back(0, 48);
    CHECK(list.take(64) == 0);
    CHECK(list.take(16) == 64);
}

TEST_CASE("plan_sweep: a value takes the place of one that is no longer in use") {
    std::vector<graft::lifetime> const values{{1, 0, 0, 1, 16}, {2, 0, 1, 2, 16}, {3, 0, 2, 3, 16}};
    graft::memory_plan const plan = graft::plan_sweep(values);
    CHECK(plan.offsets == std::vector<std::uint64_t>{0, 16, 0});
    CHECK(plan.gap() == 0);
}

TEST_CASE("plan_sweep: is sound, between the lower bound and the sum, for any lifetimes") {
    for (std::uint32_t seed = 0; seed < 200; ++seed) {
        graft::memory_plan const plan = graft::plan_sweep(graft_test::random_values(seed, seed, 1 + seed / 2, 30));
        CHECK(graft::check(plan).empty());
        CHECK(plan.planned_bytes >= plan.lower_bound);
        CHECK(plan.planned_bytes <= plan.total_bytes);
    }
}

TEST_CASE("plan_sweep: its work grows with the number of values, however many are in use at once") {
    std::vector<graft::lifetime> values;
    for (std::uint32_t i = 0; i < 5000; ++i)
        values.push_back({i, 0, i, 10000, 16});
    graft::memory_plan const plan = graft::plan_sweep(values);
    CHECK(plan.work == 2 * values.size());
    CHECK(plan.gap() == 0);
}
