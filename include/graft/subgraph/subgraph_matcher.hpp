#pragma once

#include <graft/config.hpp>
#include <graft/meta/vec.hpp>
#include <graft/subgraph/detail/pattern.hpp>
#include <graft/subgraph/detail/search.hpp>
#include <graft/subgraph/internal_match.hpp>
#include <graft/subgraph/pattern_graph.hpp>

#include <concepts>
#include <string_view>
#include <utility>

namespace graft {

/// How a `subgraph_matcher` matches; FX's options.
struct subgraph_matcher_options {
    bool match_output = false;              ///< the pattern's output must be the graph's
    bool match_placeholder = false;         ///< the pattern's placeholders match placeholders only
    bool remove_overlapping_matches = true; ///< keep the first of matches that share nodes
    bool ignore_literals = false;           ///< literals, in the pattern or the graph, match anything
    bool named_outputs = false;             ///< the pattern's last output is a dict of names for `name_node_map`
};

/// FX's SubgraphMatcher: finds where a graph computes what a pattern graph does. The pattern's placeholders match
/// anything, each node once; get_attr nodes match when their metadata `attr_type` is equal.
class subgraph_matcher {
public:
    /// Raises when the pattern is empty, has no output, or holds dead code.
    GRAFT_CONSTEXPR_INLINE explicit subgraph_matcher(graph pattern, subgraph_matcher_options const& options = {})
        : pattern_(std::move(pattern), options.match_output, options.named_outputs), options_(options) {}
    /// Looks for a pattern of a rule, or for what a function builds: see `pattern_graph`.
    template <class P>
        requires(!std::convertible_to<P const&, graph> && !std::same_as<P, subgraph_matcher>)
    constexpr explicit subgraph_matcher(P const& pattern, subgraph_matcher_options const& options = {})
        : subgraph_matcher(pattern_graph(pattern), options) {}

    [[nodiscard]] constexpr graph const& pattern() const { return pattern_.g; } ///< What it looks for.

    /// FX's matches in FX's order; with `name_match` the anchors match nodes whose names hold it, whatever they call.
    /// Raises when a placeholder of the pattern stands for nothing in a match. Every candidate of an anchor is held
    /// against the pattern once, so that the time is at most that of the graph times the pattern, as when a chain of
    /// equal calls is looked for in a longer one; further anchors are looked for where the first leads. It grows beyond
    /// with overlapping matches that are kept, and with parts of a pattern that nothing connects: their candidates are
    /// tried in pairs, as no faster way is known to tell whether two calls depend on each other. Pairs that are certain
    /// to conflict, as on a chain, are skipped, and equal anchors are not tried in every order.
    [[nodiscard]] constexpr vec<internal_match> match(graph const& g, std::string_view name_match = {}) const {
        vec<internal_match> found;
        search(g, name_match).for_each([&](internal_match const& m) { found.push_back(m); });
        return found;
    }
    /// The matches that `match` gives, in a few words of memory each, to be looked at one by one.
    [[nodiscard]] constexpr detail::subgraph_matches search(graph const& g, std::string_view name_match = {}) const {
        return detail::subgraph_search(g, pattern_, options_.match_placeholder, options_.remove_overlapping_matches,
                                       options_.ignore_literals, name_match)
            .run();
    }

private:
    detail::subgraph_pattern pattern_;
    subgraph_matcher_options options_;
};

} // namespace graft
