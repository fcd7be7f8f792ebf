#pragma once

#include <graft/config.hpp>
#include <graft/ir/program.hpp>

namespace graft {

/// A program of a graph that has no state: its placeholders are the user's inputs, in their order, and what its output
/// node takes are the user's outputs. Raises where the graph has no output node at its end.
///
/// A placeholder becomes a parameter, buffer or constant by its `input_spec` and a tensor in `state_dict` or `constants`
/// under the spec's target.
[[nodiscard]] GRAFT_INLINE exported_program make_program(graph g);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/error.hpp>

#    include <utility>

namespace graft {

GRAFT_INLINE exported_program make_program(graph g) {
    node_id const last = g.back();
    if (last == no_node || g.op(last) != opcode::output)
        raise(errc::invalid_argument, "the graph has no output node at its end: call g.output(...)");
    exported_program program;
    for (node_id const n : g.nodes())
        if (g.op(n) == opcode::placeholder)
            program.signature.inputs.emplace_back().name = g.name(n);
    bool const several = g.arg_count(last) == 1 && is_aggregate(g.arg(last, 0).kind());
    program.signature.outputs.resize(several ? g.arg(last, 0).size() : g.arg_count(last));
    program.verifiers = {"ATEN"};
    program.module.graph = std::move(g);
    update_output_names(program);
    return program;
}

} // namespace graft
#endif
