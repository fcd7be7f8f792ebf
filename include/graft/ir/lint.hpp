#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>
#include <graft/meta/vec.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace graft {

/// What can be wrong with the structure of a graph.
enum class lint_kind : std::uint8_t {
    used_before_definition, ///< a node stands behind one that uses it
    erased_argument,        ///< a node uses one that is no longer in the graph
    duplicate_name,         ///< two nodes have one name
    misplaced_output,       ///< nodes stand behind the `output` node
    broken_use_list,        ///< a node does not know all its users; an error of this library
    invalid_target,         ///< a node refers to nothing
    missing_attribute,      ///< a node names an attribute or submodule that the module does not have
};

/// One finding of `lint`: a node, and the argument at fault where there is one.
struct lint_finding {
    lint_kind kind{};           ///< what is wrong
    node_id node = no_node;     ///< at which node
    node_id argument = no_node; ///< what it uses, where that is the fault
};

/// Every structural fault of the graph, in execution order; empty for a sound graph. `has_attribute(path)` says whether
/// the module of the graph has what a get_attr or call_module node names. O(nodes + arguments).
template <class HasAttribute>
[[nodiscard]] constexpr vec<lint_finding> lint(graph const& g, HasAttribute&& has_attribute) {
    vec<lint_finding> findings;
    vec<std::uint8_t> defined(g.capacity(), 0);
    vec<std::uint32_t> uses(g.capacity(), 0);
    for (node_id const n : g.nodes()) {
        g.for_each_input(n, [&](node_id input) {
            if (!g.contains(input))
                findings.push_back({lint_kind::erased_argument, n, input});
            else if (!defined[input])
                findings.push_back({lint_kind::used_before_definition, n, input});
            ++uses[input];
        });
        if (g.find(g.name(n)) != n)
            findings.push_back({lint_kind::duplicate_name, n});
        if (g.op(n) == opcode::output && g.next(n) != no_node)
            findings.push_back({lint_kind::misplaced_output, n});
        std::string_view const target = g.target(n).name;
        bool const attribute = g.op(n) == opcode::get_attr || g.op(n) == opcode::call_module;
        if (target.empty() && g.op(n) != opcode::placeholder)
            findings.push_back({lint_kind::invalid_target, n});
        else if (attribute && !has_attribute(target))
            findings.push_back({lint_kind::missing_attribute, n});
        defined[n] = 1;
    }
    for (node_id const n : g.nodes())
        if (g.use_count(n) != uses[n])
            findings.push_back({lint_kind::broken_use_list, n});
    return findings;
}

/// Every structural fault of a graph whose module is not known, in execution order: what a get_attr or call_module node
/// names counts as there. O(nodes + arguments).
[[nodiscard]] GRAFT_CONSTEXPR_INLINE vec<lint_finding> lint(graph const& g) {
    return lint(g, [](std::string_view) { return true; });
}

/// The finding as a sentence with the names of the nodes.
[[nodiscard]] GRAFT_INLINE std::string text(graph const& g, lint_finding const& f);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)

namespace graft {

GRAFT_INLINE std::string text(graph const& g, lint_finding const& f) {
    std::string const node = "'" + std::string{g.name(f.node)} + "'";
    auto const argument = [&] {
        return "'" + (g.contains(f.argument) ? std::string{g.name(f.argument)} : std::to_string(f.argument)) + "'";
    };
    switch (f.kind) {
    case lint_kind::used_before_definition:
        return "argument " + argument() + " of node " + node + " is used before it is defined";
    case lint_kind::erased_argument: return "argument " + argument() + " of node " + node + " has been erased";
    case lint_kind::duplicate_name: return "node redefines the name " + node;
    case lint_kind::misplaced_output: return "output node " + node + " is not the last node";
    case lint_kind::invalid_target: return "node " + node + " has no target";
    case lint_kind::missing_attribute:
        return "node " + node + " refers to '" + std::string{g.target(f.node).name} +
               "', which the module does not have";
    case lint_kind::broken_use_list: return "the use list of node " + node + " is wrong";
    }
    return {};
}

} // namespace graft
#endif
