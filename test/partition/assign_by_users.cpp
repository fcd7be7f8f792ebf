#include <graft/partition/assign_by_users.hpp>

#include "random_dag.hpp"
#include "slow_partitioner.hpp"

#include <doctest/doctest.h>

#include <span>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

std::vector<partition> assign(graph const& g, std::vector<bool> const& supported) {
    detail::node_order const order(g);
    return detail::assign_by_users(g, order, supported).partitions(order);
}

// What FX remembers of the partitions that one reaches is not brought up to date when those merge, and in rare
// cases it makes two partitions that need each other. Ours never are.
TEST_CASE("assign_by_users: on random graphs it finds what FX finds, but for FX's cycles") {
    std::size_t cycles = 0;
    auto const compare = [&](random_dag const& dag) {
        auto const found = assign(dag.g, dag.supported);
        REQUIRE(can_contract(dag.g, found));
        auto const expected = slow_partitioner(dag.g, dag.supported, false).run();
        if (can_contract(dag.g, expected))
            REQUIRE(text(dag.g, found) == text(dag.g, expected));
        else
            ++cycles;
    };
    for (std::uint32_t seed = 0; seed < 5000; ++seed)
        compare(make_random_dag(seed));
    CHECK(cycles < 5);
    for (std::uint32_t seed = 0; seed < 200; ++seed)
        compare(make_random_dag(seed, 60));
}

TEST_CASE("assign_by_users: independent nodes stay apart") {
    graph g;
    node_id const x = g.placeholder("x");
    node_id const a = g.call_function("user.f", {arg::node(x)}), b = g.call_function("user.f", {arg::node(x)});
    std::vector<bool> supported(g.capacity(), false);
    supported[a] = supported[b] = true;
    CHECK(text(g, assign(g, supported)) == "0: f_1; 1: f");
}

TEST_CASE("assign_by_users: a node joins two partitions of its users that were apart") {
    graph g;
    node_id const x = g.call_function("user.f", {});
    node_id const a = g.call_function("user.f", {arg::node(x)}), b = g.call_function("user.f", {arg::node(x)});
    std::vector<bool> supported(g.capacity(), false);
    supported[x] = supported[a] = supported[b] = true;
    CHECK(text(g, assign(g, supported)) == "2: f, f_1, f_2");
}

} // namespace
