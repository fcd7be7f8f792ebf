#include <graft/partition/detail/move_getitems.hpp>

#include <graft/partition/capability_based_partitioner.hpp>

#include "../random_dag.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

bool is_item(graph const& g, node_id n) { return g.target(n).name == "operator.getitem"; }

// FX's rule as it is written down; nothing when it has not ended after so many rounds.
std::optional<std::vector<partition>> move_slowly(graph const& g, std::vector<partition> parts) {
    std::map<node_id, std::size_t> home;
    for (std::size_t p = 0; p < parts.size(); ++p)
        for (node_id const n : parts[p].nodes)
            home[n] = p;
    auto const home_of = [&](node_id n) { return home.contains(n) ? home[n] : parts.size(); };
    for (int round = 0; round < 50; ++round) {
        std::vector<std::pair<node_id, std::size_t>> moves;
        for (node_id const n : g.nodes()) {
            std::vector<node_id> const users = g.users(n);
            if (!std::all_of(users.begin(), users.end(), [&](node_id user) { return is_item(g, user); }))
                continue;
            for (node_id const user : users) {
                if (home_of(user) == home_of(n))
                    continue;
                auto const known =
                    std::find_if(moves.begin(), moves.end(), [&](auto const& m) { return m.first == user; });
                if (known != moves.end())
                    known->second = home_of(n);
                else
                    moves.emplace_back(user, home_of(n));
            }
        }
        if (moves.empty())
            return parts;
        for (auto const& [n, to] : moves) {
            if (home.contains(n))
                erase_if(parts[home[n]].nodes, [gone = n](node_id m) { return m == gone; });
            home.erase(n);
            if (to < parts.size()) {
                home[n] = to;
                parts[to].nodes.push_back(n);
            }
        }
    }
    return std::nullopt;
}

TEST_CASE("move_getitems: on random graphs it does what FX's rounds do, where they end without a cycle") {
    std::size_t compared = 0;
    for (std::uint32_t seed = 0; seed < 3000; ++seed) {
        random_dag const dag = make_random_dag(seed, 16, true);
        detail::node_order const order(dag.g);
        detail::partition_assignment assignment = detail::assign_by_level(dag.g, order, dag.supported);
        auto const expected = move_slowly(dag.g, assignment.partitions(order));
        detail::move_getitems(dag.g, order, assignment);
        std::vector<partition> const moved = assignment.partitions(order);
        REQUIRE(can_contract(dag.g, moved));
        if (!expected || !can_contract(dag.g, *expected))
            continue;
        ++compared;
        REQUIRE(text(dag.g, moved) == text(dag.g, *expected));
    }
    CHECK(compared > 2900);
}

TEST_CASE("move_getitems: an item of an unsupported node leaves its partition, with the items of it") {
    graph g;
    node_id const x = g.call_function("user.no", {});
    node_id const item = g.call_function("operator.getitem", {arg::node(x), 0});
    node_id const inner = g.call_function("operator.getitem", {arg::node(item), 1});
    node_id const f = g.call_function("user.yes", {arg::node(inner)});
    detail::partition_assignment assignment{std::vector<std::uint32_t>(g.capacity(), no_partition), {0}, {}};
    for (node_id const n : {item, inner, f})
        assignment.partition_of[n] = 0;
    detail::node_order const order(g);
    detail::move_getitems(g, order, assignment);
    CHECK(text(g, assignment.partitions(order)) == "0: yes");
}

TEST_CASE("move_getitems: an item that two nodes pull at, which FX moves for ever, stays where it is") {
    graph g;
    node_id const a = g.call_function("user.yes", {}), b = g.call_function("user.no", {});
    node_id const item = g.call_function("operator.getitem", {arg::node(a), arg::node(b)});
    detail::partition_assignment assignment{std::vector<std::uint32_t>(g.capacity(), no_partition), {0}, {}};
    assignment.partition_of[a] = 0;
    detail::node_order const order(g);
    detail::move_getitems(g, order, assignment);
    CHECK(assignment.partition_of[item] == no_partition);
}

} // namespace
