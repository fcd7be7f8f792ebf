#include <graft/memory/check_plan.hpp>

#include <graft/memory/plan.hpp>

#include "random_values.hpp"
#include "test_graph.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <random>
#include <string>
#include <vector>

namespace {

using graft::lifetime;
using graft::plan_fault;
using findings = std::vector<graft::plan_finding>;

graft::memory_plan planned(std::vector<lifetime> const& values, std::vector<std::uint64_t> const& offsets) {
    graft::memory_plan plan = graft::make_plan(values);
    for (std::size_t v = 0; v < offsets.size(); ++v)
        graft::place(plan, v, offsets[v]);
    return plan;
}

// What `check` is to find, by comparing all pairs.
bool has_overlap(graft::memory_plan const& plan) {
    for (std::size_t a = 0; a < plan.values.size(); ++a)
        for (std::size_t b = 0; b < a; ++b)
            if (plan.values[a].first <= plan.values[b].last && plan.values[b].first <= plan.values[a].last &&
                plan.offsets[a] < plan.offsets[b] + plan.size(b) && plan.offsets[b] < plan.offsets[a] + plan.size(a))
                return true;
    return false;
}

} // namespace

TEST_CASE("check: values that are apart in time or in space are sound") {
    CHECK(graft::check(planned({{1, 0, 0, 1, 16}, {2, 0, 2, 3, 16}}, {0, 0})).empty());
    CHECK(graft::check(planned({{1, 0, 0, 2, 16}, {2, 0, 2, 3, 16}}, {16, 0})).empty());
}

TEST_CASE("check: values that share bytes and a position are found") {
    CHECK(graft::check(planned({{1, 0, 0, 2, 32}, {2, 0, 2, 3, 16}}, {0, 16})) ==
          findings{{plan_fault::overlap, 1, 0}});
    CHECK(graft::check(planned({{1, 0, 0, 2, 16}, {2, 0, 2, 3, 32}}, {16, 0})) ==
          findings{{plan_fault::overlap, 1, 0}});
    CHECK(graft::check(planned({{1, 0, 0, 9, 64}, {2, 0, 1, 1, 16}, {3, 0, 5, 5, 16}}, {0, 0, 48})) ==
          findings{{plan_fault::overlap, 1, 0}, {plan_fault::overlap, 2, 0}});
}

TEST_CASE("check: an offset that is not aligned and a value that ends behind the block are found") {
    graft::memory_plan plan = planned({{1, 0, 0, 1, 16}, {2, 0, 2, 3, 16}}, {8, 0});
    CHECK(graft::check(plan) == findings{{plan_fault::misaligned, 0, 0}});
    plan.planned_bytes = 16;
    CHECK(graft::check(plan) == findings{{plan_fault::misaligned, 0, 0}, {plan_fault::outside, 0, 0}});
    plan.offsets[0] = static_cast<std::uint64_t>(-16);
    CHECK(graft::check(plan) == findings{{plan_fault::outside, 0, 0}});
}

TEST_CASE("check: what has no bytes is nowhere in the way") {
    CHECK(graft::check(planned({{1, 0, 0, 2, 16}, {2, 0, 0, 2, 0}}, {0, 0})).empty());
}

TEST_CASE("check: agrees with the comparison of all pairs on random places") {
    std::mt19937 random(3);
    int sound = 0;
    for (std::uint32_t trial = 0; trial < 400; ++trial) {
        graft::memory_plan plan = graft::plan_naive(graft_test::random_values(trial, 12, 30, 10, 200));
        for (std::size_t moved = 0; moved < 1 + trial % 4; ++moved)
            plan.offsets[random() % 12] = 16 * (random() % (plan.planned_bytes / 16 + 1));
        plan.planned_bytes *= 2;
        CHECK(graft::check(plan).empty() == !has_overlap(plan));
        sound += graft::check(plan).empty();
    }
    CHECK(sound > 40);
    CHECK(sound < 360);
}

TEST_CASE("describe: a finding names the nodes, their places and sizes") {
    graft_test::graph_builder b;
    auto const x = b.input("x", graft_test::f32({4}));
    auto const y = b.call("test::relu", {x}, graft_test::f32({4}), "y");
    graft::memory_plan plan = planned({{x, 0, 0, 1, 16}, {y, 0, 1, 2, 16}}, {0, 8});
    auto const sentence = [&](plan_fault fault) { return graft::text(b.g, plan, {fault, 1, 0}); };
    CHECK(sentence(plan_fault::overlap) == "result 0 of 'y' at 8 (16 bytes) overlaps result 0 of 'x' at "
                                           "0 (16 bytes), and both are in use at once");
    CHECK(sentence(plan_fault::misaligned) == "result 0 of 'y' at 8 (16 bytes) is not aligned to 16");
    CHECK(sentence(plan_fault::outside) == "result 0 of 'y' at 8 (16 bytes) ends behind the 24 bytes planned");
}
