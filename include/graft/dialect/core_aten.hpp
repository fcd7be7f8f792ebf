#pragma once

#include <graft/ir/target_table.hpp>
#include <graft/schema/op_info.hpp>

#include <algorithm>
#include <string_view>

namespace graft {
namespace detail {

// The ops of the Edge dialect that this library does not describe, so that none of them can say it by its tags.
inline constexpr std::string_view edge_names_without_description[] = {
    "aten::_assert_async.msg",   "aten::atan2.out",           "aten::dequantize.self",
    "aten::mkldnn_rnn_layer",    "aten::quantize_per_tensor", "aten::sym_constrain_range",
    "aten::sym_constrain_range_for_size"};

} // namespace detail

/// True for an op of the Core ATen set.
[[nodiscard]] constexpr bool is_core_aten(op_info const& op) { return has(op.tags, op_tags::core); }

/// True for what the Edge dialect has of ATen: an op of the Core set, a copying view, or an exception.
[[nodiscard]] constexpr bool is_edge_aten(target_info const& target) {
    if (target.op != nullptr)
        return is_core_aten(*target.op) || has(target.op->tags, op_tags::edge);
    return std::ranges::find(detail::edge_names_without_description, target.name) !=
           std::ranges::end(detail::edge_names_without_description);
}

} // namespace graft
