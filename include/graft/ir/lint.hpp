#pragma once

#include <graft/ir/graph.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace graft {

/// What can be wrong with the structure of a graph.
enum class lint_kind : std::uint8_t {
    used_before_definition,
    erased_argument,
    duplicate_name,
    misplaced_output,
    broken_use_list,
};

/// One finding of `lint`: a node, and the argument at fault where there is one.
struct lint_finding {
    lint_kind kind{};
    node_id node = no_node;
    node_id argument = no_node;
};

/// Every structural fault of the graph, in execution order; empty for a sound graph. O(nodes + arguments).
[[nodiscard]] constexpr std::vector<lint_finding> lint(graph const& g) {
    std::vector<lint_finding> findings;
    std::vector<std::uint8_t> defined(g.capacity(), 0);
    std::vector<std::uint32_t> uses(g.capacity(), 0);
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
        defined[n] = 1;
    }
    for (node_id const n : g.nodes())
        if (g.use_count(n) != uses[n])
            findings.push_back({lint_kind::broken_use_list, n});
    return findings;
}

/// The finding as a sentence with the names of the nodes.
[[nodiscard]] inline std::string describe(graph const& g, lint_finding const& f) {
    std::string const node = "'" + std::string{g.name(f.node)} + "'";
    auto const argument = [&] { return "'" + std::string{g.name(f.argument)} + "'"; };
    switch (f.kind) {
    case lint_kind::used_before_definition:
        return "argument " + argument() + " of node " + node + " is used before it is defined";
    case lint_kind::erased_argument:
        return "argument " + argument() + " of node " + node + " has been erased";
    case lint_kind::duplicate_name: return "node redefines the name " + node;
    case lint_kind::misplaced_output: return "output node " + node + " is not the last node";
    case lint_kind::broken_use_list: return "the use list of node " + node + " is wrong";
    }
    return {};
}

} // namespace graft
