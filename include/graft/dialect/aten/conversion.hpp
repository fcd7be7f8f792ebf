#pragma once

#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/op_list.hpp>

/// Tensors of another dtype or layout.
namespace graft::aten {

struct _cast_Double_default : composite_op<_cast_Double_default, op_tags::unsaid_view | op_tags::no_out> {
    static constexpr schema_text text{"aten::_cast_Double(Tensor self, bool non_blocking=False) -> Tensor"};
    static constexpr auto compose(auto const& k) { return k(to.dtype, k["self"], dtype::f64); }
};
inline constexpr single_overload<_cast_Double_default> _cast_Double{};

struct _cast_Float_default : composite_op<_cast_Float_default, op_tags::unsaid_view | op_tags::no_out> {
    static constexpr schema_text text{"aten::_cast_Float(Tensor self, bool non_blocking=False) -> Tensor"};
    static constexpr auto compose(auto const& k) { return k(to.dtype, k["self"], dtype::f32); }
};
inline constexpr single_overload<_cast_Float_default> _cast_Float{};

struct _cast_Half_default : composite_op<_cast_Half_default, op_tags::unsaid_view | op_tags::no_out> {
    static constexpr schema_text text{"aten::_cast_Half(Tensor self, bool non_blocking=False) -> Tensor"};
    static constexpr auto compose(auto const& k) { return k(to.dtype, k["self"], dtype::f16); }
};
inline constexpr single_overload<_cast_Half_default> _cast_Half{};

struct _cast_Int_default : composite_op<_cast_Int_default, op_tags::unsaid_view | op_tags::no_out> {
    static constexpr schema_text text{"aten::_cast_Int(Tensor self, bool non_blocking=False) -> Tensor"};
    static constexpr auto compose(auto const& k) { return k(to.dtype, k["self"], dtype::i32); }
};
inline constexpr single_overload<_cast_Int_default> _cast_Int{};

struct _cast_Long_default : composite_op<_cast_Long_default, op_tags::unsaid_view | op_tags::no_out> {
    static constexpr schema_text text{"aten::_cast_Long(Tensor self, bool non_blocking=False) -> Tensor"};
    static constexpr auto compose(auto const& k) { return k(to.dtype, k["self"], dtype::i64); }
};
inline constexpr single_overload<_cast_Long_default> _cast_Long{};

/// Every op of this header.
using conversion_ops = overloads_of<_cast_Double, _cast_Float, _cast_Half, _cast_Int, _cast_Long>;

} // namespace graft::aten
