#include <graft/memory/place_in_order.hpp>

#include <graft/memory/check_plan.hpp>

#include <doctest/doctest.h>

#include "random_values.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace {

using graft::gap_choice;
using offsets = std::vector<std::uint64_t>;
using order = std::vector<std::uint32_t>;

order in_order(std::size_t count) {
    order result(count);
    std::iota(result.begin(), result.end(), 0u);
    return result;
}

} // namespace

TEST_CASE("find_gap: the first gap is the lowest, the best the smallest that is large enough") {
    using graft::detail::find_gap;
    std::vector<graft::detail::placed_range> const taken{{16, 32}, {24, 30}, {80, 96}, {112, 128}};
    CHECK(find_gap(taken, 16, gap_choice::first) == 0);
    CHECK(find_gap(taken, 16, gap_choice::best) == 0);
    CHECK(find_gap(taken, 32, gap_choice::first) == 32);
    CHECK(find_gap(taken, 64, gap_choice::first) == 128);
    CHECK(find_gap(taken, 64, gap_choice::best) == 128);
    CHECK(find_gap({}, 64, gap_choice::best) == 0);
    std::vector<graft::detail::placed_range> const narrowing{{64, 80}, {96, 112}};
    CHECK(find_gap(narrowing, 16, gap_choice::first) == 0);
    CHECK(find_gap(narrowing, 16, gap_choice::best) == 80);
}

TEST_CASE("order_placer: each value goes to the lowest place that is free while it is in use") {
    std::vector<graft::lifetime> const values{{0, 0, 0, 3, 16}, {1, 0, 0, 1, 32}, {2, 0, 2, 3, 16}};
    graft::memory_plan const plan = graft::make_plan(values);
    graft::order_placer placer(plan);
    graft::placement const first = placer.place(in_order(3), gap_choice::first);
    CHECK(first.complete);
    CHECK(first.offsets == offsets{0, 16, 16});
    CHECK(first.bytes == 48);
    CHECK(first.highest == 1);
    CHECK(placer.place(order{1, 2, 0}, gap_choice::first).offsets == offsets{32, 0, 0});
}

TEST_CASE("order_placer: gives up at its limits") {
    std::vector<graft::lifetime> const values{{0, 0, 0, 3, 16}, {1, 0, 0, 1, 32}, {2, 0, 2, 3, 16}};
    graft::memory_plan const plan = graft::make_plan(values);
    graft::order_placer placer(plan);
    graft::placement const large = placer.place(in_order(3), gap_choice::first, 48);
    CHECK_FALSE(large.complete);
    CHECK(large.highest == 1);
    CHECK(placer.place(in_order(3), gap_choice::first, 49).complete);
    CHECK_FALSE(placer.place(in_order(3), gap_choice::first, 49, placer.work()).complete);
}

TEST_CASE("order_placer: places are sound and below the sum in any order and with either choice") {
    for (std::uint32_t seed = 0; seed < 100; ++seed) {
        graft::memory_plan plan = graft::make_plan(graft_test::random_values(seed, 60, 40, 30));
        graft::order_placer placer(plan);
        for (gap_choice const choice : {gap_choice::first, gap_choice::best}) {
            graft::placement found = placer.place(in_order(60), choice);
            CHECK(found.bytes <= plan.total_bytes);
            CHECK(found.bytes >= plan.lower_bound);
            graft::memory_plan placed = plan;
            placed.offsets = std::move(found.offsets);
            placed.planned_bytes = found.bytes;
            CHECK(graft::check(placed).empty());
        }
    }
}

TEST_CASE("order_placer: its work grows with the number of values when few are in use at once") {
    auto const work = [](std::uint32_t count) {
        std::vector<graft::lifetime> values = graft_test::random_values(5, count, count, 60);
        graft::memory_plan const plan = graft::make_plan(values);
        graft::order_placer placer(plan);
        CHECK(placer.place(in_order(count), gap_choice::first).complete);
        return static_cast<double>(placer.work()) / count;
    };
    double const small = work(1000);
    CHECK(small < 20);
    CHECK(work(16000) < 1.2 * small);
}

namespace {

using found = std::vector<std::uint32_t>;

found overlaps(graft::interval_index const& index, graft::lifetime const& life) {
    found result;
    index.for_each_overlap(life, [&](std::uint32_t v) { result.push_back(v); });
    return result;
}

} // namespace

TEST_CASE("interval_index: finds the added values that share a position") {
    std::vector<graft::lifetime> const values{{0, 0, 5, 9, 1}, {1, 0, 0, 4, 1}, {2, 0, 4, 5, 1}};
    graft::interval_index index(values);
    CHECK(overlaps(index, {0, 0, 0, 9, 1}).empty());
    index.add(0);
    index.add(1);
    CHECK(overlaps(index, values[2]) == found{1, 0});
    CHECK(overlaps(index, {0, 0, 10, 12, 1}).empty());
    index.clear();
    CHECK(overlaps(index, values[2]).empty());
}

TEST_CASE("interval_index: of no values finds nothing") {
    std::vector<graft::lifetime> const none;
    CHECK(overlaps(graft::interval_index{none}, {0, 0, 0, 9, 1}).empty());
}

TEST_CASE("interval_index: agrees with looking at every value") {
    for (std::uint32_t seed = 0; seed < 40; ++seed) {
        auto const values = graft_test::random_values(seed, 1 + seed * 3, 50, 40);
        graft::interval_index index(values);
        std::vector<bool> added(values.size());
        for (std::uint32_t v = 0; v < values.size(); ++v) {
            found expected;
            for (std::uint32_t other = 0; other < values.size(); ++other)
                if (added[other] && values[other].first <= values[v].last && values[v].first <= values[other].last)
                    expected.push_back(other);
            found result = overlaps(index, values[v]);
            std::sort(result.begin(), result.end());
            CHECK(result == expected);
            if (v % 3 != 0) {
                index.add(v);
                added[v] = true;
            }
        }
    }
}
