#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>
#include <graft/meta/vec.hpp>
#include <graft/partition/operator_support.hpp>
#include <graft/partition/partition.hpp>
#include <graft/subgraph/any_pattern.hpp>

#include <initializer_list>
#include <optional>
#include <utility>

namespace graft {

/// What `generate_pattern_op_partitions` takes besides the nodes of matches; ExecuTorch's names.
struct pattern_op_options {
    vec<vec<node_id>> partitions_list = {};                        ///< further nodes
    std::optional<any_operator_support> op_support = std::nullopt; ///< further nodes
    bool ignore_literals = false;                                  ///< literals match any literal
};

/// The partitions of all nodes that the patterns match, that are listed, or that are supported, single ones included.
/// Matches that touch become one partition. Raises when an unknown node is listed.
[[nodiscard]] GRAFT_INLINE vec<partition> generate_pattern_op_partitions(graph const& g, vec<graph> patterns,
                                                                         pattern_op_options options = {});
/// The partitions of what graphs, patterns of rules and functions match, as `pattern_graph` takes them.
[[nodiscard]] inline vec<partition> generate_pattern_op_partitions(graph const& g,
                                                                   std::initializer_list<any_pattern> patterns,
                                                                   pattern_op_options options = {}) {
    return generate_pattern_op_partitions(g, detail::graphs_of(patterns), std::move(options));
}

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/error.hpp>
#    include <graft/partition/capability_based_partitioner.hpp>
#    include <graft/partition/chain_support.hpp>
#    include <graft/partition/pattern_support.hpp>

#    include <cstddef>
#    include <memory>

namespace graft {

GRAFT_INLINE vec<partition> generate_pattern_op_partitions(graph const& g, vec<graph> patterns,
                                                           pattern_op_options options) {
    vec<bool> listed(g.capacity(), false);
    for (std::size_t i = 0; i < options.partitions_list.size(); ++i)
        for (node_id const n : options.partitions_list[i]) {
            if (!g.contains(n))
                raise(errc::invalid_argument, "partition ", i, " holds a node that is not in the graph");
            listed[n] = true;
        }
    detail::node_set_support const list_support{std::make_shared<vec<bool> const>(std::move(listed)),
                                                "it is not listed"};
    auto const support = any_chain(create_pattern_support(std::move(patterns), options.ignore_literals), list_support);
    capability_based_partitioner const partitioner(
        g,
        options.op_support ? any_operator_support(any_chain(support, *std::move(options.op_support)))
                           : any_operator_support(support),
        {.allows_single_node_partition = true});
    return partitioner.propose_partitions();
}

} // namespace graft
#endif
