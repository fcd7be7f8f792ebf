#pragma once

#include <graft/ir/graph.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>

#include <optional>
#include <string_view>

namespace graft {

/// What a node of a pattern graph stands for: a node of the matched graph, a literal, or a whole list.
struct matched_value {
    node_id pattern_node = no_node; ///< the node of the pattern
    arg_ref value;                  ///< what it stands for
};

/// A value under the name that the pattern's last output, a dict, gives it.
struct named_value {
    std::string_view name; ///< the key of the dict
    arg_ref value;         ///< what it stands for
};

/// One match of a `subgraph_matcher`; valid as long as the matcher and the graph, unchanged, are.
struct internal_match {
    view<node_id const> anchors;    ///< of the pattern
    vec<matched_value> nodes_map;   ///< in the order in which they were bound
    vec<arg_ref> placeholder_nodes; ///< by placeholder of the pattern
    vec<arg_ref> returning_nodes;   ///< by distinct node that the pattern returns
    vec<named_value> name_node_map; ///< by key of that dict

    /// What a node of the pattern stands for, or nothing.
    [[nodiscard]] constexpr std::optional<arg_ref> find(node_id pattern_node) const {
        for (matched_value const& m : nodes_map)
            if (m.pattern_node == pattern_node)
                return m.value;
        return std::nullopt;
    }
};

} // namespace graft
