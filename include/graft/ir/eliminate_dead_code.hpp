#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>

#include <cstddef>
#include <string_view>

namespace graft {

/// True when the node must stay although nothing uses it: placeholders, outputs, what writes to its arguments,
/// draws random numbers or has other effects, and ops of which nothing is known.
[[nodiscard]] GRAFT_CONSTEXPR bool is_impure(graph const& g, node_id n);

/// Erases, from the end, every node that nothing uses and that is not impure; returns how many. Placeholders and
/// outputs always stay.
struct eliminate_dead_code_pass {
    static constexpr std::string_view name = "eliminate_dead_code"; ///< by which constraints name it
    /// Of those that `impure(n)` does not keep.
    template <class Impure>
    constexpr std::size_t operator()(graph& g, Impure&& impure) const {
        std::size_t erased = 0;
        for (node_id n = g.back(); n != no_node;) {
            node_id const before = g.prev(n);
            bool const stays = g.op(n) == opcode::placeholder || g.op(n) == opcode::output;
            if (g.use_count(n) == 0 && !stays && !impure(n)) {
                g.erase_node(n);
                ++erased;
            }
            n = before;
        }
        return erased;
    }
    /// Runs it.
    GRAFT_CONSTEXPR_INLINE std::size_t operator()(graph& g) const {
        return (*this)(g, [&g](node_id n) { return is_impure(g, n); });
    }
};
inline constexpr eliminate_dead_code_pass eliminate_dead_code{}; ///< called or run by a manager

} // namespace graft

#if defined(GRAFT_CORE_BODIES)

namespace graft {

GRAFT_CONSTEXPR bool is_impure(graph const& g, node_id n) {
    switch (g.op(n)) {
    case opcode::placeholder:
    case opcode::output:
    case opcode::call_module: return true;
    case opcode::call_function: break;
    default: return false;
    }
    target_info const target = g.target(n);
    if (!target.is_op())
        return target.name == "operator.setitem" || target.name.substr(0, 6) == "torch.";
    return target.op == nullptr || target.op->mutates() || has(target.op->tags, op_tags::random) ||
           has(target.op->tags, op_tags::side_effect);
}

} // namespace graft
#endif
