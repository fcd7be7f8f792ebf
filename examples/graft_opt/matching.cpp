#include "matching.hpp"

#include "files.hpp"

#include <graft/core/error.hpp>
#include <graft/dialect/infer.hpp>
#include <graft/dialect/known_ops.hpp>
#include <graft/ir/text/print.hpp>
#include <graft/subgraph/replace_pattern.hpp>
#include <graft/subgraph/subgraph_matcher.hpp>

#include <vector>

namespace {

using namespace graft;

/// The graph in a file, in FX's form or the lossless one.
graph read_graph(std::string const& path) {
    std::string text = read_file(path);
    while (!text.empty() && text.back() == '\n')
        text.pop_back();
    return parse_graph(text, find_known_op<>);
}

/// Gives the new calls their dtype and shape, as far as their ops are known.
void infer_missing(exported_program& program) {
    graph& g = program.graph();
    for (node_id const n : g.nodes())
        if (g.val(n) == nullptr && g.op(n) == opcode::call_function && g.target(n).op != nullptr)
            infer(g, n, program.range_constraints);
}

} // namespace

std::string matches_text(graph const& g, std::string const& pattern_file) {
    subgraph_matcher const matcher{read_graph(pattern_file)};
    std::vector<internal_match> const matches = matcher.match(g);
    std::string text = "match: " + std::to_string(matches.size()) + " of " + pattern_file + '\n';
    for (internal_match const& m : matches) {
        char const* separator = "  ";
        for (matched_value const& bound : m.nodes_map) {
            text += separator + std::string{matcher.pattern().name(bound.pattern_node)} + " = ";
            text += bound.value.is_node() ? std::string{g.name(bound.value.node())} : "a literal";
            separator = ", ";
        }
        text += '\n';
    }
    return text;
}

std::string replace_in(exported_program& program, std::string const& pattern_file,
                       std::string const& replacement_file) {
    graph const pattern = read_graph(pattern_file);
    std::vector<replaced_patterns> const done = replace_pattern(program.graph(), pattern, read_graph(replacement_file));
    infer_missing(program);
    update_output_names(program);
    std::string text = "replace: " + std::to_string(done.size()) + " of " + pattern_file + '\n';
    for (replaced_patterns const& one : done) {
        text += "  " + std::string{pattern.name(one.anchor)} + ":";
        for (node_id const n : one.replacements)
            text += ' ' + std::string{program.graph().name(n)};
        text += '\n';
    }
    return text;
}
