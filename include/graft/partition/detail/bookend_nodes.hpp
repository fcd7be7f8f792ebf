#pragma once

#include <graft/ir/graph.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/partition/detail/node_order.hpp>
#include <graft/partition/partition.hpp>
#include <graft/partition/target_set.hpp>

#include <cstddef>
#include <cstdint>

namespace graft::detail {

// The nodes that compute nothing and have nothing that does above them in their partition, or nothing below them;
// by node id, in O(nodes + arguments).
inline vec<bool> bookend_nodes(graph const& g, node_order const& order, view<partition const> partitions,
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

} // namespace graft::detail
