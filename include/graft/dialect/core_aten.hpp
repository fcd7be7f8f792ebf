#pragma once

#include <graft/dialect/aten/symbolic.hpp>
#include <graft/dialect/dialect.hpp>
#include <graft/dialect/edge_table.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/ir/target_name.hpp>
#include <graft/ir/target_table.hpp>
#include <graft/schema/op_info.hpp>

#include <algorithm>
#include <string_view>

namespace graft {
namespace detail {

// ExecuTorch's exceptions are tagged `edge`.
constexpr bool tagged_edge(op_tags tags) { return has(tags, op_tags::core) || has(tags, op_tags::edge); }

// Known by name where the program was read by somebody who does not know the op: no schema is parsed for that.
template <class... Ops>
constexpr bool names_edge_op(op_list<Ops...>, std::string_view name) {
    return ((tagged_edge(Ops::tags) && schema_name(Ops::text.view()) == name) || ...);
}

} // namespace detail

/// True for an op of ATen, whether it is described or not.
[[nodiscard]] constexpr bool is_aten(target_info const& target) {
    return target.is_op() && target.name.substr(0, detail::namespace_size(target.name)) == "aten";
}

/// True for an op of the Core ATen set.
[[nodiscard]] constexpr bool is_core_aten(op_info const& op) { return has(op.tags, op_tags::core); }

/// True for what the Edge dialect has of ATen: an op of the Core set, a copying view, or an exception.
[[nodiscard]] constexpr bool is_edge_aten(target_info const& target) {
    if (target.op != nullptr)
        return detail::tagged_edge(target.op->tags);
    return detail::names_edge_op(flat_ops<aten::symbolic_ops>{}, target.name) ||
           std::find(edge_ops_without_description.begin(), edge_ops_without_description.end(), target.name) !=
               edge_ops_without_description.end();
}

} // namespace graft
