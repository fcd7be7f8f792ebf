#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>
#include <graft/meta/vec.hpp>

#include <cstddef>
#include <string_view>

namespace graft {

namespace detail {

// True if the graph writes to arguments, so that a view would not stay what a copy is.
GRAFT_INLINE bool writes_to_arguments(graph const& g);

inline bool is_row_major(value_spec const* val) {
    tensor_spec const* const known = tensor_of(val);
    return known != nullptr && known->strides == contiguous_strides(known->sizes);
}

} // namespace detail

/// Lets every `view_copy` of a tensor that lies row by row show the elements instead of copying them, and a copy of a
/// copy be one of the first tensor; exir's `NormalizeViewCopyBasePass` and `ReplaceViewCopyWithViewPass`. What the
/// program returns, or takes from an input, stays a copy, and so does everything in a graph that writes to arguments.
/// Returns how many became views.
struct copies_to_views_pass {
    static constexpr std::string_view name = "copies_to_views"; ///< by which constraints name it
    std::size_t operator()(graph& g) const;                     ///< runs it
};
inline constexpr copies_to_views_pass copies_to_views{}; ///< called or run by a manager

} // namespace graft

#if defined(GRAFT_LOWER_BODIES)
#    include <graft/dialect/aten/view.hpp>
#    include <graft/ir/map_arg.hpp>
#    include <graft/ir/opaque.hpp>

namespace graft {
namespace detail {

GRAFT_INLINE bool writes_to_arguments(graph const& g) {
    for (node_id const n : g.nodes())
        if (op_info const* const op = g.target(n).op;
            g.op(n) == opcode::call_function && (op == nullptr ? is_opaque(g.target(n)) : op->mutates()))
            return true;
    return false;
}

} // namespace detail

GRAFT_INLINE std::size_t copies_to_views_pass::operator()(graph& g) const {
    if (detail::writes_to_arguments(g))
        return 0;
    auto const is_copy = [&](node_id n) {
        return g.op(n) == opcode::call_function && g.target(n).op == &aten::view_copy.default_.info() &&
               g.arg_count(n) == 2 && g.arg(n, 0).is_node();
    };
    vec<node_id> copies;
    for (node_id const n : g.nodes())
        if (is_copy(n)) {
            if (node_id const base = g.arg(n, 0).node(); is_copy(base))
                g.set_arg(n, 0, to_arg(g.arg(base, 0)));
            copies.push_back(n);
        }
    std::size_t count = 0;
    for (node_id const n : copies) {
        node_id const base = g.arg(n, 0).node();
        bool returned = false;
        g.for_each_use(n, [&](node_id user) { returned = returned || g.op(user) != opcode::call_function; });
        if (returned || g.op(base) != opcode::call_function || !detail::is_row_major(g.val(base)) ||
            !detail::is_row_major(g.val(n)))
            continue;
        g.set_target(n, g.intern_target(aten::view.default_.info(), g.target(n).dialect));
        ++count;
    }
    return count;
}

} // namespace graft
#endif
