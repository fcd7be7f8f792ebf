#include "checks.hpp"

#include <graft/core/error.hpp>
#include <graft/ir/lint.hpp>
#include <graft/ir/text/print.hpp>
#include <graft/subgraph/replace_pattern.hpp>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace {

using namespace graft;

nlohmann::json replaced_json(graph const& pattern, graph const& g, replaced_patterns const& one) {
    nlohmann::json map = nlohmann::json::object(), replacements = nlohmann::json::array();
    for (mapped_value const& bound : one.nodes_map)
        map[std::string{pattern.name(bound.pattern_node)}] = corpus::print_value(g, g.view(bound.value));
    for (node_id const n : one.replacements)
        replacements.push_back(g.name(n));
    return {{"anchor", pattern.name(one.anchor)}, {"nodes_map", map}, {"replacements", replacements}};
}

// Where FX's graph is not in topological order ours has the same nodes, in an order that is.
bool is_sorted_twin(std::string const& of_fx, graph const& ours) {
    auto const nodes_of = [](std::string const& text) {
        std::vector<std::string> heads;
        for (std::size_t at = 0; at < text.size();) {
            std::size_t const end = std::min(text.find('\n', at), text.size());
            std::string const line = text.substr(at, end - at);
            heads.push_back(line.substr(0, line.find(" : ")) + line.substr(std::min(line.find("target="), line.size()),
                                                                           line.find("](") - line.find("target=")));
            at = end + 1;
        }
        heads.pop_back(); // what is returned
        std::sort(heads.begin(), heads.end());
        return heads;
    };
    return lint(ours).empty() && nodes_of(of_fx) == nodes_of(fx_text(ours));
}

std::string compare(corpus::test_case const& c) {
    graph g = corpus::read_graph(c.section("graph"));
    graph const pattern = corpus::read_graph(c.section("pattern"));
    graph const replacement = corpus::read_graph(c.section("replacement"));
    auto const rejected = c.option("filter_reject_nodes", std::set<std::string>{});
    auto const filter = [&](internal_match const& m, graph const& original, graph const&) {
        return std::none_of(m.nodes_map.begin(), m.nodes_map.end(), [&](matched_value const& bound) {
            return bound.value.is_node() && rejected.contains(std::string{original.name(bound.value.node())});
        });
    };
    std::string const name_match = c.option("node_name_match", std::string{});
    std::vector<replaced_patterns> const done = replace_pattern_with_filters(
        g, pattern, replacement, {.ignore_literals = c.option("ignore_literals", false), .node_name_match = name_match},
        filter);
    // FX crashes where one of several anchors has no candidate; there is no match then.
    if (c.option("torch_bug", false) && done.empty())
        return {};
    if (c.option("torch_result_not_topological", false) && is_sorted_twin(c.section("expect"), g))
        return {};
    std::string const wrong = corpus::difference(c.section("expect"), fx_text(g));
    if (!wrong.empty() || !c.has("expect_matches"))
        return wrong;
    nlohmann::json got = nlohmann::json::array();
    for (replaced_patterns const& one : done)
        got.push_back(replaced_json(pattern, g, one));
    return corpus::difference(c.json("expect_matches").dump(1), got.dump(1), "expect_matches");
}

} // namespace

std::string corpus::check_rewrite(test_case const& c) {
    // FX's graph may have a cycle where it is not in topological order; graft then refuses and changes nothing.
    bool const error_expected = c.option("expect_error", false) || c.option("torch_result_not_topological", false);
    try {
        return compare(c);
    } catch (error const& e) {
        return error_expected ? std::string{} : std::string{"an error is not expected: "} + e.what();
    }
}
