#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>
#include <graft/meta/sort.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>

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

// Finds where the values that replace several roots can stand: behind all that they use, before all that uses the
// roots. What uses a root and stands before that place is moved behind it.
class root_placement {
public:
    static constexpr std::size_t most_moved = 256;

    explicit constexpr root_placement(graph& g) : g_(g), order_(g) {}

    // The nodes that have been moved, in order.
    vec<node_id> moved;

    // The node before which new nodes go; nothing where what they use is a root or depends on one, or where more
    // than 256 nodes or one with an effect would have to move.
    [[nodiscard]] GRAFT_CONSTEXPR std::optional<node_id> place(view<node_id const> roots, view<node_id const> used);

    // Puts back what has been moved.
    GRAFT_CONSTEXPR void undo();

private:
    // The users of the roots, and theirs, that stand before `last`; false when one of them is used itself.
    GRAFT_CONSTEXPR bool collect_users(view<node_id const> roots, view<node_id const> used, node_id last);

    GRAFT_CONSTEXPR bool add_users(node_id n, view<node_id const> roots, node_id last);

    graph& g_;
    program_order order_;
    vec<node_id> were_behind_; // what stood before each that has been moved
};

} // namespace graft::detail

#if defined(GRAFT_CORE_BODIES)
#    include <graft/ir/eliminate_dead_code.hpp>

#    include <algorithm>

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

GRAFT_CONSTEXPR std::optional<node_id> root_placement::place(view<node_id const> roots, view<node_id const> used) {
    moved.clear();
    were_behind_.clear();
    for (node_id const n : used)
        if (std::find(roots.begin(), roots.end(), n) != roots.end())
            return std::nullopt;
    node_id first = roots[0], last = no_node;
    for (node_id const n : roots)
        if (order_.before(n, first))
            first = n;
    for (node_id const n : used)
        if (last == no_node || order_.before(last, n))
            last = n;
    if (last == no_node || order_.before(last, first))
        return first;
    if (!collect_users(roots, used, last))
        return std::nullopt;
    graft::sort(moved, [&](node_id a, node_id b) { return order_.before(a, b); });
    node_id const behind = last;
    for (node_id const n : moved) {
        order_.forget(n);
        were_behind_.push_back(g_.prev(n));
        g_.move_after(n, last);
        last = n;
    }
    return g_.next(behind);
}

GRAFT_CONSTEXPR void root_placement::undo() {
    for (std::size_t i = were_behind_.size(); i > 0; --i) {
        order_.forget(moved[i - 1]);
        g_.move_after(moved[i - 1], were_behind_[i - 1]);
    }
    moved.clear();
    were_behind_.clear();
}

GRAFT_CONSTEXPR bool root_placement::collect_users(view<node_id const> roots, view<node_id const> used, node_id last) {
    for (node_id const root : roots)
        if (!add_users(root, roots, last))
            return false;
    for (std::size_t i = 0; i < moved.size(); ++i)
        if (!add_users(moved[i], roots, last))
            return false;
    for (node_id const n : moved)
        if (std::find(used.begin(), used.end(), n) != used.end() || is_impure(g_, n))
            return false;
    return true;
}

GRAFT_CONSTEXPR bool root_placement::add_users(node_id n, view<node_id const> roots, node_id last) {
    return g_.all_uses(n, [&](node_id user) {
        if (order_.before(last, user) || std::find(roots.begin(), roots.end(), user) != roots.end() ||
            std::find(moved.begin(), moved.end(), user) != moved.end())
            return true;
        moved.push_back(user);
        return moved.size() <= most_moved;
    });
}

} // namespace graft::detail
#endif
