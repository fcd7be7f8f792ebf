#pragma once

#include <graft/config.hpp>
#include <graft/ir/text/dot.hpp>
#include <graft/rewrite/text/rule_text.hpp>

#include <cstddef>
#include <string>

namespace graft {

/// Both sides of the rule in Graphviz's language, operands below calls: a box per call, an ellipse per variable.
[[nodiscard]] GRAFT_INLINE std::string dot(rule_view const& rule);
/// The picture of a rule that is a constant.
template <std::size_t L, std::size_t R, std::size_t C, std::size_t V>
[[nodiscard]] std::string dot(rule_value<L, R, C, V> const& rule) {
    return dot(detail::view_of(rule));
}

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/pattern/detail/pattern_side.hpp>

#    include <string_view>

namespace graft {
namespace detail {

// Draws both sides of a rule, which share the variables.
class rule_drawer {
public:
    explicit rule_drawer(rule_view const& rule) : rule_(rule) {}

    std::string draw() {
        out_ = "digraph \"" + dot_escaped(rule_.name) +
               "\" {\n    rankdir=BT;\n"
               "    node [shape=box, fontname=\"sans-serif\"];\n";
        for (std::string_view const name : rule_.variables)
            out_ += "    " + variable_id(name) + " [label=\"" + dot_escaped(name) + "\", shape=ellipse];\n";
        draw_side(rule_.lhs, "left");
        draw_side(rule_.rhs, "right");
        return out_ + "}\n";
    }

private:
    static std::string variable_id(std::string_view name) { return "\"var " + dot_escaped(name) + "\""; }

    void draw_side(pattern_side nodes, std::string const& which) {
        out_ += "    subgraph cluster_" + which + " {\n        label=\"" + which + "\";\n";
        for (std::size_t i = 0; i < nodes.size(); ++i)
            if (nodes[i].kind != pattern_kind::variable || nodes[i].variable < 0)
                out_ += "        " + which + std::to_string(i) + " [label=\"" + dot_escaped(label(nodes, i)) + "\"];\n";
        out_ += "    }\n";
        for (std::size_t i = 0; i < nodes.size(); ++i)
            for_each_child(nodes, i, [&](std::size_t child) {
                out_ += "    " + id(nodes, child, which) + " -> " + id(nodes, i, which) + edge(nodes[i], nodes[child]) +
                        ";\n";
            });
    }

    static std::string id(pattern_side nodes, std::size_t at, std::string const& which) {
        pattern_node const& n = nodes[at];
        bool const shared = n.kind == pattern_kind::variable && n.variable >= 0;
        return shared ? variable_id(n.name) : which + std::to_string(at);
    }

    // The name of the argument.
    static std::string edge(pattern_node const& parent, pattern_node const& child) {
        if (parent.kind != pattern_kind::call)
            return {};
        return " [label=\"" + dot_escaped(parent.op->arguments[static_cast<std::size_t>(child.slot)].name) + "\"]";
    }

    // A node as it is printed, without its children.
    std::string label(pattern_side nodes, std::size_t at) {
        if (nodes[at].kind == pattern_kind::call || nodes[at].kind == pattern_kind::flat)
            return std::string{nodes[at].op->name} + (nodes[at].kind == pattern_kind::flat ? " ..." : "") +
                   uses(nodes[at]);
        std::string const all = rule_printer{rule_}.print_side(subtree(nodes, at));
        return nodes[at].size == 1 ? all : all.substr(0, all.find('('));
    }

    static std::string uses(pattern_node const& n) {
        return std::string{n.internal ? " (internal)" : ""} + (n.one_use ? " (one_use)" : "") +
               (n.one_user ? " (one_user)" : "");
    }

    rule_view const& rule_;
    std::string out_;
};

} // namespace detail

GRAFT_INLINE std::string dot(rule_view const& rule) { return detail::rule_drawer{rule}.draw(); }

} // namespace graft
#endif
