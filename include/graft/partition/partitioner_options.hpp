#pragma once

#include <graft/ir/graph.hpp>
#include <graft/meta/vec.hpp>
#include <graft/partition/partition.hpp>
#include <graft/partition/target_set.hpp>

#include <cstddef>

namespace graft {

/// What partitioners make of the nodes that are supported; FX's names.
struct partitioner_options {
    bool allows_single_node_partition = false;         ///< else a partition has two nodes that compute
    target_set non_compute_ops = {};                   ///< calls that do not count as computing
    target_set allowed_single_node_partition_ops = {}; ///< calls that may be alone in a partition
    bool skip_horizontal_fusion = false;               ///< merge a node only with the partitions of its users
};

namespace detail {

// How FX counts the nodes of a partition that compute: calls of functions, other than views, items and those named;
// what may stand alone counts once more.
class compute_counter {
public:
    compute_counter(graph const& g, partitioner_options const& options)
        : g_(g), non_compute_(with_views(options.non_compute_ops), g),
          allowed_alone_(options.allowed_single_node_partition_ops, g) {}

    [[nodiscard]] std::size_t operator()(node_id n) const {
        if (g_.op(n) != opcode::call_function)
            return 0;
        return (non_compute_.contains(g_, n) ? 0u : 1u) + (allowed_alone_.contains(g_, n) ? 1u : 0u);
    }
    [[nodiscard]] std::size_t operator()(partition const& p) const {
        std::size_t total = 0;
        for (node_id const n : p.nodes)
            total += (*this)(n);
        return total;
    }

private:
    // FX's own two: the overload packet of view, not its overloads, and getitem.
    static target_set with_views(target_set names) {
        names.insert("torch.ops.aten.view");
        names.insert("operator.getitem");
        return names;
    }

    graph const& g_;
    target_lookup non_compute_, allowed_alone_;
};

// Drops the partitions that are empty or too small for the options.
inline void drop_small_partitions(vec<partition>& partitions, graph const& g, partitioner_options const& options) {
    compute_counter const count(g, options);
    erase_if(partitions, [&](partition const& p) {
        return p.nodes.empty() || (!options.allows_single_node_partition && count(p) <= 1);
    });
}

} // namespace detail

} // namespace graft
