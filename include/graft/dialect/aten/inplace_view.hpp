#pragma once

#include <graft/dialect/aten/alias.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/op_list.hpp>

/// Ops that make a tensor show its elements otherwise: what they return is that tensor from then on.
namespace graft::aten {

struct as_strided_inplace_default : composite_op<as_strided_inplace_default, op_tags::inplace> {
    static constexpr fixed_string text{
        "aten::as_strided_(Tensor(a!) self, SymInt[] size, SymInt[] stride, SymInt? "
        "storage_offset=None) -> Tensor(a!)"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        return k.forward(as_strided.default_).front();
    }
};
inline constexpr single_overload<as_strided_inplace_default> as_strided_{};

struct squeeze_inplace_default : composite_op<squeeze_inplace_default, op_tags::inplace> {
    static constexpr fixed_string text{"aten::squeeze_(Tensor(a!) self) -> Tensor(a!)"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        return k.forward(squeeze.default_).front();
    }
};

struct squeeze_inplace_dim : composite_op<squeeze_inplace_dim, op_tags::inplace> {
    static constexpr fixed_string text{"aten::squeeze_.dim(Tensor(a!) self, int dim) -> Tensor(a!)"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        return k.forward(squeeze.dim).front();
    }
};

struct squeeze_inplace_dims : composite_op<squeeze_inplace_dims, op_tags::inplace> {
    static constexpr fixed_string text{"aten::squeeze_.dims(Tensor(a!) self, int[] dim) -> Tensor(a!)"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        return k.forward(squeeze.dims).front();
    }
};
inline constexpr struct squeeze__packet : packet<squeeze__packet> {
    squeeze_inplace_default default_;
    squeeze_inplace_dim dim;
    squeeze_inplace_dims dims;
} squeeze_{};

struct swapaxes_inplace_default : composite_op<swapaxes_inplace_default, op_tags::inplace> {
    static constexpr fixed_string text{"aten::swapaxes_(Tensor(a!) self, int axis0, int axis1) -> Tensor(a!)"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        return k.forward(transpose.int_).front();
    }
};
inline constexpr single_overload<swapaxes_inplace_default> swapaxes_{};

struct swapdims_inplace_default : composite_op<swapdims_inplace_default, op_tags::inplace> {
    static constexpr fixed_string text{"aten::swapdims_(Tensor(a!) self, int dim0, int dim1) -> Tensor(a!)"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        return k.forward(transpose.int_).front();
    }
};
inline constexpr single_overload<swapdims_inplace_default> swapdims_{};

struct t_inplace_default : composite_op<t_inplace_default, op_tags::inplace> {
    static constexpr fixed_string text{"aten::t_(Tensor(a!) self) -> Tensor(a!)"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        return k.forward(t.default_).front();
    }
};
inline constexpr single_overload<t_inplace_default> t_{};

struct transpose_inplace_default : composite_op<transpose_inplace_default, op_tags::inplace> {
    static constexpr fixed_string text{"aten::transpose_(Tensor(a!) self, int dim0, int dim1) -> Tensor(a!)"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        return k.forward(transpose.int_).front();
    }
};
inline constexpr single_overload<transpose_inplace_default> transpose_{};

struct unsqueeze_inplace_default : composite_op<unsqueeze_inplace_default, op_tags::inplace> {
    static constexpr fixed_string text{"aten::unsqueeze_(Tensor(a!) self, int dim) -> Tensor(a!)"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        return k.forward(unsqueeze.default_).front();
    }
};
inline constexpr single_overload<unsqueeze_inplace_default> unsqueeze_{};

/// Every op of this header.
using inplace_view_ops =
    op_list<as_strided_inplace_default, squeeze_inplace_default, squeeze_inplace_dim, squeeze_inplace_dims,
            swapaxes_inplace_default, swapdims_inplace_default, t_inplace_default, transpose_inplace_default,
            unsqueeze_inplace_default>;

} // namespace graft::aten
