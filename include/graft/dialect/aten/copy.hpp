#pragma once

#include <graft/core/layout.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/derived_op.hpp>
#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/copy.hpp>
#include <graft/dialect/meta/elementwise.hpp>
#include <graft/dialect/meta/strides.hpp>
#include <graft/dialect/meta/view.hpp>
#include <graft/dialect/op_list.hpp>

/// Copies, conversions and overwriting.
namespace graft::aten {

struct _to_copy_default
    : described_op<_to_copy_default, op_tags::core | op_tags::casts | op_tags::out_converts, meta_to_copy> {
    static constexpr schema_text text{
        "aten::_to_copy(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? "
        "pin_memory=None, bool non_blocking=False, MemoryFormat? memory_format=None) -> Tensor"};
};
inline constexpr single_overload<_to_copy_default> _to_copy{};

struct clone_default : described_op<clone_default, op_tags::core | op_tags::keeps_numbers, meta_clone> {
    static constexpr schema_text text{"aten::clone(Tensor self, *, MemoryFormat? memory_format=None) -> Tensor"};
};
inline constexpr single_overload<clone_default> clone{};

struct contiguous_default
    : described_op<contiguous_default, op_tags::view | op_tags::same_tensor | op_tags::may_copy, meta_contiguous> {
    static constexpr schema_text text{"aten::contiguous(Tensor(a) self, *, MemoryFormat memory_format=0) -> Tensor(a)"};
};
inline constexpr single_overload<contiguous_default> contiguous{};

struct copy_default : described_op<copy_default, op_tags::core, meta_overwrite> {
    static constexpr schema_text text{"aten::copy(Tensor self, Tensor src, bool non_blocking=False) -> Tensor"};
};
inline constexpr single_overload<copy_default> copy{};

inline constexpr single_overload<inplace<copy_default>> copy_{};

struct fill_scalar : described_op<fill_scalar, op_tags::core, meta_fill> {
    static constexpr schema_text text{"aten::fill.Scalar(Tensor self, Scalar value) -> Tensor"};
};
struct fill_tensor : described_op<fill_tensor, op_tags::none, meta_fill> {
    static constexpr schema_text text{"aten::fill.Tensor(Tensor self, Tensor value) -> Tensor"};
};
inline constexpr scalar_or_tensor<fill_scalar, fill_tensor> fill{};
inline constexpr scalar_or_tensor<inplace<fill_scalar>, inplace<fill_tensor>> fill_{};

struct lift_fresh_copy_default
    : described_op<lift_fresh_copy_default, op_tags::edge | op_tags::keeps_numbers, meta_contiguous_copy> {
    static constexpr schema_text text{"aten::lift_fresh_copy(Tensor self) -> Tensor"};
};
inline constexpr single_overload<lift_fresh_copy_default> lift_fresh_copy{};

struct to_dtype
    : described_op<to_dtype, op_tags::view | op_tags::casts | op_tags::same_tensor | op_tags::may_copy, meta_to_dtype> {
    static constexpr schema_text text{
        "aten::to.dtype(Tensor(a) self, ScalarType dtype, bool non_blocking=False, bool copy=False, MemoryFormat? "
        "memory_format=None) -> Tensor(a)"};
};
struct to_device : composite_op<to_device, op_tags::view | op_tags::same_tensor | op_tags::may_copy> {
    static constexpr schema_text text{
        "aten::to.device(Tensor(a) self, Device device, ScalarType dtype, bool non_blocking=False, bool copy=False, "
        "MemoryFormat? memory_format=None) -> Tensor(a)"};
    static constexpr auto compose(auto const& k) {
        return k(to_dtype{}, k["self"], k["dtype"], k["non_blocking"], k["copy"], k["memory_format"]);
    }
};
struct to_dtype_layout : composite_op<to_dtype_layout, op_tags::view | op_tags::same_tensor | op_tags::may_copy> {
    static constexpr schema_text text{
        "aten::to.dtype_layout(Tensor(a) self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, "
        "bool? pin_memory=None, bool non_blocking=False, bool copy=False, MemoryFormat? memory_format=None) -> "
        "Tensor(a)"};
    static constexpr auto compose(auto const& k) {
        auto const& self = k->tensor("self");
        return k(to_dtype{}, self, k->dtype("dtype").value_or(k.dtype(self)), k["non_blocking"], k["copy"],
                 k["memory_format"]);
    }
};
struct to_other : composite_op<to_other, op_tags::view | op_tags::same_tensor | op_tags::may_copy> {
    static constexpr schema_text text{
        "aten::to.other(Tensor(a) self, Tensor other, bool non_blocking=False, bool copy=False, MemoryFormat? "
        "memory_format=None) -> Tensor(a)"};
    static constexpr auto compose(auto const& k) {
        return k(to_dtype{}, k["self"], k.dtype(k->tensor("other")), k["non_blocking"], k["copy"], k["memory_format"]);
    }
};
inline constexpr struct to_packet : packet<to_packet> {
    to_dtype dtype;
    to_device device;
    to_dtype_layout dtype_layout;
    to_other other;
} to{};

/// Of a conversion whose schema does not say that it gives the tensor itself where that has the dtype.
inline constexpr op_tags unsaid_conversion =
    op_tags::unsaid_view | op_tags::same_tensor | op_tags::may_copy | op_tags::no_out;

struct type_as_default : described_op<type_as_default, unsaid_conversion, meta_type_as> {
    static constexpr schema_text text{"aten::type_as(Tensor self, Tensor other) -> Tensor"};
};
inline constexpr single_overload<type_as_default> type_as{};

struct zero_default : described_op<zero_default, op_tags::none, meta_clone> {
    static constexpr schema_text text{"aten::zero(Tensor self) -> Tensor"};
};
inline constexpr single_overload<zero_default> zero{};

inline constexpr single_overload<inplace<zero_default>> zero_{};

struct _cast_Double_default : composite_op<_cast_Double_default, unsaid_conversion> {
    static constexpr schema_text text{"aten::_cast_Double(Tensor self, bool non_blocking=False) -> Tensor"};
    static constexpr auto compose(auto const& k) { return k(to.dtype, k["self"], dtype::f64); }
};
inline constexpr single_overload<_cast_Double_default> _cast_Double{};

struct _cast_Float_default : composite_op<_cast_Float_default, unsaid_conversion> {
    static constexpr schema_text text{"aten::_cast_Float(Tensor self, bool non_blocking=False) -> Tensor"};
    static constexpr auto compose(auto const& k) { return k(to.dtype, k["self"], dtype::f32); }
};
inline constexpr single_overload<_cast_Float_default> _cast_Float{};

struct _cast_Half_default : composite_op<_cast_Half_default, unsaid_conversion> {
    static constexpr schema_text text{"aten::_cast_Half(Tensor self, bool non_blocking=False) -> Tensor"};
    static constexpr auto compose(auto const& k) { return k(to.dtype, k["self"], dtype::f16); }
};
inline constexpr single_overload<_cast_Half_default> _cast_Half{};

struct _cast_Int_default : composite_op<_cast_Int_default, unsaid_conversion> {
    static constexpr schema_text text{"aten::_cast_Int(Tensor self, bool non_blocking=False) -> Tensor"};
    static constexpr auto compose(auto const& k) { return k(to.dtype, k["self"], dtype::i32); }
};
inline constexpr single_overload<_cast_Int_default> _cast_Int{};

struct _cast_Long_default : composite_op<_cast_Long_default, unsaid_conversion> {
    static constexpr schema_text text{"aten::_cast_Long(Tensor self, bool non_blocking=False) -> Tensor"};
    static constexpr auto compose(auto const& k) { return k(to.dtype, k["self"], dtype::i64); }
};
inline constexpr single_overload<_cast_Long_default> _cast_Long{};

/// The other ops of this header.
using copy_ops =
    overloads_of<_to_copy, clone, contiguous, copy, fill, lift_fresh_copy, to, type_as, zero, fill_, copy_, zero_>;

/// The ops that convert to one dtype.
using conversion_ops = overloads_of<_cast_Double, _cast_Float, _cast_Half, _cast_Int, _cast_Long>;

} // namespace graft::aten

namespace graft::detail {

/// The value with channels last where those of `like` are, else contiguous.
template <class V>
[[nodiscard]] constexpr V in_layout_of(composing<V> const& k, V const& like, V const& value) {
    tensor_spec const spec = k.spec(like);
    memory_format const last = spec.dim() == 5 ? memory_format::channels_last_3d : memory_format::channels_last;
    return k(aten::contiguous, value, suggests_channels_last(spec) ? last : memory_format::contiguous);
}

} // namespace graft::detail
