#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>
#include <graft/meta/never.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/partition/operator_support.hpp>
#include <graft/partition/partition.hpp>
#include <graft/partition/partition_assignment.hpp>
#include <graft/partition/partitioner_options.hpp>
#include <graft/partition/target_set.hpp>

#include <utility>

namespace graft {
namespace detail {

// FX's partitions without horizontal fusion: going backwards, each supported node starts a partition, and this one
// merges with those of the node's users, in the order of the users, unless that would make a cycle.
GRAFT_INLINE partition_assignment assign_by_users(graph const& g, node_order const& order, vec<bool> const& supported);

// FX's partitions when every new node is tried with every partition, in O(nodes + arguments).
//
// FX goes backwards and lets each supported node merge with the first partition, nearest the output first, for which
// no path leaves the two and comes back. Any two partitions then have such a path between them: a new node is no
// part of an old path, and starts a partition only if it has one to each. So the partitions are in line, each with
// paths through outside nodes to all before it, and what a node reaches is all partitions below a level: a user
// in partition k forbids those before k, and an unsupported user whose paths end in partition k forbids k as well.
GRAFT_INLINE partition_assignment assign_by_level(graph const& g, node_order const& order, vec<bool> const& supported);

// The nodes that compute nothing and have nothing that does above them in their partition, or nothing below them;
// by node id, in O(nodes + arguments).
GRAFT_INLINE vec<bool> bookend_nodes(graph const& g, node_order const& order, view<partition const> partitions,
                                     target_lookup const& non_compute_ops);

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

#if defined(GRAFT_CORE_BODIES)
#    include <graft/partition/detail/contracted_order.hpp>
#    include <graft/partition/detail/move_getitems.hpp>
#    include <graft/partition/detail/supported_nodes.hpp>

#    include <algorithm>
#    include <cstddef>
#    include <cstdint>

namespace graft {
namespace detail {

GRAFT_INLINE partition_assignment assign_by_users(graph const& g, node_order const& order, vec<bool> const& supported) {
    contracted_order vertices(g);
    vec<std::size_t> ids(g.capacity(), 0); // by vertex
    vec<node_id> candidates;
    vec<node_id> candidate_of(g.capacity(), no_node); // by vertex: the last node that it was one for
    std::size_t next_id = 0;
    for (auto at = order.nodes.rbegin(); at != order.nodes.rend(); ++at) {
        node_id const n = *at;
        vertices.add(n);
        if (!supported[n])
            continue;
        ids[n] = next_id++;
        candidates.clear();
        for (node_id const user : g.users(n))
            if (supported[user])
                if (node_id const v = vertices.find(user); std::exchange(candidate_of[v], n) != n)
                    candidates.push_back(v);
        node_id self = n;
        for (node_id const other : candidates) {
            std::size_t const id = vertices.size(self) < vertices.size(other) ? ids[other] : ids[self];
            if (vertices.merge(self, other))
                ids[self = vertices.find(self)] = id;
        }
    }
    partition_assignment result{vec<std::uint32_t>(g.capacity(), no_partition), {}, {}};
    for (node_id const n : order.nodes)
        if (supported[n]) {
            node_id const v = vertices.find(n);
            if (result.partition_of[v] == no_partition) {
                result.partition_of[v] = static_cast<std::uint32_t>(result.ids.size());
                result.ids.push_back(ids[v]);
            }
            result.partition_of[n] = result.partition_of[v];
        }
    return result;
}

GRAFT_INLINE vec<bool> bookend_nodes(graph const& g, node_order const& order, view<partition const> partitions,
                                     target_lookup const& non_compute_ops) {
    vec<std::uint32_t> partition_of(g.capacity(), no_partition);
    for (std::size_t p = 0; p < partitions.size(); ++p)
        for (node_id const n : partitions[p].nodes)
            partition_of[n] = static_cast<std::uint32_t>(p);
    auto const is_candidate = [&](node_id n) {
        return partition_of[n] != no_partition && non_compute_ops.contains(g, n);
    };
    vec<bool> clear_above(g.capacity(), false), clear_below(g.capacity(), false);
    auto const is_clear = [&](vec<bool> const& clear, node_id n, node_id next) {
        return partition_of[next] != partition_of[n] || g.op(next) == opcode::placeholder || clear[next];
    };
    for (node_id const n : order.nodes)
        if (is_candidate(n)) {
            bool all = true;
            g.for_each_input(n, [&](node_id input) { all = all && is_clear(clear_above, n, input); });
            clear_above[n] = all;
        }
    for (auto at = order.nodes.rbegin(); at != order.nodes.rend(); ++at)
        if (is_candidate(*at)) {
            bool all = true;
            g.for_each_use(*at, [&](node_id user) { all = all && is_clear(clear_below, *at, user); });
            clear_below[*at] = all;
        }
    for (node_id const n : order.nodes)
        clear_above[n] = clear_above[n] || clear_below[n];
    return clear_above;
}

GRAFT_INLINE partition_assignment assign_by_level(graph const& g, node_order const& order, vec<bool> const& supported) {
    partition_assignment result{vec<std::uint32_t>(g.capacity(), no_partition), {}, {}};
    vec<std::size_t> sizes;
    // By node: the partition of a supported one; how many partitions an unsupported one reaches.
    vec<std::uint32_t> levels(g.capacity(), 0);
    std::size_t next_id = 0;
    for (auto at = order.nodes.rbegin(); at != order.nodes.rend(); ++at) {
        node_id const n = *at;
        std::uint32_t level = 0;
        g.for_each_use(n, [&](node_id user) {
            level = std::max(level, levels[user] + (supported[user] && !supported[n] ? 1u : 0u));
        });
        levels[n] = level;
        if (!supported[n])
            continue;
        if (level == sizes.size()) {
            sizes.push_back(0);
            result.ids.push_back(0);
        }
        // Of a partition and the new node, the larger keeps its id; of two single nodes the new one does.
        if (++sizes[level] <= 2)
            result.ids[level] = next_id;
        result.partition_of[n] = level;
        ++next_id;
    }
    return result;
}

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
