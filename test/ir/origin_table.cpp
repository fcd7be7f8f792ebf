// Header-only: what holds in constants needs bodies.
#include <graft/ir/origin_table.hpp>

#include <doctest/doctest.h>

#include <vector>

namespace {

using namespace graft;

using ids = std::vector<origin_ids>;

TEST_CASE("origin_table: a node without records came from nothing") {
    origin_table origins;
    CHECK(origins.of(3).empty());
    CHECK_FALSE(origins.has(3));
    origins.add(5, {1, 2}, 4);
    CHECK_FALSE(origins.has(3));
    CHECK(origins.of(3).empty());
    CHECK(origins.has(5));
}

TEST_CASE("origin_table: records come back oldest first, each pair once") {
    origin_table origins;
    origins.add(1, {10, 20}, 7);
    origins.add(1, {11, 21}, 8);
    origins.add(1, {10, 20}, 7);
    CHECK((origins.of(1) == ids{{10, 20}, {11, 21}}));
}

TEST_CASE("origin_table: the history of the source comes along, as it was then") {
    origin_table origins;
    origins.add(1, {10, 20}, 9);
    origins.add(2, {11, 21}, 1);
    origins.add(1, {12, 22}, 9);
    CHECK((origins.of(2) == ids{{10, 20}, {11, 21}}));
    CHECK((origins.of(1) == ids{{10, 20}, {12, 22}}));
}

TEST_CASE("origin_table: a node that is its own source keeps what it had") {
    origin_table origins;
    origins.add(1, {10, 20}, 1);
    origins.add(1, {11, 20}, 1);
    CHECK((origins.of(1) == ids{{10, 20}, {11, 20}}));
}

TEST_CASE("origin_table: a history shared over forty doublings is read in linear time") {
    origin_table origins;
    origins.add(1, {1, 1}, 1);
    for (node_id n = 2; n <= 40; ++n) {
        origins.add(n, {1, n}, n - 1);
        origins.add(n, {2, n}, n - 1);
    }
    CHECK(origins.of(40).size() == 1 + 2 * 39);
}

TEST_CASE("origin_table: a hundred thousand records of one node are read at once") {
    origin_table origins;
    for (std::uint32_t i = 0; i < 100'000; ++i)
        origins.add(1, {1, i}, 1);
    ids const all = origins.of(1);
    REQUIRE(all.size() == 100'000);
    CHECK(all.front().node == 0);
    CHECK(all.back().node == 99'999);
}

constexpr bool works_in_constants() {
    origin_table origins;
    origins.add(2, {1, 5}, 1);
    origins.add(3, {2, 6}, 2);
    return origins.of(3).size() == 2 && origins.of(3)[0].node == 5;
}
static_assert(works_in_constants());

TEST_CASE("origin_table: the latest rules are those of one line of descent") {
    origin_table origins;
    origins.add(2, {10, 20}, 1); // rule 10 makes node 2, and node 1 anew
    origins.add(1, {10, 20}, 1);
    origins.add(7, {50, 27}, 7); // meanwhile another at node 7
    origins.add(3, {11, 22}, 2); // rule 11 matches nodes 2 and 8, and makes node 3, and node 2 anew
    origins.add(3, {11, 28}, 8);
    origins.add(2, {11, 22}, 2);
    origins.add(2, {11, 28}, 8);
    origins.add(7, {50, 27}, 7);
    origins.add(3, {10, 23}, 3);
    using rules = std::vector<std::uint32_t>;
    CHECK(origins.latest_rules(3, 9) == rules{10, 11, 10});
    CHECK(origins.latest_rules(2, 9) == rules{11, 10});
    CHECK(origins.latest_rules(7, 9) == rules{50, 50});
    CHECK(origins.latest_rules(3, 1) == rules{10});
    CHECK(origins.latest_rules(9, 9).empty());
}

} // namespace
