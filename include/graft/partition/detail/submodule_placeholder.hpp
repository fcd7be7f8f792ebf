#pragma once

#include <graft/ir/copy.hpp>
#include <graft/ir/graph.hpp>
#include <graft/meta/view.hpp>

#include <string_view>

namespace graft::detail {

// A placeholder of a submodule for a node of the graph around it, under a name made from `target`.
inline node_id submodule_placeholder(graph const& from, node_id n, graph& to, std::string_view target) {
    node_id const made = to.create_node(opcode::placeholder, to.intern_target(target), view<operand const>{});
    copy_val(from, n, to, made);
    copy_meta(from, n, to, made);
    to.set_type(made, from.type(n));
    return made;
}

} // namespace graft::detail
