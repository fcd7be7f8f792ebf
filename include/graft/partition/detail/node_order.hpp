#pragma once

#include <graft/core/error.hpp>
#include <graft/ir/early_use.hpp>
#include <graft/ir/graph.hpp>
#include <graft/meta/vec.hpp>

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

} // namespace graft::detail
