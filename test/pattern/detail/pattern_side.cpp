#include <graft/pattern/detail/pattern_side.hpp>

#include <doctest/doctest.h>

#include <graft/pattern/alternation.hpp>
#include <graft/pattern/list.hpp>

#include "../../ir/toy.hpp"

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace {

using namespace graft;
using namespace graft::detail;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;

constexpr std::size_t sum_of_children(pattern_side side, std::size_t at) {
    std::size_t sum = 0;
    for_each_child(side, at, [&](std::size_t child) { sum = sum * 10 + child; });
    return sum;
}

constexpr auto p = toy::add(toy::neg(toy::neg(x)), toy::cat(list(x, y)));
static_assert(p.size == 8);
static_assert(end_of(p.nodes, 0) == 8 && end_of(p.nodes, 1) == 4 && end_of(p.nodes, 3) == 4);
static_assert(sum_of_children(p.nodes, 0) == 14 && sum_of_children(p.nodes, 5) == 67);
static_assert(sum_of_children(p.nodes, 6) == 0);
static_assert(count_children(p.nodes, 0) == 2 && count_children(p.nodes, 1) == 1 && count_children(p.nodes, 7) == 0);
static_assert(nth_child(p.nodes, 0, 0) == 1 && nth_child(p.nodes, 0, 1) == 4 && nth_child(p.nodes, 0, 9) == 4);
static_assert(last_child(p.nodes, 0) == 4 && last_child(p.nodes, 1) == 2);
static_assert(child_in_slot(p.nodes, 0, 1) == 4 && child_in_slot(p.nodes, 0, 2) == p.size);

TEST_CASE("pattern side: a subtree is a side of its own") {
    pattern_side const inner = subtree(p.nodes, 4);
    CHECK(inner.size() == 4);
    CHECK(inner[0].op == &toy::cat_t::info());
    CHECK(count_children(inner, 1) == 2);
}

TEST_CASE("pattern side: the last child of a chain is what it is seen through to") {
    constexpr auto chain = through(toy::neg, toy::relu)(toy::add(x, y));
    CHECK(chain.nodes[last_child(chain.nodes, 0)].op == &toy::add_t::info());
    CHECK(count_children(chain.nodes, 0) == 3);
}

// Appends a random tree in pre-order, and to `children` those of each of its nodes.
std::size_t grow(std::mt19937& random, int depth, std::vector<pattern_node>& nodes,
                 std::vector<std::vector<std::size_t>>& children) {
    std::size_t const at = nodes.size();
    nodes.emplace_back();
    children.emplace_back();
    for (std::uint_fast32_t count = depth == 0 ? 0 : random() % 4, slot = 0; slot < count; ++slot) {
        std::size_t const child = grow(random, depth - 1, nodes, children);
        nodes[child].slot = static_cast<std::int16_t>(2 * slot);
        children[at].push_back(child);
    }
    nodes[at].size = static_cast<std::int16_t>(nodes.size() - at);
    return at;
}

TEST_CASE("pattern side: the children of every node of random trees are found by order, by number and by slot") {
    std::mt19937 random(5);
    for (int i = 0; i < 100; ++i) {
        std::vector<pattern_node> nodes;
        std::vector<std::vector<std::size_t>> children;
        grow(random, 4, nodes, children);
        for (std::size_t at = 0; at < nodes.size(); ++at) {
            std::vector<std::size_t> const& expected = children[at];
            std::vector<std::size_t> found;
            for_each_child(nodes, at, [&](std::size_t child) { found.push_back(child); });
            REQUIRE(found == expected);
            CHECK(count_children(nodes, at) == expected.size());
            for (std::size_t n = 0; n < expected.size(); ++n) {
                CHECK(nth_child(nodes, at, n) == expected[n]);
                CHECK(child_in_slot(nodes, at, 2 * n) == expected[n]);
                CHECK(child_in_slot(nodes, at, 2 * n + 1) == nodes.size());
            }
            if (!expected.empty())
                CHECK(last_child(nodes, at) == expected.back());
        }
    }
}

} // namespace
