#pragma once

#include "case.hpp"

#include <graft/partition/capability_based_partitioner.hpp>

#include <graft/meta/vec.hpp>

#include <set>
#include <string>
#include <vector>

namespace corpus {

/// The nodes that a case's partitioner takes, by its options `supported` and `supported_nodes`.
class case_support {
public:
    explicit case_support(test_case const& c)
        : targets_(c.option("supported", std::set<std::string>{})),
          nodes_(c.option("supported_nodes", std::set<std::string>{})) {}

    [[nodiscard]] bool is_node_supported(graft::graph const& g, graft::node_id n) const {
        if (targets_.contains("*") || nodes_.contains(std::string(g.name(n))))
            return true;
        if (g.op(n) == graft::opcode::placeholder || g.op(n) == graft::opcode::output)
            return false;
        return targets_.contains(std::string(name(g.op(n)))) || targets_.contains(target_text(g, n));
    }

private:
    std::set<std::string> targets_, nodes_;
};

/// The options of a case's partitioner.
[[nodiscard]] inline graft::partitioner_options options_of(test_case const& c) {
    using names = std::vector<std::string>;
    return {.allows_single_node_partition = c.option("allows_single_node_partition", false),
            .non_compute_ops = graft::target_set(c.option("non_compute_ops", names{})),
            .allowed_single_node_partition_ops =
                graft::target_set(c.option("allowed_single_node_partition_ops", names{})),
            .skip_horizontal_fusion = c.option("skip_horizontal_fusion", false)};
}

/// What the capability based partitioner proposes with the case's options.
[[nodiscard]] inline std::vector<graft::partition> propose(test_case const& c, graft::graph const& g) {
    graft::capability_based_partitioner const partitioner(g, case_support(c), options_of(c));
    graft::vec<graft::partition> partitions = partitioner.propose_partitions();
    if (c.option("remove_bookend", false))
        partitioner.remove_bookend_non_compute_ops(partitions);
    return partitions;
}

} // namespace corpus
