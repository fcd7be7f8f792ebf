#include <graft/partition/detail/assign_by_level.hpp>

#include "../random_dag.hpp"
#include "../slow_partitioner.hpp"

#include <doctest/doctest.h>

#include <span>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

std::vector<partition> assign(random_dag const& dag) {
    detail::node_order const order(dag.g);
    return detail::assign_by_level(dag.g, order, dag.supported).partitions(order);
}

TEST_CASE("assign_by_level: on random graphs it finds what trying every merge finds, with the same ids") {
    for (std::uint32_t seed = 0; seed < 3000; ++seed) {
        random_dag const dag = make_random_dag(seed);
        auto const found = assign(dag);
        REQUIRE(text(dag.g, found) == text(dag.g, slow_partitioner(dag.g, dag.supported, true).run()));
        REQUIRE(can_contract(dag.g, found));
    }
}

TEST_CASE("assign_by_level: larger random graphs, too") {
    for (std::uint32_t seed = 0; seed < 30; ++seed) {
        random_dag const dag = make_random_dag(seed, 60);
        REQUIRE(text(dag.g, assign(dag)) == text(dag.g, slow_partitioner(dag.g, dag.supported, true).run()));
    }
}

TEST_CASE("assign_by_level: no two partitions could be one") {
    for (std::uint32_t seed = 0; seed < 300; ++seed) {
        random_dag const dag = make_random_dag(seed);
        std::vector<partition> const found = assign(dag);
        for (std::size_t p = 0; p < found.size(); ++p)
            for (std::size_t q = 0; q < p; ++q) {
                std::vector<partition> merged = found;
                merged[p].nodes.insert(merged[p].nodes.end(), found[q].nodes.begin(), found[q].nodes.end());
                merged.erase(merged.begin() + static_cast<std::ptrdiff_t>(q));
                REQUIRE_FALSE(can_contract(dag.g, merged));
            }
    }
}

} // namespace
