#pragma once

#include <graft/core/dtype.hpp>
#include <graft/ir/graph.hpp>

#include <cstddef>
#include <optional>
#include <string_view>

namespace graft::detail {

/// An operator that runs a graph once, as it stands, whatever else it says of how PyTorch trains with it.
struct region_operator {
    std::string_view target;
    std::size_t body;         // the argument that names the graph
    std::size_t operands;     // the first argument that the graph is given
    bool is_autocast = false; // it begins with (device, dtype, enabled)
    bool in_list = false;     // that argument is a list of all that the graph is given, what follows says nothing
};

inline constexpr region_operator region_operators[] = {
    {"torch.ops.higher_order.wrap_with_set_grad_enabled", 1, 2}, // (enabled, graph, ...)
    {"torch.ops.higher_order.wrap_with_autocast", 4, 5, true},   // (device, dtype, enabled, cache, graph, ...)
    {"torch.ops.higher_order.tag_activation_checkpoint", 0, 1},  // (graph, ...)
    {"torch.ops.higher_order.invoke_subgraph", 0, 2},            // (graph, identifier, ...)
    {"torch.ops.higher_order.wrap", 0, 1},                       // (graph, ...)
    {"torch.ops.higher_order.strict_mode", 0, 1, false, true},   // (graph, [...])
    {"torch.ops.higher_order.hints_wrapper", 0, 1, false, true}, // (graph, [...], {}, hints={...})
};

/// The operator that a node calls so that its graph can stand in its place, unless autocast `casts` there; null if it is
/// none.
[[nodiscard]] constexpr region_operator const* find_region(graph const& g, node_id n) {
    if (g.op(n) != opcode::call_function)
        return nullptr;
    for (region_operator const& r : region_operators) {
        if (g.target(n).name != r.target)
            continue;
        bool const takes = r.in_list ? g.arg_count(n) > r.operands && is_aggregate(g.arg(n, r.operands).kind())
                                     : g.arg_count(n) >= r.operands && g.kwarg_count(n) == 0;
        bool const is_call = takes && g.arg(n, r.body).is_node() && g.op(g.arg(n, r.body).node()) == opcode::get_attr;
        bool const says_casts = !r.is_autocast || (is_call && g.arg(n, 0).kind() == arg_kind::string &&
                                                   (g.arg(n, 1).is_none() || g.arg(n, 1).kind() == arg_kind::dtype) &&
                                                   g.arg(n, 2).kind() == arg_kind::boolean);
        return is_call && says_casts ? &r : nullptr;
    }
    return nullptr;
}

/// The dtype that ops of a region are given on the CPU by autocast, `undefined` where it is off; nothing if the region
/// leaves that as it is outside.
[[nodiscard]] constexpr std::optional<dtype> autocast_of(graph const& g, node_id region) {
    if (!find_region(g, region)->is_autocast || g.arg(region, 0).text() != "cpu")
        return std::nullopt;
    dtype const to = g.arg(region, 1).is_none() ? dtype::bf16 : g.arg(region, 1).dtype();
    bool const is_on = g.arg(region, 2).boolean() && (to == dtype::bf16 || to == dtype::f16); // others turn it off
    return is_on ? to : dtype::undefined;
}

/// True of a region where autocast gives ops other dtypes than the program says.
[[nodiscard]] constexpr bool casts(graph const& g, node_id n) {
    return find_region(g, n) != nullptr && autocast_of(g, n).value_or(dtype::undefined) != dtype::undefined;
}

/// True of a call of `out_dtype(op, dtype, ...)`, of an op whose result is to be of a dtype that its arguments promote
/// with, where what is given is known.
[[nodiscard]] constexpr bool is_out_dtype(graph const& g, node_id n) {
    if (g.op(n) != opcode::call_function || g.target(n).name != "torch.ops.higher_order.out_dtype" ||
        g.kwarg_count(n) != 0 || g.arg_count(n) < 3 || g.arg(n, 0).kind() != arg_kind::string ||
        g.arg(n, 1).kind() != arg_kind::dtype)
        return false;
    bool is_known = true;
    g.for_each_input(n, [&](node_id input) { is_known = is_known && g.val(input) != nullptr; });
    return is_known;
}

} // namespace graft::detail
