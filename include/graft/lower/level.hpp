#pragma once

#include <graft/ir/program.hpp>

namespace graft {

/// The dialect that a program is in, as far as it has been lowered.
enum class level { aten, edge, backend };

/// How far a program has been lowered, as its verifiers and its calls say. O(nodes).
[[nodiscard]] inline level level_of(exported_program const& program) {
    if (program.verifiers.size() != 1 || program.verifiers.front() != "EDGE")
        return level::aten;
    graph const& g = program.graph();
    for (node_id const n : g.nodes())
        if (g.target(n).dialect == dialect_tag::backend)
            return level::backend;
    return level::edge;
}

} // namespace graft
