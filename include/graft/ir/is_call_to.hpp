#pragma once

#include <graft/ir/call_target.hpp>
#include <graft/ir/graph.hpp>

namespace graft {

/// True if `n` is a call of this op, in whatever dialect: `is_call_to(g, n, aten::cat)`. A packet stands for its
/// default overload.
[[nodiscard]] constexpr bool is_call_to(graph const& g, node_id n, call_target const& op) {
    return g.op(n) == opcode::call_function && g.target(n).op == op.op();
}

} // namespace graft
