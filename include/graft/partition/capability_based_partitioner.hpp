#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>
#include <graft/meta/never.hpp>
#include <graft/meta/vec.hpp>
#include <graft/partition/detail/node_order.hpp>
#include <graft/partition/operator_support.hpp>
#include <graft/partition/partition.hpp>
#include <graft/partition/partition_assignment.hpp>
#include <graft/partition/partitioner_options.hpp>

#include <utility>

namespace graft {

namespace detail {

// The partitions before any is dropped.
GRAFT_INLINE partition_assignment assign_partitions(graph const& g, node_order const& order, vec<bool> const& supported,
                                                    partitioner_options const& options);

} // namespace detail

/// Finds the largest partitions of supported nodes that can each become one node without a cycle. It gives FX's
/// answer: the same partitions, ids and order of nodes.
class capability_based_partitioner {
public:
    /// The graph must outlive the partitioner.
    capability_based_partitioner(graph const& g, any_operator_support support, partitioner_options options = {})
        : g_(g), support_(std::move(support)), options_(std::move(options)) {}
    /// A temporary would be gone before it is used, and does not compile.
    template <temporary<graph> Temporary, class... Rest>
    capability_based_partitioner(Temporary&& gone, Rest&&... rest)
        : capability_based_partitioner(std::as_const(gone), static_cast<Rest&&>(rest)...) {
        static_assert(never_type<Temporary>,
                      "graft: the graph must outlive the partitioner: keep it in a variable and give that [E-USE-1]");
    }

    /// The partitions in order of their ids, which is backwards through the graph. O(nodes + arguments) but for
    /// `skip_horizontal_fusion`, which searches for paths between the partitions of a node's users.
    [[nodiscard]] vec<partition> propose_partitions() const;

    /// Takes the non-compute ops that are at the beginning or end of a partition out of it; it may become empty.
    void remove_bookend_non_compute_ops(vec<partition>& partitions) const;

    [[nodiscard]] graph const& partitioned_graph() const { return g_; } ///< The graph that is partitioned.
    /// What says which nodes are supported.
    [[nodiscard]] any_operator_support const& support() const { return support_; }
    [[nodiscard]] partitioner_options const& options() const { return options_; } ///< What was asked for.

private:
    graph const& g_;
    any_operator_support support_;
    partitioner_options options_;
};

} // namespace graft

#if defined(GRAFT_PARTITION_BODIES)
#    include <graft/partition/assign_by_users.hpp>
#    include <graft/partition/detail/assign_by_level.hpp>
#    include <graft/partition/detail/bookend_nodes.hpp>
#    include <graft/partition/detail/move_getitems.hpp>
#    include <graft/partition/detail/supported_nodes.hpp>

namespace graft {
namespace detail {

GRAFT_INLINE partition_assignment assign_partitions(graph const& g, node_order const& order, vec<bool> const& supported,
                                                    partitioner_options const& options) {
    partition_assignment assignment =
        options.skip_horizontal_fusion ? assign_by_users(g, order, supported) : assign_by_level(g, order, supported);
    move_getitems(g, order, assignment);
    return assignment;
}

} // namespace detail

GRAFT_INLINE vec<partition> capability_based_partitioner::propose_partitions() const {
    detail::node_order const order(g_);
    vec<bool> const supported = detail::supported_nodes(g_, support_);
    vec<partition> partitions = detail::assign_partitions(g_, order, supported, options_).partitions(order);
    detail::drop_small_partitions(partitions, g_, options_);
    return partitions;
}

GRAFT_INLINE void capability_based_partitioner::remove_bookend_non_compute_ops(vec<partition>& partitions) const {
    detail::target_lookup const non_compute(options_.non_compute_ops, g_);
    vec<bool> const bookends = detail::bookend_nodes(g_, detail::node_order(g_), partitions, non_compute);
    for (partition& p : partitions)
        erase_if(p.nodes, [&](node_id n) { return bookends[n]; });
}

} // namespace graft
#endif
