#pragma once

#include <graft/ir/graph.hpp>
#include <graft/meta/vec.hpp>

#include <cstdint>

namespace graft {

/// A node that stands before one that it uses, or uses itself.
struct early_use {
    /// The node that uses, and what it uses.
    /// @{
    node_id user = no_node, input = no_node;
    /// @}
};

/// The first such node of a graph with its first such input, or `no_node`s where there is none; nodes that `is_given`
/// admits count as defined from the start, whatever they use.
template <class F>
[[nodiscard]] constexpr early_use find_early_use(graph const& g, F const& is_given) {
    vec<std::uint8_t> defined(g.capacity(), 0);
    early_use found;
    for (node_id const n : g.nodes()) {
        if (!is_given(n))
            detail::raw(g).for_each_input(n, [&](node_id input) {
                if (defined[input] == 0 && found.user == no_node && !is_given(input))
                    found = {n, input};
            });
        if (found.user != no_node)
            return found;
        defined[n] = 1;
    }
    return found;
}

/// The first node that stands before one that it uses, or uses itself, with the first such input; `no_node`s exactly
/// where the graph is in topological order.
[[nodiscard]] constexpr early_use find_early_use(graph const& g) {
    return find_early_use(g, [](node_id) { return false; });
}

/// True when every node stands behind its inputs.
[[nodiscard]] constexpr bool is_topological(graph const& g) { return find_early_use(g).user == no_node; }

} // namespace graft
