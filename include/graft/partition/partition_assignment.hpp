#pragma once

#include <graft/config.hpp>
#include <graft/core/error.hpp>
#include <graft/ir/argument.hpp>
#include <graft/ir/early_use.hpp>
#include <graft/ir/graph.hpp>
#include <graft/meta/vec.hpp>
#include <graft/partition/partition.hpp>

#include <cstddef>
#include <cstdint>

namespace graft::detail {

// The nodes of a graph in execution order, and where in it each is.
struct node_order {
    vec<node_id> nodes;
    vec<std::uint32_t> position; // by node id

    // Raises when a node comes before one of its inputs.
    explicit node_order(graph const& g) : position(g.capacity(), 0) {
        if (early_use const found = find_early_use(g); found.user != no_node)
            raise(errc::invalid_argument, "the graph is not in topological order: %", g.name(found.user),
                  " comes before its input %", g.name(found.input));
        nodes.reserve(g.size());
        for (node_id const n : g.nodes()) {
            nodes.push_back(n);
            position[n] = static_cast<std::uint32_t>(nodes.size());
        }
    }

    [[nodiscard]] bool before(node_id a, node_id b) const { return position[a] < position[b]; }
};

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
