#pragma once

#include <graft/ir/graph.hpp>

#include <vector>

namespace graft_test {

/// Calls of these targets, each on the result of the one before.
inline graft::graph chain_graph(std::vector<char const*> const& targets) {
    graft::graph g;
    graft::node_id at = g.placeholder("x");
    for (char const* const target : targets)
        at = g.call_function(target, {graft::arg::node(at)});
    g.output(graft::arg::node(at));
    return g;
}

} // namespace graft_test
