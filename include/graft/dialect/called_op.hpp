#pragma once

#include <graft/dialect/aten/symbolic.hpp>
#include <graft/dialect/dialect.hpp>
#include <graft/ir/target_table.hpp>

namespace graft {
namespace detail {

struct symbolic_dialect : dialect<symbolic_dialect> {
    using members = aten::symbolic_ops;
};

} // namespace detail

/// The op that a target is, or null. What reads a number off a tensor or asserts something takes no kernel, so such an
/// op of ATen is found even where the program was read by somebody who does not know it.
[[nodiscard]] constexpr op_info const* called_op(target_info const& target) {
    return target.op != nullptr || !target.is_op() ? target.op : detail::symbolic_dialect::find(target.name);
}

} // namespace graft
