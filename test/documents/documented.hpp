#pragma once

#include <graft/dialect/aten.hpp>
#include <graft/dialect/known_ops.hpp>
#include <graft/ir/graph.hpp>
#include <graft/ir/program.hpp>
#include <graft/ir/text/parse_fx.hpp>
#include <graft/ir/value.hpp>
#include <graft/meta/vec.hpp>
#include <graft/partition/partition.hpp>
#include <graft/subgraph/internal_match.hpp>

#include "../runtime/test_program.hpp"

#include <string>
#include <string_view>

namespace graft_test {

/// The graph that torch prints so.
inline graft::graph printed_graph(std::string_view text) {
    return graft::parse_fx(text, [](std::string_view name) { return graft::find_known_op<>(name); });
}

/// `[add, mul]`, as Python prints a list of nodes.
inline std::string names(graft::graph const& g, graft::vec<graft::node_id> const& nodes) {
    std::string text;
    for (graft::node_id const n : nodes)
        text += (text.empty() ? "" : ", ") + std::string(g.name(n));
    return "[" + text + "]";
}
inline std::string names(graft::graph const& g, graft::vec<graft::arg_ref> const& nodes) {
    graft::vec<graft::node_id> ids;
    for (graft::arg_ref const a : nodes)
        ids.push_back(a.node());
    return names(g, ids);
}

/// A match as Python prints one.
inline std::string printed(graft::internal_match const& m, graft::graph const& pattern, graft::graph const& g) {
    std::string map;
    for (graft::matched_value const& found : m.nodes_map)
        map += (map.empty() ? "" : ", ") + std::string(pattern.name(found.pattern_node)) + ": " +
               std::string(g.name(found.value.node()));
    graft::vec<graft::node_id> const anchors(m.anchors.begin(), m.anchors.end());
    return "InternalMatch(anchors=" + names(pattern, anchors) + ", nodes_map={" + map +
           "}, placeholder_nodes=" + names(g, m.placeholder_nodes) +
           ", returning_nodes=" + names(g, m.returning_nodes) + ", name_node_map={})";
}

/// Partitions as `{id: [nodes]}`.
inline std::string printed(graft::graph const& g, graft::vec<graft::partition> const& partitions) {
    std::string text;
    for (graft::partition const& p : partitions)
        text += (text.empty() ? "" : ", ") + std::to_string(p.id) + ": " + names(g, p.nodes);
    return "{" + text + "}";
}

/// `def f(x, y): return neg(x + y)`, exported.
inline graft::exported_program sum_program() {
    program_builder b;
    graft::value const x = b.input("x", f32_spec({2, 3})), y = b.input("y", f32_spec({2, 3}));
    graft::value const sum = graft::aten::add.Tensor(x, y);
    set_stack_trace(b.g(), sum.id, "File \"model.py\", line 3");
    return b.finish({graft::aten::neg(sum)});
}

} // namespace graft_test
