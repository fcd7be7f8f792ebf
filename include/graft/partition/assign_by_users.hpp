#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>
#include <graft/meta/vec.hpp>
#include <graft/partition/detail/node_order.hpp>
#include <graft/partition/partition_assignment.hpp>

namespace graft::detail {

// FX's partitions without horizontal fusion: going backwards, each supported node starts a partition, and this one
// merges with those of the node's users, in the order of the users, unless that would make a cycle.
GRAFT_INLINE partition_assignment assign_by_users(graph const& g, node_order const& order, vec<bool> const& supported);

} // namespace graft::detail

#if defined(GRAFT_PARTITION_BODIES)
#    include <graft/partition/detail/contracted_order.hpp>

#    include <cstddef>
#    include <cstdint>
#    include <utility>

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

} // namespace detail
} // namespace graft
#endif
