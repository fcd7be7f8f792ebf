#pragma once

#include <graft/core/error.hpp>
#include <graft/ir/at_node.hpp>
#include <graft/ir/graph.hpp>
#include <graft/meta/vec.hpp>
#include <graft/partition/operator_support.hpp>

#include <exception>

namespace graft::detail {

// Asks the support once for every node, in order; what it raises names the node.
inline vec<bool> supported_nodes(graph const& g, any_operator_support const& support) {
    any_operator_support const prepared = support.prepare(g);
    vec<bool> supported(g.capacity(), false);
    for (node_id const n : g.nodes())
        supported[n] = at_node(g, n, [&] {
            try {
                return prepared.is_node_supported(g, n);
            } catch (error const&) {
                throw;
            } catch (std::exception const& e) {
                raise(errc::invalid_argument, "the operator support failed: ", e.what());
            }
        });
    return supported;
}

} // namespace graft::detail
