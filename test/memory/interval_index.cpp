#include <graft/memory/interval_index.hpp>

#include "random_values.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

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
