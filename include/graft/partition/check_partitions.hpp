#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>
#include <graft/meta/vec.hpp>
#include <graft/partition/contracted_graph.hpp>

#include <cstdint>

namespace graft {

/// The partition of each node, by id; raises unless the partitions are lists of different nodes, other than
/// placeholders and outputs, that can all become single nodes without a cycle. O(nodes + arguments).
[[nodiscard]] GRAFT_INLINE vec<std::uint32_t> check_partitions(graph const& g, partition_lists lists);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/error.hpp>
#    include <graft/partition/partition.hpp>

#    include <cstddef>
#    include <string>

namespace graft {

GRAFT_INLINE vec<std::uint32_t> check_partitions(graph const& g, partition_lists lists) {
    vec<std::uint32_t> partition_of(g.capacity(), no_partition);
    for (std::size_t p = 0; p < lists.size(); ++p) {
        if (lists[p].empty())
            raise(errc::invalid_argument, "partition ", p, " has no nodes");
        for (node_id const n : lists[p]) {
            if (!g.contains(n))
                raise(errc::invalid_argument, "partition ", p, " holds a node that is not in the graph");
            if (g.op(n) == opcode::placeholder || g.op(n) == opcode::output)
                raise(errc::invalid_argument, "partition ", p, " holds the ", name(g.op(n)), " %", g.name(n),
                      ", which must stay in the graph");
            if (partition_of[n] == p)
                raise(errc::invalid_argument, "partition ", p, " holds %", g.name(n), " twice");
            if (partition_of[n] != no_partition)
                raise(errc::invalid_argument, "%", g.name(n), " is in partitions ", partition_of[n], " and ", p);
            partition_of[n] = static_cast<std::uint32_t>(p);
        }
    }
    detail::contracted_graph contracted(g, lists, partition_of);
    if (auto const cycle = contracted.find_cycle(); !cycle.empty()) {
        std::string path;
        for (std::size_t const v : cycle)
            path += contracted.name(v) + " -> ";
        raise(errc::invalid_argument, "the partitions depend on each other in a cycle: ", path,
              contracted.name(cycle.front()));
    }
    return partition_of;
}

} // namespace graft
#endif
