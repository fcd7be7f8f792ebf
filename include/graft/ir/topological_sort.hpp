#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>
#include <graft/meta/vec.hpp>

#include <string_view>

namespace graft {

namespace detail {

// Puts the nodes into this order, which must hold all of them.
GRAFT_CONSTEXPR void reorder(graph& g, vec<node_id> const& order, std::string_view caller);

} // namespace detail

/// Brings the nodes into a topological order in which, of the nodes that are ready, the one that stood first comes
/// first: a sorted graph stays as it is. Raises on a cycle, then nothing has changed. O(n log n).
struct stable_topological_sort_pass {
    static constexpr std::string_view name = "stable_topological_sort"; ///< by which constraints name it
    GRAFT_CONSTEXPR void operator()(graph& g) const;                    ///< runs it
};
inline constexpr stable_topological_sort_pass stable_topological_sort{}; ///< called or run by a manager

/// FX's legalize_graph: a topological order, breadth first from the nodes without inputs, in which arithmetic of
/// Python numbers and assertions come as soon as they can. Raises on a cycle, then nothing has changed. O(n).
struct legalize_graph_pass {
    static constexpr std::string_view name = "legalize_graph"; ///< by which constraints name it
    GRAFT_CONSTEXPR void operator()(graph& g) const;           ///< runs it
};
inline constexpr legalize_graph_pass legalize_graph{}; ///< called or run by a manager

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/error.hpp>

#    include <algorithm>
#    include <array>
#    include <cstddef>
#    include <cstdint>

namespace graft {
namespace detail {

// By node: how many uses its inputs still wait for; an input used twice counts twice.
constexpr vec<std::uint32_t> pending_inputs(graph const& g) {
    vec<std::uint32_t> pending(g.capacity(), 0);
    for (node_id const n : g.nodes())
        g.for_each_input(n, [&](node_id) { ++pending[n]; });
    return pending;
}

GRAFT_CONSTEXPR void reorder(graph& g, vec<node_id> const& order, std::string_view caller) {
    if (order.size() != g.size())
        raise(errc::verification, caller, ": the graph has a cycle, or a node uses one that is not in it");
    for (node_id const n : order)
        g.move_before(n, no_node);
}

// What FX's legalize_graph puts first, by name as FX does: arithmetic of Python numbers, and assertions on them.
constexpr bool goes_first(graph const& g, node_id n) {
    constexpr std::array<std::string_view, 17> targets{"operator.add",
                                                       "operator.mul",
                                                       "operator.sub",
                                                       "operator.floordiv",
                                                       "operator.truediv",
                                                       "operator.mod",
                                                       "operator.le",
                                                       "operator.lt",
                                                       "operator.ge",
                                                       "operator.gt",
                                                       "operator.eq",
                                                       "operator.ne",
                                                       "aten::sym_constrain_range",
                                                       "aten::sym_constrain_range_for_size",
                                                       "aten::_assert_async.msg",
                                                       "aten::scalar_tensor",
                                                       "aten::_assert_scalar"};
    target_info const target = g.target(n);
    return g.op(n) == opcode::call_function && target.dialect == dialect_tag::aten &&
           std::find(targets.begin(), targets.end(), target.name) != targets.end();
}

} // namespace detail

GRAFT_CONSTEXPR void stable_topological_sort_pass::operator()(graph& g) const {
    vec<std::uint32_t> pending = detail::pending_inputs(g), position(g.capacity(), 0);
    vec<node_id> at;
    at.reserve(g.size());
    for (node_id const n : g.nodes()) {
        position[n] = static_cast<std::uint32_t>(at.size());
        at.push_back(n);
    }
    vec<std::uint32_t> ready; // a heap of positions
    auto const later = [](std::uint32_t a, std::uint32_t b) { return a > b; };
    auto const push = [&](node_id n) {
        ready.push_back(position[n]);
        std::push_heap(ready.begin(), ready.end(), later);
    };
    for (node_id const n : at)
        if (pending[n] == 0)
            push(n);
    vec<node_id> order;
    order.reserve(at.size());
    while (!ready.empty()) {
        std::pop_heap(ready.begin(), ready.end(), later);
        node_id const n = at[ready.back()];
        ready.pop_back();
        order.push_back(n);
        g.for_each_use(n, [&](node_id user) {
            if (--pending[user] == 0)
                push(user);
        });
    }
    detail::reorder(g, order, "stable_topological_sort");
}

GRAFT_CONSTEXPR void legalize_graph_pass::operator()(graph& g) const {
    vec<std::uint32_t> pending = detail::pending_inputs(g);
    // A queue that grows at both ends: what goes first lies on a stack before it.
    vec<node_id> queue, first, order;
    order.reserve(g.size());
    for (node_id const n : g.nodes())
        if (pending[n] == 0)
            queue.push_back(n);
    for (std::size_t head = 0; !first.empty() || head < queue.size();) {
        node_id n = no_node;
        if (first.empty()) {
            n = queue[head++];
        } else {
            n = first.back();
            first.pop_back();
        }
        order.push_back(n);
        // Users in order of their first use, as FX has them; the last use is what frees one.
        g.for_each_use(n, [&](node_id user) { pending[user] -= 1; });
        for (node_id const user : g.users(n))
            if (pending[user] == 0)
                (detail::goes_first(g, user) ? first : queue).push_back(user);
    }
    detail::reorder(g, order, "legalize_graph");
}

} // namespace graft
#endif
