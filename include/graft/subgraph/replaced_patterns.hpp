#pragma once

#include <graft/ir/graph.hpp>
#include <graft/meta/vec.hpp>

namespace graft {

/// What a node of the pattern stood for when its match was replaced; `graph::view` shows it.
struct mapped_value {
    node_id pattern_node = no_node; ///< the node of the pattern
    operand value;                  ///< what it stood for
};

/// One replacement that `replace_pattern` made.
struct replaced_patterns {
    node_id anchor = no_node;    ///< the first anchor, of the pattern
    vec<mapped_value> nodes_map; ///< matched nodes are erased: `graph::last_name` says what they were called
    vec<node_id> replacements;   ///< the new nodes, in the order of the replacement
};

} // namespace graft
