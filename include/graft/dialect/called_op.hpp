#pragma once

#include <graft/config.hpp>
#include <graft/dialect/aten/symbolic.hpp>
#include <graft/dialect/dialect.hpp>
#include <graft/dialect/executorch_prims.hpp>
#include <graft/dialect/sym_operation.hpp>
#include <graft/ir/target_table.hpp>

namespace graft {
namespace detail {

struct symbolic_dialect : dialect<symbolic_dialect> {
    using members = join_ops<aten::symbolic_ops, executorch_prims::executorch_prims_ops>;
};

} // namespace detail

/// The op that a target is, or null. What reads a number off a tensor, computes with numbers or asserts something takes
/// no kernel, so such an op is found even where the program was read by somebody who does not know it.
[[nodiscard]] constexpr op_info const* called_op(target_info const& target) {
    return target.op != nullptr || !target.is_op() ? target.op : detail::symbolic_dialect::find(target.name);
}

/// The operation on numbers that a target is, a Python function or an op by any of its names, or null.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE sym_target const* called_sym_target(target_info const& target) {
    op_info const* const op = called_op(target);
    return op != nullptr ? find_sym_target(*op) : find_sym_target(target.name);
}

} // namespace graft
