#include <graft/memory/naive.hpp>

#include <graft/memory/check_plan.hpp>

#include "random_values.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

TEST_CASE("plan_naive: puts one value behind the other") {
    std::vector<graft::lifetime> const values{{1, 0, 0, 0, 10}, {2, 0, 1, 1, 16}, {3, 0, 2, 2, 1}};
    graft::memory_plan const plan = graft::plan_naive(values);
    CHECK(plan.offsets == std::vector<std::uint64_t>{0, 16, 32});
    CHECK(plan.planned_bytes == 48);
    CHECK(plan.lower_bound == 16);
}

TEST_CASE("plan_naive: takes what all values take together and is sound") {
    for (std::uint32_t seed = 0; seed < 20; ++seed) {
        graft::memory_plan const plan = graft::plan_naive(graft_test::random_values(seed, 50, 40, 20));
        CHECK(plan.planned_bytes == plan.total_bytes);
        CHECK(graft::check(plan).empty());
    }
}
