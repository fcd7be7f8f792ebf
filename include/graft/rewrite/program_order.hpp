#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>
#include <graft/meta/vec.hpp>

#include <cstdint>

namespace graft::detail {

// Says which of two nodes stands first while nodes come, go and move: by labels that leave room between them.
class program_order {
public:
    explicit constexpr program_order(graph const& g) : g_(g) {}

    [[nodiscard]] GRAFT_CONSTEXPR bool before(node_id a, node_id b);

    // A node that is moved has another place from then on.
    constexpr void forget(node_id n) {
        if (n < labels_.size())
            labels_[n] = 0;
    }

private:
    static constexpr std::uint64_t step = std::uint64_t{1} << 24;

    GRAFT_CONSTEXPR_INLINE std::uint64_t label(node_id n) {
        if (labels_.size() < g_.capacity())
            labels_.resize(g_.capacity(), 0);
        if (labels_[n] == 0)
            label_around(n);
        return labels_[n];
    }

    // Labels the nodes without a label around this one, between those that have one.
    GRAFT_CONSTEXPR void label_around(node_id n);

    graph const& g_;
    vec<std::uint64_t> labels_; // by node; 0 stands for none
};

} // namespace graft::detail

#if defined(GRAFT_CORE_BODIES)

namespace graft::detail {

GRAFT_CONSTEXPR bool program_order::before(node_id a, node_id b) {
    std::uint64_t const first = label(a);
    std::uint64_t const second = label(b);
    return label(a) == first ? first < second : label(a) < label(b); // the second may have renewed all
}

GRAFT_CONSTEXPR void program_order::label_around(node_id n) {
    node_id first = n;
    while (g_.prev(first) != no_node && labels_[g_.prev(first)] == 0)
        first = g_.prev(first);
    std::uint64_t count = 0;
    node_id end = first;
    for (; end != no_node && labels_[end] == 0; end = g_.next(end))
        ++count;
    std::uint64_t const low = g_.prev(first) == no_node ? 0 : labels_[g_.prev(first)];
    std::uint64_t const high = end == no_node ? low + (count + 1) * step : labels_[end];
    std::uint64_t const gap = (high - low) / (count + 1);
    if (gap == 0) {
        labels_.assign(g_.capacity(), 0);
        label_around(n);
        return;
    }
    std::uint64_t at = low;
    for (node_id m = first; m != end; m = g_.next(m))
        labels_[m] = at += gap;
}

} // namespace graft::detail
#endif
