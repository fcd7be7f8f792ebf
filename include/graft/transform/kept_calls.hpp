#pragma once

#include <graft/ir/graph.hpp>
#include <graft/meta/vec.hpp>
#include <graft/transform/to_edge.hpp>
#include <graft/transform/views_to_copies.hpp>

namespace graft {

/// The calls of a graph that lowering to the Edge dialect leaves as they are, since there is no decomposition of their
/// op, or none that fits this call; what `edge_rules::kept_calls` asks for.
template <class Use = void>
[[nodiscard]] vec<node_id> kept_calls(graph const& g) {
    graph lowered = g;
    static_cast<void>(detail::decompose_and_rewrite<Use>(lowered, {}));
    static_cast<void>(views_to_copies(lowered));
    vec<node_id> kept;
    for (node_id const n : g.nodes())
        if (g.op(n) == opcode::call_function && lowered.contains(n) && lowered.target(n).name == g.target(n).name)
            kept.push_back(n);
    return kept;
}

} // namespace graft
