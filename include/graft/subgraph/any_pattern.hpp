#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>
#include <graft/meta/iterable.hpp>
#include <graft/meta/vec.hpp>
#include <graft/subgraph/pattern_graph.hpp>

#include <concepts>
#include <initializer_list>
#include <type_traits>
#include <utility>

namespace graft {

struct any_pattern;

namespace detail {

// One pattern, rather than several, or an option beside them.
template <class T>
concept no_list = (std::is_class_v<T> || std::is_pointer_v<T>)&&!iterable<T> && !std::same_as<T, any_pattern>;

} // namespace detail

/// An item of a list of patterns, made of whatever `pattern_graph` takes: a graph, a pattern of a rule, a function.
struct any_pattern {
    graph g; ///< its graph

    /// Keeps the graph.
    GRAFT_CONSTEXPR_INLINE any_pattern(graph pattern) : g(std::move(pattern)) {}
    /// Makes the graph.
    template <detail::no_list P>
        requires(!std::same_as<P, graph>)
    constexpr any_pattern(P const& pattern) : g(pattern_graph(pattern)) {}
};

namespace detail {

GRAFT_CONSTEXPR_INLINE vec<graph> graphs_of(std::initializer_list<any_pattern> patterns) {
    vec<graph> graphs;
    graphs.reserve(patterns.size());
    for (any_pattern const& p : patterns)
        graphs.push_back(p.g);
    return graphs;
}

} // namespace detail
} // namespace graft
