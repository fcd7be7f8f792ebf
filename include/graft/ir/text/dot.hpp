#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>

#include <string>
#include <string_view>

namespace graft {

namespace detail {

GRAFT_INLINE std::string dot_escaped(std::string_view text);

} // namespace detail

/// The graph in Graphviz's language: a record per node with its target and value, an edge per use.
[[nodiscard]] GRAFT_INLINE std::string dot(graph const& g, std::string_view title = "graph");

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/ir/text/print_value.hpp>

namespace graft {
namespace detail {

// FX's colours (passes/graph_drawer) for the kinds of node that have one.
inline std::string_view dot_colour(opcode op) {
    switch (op) {
    case opcode::placeholder: return "AliceBlue";
    case opcode::get_attr: return "LightGrey";
    case opcode::call_module: return "LemonChiffon1";
    case opcode::output: return "PowderBlue";
    default: return "CadetBlue1";
    }
}

GRAFT_INLINE std::string dot_escaped(std::string_view text) {
    std::string out;
    for (char const c : text) {
        if (c == '"' || c == '\\' || c == '{' || c == '}' || c == '|' || c == '<' || c == '>')
            out += '\\';
        out += c;
    }
    return out;
}

} // namespace detail

GRAFT_INLINE std::string dot(graph const& g, std::string_view title) {
    std::string out = "digraph \"" + detail::dot_escaped(title) +
                      "\" {\n    rankdir=TB;\n"
                      "    node [shape=record, style=\"filled,rounded\", fontname=\"sans-serif\"];\n";
    for (node_id const n : g.nodes()) {
        std::string label = "%" + std::string{g.name(n)};
        if (g.op(n) == opcode::call_function)
            label += "\n" + detail::python_target(g.target(n));
        else
            label += "\n" + std::string{name(g.op(n))};
        if (g.val(n) != nullptr)
            label += "\n" + text(*g.val(n));
        std::string escaped;
        for (char const c : detail::dot_escaped(label))
            escaped += c == '\n' ? std::string{"|"} : std::string(1, c);
        out += "    n" + std::to_string(n) + " [label=\"{" + escaped + "}\", fillcolor=\"" +
               std::string{detail::dot_colour(g.op(n))} + "\"];\n";
    }
    for (node_id const n : g.nodes())
        g.for_each_input(
            n, [&](node_id input) { out += "    n" + std::to_string(input) + " -> n" + std::to_string(n) + ";\n"; });
    return out + "}\n";
}

} // namespace graft
#endif
