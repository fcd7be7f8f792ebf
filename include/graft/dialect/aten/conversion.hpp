#pragma once

#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/op_list.hpp>

/// Tensors of another dtype or layout.
namespace graft::aten {

struct to_device : composite_op<to_device, op_tags::view | op_tags::same_tensor | op_tags::may_copy> {
    static constexpr schema_text text{
        "aten::to.device(Tensor(a) self, Device device, ScalarType dtype, bool non_blocking=False, bool copy=False, "
        "MemoryFormat? memory_format=None) -> Tensor(a)"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        return k(aten::to.dtype, k["self"], k["dtype"], k["non_blocking"], k["copy"], k["memory_format"]);
    }
};

struct to_dtype_layout : composite_op<to_dtype_layout, op_tags::view | op_tags::same_tensor | op_tags::may_copy> {
    static constexpr schema_text text{
        "aten::to.dtype_layout(Tensor(a) self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, "
        "bool? pin_memory=None, bool non_blocking=False, bool copy=False, MemoryFormat? memory_format=None) -> "
        "Tensor(a)"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        V const& self = k->tensor("self");
        return k(aten::to.dtype, self, k->dtype("dtype").value_or(k.dtype(self)), k["non_blocking"], k["copy"],
                 k["memory_format"]);
    }
};

struct to_other : composite_op<to_other, op_tags::view | op_tags::same_tensor | op_tags::may_copy> {
    static constexpr schema_text text{
        "aten::to.other(Tensor(a) self, Tensor other, bool non_blocking=False, bool copy=False, MemoryFormat? "
        "memory_format=None) -> Tensor(a)"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        return k(aten::to.dtype, k["self"], k.dtype(k->tensor("other")), k["non_blocking"], k["copy"],
                 k["memory_format"]);
    }
};

struct _cast_Double_default : composite_op<_cast_Double_default, op_tags::unsaid_view | op_tags::no_out> {
    static constexpr schema_text text{"aten::_cast_Double(Tensor self, bool non_blocking=False) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        return k(to.dtype, k["self"], dtype::f64);
    }
};
inline constexpr single_overload<_cast_Double_default> _cast_Double{};

struct _cast_Float_default : composite_op<_cast_Float_default, op_tags::unsaid_view | op_tags::no_out> {
    static constexpr schema_text text{"aten::_cast_Float(Tensor self, bool non_blocking=False) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        return k(to.dtype, k["self"], dtype::f32);
    }
};
inline constexpr single_overload<_cast_Float_default> _cast_Float{};

struct _cast_Half_default : composite_op<_cast_Half_default, op_tags::unsaid_view | op_tags::no_out> {
    static constexpr schema_text text{"aten::_cast_Half(Tensor self, bool non_blocking=False) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        return k(to.dtype, k["self"], dtype::f16);
    }
};
inline constexpr single_overload<_cast_Half_default> _cast_Half{};

struct _cast_Int_default : composite_op<_cast_Int_default, op_tags::unsaid_view | op_tags::no_out> {
    static constexpr schema_text text{"aten::_cast_Int(Tensor self, bool non_blocking=False) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        return k(to.dtype, k["self"], dtype::i32);
    }
};
inline constexpr single_overload<_cast_Int_default> _cast_Int{};

struct _cast_Long_default : composite_op<_cast_Long_default, op_tags::unsaid_view | op_tags::no_out> {
    static constexpr schema_text text{"aten::_cast_Long(Tensor self, bool non_blocking=False) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        return k(to.dtype, k["self"], dtype::i64);
    }
};
inline constexpr single_overload<_cast_Long_default> _cast_Long{};

/// Every op of this header.
using conversion_ops =
    op_list<to_device, to_dtype_layout, to_other, _cast_Double_default, _cast_Float_default, _cast_Half_default,
            _cast_Int_default, _cast_Long_default>;

} // namespace graft::aten
