#include <graft/memory/plan.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace {

using graft::lifetime;

// Three values of 10, 20 and 30 bytes, of which the first and the last never meet.
std::vector<lifetime> const values{{7, 0, 0, 1, 10}, {5, 1, 1, 2, 20}, {5, 0, 2, 3, 30}};

} // namespace

TEST_CASE("make_plan: sizes count rounded up, and the lower bound is the most in use at once") {
    graft::memory_plan const plan = graft::make_plan(values);
    CHECK(plan.size(0) == 16);
    CHECK(plan.total_bytes == 16 + 32 + 32);
    CHECK(plan.lower_bound == 64);
    graft::memory_plan const bytewise = graft::make_plan(values, 1);
    CHECK(bytewise.total_bytes == 60);
    CHECK(bytewise.lower_bound == 50);
}

TEST_CASE("make_plan: a value that ends where another begins meets it") {
    std::vector<lifetime> const touching{{1, 0, 0, 3, 16}, {2, 0, 3, 5, 16}};
    CHECK(graft::make_plan(touching).lower_bound == 32);
    std::vector<lifetime> const apart{{1, 0, 0, 3, 16}, {2, 0, 4, 5, 16}};
    CHECK(graft::make_plan(apart).lower_bound == 16);
}

TEST_CASE("memory_plan: offsets are found by node and result") {
    graft::memory_plan plan = graft::make_plan(values);
    graft::place(plan, 1, 32);
    graft::place(plan, 2, 64);
    CHECK(plan.offset(7) == 0);
    CHECK(plan.offset(5, 0) == 64);
    CHECK(plan.offset(5, 1) == 32);
    CHECK(plan.offset(5, 2) == std::nullopt);
    CHECK(plan.offset(6) == std::nullopt);
    CHECK(plan.planned_bytes == 96);
    CHECK(plan.gap() == 32);
}

TEST_CASE("make_plan: lifetimes that end before they begin, no alignment and sizes past 2^63 "
          "are errors") {
    std::vector<lifetime> const backwards{{1, 0, 3, 2, 16}};
    CHECK_THROWS_AS(static_cast<void>(graft::make_plan(backwards)), graft::error);
    CHECK_THROWS_AS(static_cast<void>(graft::make_plan(values, 0)), graft::error);
    constexpr auto most = std::numeric_limits<std::uint64_t>::max();
    for (std::uint64_t const bytes : {most, most / 2, most / 4 + 1}) {
        std::vector<lifetime> const huge{{1, 0, 0, 1, bytes}, {2, 0, 0, 1, bytes}, {3, 0, 0, 1, bytes}};
        CHECK_THROWS_AS(static_cast<void>(graft::make_plan(huge)), graft::error);
    }
}

TEST_CASE("make_plan: of no values is empty") {
    graft::memory_plan const plan = graft::make_plan({});
    CHECK(plan.lower_bound == 0);
    CHECK(plan.offset(1) == std::nullopt);
}
