#pragma once

#include <graft/config.hpp>
#include <graft/ir/program.hpp>
#include <graft/pass/observer.hpp>

#include <cstdint>
#include <map>
#include <ostream>
#include <string>

namespace graft {

/// How many nodes more (or fewer) of each op a program has than another, submodules included: calls of functions
/// by target, other nodes by opcode; ops without a difference are left out.
[[nodiscard]] GRAFT_INLINE std::map<std::string, std::int64_t> node_delta(exported_program const& before,
                                                                          exported_program const& after);

/// An observer that writes a line for each pass that changed how many nodes of some op there are:
/// `fuse: 9 -> 8 nodes: aten::add.Tensor +1, aten::mul.Tensor -2`. The nodes are those of the main graph.
/// The stream must outlive the managers that have the observer.
[[nodiscard]] GRAFT_INLINE pass_observer print_node_delta(std::ostream& out);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)

namespace graft {
namespace detail {

inline void count_nodes(graph_module const& module, std::map<std::string, std::int64_t>& counts, std::int64_t sign) {
    graph const& g = module.graph;
    for (node_id const n : g.nodes())
        counts[std::string{g.op(n) == opcode::call_function ? g.target(n).name : graft::name(g.op(n))}] += sign;
    for (submodule const& s : module.submodules)
        count_nodes(s.module, counts, sign);
}

} // namespace detail

GRAFT_INLINE std::map<std::string, std::int64_t> node_delta(exported_program const& before,
                                                            exported_program const& after) {
    std::map<std::string, std::int64_t> delta;
    detail::count_nodes(before.module, delta, -1);
    detail::count_nodes(after.module, delta, 1);
    std::erase_if(delta, [](auto const& entry) { return entry.second == 0; });
    return delta;
}

GRAFT_INLINE pass_observer print_node_delta(std::ostream& out) {
    return {.after = [&out](pass_event const& event) {
        if (event.previous == nullptr)
            return;
        auto const delta = node_delta(*event.previous, event.program);
        if (delta.empty())
            return;
        out << event.pass << ": " << event.previous->graph().size() << " -> " << event.program.graph().size()
            << " nodes";
        char const* separator = ": ";
        for (auto const& [op, count] : delta) {
            out << separator << op << (count > 0 ? " +" : " ") << count;
            separator = ", ";
        }
        out << '\n';
    }};
}

} // namespace graft
#endif
