#pragma once

#include <graft/schema/op_info.hpp>

namespace graft {

/// True for ops that make one new tensor, each of whose elements depends on the elements of the operands at the same
/// place alone: they can be computed a block at a time, and a result of the dtype, sizes and strides of an operand be
/// written over it.
[[nodiscard]] constexpr bool is_elementwise(op_info const& op) {
    bool const one_tensor = op.returns.size() == 1 && op.returns[0].type == type_kind::tensor && !op.returns[0].list;
    return has(op.tags, op_tags::pointwise) && !has(op.tags, op_tags::random) && one_tensor && !op.mutates() &&
           !op.returns_alias();
}

} // namespace graft
