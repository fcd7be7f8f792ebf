#pragma once

#include <graft/ir/graph.hpp>
#include <graft/meta/vec.hpp>
#include <graft/partition/detail/node_order.hpp>
#include <graft/partition/partition_assignment.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace graft::detail {

// FX's partitions when every new node is tried with every partition, in O(nodes + arguments).
//
// FX goes backwards and lets each supported node merge with the first partition, nearest the output first, for which
// no path leaves the two and comes back. Any two partitions then have such a path between them: a new node is no
// part of an old path, and starts a partition only if it has one to each. So the partitions are in line, each with
// paths through outside nodes to all before it, and what a node reaches is all partitions below a level: a user
// in partition k forbids those before k, and an unsupported user whose paths end in partition k forbids k as well.
inline partition_assignment assign_by_level(graph const& g, node_order const& order, vec<bool> const& supported) {
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

} // namespace graft::detail
