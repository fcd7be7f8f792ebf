#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>
#include <graft/meta/never.hpp>
#include <graft/meta/vec.hpp>
#include <graft/partition/operator_support.hpp>
#include <graft/partition/partition.hpp>
#include <graft/partition/partitioner_options.hpp>

#include <cstdint>
#include <utility>

namespace graft {

/// Finds partitions of supported nodes in which given groups of nodes stay together; ExecuTorch's answer. Each
/// partition is convex, as far as the groups are, but two may need each other.
class group_based_partitioner {
public:
    /// Raises when a group holds an unknown node, or a node is in two groups. The graph must outlive the partitioner.
    group_based_partitioner(graph const& g, any_operator_support support, vec<vec<node_id>> node_groups = {},
                            partitioner_options options = {});
    /// A temporary would be gone before it is used, and does not compile.
    template <temporary<graph> Temporary, class... Rest>
    group_based_partitioner(Temporary&& gone, Rest&&... rest)
        : group_based_partitioner(std::as_const(gone), static_cast<Rest&&>(rest)...) {
        static_assert(never_type<Temporary>,
                      "graft: the graph must outlive the partitioner: keep it in a variable and give that [E-USE-1]");
    }

    /// The partitions in order of their ids, which is backwards through the graph; nodes are in execution order.
    [[nodiscard]] vec<partition> propose_partitions() const;

private:
    graph const& g_;
    any_operator_support support_;
    vec<vec<node_id>> groups_;
    partitioner_options options_;
    vec<std::uint32_t> group_of_; // by node id
};

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/error.hpp>
#    include <graft/partition/detail/assign_by_groups.hpp>
#    include <graft/partition/detail/supported_nodes.hpp>
#    include <graft/partition/partition_assignment.hpp>
#    include <graft/partition/target_set.hpp>

#    include <utility>

namespace graft {
namespace detail {

// ExecuTorch's rule for items: those in a partition move to that of the node all of whose users are items. One round.
inline void gather_getitems(graph const& g, node_order const& order, partition_assignment& assignment) {
    target_lookup const getitem({"operator.getitem"}, g);
    vec<std::pair<node_id, std::uint32_t>> moves;
    for (node_id const n : order.nodes) {
        std::uint32_t const to = assignment.partition_of[n];
        bool all = to != no_partition;
        g.for_each_use(n, [&](node_id user) { all = all && getitem.contains(g, user); });
        if (all)
            g.for_each_use(n, [&](node_id user) {
                if (assignment.partition_of[user] != no_partition && assignment.partition_of[user] != to)
                    moves.emplace_back(user, to);
            });
    }
    for (auto const& [n, to] : moves)
        assignment.partition_of[n] = to;
}

} // namespace detail

GRAFT_INLINE group_based_partitioner::group_based_partitioner(graph const& g, any_operator_support support,
                                                              vec<vec<node_id>> node_groups,
                                                              partitioner_options options)
    : g_(g), support_(std::move(support)), groups_(std::move(node_groups)), options_(std::move(options)),
      group_of_(g.capacity(), no_partition) {
    for (std::uint32_t i = 0; i < groups_.size(); ++i)
        for (node_id const n : groups_[i]) {
            if (!g.contains(n))
                raise(errc::invalid_argument, "group ", i, " holds a node that is not in the graph");
            if (group_of_[n] == i)
                raise(errc::invalid_argument, "group ", i, " holds %", g.name(n), " twice");
            if (group_of_[n] != no_partition)
                raise(errc::invalid_argument, "node %", g.name(n), " is in groups ", group_of_[n], " and ", i);
            group_of_[n] = i;
        }
}

GRAFT_INLINE vec<partition> group_based_partitioner::propose_partitions() const {
    detail::node_order const order(g_);
    vec<bool> const supported = detail::supported_nodes(g_, support_);
    detail::partition_assignment assignment = detail::group_assigner(g_, order, supported, groups_, group_of_).run();
    detail::gather_getitems(g_, order, assignment);
    vec<partition> partitions = assignment.partitions(order);
    detail::drop_small_partitions(partitions, g_, options_);
    return partitions;
}

} // namespace graft
#endif
