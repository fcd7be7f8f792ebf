#pragma once

#include <graft/core/error.hpp>
#include <graft/ir/graph.hpp>

#include <string>

namespace graft {

/// Calls `f`; an error that it raises names the node and its stack trace, unless it already names a node.
template <class F>
constexpr decltype(auto) at_node(graph const& g, node_id n, F&& f) {
    try {
        return f();
    } catch (error& e) {
        e.at_node(std::string{g.name(n)}, std::string{g.meta(n, "stack_trace")});
        throw;
    }
}

} // namespace graft
