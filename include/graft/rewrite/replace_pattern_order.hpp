#pragma once

#include <graft/ir/graph.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace graft::detail {

// Labels that grow along a graph while nodes are added to it, so that any two are compared at once. Adding is O(1) but
// when the room between two nodes is used up, after about a million in one place; then all are labelled anew.
class replace_pattern_order {
public:
    constexpr explicit replace_pattern_order(graph const& g) : g_(g) {}

    // True when `a` stands before `b`; the first question labels all nodes.
    [[nodiscard]] constexpr bool before(node_id a, node_id b) {
        if (labels_.empty())
            label_all();
        return labels_[a] < labels_[b];
    }

    // Labels a node that was just added.
    constexpr void add(node_id n) {
        if (labels_.empty())
            return;
        labels_.resize(g_.capacity(), 0);
        node_id const before = g_.prev(n), after = g_.next(n);
        std::uint64_t const low = before == no_node ? 0 : labels_[before];
        std::uint64_t const high = after == no_node ? low + 2 * gap : labels_[after];
        if (high - low < 2)
            label_all();
        else
            labels_[n] = low + std::min((high - low) / 2, step);
    }

private:
    static constexpr std::uint64_t gap = std::uint64_t{1} << 32, step = 1 << 12;

    constexpr void label_all() {
        labels_.resize(g_.capacity(), 0);
        std::uint64_t label = 0;
        for (node_id const n : g_.nodes())
            labels_[n] = label += gap;
    }

    graph const& g_;
    std::vector<std::uint64_t> labels_;  // by node
};

} // namespace graft::detail
