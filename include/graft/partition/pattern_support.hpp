#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>
#include <graft/meta/vec.hpp>
#include <graft/partition/operator_support.hpp>
#include <graft/partition/partition.hpp>
#include <graft/subgraph/pattern_graph.hpp>
#include <graft/subgraph/subgraph_matcher.hpp>

#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace graft {

namespace detail {

// Nodes of one graph, by id.
struct node_set_support {
    std::shared_ptr<vec<bool> const> nodes;
    std::string why_not;

    [[nodiscard]] bool is_node_supported(graph const&, node_id n) const { return n < nodes->size() && (*nodes)[n]; }
    [[nodiscard]] std::string why_not_supported(graph const&, node_id) const { return why_not; }
};

class pattern_support {
public:
    explicit pattern_support(vec<graph> patterns, bool ignore_literals);

    // Matches the whole graph; a partitioner does it once, by `prepare`.
    [[nodiscard]] bool is_node_supported(graph const& g, node_id n) const { return prepare(g).is_node_supported(g, n); }
    [[nodiscard]] std::string why_not_supported(graph const&, node_id) const { return reason; }
    [[nodiscard]] node_set_support prepare(graph const& g) const;

private:
    static constexpr char const* reason = "no pattern matches it";

    std::shared_ptr<vec<subgraph_matcher> const> matchers_;
};

} // namespace detail

/// Supports the nodes of every match of any of the patterns; FX documents this function and does not have it.
[[nodiscard]] GRAFT_INLINE detail::pattern_support create_pattern_support(vec<graph> patterns,
                                                                          bool ignore_literals = false);
/// Supports the nodes of every match of any of these patterns: graphs, patterns of rules and functions, as
/// `pattern_graph` takes them.
/// @{
[[nodiscard]] inline detail::pattern_support create_pattern_support(std::initializer_list<any_pattern> patterns,
                                                                    bool ignore_literals = false) {
    return create_pattern_support(detail::graphs_of(patterns), ignore_literals);
}
template <detail::no_list... Patterns>
    requires(sizeof...(Patterns) > 0)
[[nodiscard]] detail::pattern_support create_pattern_support(Patterns... patterns) {
    return create_pattern_support({any_pattern(std::move(patterns))...});
}
/// @}

/// What `generate_pattern_op_partitions` takes besides the nodes of matches; ExecuTorch's names.
struct pattern_op_options {
    vec<vec<node_id>> partitions_list = {};                        ///< further nodes
    std::optional<any_operator_support> op_support = std::nullopt; ///< further nodes
    bool ignore_literals = false;                                  ///< literals match any literal
};

/// The partitions of all nodes that the patterns match, that are listed, or that are supported, single ones included.
/// Matches that touch become one partition. Raises when an unknown node is listed.
[[nodiscard]] GRAFT_INLINE vec<partition> generate_pattern_op_partitions(graph const& g, vec<graph> patterns,
                                                                         pattern_op_options options = {});
/// The partitions of what graphs, patterns of rules and functions match, as `pattern_graph` takes them.
[[nodiscard]] inline vec<partition> generate_pattern_op_partitions(graph const& g,
                                                                   std::initializer_list<any_pattern> patterns,
                                                                   pattern_op_options options = {}) {
    return generate_pattern_op_partitions(g, detail::graphs_of(patterns), std::move(options));
}

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/error.hpp>
#    include <graft/partition/capability_based_partitioner.hpp>

#    include <cstddef>

namespace graft {
namespace detail {

// Adds to `nodes` all that the matches consist of, other than what they take and return it to.
inline void add_matched_nodes(graph const& g, subgraph_matcher const& matcher, vec<bool>& nodes) {
    auto const is_boundary = [](opcode op) { return op == opcode::placeholder || op == opcode::output; };
    matcher.search(g).for_each([&](internal_match const& match) {
        for (matched_value const& bound : match.nodes_map)
            if (!is_boundary(matcher.pattern().op(bound.pattern_node)) && bound.value.is_node() &&
                !is_boundary(g.op(bound.value.node())))
                nodes[bound.value.node()] = true;
    });
}

GRAFT_INLINE pattern_support::pattern_support(vec<graph> patterns, bool ignore_literals) {
    auto matchers = std::make_shared<vec<subgraph_matcher>>();
    for (graph& pattern : patterns)
        matchers->emplace_back(std::move(pattern), subgraph_matcher_options{.ignore_literals = ignore_literals});
    matchers_ = std::move(matchers);
}

GRAFT_INLINE node_set_support pattern_support::prepare(graph const& g) const {
    vec<bool> nodes(g.capacity(), false);
    for (subgraph_matcher const& matcher : *matchers_)
        add_matched_nodes(g, matcher, nodes);
    return {std::make_shared<vec<bool> const>(std::move(nodes)), reason};
}

} // namespace detail

GRAFT_INLINE detail::pattern_support create_pattern_support(vec<graph> patterns, bool ignore_literals) {
    return detail::pattern_support(std::move(patterns), ignore_literals);
}

GRAFT_INLINE vec<partition> generate_pattern_op_partitions(graph const& g, vec<graph> patterns,
                                                           pattern_op_options options) {
    vec<bool> listed(g.capacity(), false);
    for (std::size_t i = 0; i < options.partitions_list.size(); ++i)
        for (node_id const n : options.partitions_list[i]) {
            if (!g.contains(n))
                raise(errc::invalid_argument, "partition ", i, " holds a node that is not in the graph");
            listed[n] = true;
        }
    detail::node_set_support const list_support{std::make_shared<vec<bool> const>(std::move(listed)),
                                                "it is not listed"};
    auto const support = any_chain(create_pattern_support(std::move(patterns), options.ignore_literals), list_support);
    capability_based_partitioner const partitioner(
        g,
        options.op_support ? any_operator_support(any_chain(support, *std::move(options.op_support)))
                           : any_operator_support(support),
        {.allows_single_node_partition = true});
    return partitioner.propose_partitions();
}

} // namespace graft
#endif
