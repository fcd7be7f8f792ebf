#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace graft {

/// The function of ExecuTorch that gives memory for a tensor: of the sizes and dtype in a tuple, its argument.
inline constexpr std::string_view memory_alloc = "executorch.exir.memory.alloc";

/// A node before the insertion point that gives memory for a tensor of this spec; it has room for so many elements
/// along each dimension.
GRAFT_INLINE node_id add_memory_alloc(graph& g, tensor_spec const& spec, vec<std::int64_t> const& room);

/// True for a call that writes to nothing but memory that nodes of `memory_alloc` give it, each to its own.
[[nodiscard]] GRAFT_INLINE bool writes_to_memory(graph const& g, node_id n);

/// Calls `f(node, i)` for each node of `memory_alloc` in the list that a call writes which returns nothing: the `i`-th of
/// so many results is what that node stands for from then on, and may be smaller than what there is room for.
template <class F>
void for_each_result_in_memory(graph const& g, node_id n, std::size_t results, F const& f) {
    op_info const& op = *g.target(n).op;
    if (!op.returns.empty() || op.arguments.empty() || !op.arguments.back().writes || !op.arguments.back().list)
        return;
    std::optional<arg_ref> const list = g.schema_arg(n, op.arguments.size() - 1);
    for (std::size_t i = 0; list && i < std::min(list->size(), results); ++i)
        if (arg_ref const a = (*list)[i]; a.is_node() && g.target(a.node()).name == memory_alloc)
            f(a.node(), i);
}

/// What a node of `memory_alloc` has room for.
struct memory_room {
    vec<std::int64_t> sizes; ///< an extent for each dimension
    graft::dtype dtype;      ///< of the elements
};

/// Reads the argument of a node of `memory_alloc`; another one is an error.
[[nodiscard]] GRAFT_INLINE memory_room room_of(graph const& g, node_id n);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/error.hpp>

namespace graft {

GRAFT_INLINE node_id add_memory_alloc(graph& g, tensor_spec const& spec, vec<std::int64_t> const& room) {
    vec<arg> const sizes(room.begin(), room.end());
    node_id const n = g.call_function(memory_alloc, {arg::tuple({arg::tuple(sizes), spec.dtype})}, {}, "alloc");
    g.set_val(n, spec);
    return n;
}

GRAFT_INLINE bool writes_to_memory(graph const& g, node_id n) {
    op_info const* const op = g.target(n).op;
    bool all = op != nullptr && op->mutates();
    auto const is_memory = [&](arg_ref a) {
        return a.is_node() && g.target(a.node()).name == memory_alloc && g.all_uses(a.node(), [&](node_id user) {
            op_info const* const other = g.target(user).op;
            return user == n || other == nullptr || !other->mutates();
        });
    };
    for (std::size_t i = 0; all && i < op->arguments.size(); ++i) {
        std::optional<arg_ref> const a = g.schema_arg(n, i);
        if (!op->arguments[i].writes || !a)
            continue;
        if (!op->arguments[i].list) {
            all = is_memory(*a);
            continue;
        }
        for (std::size_t k = 0; all && k < a->size(); ++k)
            all = is_memory((*a)[k]);
    }
    return all;
}

GRAFT_INLINE memory_room room_of(graph const& g, node_id n) {
    auto const refuse = [] { raise(errc::invalid_argument, memory_alloc, " takes a tuple of sizes and a dtype"); };
    if (g.arg_count(n) != 1 || g.arg(n, 0).kind() != arg_kind::tuple || g.arg(n, 0).size() != 2)
        refuse();
    arg_ref const sizes = g.arg(n, 0)[0], type = g.arg(n, 0)[1];
    if (!is_aggregate(sizes.kind()) || type.kind() != arg_kind::dtype)
        refuse();
    memory_room room{{}, type.dtype()};
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        if (sizes[i].kind() != arg_kind::integer || sizes[i].integer() < 0)
            refuse();
        room.sizes.push_back(sizes[i].integer());
    }
    return room;
}

} // namespace graft
#endif
