#pragma once

#include <graft/meta/view.hpp>
#include <graft/pattern/pattern.hpp>

#include <cstddef>

namespace graft::detail {

// A pattern as it is stored: its nodes in pre-order, each before its children. Its nodes are read by pointer here, since
// these functions are called a lot in constant expressions, in which the calls within `span` cost more than all else.
using pattern_side = view<pattern_node const>;

// Where the subtree at `at` ends.
constexpr std::size_t end_of(pattern_side side, std::size_t at) {
    return at + static_cast<std::size_t>(side.data()[at].size);
}

// The nodes of the subtree at `at`, as a side of its own.
constexpr pattern_side subtree(pattern_side side, std::size_t at) {
    return side.subspan(at, static_cast<std::size_t>(side[at].size));
}

// Calls `f` with the position of each child of `at`, in order.
template <class F>
constexpr void for_each_child(pattern_side side, std::size_t at, F&& f) {
    pattern_node const* const nodes = side.data();
    std::size_t const end = at + static_cast<std::size_t>(nodes[at].size);
    for (std::size_t child = at + 1; child < end; child += static_cast<std::size_t>(nodes[child].size))
        f(child);
}

constexpr std::size_t count_children(pattern_side side, std::size_t at) {
    pattern_node const* const nodes = side.data();
    std::size_t const end = at + static_cast<std::size_t>(nodes[at].size);
    std::size_t count = 0;
    for (std::size_t child = at + 1; child < end; child += static_cast<std::size_t>(nodes[child].size))
        ++count;
    return count;
}

// Child `n`, or the last where there are not as many; there is at least one.
constexpr std::size_t nth_child(pattern_side side, std::size_t at, std::size_t n) {
    std::size_t child = at + 1;
    for (; n > 0 && end_of(side, child) < end_of(side, at); --n)
        child = end_of(side, child);
    return child;
}

// The last child: what a chain is seen through to.
constexpr std::size_t last_child(pattern_side side, std::size_t at) { return nth_child(side, at, side.size()); }

// The child in a schema slot; `side.size()` when there is none.
constexpr std::size_t child_in_slot(pattern_side side, std::size_t at, std::size_t slot) {
    std::size_t const end = end_of(side, at);
    for (std::size_t child = at + 1; child < end; child = end_of(side, child))
        if (static_cast<std::size_t>(side[child].slot) == slot)
            return child;
    return side.size();
}

} // namespace graft::detail
