#pragma once

#include <graft/config.hpp>
#include <graft/meta/sort.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/rewrite/program_order.hpp>

#include <cstddef>
#include <optional>

namespace graft::detail {

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
