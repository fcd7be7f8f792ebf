#pragma once

#include <graft/config.hpp>
#include <graft/ir/argument.hpp>
#include <graft/meta/vec.hpp>
#include <graft/partition/detail/node_order.hpp>
#include <graft/partition/partition.hpp>

#include <cstddef>
#include <cstdint>

namespace graft::detail {

// Which partition each node is in, while partitions are being made.
struct partition_assignment {
    vec<std::uint32_t> partition_of; // by node id
    vec<std::size_t> ids;            // by partition
    vec<node_id> appended;           // nodes that stand behind the others of their partition, in order

    // The partitions by id, empty ones included; nodes are in execution order, then come those appended.
    [[nodiscard]] vec<partition> partitions(node_order const& order) const;
};

} // namespace graft::detail

#if defined(GRAFT_CORE_BODIES)
#    include <algorithm>

namespace graft::detail {

GRAFT_INLINE vec<partition> partition_assignment::partitions(node_order const& order) const {
    vec<partition> made(ids.size());
    for (std::size_t p = 0; p < ids.size(); ++p)
        made[p].id = ids[p];
    vec<bool> later(partition_of.size(), false);
    for (node_id const n : appended)
        later[n] = true;
    auto const add = [&](node_id n) {
        if (partition_of[n] != no_partition)
            made[partition_of[n]].nodes.push_back(n);
    };
    for (node_id const n : order.nodes)
        if (!later[n])
            add(n);
    for (node_id const n : appended)
        add(n);
    std::sort(made.begin(), made.end(), [](partition const& a, partition const& b) { return a.id < b.id; });
    return made;
}

} // namespace graft::detail
#endif
