#include "checks.hpp"
#include "partition_case.hpp"
#include "propose.hpp"

#include <graft/partition/group_based_partitioner.hpp>

#include <vector>

std::string corpus::check_partition(test_case const& c) {
    graft::graph const g = read_graph(c.section("graph"));
    auto const run = [&]() -> std::vector<graft::partition> {
        if (c.option<std::string>("partitioner", "") != "group")
            return propose(c, g);
        graft::group_based_partitioner const partitioner(g, case_support(c), nodes_of(g, c, "node_groups"),
                                                         options_of(c));
        return partitioner.propose_partitions();
    };
    return c.option("expect_error", false) ? expect_error(run) : compare_partitions(c, g, run());
}
