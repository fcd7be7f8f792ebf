#pragma once

#include <graft/config.hpp>
#include <graft/dialect/derived_op.hpp>
#include <graft/dialect/dialect.hpp>
#include <graft/dialect/executorch_prim.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/dialect/sym_operation.hpp>
#include <graft/ir/target_table.hpp>
#include <graft/schema/packet.hpp>

/// The operations on sizes by the names that ExecuTorch's documentation has for them; the same ops as those of
/// `executorch_prim`, which is what a program file calls them.
namespace graft::executorch_prims {

/// The op under the name of the documentation.
/// @{
using add_int = alias_of<executorch_prim::add_scalar, "executorch_prims::add.int(SymInt a, SymInt b) -> SymInt">;
inline constexpr int_overload<add_int> add{};

using eq_int = alias_of<executorch_prim::eq_scalar, "executorch_prims::eq.int(SymInt a, SymInt b) -> bool">;
inline constexpr int_overload<eq_int> eq{};

using floordiv_int =
    alias_of<executorch_prim::floordiv_scalar, "executorch_prims::floordiv.int(SymInt a, SymInt b) -> SymInt">;
inline constexpr int_overload<floordiv_int> floordiv{};

using ge_int = alias_of<executorch_prim::ge_scalar, "executorch_prims::ge.int(SymInt a, SymInt b) -> bool">;
inline constexpr int_overload<ge_int> ge{};

using gt_int = alias_of<executorch_prim::gt_scalar, "executorch_prims::gt.int(SymInt a, SymInt b) -> bool">;
inline constexpr int_overload<gt_int> gt{};

using le_int = alias_of<executorch_prim::le_scalar, "executorch_prims::le.int(SymInt a, SymInt b) -> bool">;
inline constexpr int_overload<le_int> le{};

using lt_int = alias_of<executorch_prim::lt_scalar, "executorch_prims::lt.int(SymInt a, SymInt b) -> bool">;
inline constexpr int_overload<lt_int> lt{};

using mul_int = alias_of<executorch_prim::mul_scalar, "executorch_prims::mul.int(SymInt a, SymInt b) -> SymInt">;
inline constexpr int_overload<mul_int> mul{};

using sub_int = alias_of<executorch_prim::sub_scalar, "executorch_prims::sub.int(SymInt a, SymInt b) -> SymInt">;
inline constexpr int_overload<sub_int> sub{};
/// @}

/// Every op of this header.
using executorch_prims_ops = op_list<add_int, eq_int, floordiv_int, ge_int, gt_int, le_int, lt_int, mul_int, sub_int>;

} // namespace graft::executorch_prims

namespace graft {
namespace detail {

struct executorch_prims_dialect : dialect<executorch_prims_dialect> {
    using members = executorch_prims::executorch_prims_ops;
};

} // namespace detail

/// The operation on numbers that a target is, a Python function or an op by any of its names, or null. The op is found
/// even where the program was read by somebody who does not know it.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE sym_target const* called_sym_target(target_info const& target) {
    op_info const* const op = target.op != nullptr ? target.op : detail::executorch_prims_dialect::find(target.name);
    return op != nullptr ? find_sym_target(*op) : find_sym_target(target.name);
}

} // namespace graft
