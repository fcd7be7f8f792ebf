#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>
#include <graft/meta/vec.hpp>

#include <string>

namespace graft {

/// A node of one graph and the node of the same name in another.
struct node_pair {
    /// The ids of the node in the first graph and in the second.
    /// @{
    node_id before, after;
    /// @}

    bool operator==(node_pair const&) const = default;
};

/// What has to be done to one graph to get another; nodes are the same when their names are.
struct graph_diff {
    vec<node_id> removed;   ///< nodes of the first graph, in its order
    vec<node_id> added;     ///< nodes of the second graph, in its order
    vec<node_pair> changed; ///< those of another target, argument, value or metadata, in the second's order
    vec<node_pair> moved;   ///< the fewest without which all others keep their order

    /// True when the graphs do not differ.
    [[nodiscard]] bool empty() const { return removed.empty() && added.empty() && changed.empty() && moved.empty(); }
};

/// Compares graphs node by node; O(n log n).
[[nodiscard]] GRAFT_INLINE graph_diff diff(graph const& before, graph const& after);

/// The lines in which the graphs differ, in their order: `- ` before those of the first, `+ ` before those of the
/// second; a moved node is in both places.
[[nodiscard]] GRAFT_INLINE std::string text(graph_diff const& d, graph const& before, graph const& after);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/ir/compare.hpp>
#    include <graft/ir/text/print.hpp>

#    include <algorithm>
#    include <cstddef>
#    include <cstdint>

namespace graft {
namespace detail {

// By node of the first graph, the one of the second that stands for it, or `no_node`.
[[nodiscard]] inline vec<node_id> nodes_of_same_name(graph const& before, graph const& after) {
    vec<node_id> twin(before.capacity(), no_node);
    for (node_id const n : before.nodes()) {
        node_id const same = before.op(n) == opcode::output ? no_node : after.find(before.name(n)).value_or(no_node);
        if (same != no_node && after.op(same) != opcode::output)
            twin[n] = same;
    }
    node_id const x = before.back(), y = after.back();
    bool const both_return =
        x != no_node && y != no_node && before.op(x) == opcode::output && after.op(y) == opcode::output;
    if (both_return)
        twin[x] = y;
    return twin;
}

// The positions of a longest rising subsequence; O(n log n).
[[nodiscard]] inline vec<std::size_t> longest_rise(vec<std::size_t> const& values) {
    constexpr auto none = static_cast<std::size_t>(-1);
    vec<std::size_t> ends, previous(values.size(), none); // by length: where such a rise ends lowest
    for (std::size_t i = 0; i < values.size(); ++i) {
        auto const at = std::lower_bound(ends.begin(), ends.end(), values[i],
                                         [&](std::size_t end, std::size_t value) { return values[end] < value; });
        if (at != ends.begin())
            previous[i] = *(at - 1);
        at == ends.end() ? ends.push_back(i) : static_cast<void>(*at = i);
    }
    vec<std::size_t> rise;
    for (std::size_t i = ends.empty() ? none : ends.back(); i != none; i = previous[i])
        rise.push_back(i);
    std::reverse(rise.begin(), rise.end());
    return rise;
}

} // namespace detail

GRAFT_INLINE graph_diff diff(graph const& before, graph const& after) {
    graph_diff result;
    vec<node_id> const twin = detail::nodes_of_same_name(before, after);
    vec<std::size_t> place(after.capacity(), 0);
    vec<bool> known(after.capacity(), false);
    std::size_t next = 0;
    for (node_id const n : after.nodes())
        place[n] = next++;

    vec<node_pair> common;
    vec<std::size_t> places;
    for (node_id const n : before.nodes()) {
        if (twin[n] == no_node) {
            result.removed.push_back(n);
            continue;
        }
        known[twin[n]] = true;
        common.push_back({n, twin[n]});
        places.push_back(place[twin[n]]);
        if (!detail::same_node(before, n, after, twin[n], twin))
            result.changed.push_back({n, twin[n]});
    }
    for (node_id const n : after.nodes())
        if (!known[n])
            result.added.push_back(n);

    vec<std::size_t> const kept = detail::longest_rise(places);
    auto stays = kept.begin();
    for (std::size_t i = 0; i < common.size(); ++i)
        if (stays != kept.end() && *stays == i)
            ++stays;
        else
            result.moved.push_back(common[i]);
    auto const by_place = [&](node_pair a, node_pair b) { return place[a.after] < place[b.after]; };
    std::sort(result.changed.begin(), result.changed.end(), by_place);
    std::sort(result.moved.begin(), result.moved.end(), by_place);
    return result;
}

GRAFT_INLINE std::string text(graph_diff const& d, graph const& before, graph const& after) {
    enum : std::uint8_t { kept, gone, changed };
    vec<std::uint8_t> was(before.capacity(), kept), is(after.capacity(), kept);
    for (node_pair const p : d.changed)
        was[p.before] = is[p.after] = changed;
    for (node_pair const p : d.moved)
        was[p.before] = is[p.after] = gone;
    for (node_id const n : d.removed)
        was[n] = gone;
    for (node_id const n : d.added)
        is[n] = gone;

    std::string out;
    auto const line = [&out](char const* sign, graph const& g, node_id n) { out += sign + graft::text(g, n) + '\n'; };
    // What neither graph alone has comes in one order in both.
    node_range const old_nodes = before.nodes(), new_nodes = after.nodes();
    auto x = old_nodes.begin();
    auto y = new_nodes.begin();
    for (;;) {
        for (; x != old_nodes.end() && was[*x] == gone; ++x)
            line("- ", before, *x);
        for (; y != new_nodes.end() && is[*y] == gone; ++y)
            line("+ ", after, *y);
        if (x == old_nodes.end() || y == new_nodes.end())
            return out;
        if (was[*x] == changed) {
            line("- ", before, *x);
            line("+ ", after, *y);
        }
        ++x;
        ++y;
    }
}

} // namespace graft
#endif
