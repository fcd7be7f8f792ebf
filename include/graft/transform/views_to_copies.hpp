#pragma once

#include <graft/core/sym_range.hpp>
#include <graft/dialect/core_aten.hpp>
#include <graft/dialect/infer.hpp>
#include <graft/dialect/known_ops.hpp>
#include <graft/ir/graph.hpp>
#include <graft/ir/opaque.hpp>
#include <graft/meta/vec.hpp>
#include <graft/schema/op_info.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace graft {

/// The op that copies what this one is a view of: `aten::slice_copy.Tensor` of `aten::slice.Tensor`, `aten::view_copy`
/// of `aten::reshape`; null for an op that the Edge dialect has no such of.
[[nodiscard]] inline op_info const* copying_op(op_info const& op) {
    if (op.mutates() || !op.returns_alias())
        return nullptr;
    std::size_t const dot = op.name.find('.');
    std::string name(op.name.substr(0, dot));
    if (name == "aten::reshape" || name == "aten::_unsafe_view")
        name = "aten::view";
    name += "_copy";
    if (dot != std::string_view::npos)
        name += op.name.substr(dot);
    op_info const* const found = find_known_op<>(name);
    bool const fits = found != nullptr && is_edge_aten(name) && found->arguments.size() == op.arguments.size();
    return fits ? found : nullptr;
}

/// Makes calls of view ops calls of the ops that copy, as the Edge dialect wants them; the graph may not write to
/// anything. Views that an op of which nothing is known may write to or give stay views. What is known of the symbols
/// simplifies the sizes of their values. Returns how many there were.
inline std::size_t views_to_copies(graph& g, symbol_ranges ranges = {}) {
    vec<op_info const*> copies(g.target_count(), nullptr);
    for (std::uint32_t id = 0; id < copies.size(); ++id)
        if (op_info const* const op = g.target_at(id).op)
            copies[id] = copying_op(*op);
    opaque_reach const reach(g);
    std::size_t count = 0;
    for (node_id const n : g.nodes()) {
        bool const is_call = g.op(n) == opcode::call_function;
        op_info const* const copy = is_call && g.target_id(n) < copies.size() ? copies[g.target_id(n)] : nullptr;
        // Names of arguments may differ, so that only those that need none are passed on.
        if (copy == nullptr || g.kwarg_count(n) != 0 || reach[n])
            continue;
        g.set_target(n, g.intern_target(*copy, g.target(n).dialect));
        infer(g, n, ranges);
        if (g.val(n) != nullptr && g.val(n)->is_list())
            for (node_id const item : g.users(n))
                if (g.target(item).name == "operator.getitem")
                    infer(g, item, ranges);
        ++count;
    }
    return count;
}

} // namespace graft
