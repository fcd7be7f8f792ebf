#pragma once

#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/copy.hpp>
#include <graft/dialect/op_list.hpp>

/// ExecuTorch's copies that lay their result out in an order of dimensions.
namespace graft::dim_order_ops {

struct _clone_dim_order_default
    : described_op<_clone_dim_order_default, op_tags::none, meta_clone_dim_order> {
    static constexpr fixed_string text{"dim_order_ops::_clone_dim_order(Tensor self, *, bool "
                                       "non_blocking=False, int[]? dim_order=None) -> Tensor"};
};
inline constexpr single_overload<_clone_dim_order_default> _clone_dim_order{};

struct _to_dim_order_copy_default
    : described_op<_to_dim_order_copy_default, op_tags::none, meta_to_dim_order_copy> {
    static constexpr fixed_string text{
        "dim_order_ops::_to_dim_order_copy(Tensor self, *, ScalarType? dtype=None, Layout? "
        "layout=None, Device? device=None, bool? pin_memory=None, bool non_blocking=False, "
        "int[]? dim_order=None) -> Tensor"};
};
inline constexpr single_overload<_to_dim_order_copy_default> _to_dim_order_copy{};

/// Every op of this header.
using dim_order_ops = op_list<_clone_dim_order_default, _to_dim_order_copy_default>;

} // namespace graft::dim_order_ops
