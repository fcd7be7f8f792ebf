#pragma once

#include <graft/ir/graph.hpp>
#include <graft/meta/view.hpp>
#include <graft/rewrite/match_trace.hpp>

#include <cstdint>
#include <string_view>
#include <type_traits>

namespace graft {

/// What is told of a rewrite while it goes on: nothing, at no cost.
struct unobserved {
    static constexpr bool on = false; ///< it is told nothing
};

/// What became of a rule that matched.
enum class outcome : std::uint8_t {
    applied, ///< its right side is in the graph
    refused, ///< it would have changed which values share memory, or has no place
    undone,  ///< it would have changed a dtype or size
};

/// What watches a rewrite. Rules are told by their position in the set. `begin` comes first, with the names of the
/// rules; `failed` for a rule that was tried at a node and did not match there; `matched` before a rule is applied,
/// with the matched nodes, the root first; `ended` after it, with the nodes that it made.
template <class T>
concept rewrite_observer = !std::remove_cvref_t<T>::on ||
                           requires(T& t, graph const& g, view<std::string_view const> names, std::uint32_t rule,
                                    node_id n, mismatch why, view<node_id const> nodes, outcome end) {
                               t.begin(g, names);
                               t.failed(rule, n, why);
                               t.matched(rule, nodes);
                               t.ended(rule, end, nodes);
                           };

} // namespace graft
