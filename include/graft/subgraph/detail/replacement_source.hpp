#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>
#include <graft/ir/node_copier.hpp>
#include <graft/meta/vec.hpp>

namespace graft::detail {

// A graph of which copies go into another. The graph must outlive it, and all copies go into one graph.
class replacement_source {
public:
    constexpr explicit replacement_source(graph const& replacement) : source(replacement) {
        for (node_id const n : replacement.nodes())
            if (replacement.op(n) == opcode::placeholder)
                inputs.push_back(n);
    }

    graph const& source;
    vec<node_id> inputs; // its placeholders

    // A copy of `n` at the insertion point of `to`; `values`, by node, stand for the nodes that it takes, and stay
    // nobody's where they are aggregates.
    GRAFT_CONSTEXPR_INLINE node_id copy(node_id n, graph& to, vec<operand> const& values) {
        if (!is_started_)
            copier_.start(source, to);
        is_started_ = true;
        return copier_.copy(
            n, [&](node_id input) { return values[input]; }, raw(source).name(n));
    }

private:
    node_copier copier_;
    bool is_started_ = false;
};

} // namespace graft::detail
