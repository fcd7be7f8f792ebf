#pragma once

#include <graft/ir/program.hpp>
#include <graft/rewrite/driver.hpp>
#include <graft/transform/decompositions.hpp>
#include <graft/transform/scalar_to_tensor.hpp>

#include <cstdint>

namespace graft {

/// Gives every call of an op the dialect.
constexpr void set_dialect(graph& g, dialect_tag dialect) {
    for (node_id const n : g.nodes())
        if (target_info const target = g.target(n); g.op(n) == opcode::call_function && target.is_op())
            g.set_target(n, g.intern_target(target.name, target.op, dialect));
}

/// Lowers a program from the ATen to the Edge dialect: composite operators are decomposed, views become copies,
/// numbers in the place of tensors become tensors. `verify_edge` tells what is left to be done.
inline rewrite_result to_edge(exported_program& program) {
    graph& g = program.graph();
    rewrite_result result = rewrite(g, decompositions::all);
    scalar_to_tensor(g);
    set_dialect(g, dialect_tag::edge);
    update_output_names(program);
    program.verifiers = {"EDGE"};
    return result;
}

} // namespace graft
