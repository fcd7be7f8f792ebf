#pragma once

#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/copy.hpp>
#include <graft/dialect/meta/storage.hpp>
#include <graft/dialect/op_list.hpp>

/// ExecuTorch's copies that lay their result out in an order of dimensions.
namespace graft::dim_order_ops {

struct _clone_dim_order_default : described_op<_clone_dim_order_default, op_tags::keeps_numbers, meta_clone_dim_order> {
    static constexpr schema_text text{"dim_order_ops::_clone_dim_order(Tensor self, *, bool "
                                      "non_blocking=False, int[]? dim_order=None) -> Tensor"};
};
inline constexpr single_overload<_clone_dim_order_default> _clone_dim_order{};

struct _empty_dim_order_default : described_op<_empty_dim_order_default, op_tags::none, meta_empty_dim_order> {
    static constexpr schema_text text{
        "dim_order_ops::_empty_dim_order(int[] size, *, ScalarType? dtype=None, Layout? "
        "layout=None, Device? device=None, bool? pin_memory=None, int[]? dim_order=None) -> "
        "Tensor"};
};
inline constexpr single_overload<_empty_dim_order_default> _empty_dim_order{};

struct _to_dim_order_copy_default : described_op<_to_dim_order_copy_default, op_tags::casts, meta_to_dim_order_copy> {
    static constexpr schema_text text{
        "dim_order_ops::_to_dim_order_copy(Tensor self, *, ScalarType? dtype=None, Layout? "
        "layout=None, Device? device=None, bool? pin_memory=None, bool non_blocking=False, "
        "int[]? dim_order=None) -> Tensor"};
};
inline constexpr single_overload<_to_dim_order_copy_default> _to_dim_order_copy{};

/// Every op of this header.
using dim_order_ops = overloads_of<_clone_dim_order, _empty_dim_order, _to_dim_order_copy>;

} // namespace graft::dim_order_ops

/// ExecuTorch's copies between the host and a device, of which this library knows the host alone.
namespace graft::et_copy {

struct _h2d_copy_default : described_op<_h2d_copy_default, op_tags::none, meta_clone> {
    static constexpr schema_text text{"et_copy::_h2d_copy(Tensor self) -> Tensor"};
};
inline constexpr single_overload<_h2d_copy_default> _h2d_copy{};

struct _d2h_copy_default : described_op<_d2h_copy_default, op_tags::none, meta_clone> {
    static constexpr schema_text text{"et_copy::_d2h_copy(Tensor self) -> Tensor"};
};
inline constexpr single_overload<_d2h_copy_default> _d2h_copy{};

/// Every op of this namespace.
using et_copy_ops = overloads_of<_h2d_copy, _d2h_copy>;

} // namespace graft::et_copy
