#pragma once

#include <graft/config.hpp>
#include <graft/ir/program.hpp>

#include <cstddef>
#include <string_view>

namespace graft {

/// Erases the calls that only check something when the program runs, with what was computed for them alone, in the
/// graphs that control flow calls as well; returns how many calls. What they say of symbols stays in the ranges.
/// With `keep_edge_ops` those stay that the Edge dialect has.
struct remove_graph_asserts_pass {
    static constexpr std::string_view name = "remove_graph_asserts"; ///< by which constraints name it
    /// Runs it.
    std::size_t operator()(exported_program& program, bool keep_edge_ops = false) const {
        return (*this)(program.module, keep_edge_ops);
    }
    std::size_t operator()(graph_module& module, bool keep_edge_ops = false) const; ///< of one module
};
inline constexpr remove_graph_asserts_pass remove_graph_asserts{}; ///< called or run by a manager

} // namespace graft

#if defined(GRAFT_LOWER_BODIES)
#    include <graft/dialect/called_op.hpp>
#    include <graft/dialect/core_aten.hpp>
#    include <graft/ir/eliminate_dead_code.hpp>
#    include <graft/ir/graph.hpp>
#    include <graft/meta/vec.hpp>

namespace graft {
namespace detail {

// Erases the node, and what it was the last to use.
inline void erase_with_inputs(graph& g, node_id n) {
    vec<node_id> unused{n};
    while (!unused.empty()) {
        node_id const dead = unused.back();
        unused.pop_back();
        if (!g.contains(dead) || g.use_count(dead) != 0 || (dead != n && is_impure(g, dead)))
            continue;
        vec<node_id> inputs;
        g.for_each_input(dead, [&](node_id input) { inputs.push_back(input); });
        g.erase_node(dead);
        unused.insert(unused.end(), inputs.begin(), inputs.end());
    }
}

} // namespace detail

GRAFT_INLINE std::size_t remove_graph_asserts_pass::operator()(graph_module& module, bool keep_edge_ops) const {
    graph& g = module.graph;
    vec<node_id> found;
    for (node_id const n : g.nodes()) {
        target_info const target = g.target(n);
        if (g.op(n) == opcode::call_function && g.use_count(n) == 0 && has(called_tags(target), op_tags::assertion) &&
            !(keep_edge_ops && is_edge_aten(target)))
            found.push_back(n);
    }
    for (node_id const n : found)
        detail::erase_with_inputs(g, n);
    std::size_t count = found.size();
    for (submodule& inner : module.submodules)
        count += (*this)(inner.module, keep_edge_ops);
    return count;
}

} // namespace graft
#endif
