#include <graft/partition/detail/reached_partitions.hpp>

#include "../random_dag.hpp"

#include <doctest/doctest.h>

#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

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
