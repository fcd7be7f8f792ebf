#pragma once

#include <graft/dialect/called_op.hpp>
#include <graft/dialect/edge_table.hpp>
#include <graft/ir/target_name.hpp>
#include <graft/ir/target_table.hpp>
#include <graft/schema/op_info.hpp>

#include <algorithm>

namespace graft {

/// True for an op of ATen, whether it is described or not.
[[nodiscard]] constexpr bool is_aten(target_info const& target) {
    return target.is_op() && target.name.substr(0, detail::namespace_size(target.name)) == "aten";
}

/// True for an op of the Core ATen set.
[[nodiscard]] constexpr bool is_core_aten(op_info const& op) { return has(op.tags, op_tags::core); }

/// True for what the Edge dialect has of ATen: an op of the Core set, a copying view, or an exception.
[[nodiscard]] constexpr bool is_edge_aten(target_info const& target) {
    op_tags const tags = called_tags(target);
    return has(tags, op_tags::core) || has(tags, op_tags::edge) ||
           std::find(edge_ops_without_description.begin(), edge_ops_without_description.end(), target.name) !=
               edge_ops_without_description.end();
}

} // namespace graft
