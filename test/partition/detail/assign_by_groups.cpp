#include <graft/partition/detail/assign_by_groups.hpp>

#include <doctest/doctest.h>

#include "../../sanitized.hpp"
#include "../random_dag.hpp"

#include <map>
#include <random>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;
using node_lists = std::vector<std::vector<node_id>>;

// Some nodes in groups, some of which are convex.
node_lists random_groups(random_dag const& dag, std::uint32_t seed) {
    std::mt19937 random{seed};
    node_lists groups(1 + random() % 4);
    std::size_t at = 0;
    for (node_id const n : dag.nodes) {
        if (random() % 3 == 0)
            at = random() % groups.size();
        if (random() % 3 != 0)
            groups[at].push_back(n);
    }
    return groups;
}

std::vector<std::uint32_t> group_numbers(graph const& g, node_lists const& groups) {
    std::vector<std::uint32_t> numbers(g.capacity(), no_partition);
    for (std::uint32_t i = 0; i < groups.size(); ++i)
        for (node_id const n : groups[i])
            numbers[n] = i;
    return numbers;
}

std::vector<partition> assign(random_dag const& dag, node_lists const& groups) {
    detail::node_order const order(dag.g);
    std::vector<std::uint32_t> const numbers = group_numbers(dag.g, groups);
    return detail::group_assigner(dag.g, order, dag.supported, groups, numbers).run().partitions(order);
}

// Every group starts as a partition; each partition in turn takes all later ones that it can.
std::vector<partition> assign_slowly(random_dag const& dag, node_lists const& groups) {
    std::vector<std::uint32_t> const numbers = group_numbers(dag.g, groups);
    std::vector<partition> parts;
    std::vector<bool> done(dag.g.capacity(), false);
    for (auto n = dag.nodes.rbegin(); n != dag.nodes.rend(); ++n) {
        if (!dag.supported[*n] || done[*n])
            continue;
        parts.push_back({parts.size(), {}});
        for (node_id const m : numbers[*n] == no_partition ? std::vector{*n} : groups[numbers[*n]])
            if (dag.supported[m]) {
                parts.back().nodes.push_back(m);
                done[m] = true;
            }
    }
    for (std::size_t p = 0; p < parts.size(); ++p)
        for (std::size_t q = p + 1; q < parts.size();) {
            std::vector<node_id> both = parts[p].nodes;
            both.insert(both.end(), parts[q].nodes.begin(), parts[q].nodes.end());
            if (is_convex(dag.g, both)) {
                parts[p].nodes = both;
                parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(q));
            } else {
                ++q;
            }
        }
    for (partition& p : parts)
        std::sort(p.nodes.begin(), p.nodes.end());
    return parts;
}

TEST_CASE("assign_by_groups: on random graphs and groups it finds what trying every merge finds") {
    for (std::uint32_t seed = 0; seed < graft_test::cases(4000); ++seed) {
        random_dag const dag = make_random_dag(seed);
        node_lists const groups = random_groups(dag, seed);
        REQUIRE(text(dag.g, assign(dag, groups)) == text(dag.g, assign_slowly(dag, groups)));
    }
}

TEST_CASE("assign_by_groups: larger graphs with small groups, too") {
    for (std::uint32_t seed = 0; seed < 40; ++seed) {
        random_dag const dag = make_random_dag(seed, 60);
        node_lists groups;
        for (std::size_t i = 0; i + 7 < dag.nodes.size(); i += 7)
            groups.push_back({dag.nodes[i], dag.nodes[i + 1 + seed % 3]});
        REQUIRE(text(dag.g, assign(dag, groups)) == text(dag.g, assign_slowly(dag, groups)));
    }
}

TEST_CASE("assign_by_groups: without groups every partition is convex") {
    for (std::uint32_t seed = 0; seed < 300; ++seed) {
        random_dag const dag = make_random_dag(seed);
        std::vector<partition> const found = assign(dag, {});
        REQUIRE(text(dag.g, found) == text(dag.g, assign_slowly(dag, {})));
        REQUIRE(can_contract(dag.g, found));
    }
}

TEST_CASE("reached_partitions: on random graphs it knows what is below each node") {
    for (std::uint32_t seed = 0; seed < 300; ++seed) {
        random_dag const dag = make_random_dag(seed, 20);
        std::vector<std::uint32_t> partition_of(dag.g.capacity(), no_partition);
        for (node_id const n : dag.nodes)
            if (dag.is_supported(n))
                partition_of[n] = (n * 7 + seed) % 6;
        detail::reached_partitions reached(dag.g);
        for (auto n = dag.nodes.rbegin(); n != dag.nodes.rend(); ++n)
            reached.add(*n, partition_of);
        auto const below = everything_below(dag.g);
        for (node_id const n : dag.nodes) {
            std::set<std::uint32_t> expected;
            for (node_id const m : below[n])
                expected.insert(partition_of[m]);
            for (std::uint32_t p = 0; p < 8; ++p) {
                REQUIRE(reached.reaches(n, p) == expected.contains(p));
                std::uint32_t skipped = p;
                while (expected.contains(skipped) && skipped != partition_of[n])
                    ++skipped;
                REQUIRE(reached.skip_reached(n, partition_of[n], p) == skipped);
            }
        }
    }
}

} // namespace
