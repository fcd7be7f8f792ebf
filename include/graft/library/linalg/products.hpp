#pragma once

#include <graft/core/dtype.hpp>
#include <graft/core/scalar.hpp>
#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/aten/linear_algebra.hpp>
#include <graft/dialect/aten/normalization.hpp>
#include <graft/dialect/aten/reduction.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/library/linalg/norms.hpp>
#include <graft/meta/vec.hpp>

/// Products whose result has another dtype than what is multiplied, and names of norms before there was `torch.linalg`.
namespace graft::detail {

/// An argument in the dtype of the result: its own, or float32 for 16-bit numbers.
template <class V>
[[nodiscard]] constexpr V widened(composing<V> const& k, char const* name) {
    dtype const d = k->dtype("out_dtype").value(), own = k.dtype(k->tensor(name));
    k.require(d == own || (d == dtype::f32 && (own == dtype::f16 || own == dtype::bf16)), "'out_dtype' is ",
              torch_name(d), ", where '", name, "' is ", torch_name(own));
    return d == own ? k->tensor(name) : k(aten::to.dtype, k->tensor(name), d);
}

/// What is added to a product: in its dtype, or in that of the factors.
template <class V>
[[nodiscard]] constexpr V widened_sum(composing<V> const& k) {
    dtype const d = k->dtype("out_dtype").value();
    V const& self = k->tensor("self");
    return k.dtype(self) == d ? self : k(aten::to.dtype, self, d);
}

} // namespace graft::detail

namespace graft::aten {

struct mm_dtype : composite_op<mm_dtype> {
    static constexpr schema_text text{"aten::mm.dtype(Tensor self, Tensor mat2, ScalarType out_dtype) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        auto const self = detail::widened(k, "self"), mat2 = detail::widened(k, "mat2");
        return k(mm, self, mat2);
    }
};

struct bmm_dtype : composite_op<bmm_dtype> {
    static constexpr schema_text text{"aten::bmm.dtype(Tensor self, Tensor mat2, ScalarType out_dtype) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        auto const self = detail::widened(k, "self"), mat2 = detail::widened(k, "mat2");
        return k(bmm, self, mat2);
    }
};

struct addmm_dtype : composite_op<addmm_dtype> {
    static constexpr schema_text text{
        "aten::addmm.dtype(Tensor self, Tensor mat1, Tensor mat2, ScalarType out_dtype, *, Scalar beta=1, Scalar "
        "alpha=1) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        auto const self = detail::widened_sum(k), mat1 = detail::widened(k, "mat1"), mat2 = detail::widened(k, "mat2");
        return k(addmm, self, mat1, mat2, k["beta"], k["alpha"]);
    }
};

struct baddbmm_dtype : composite_op<baddbmm_dtype> {
    static constexpr schema_text text{
        "aten::baddbmm.dtype(Tensor self, Tensor batch1, Tensor batch2, ScalarType out_dtype, *, Scalar beta=1, Scalar "
        "alpha=1) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        auto const self = detail::widened_sum(k), batch1 = detail::widened(k, "batch1"),
                   batch2 = detail::widened(k, "batch2");
        return k(baddbmm, self, batch1, batch2, k["beta"], k["alpha"]);
    }
};

/// The product of int8 matrices, of which the first may be uint8, exactly, in int32.
struct _int_mm_default : composite_op<_int_mm_default> {
    static constexpr schema_text text{"aten::_int_mm(Tensor self, Tensor mat2) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        dtype const left = k.dtype(k->tensor("self")), right = k.dtype(k->tensor("mat2"));
        k.require((left == dtype::i8 || left == dtype::u8) && right == dtype::i8, "the matrices are ", torch_name(left),
                  " and ", torch_name(right), ", not torch.int8, or torch.uint8 and torch.int8");
        return k(mm, k(to.dtype, k->tensor("self"), dtype::i32), k(to.dtype, k->tensor("mat2"), dtype::i32));
    }
};
inline constexpr single_overload<_int_mm_default> _int_mm{};

struct dist_default : composite_op<dist_default> {
    static constexpr schema_text text{"aten::dist(Tensor self, Tensor other, Scalar p=2) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        return k(linalg_vector_norm, k(sub.Tensor, k->tensor("self"), k->tensor("other")), k["p"]);
    }
};
inline constexpr single_overload<dist_default> dist{};

struct nuclear_norm_default : composite_op<nuclear_norm_default> {
    static constexpr schema_text text{"aten::nuclear_norm(Tensor self, bool keepdim=False) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        auto const& self = k->tensor("self");
        k.require(k.rank(self) == 2, "'self' must have 2 dimensions, not ", k.rank(self));
        return detail::matrix_norm(k, self, "nuc", 0, vec<sym_int>{-2, -1}, k->boolean("keepdim"), {});
    }
};
struct nuclear_norm_dim : composite_op<nuclear_norm_dim> {
    static constexpr schema_text text{"aten::nuclear_norm.dim(Tensor self, int[2] dim, bool keepdim=False) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        return detail::matrix_norm(k, k->tensor("self"), "nuc", 0, k->integers("dim"), k->boolean("keepdim"), {});
    }
};
inline constexpr struct nuclear_norm_packet : packet<nuclear_norm_packet> {
    nuclear_norm_default default_;
    nuclear_norm_dim dim;
} nuclear_norm{};

/// Every op of this header.
using linalg_products_ops = op_list<mm_dtype, bmm_dtype, addmm_dtype, baddbmm_dtype, _int_mm_default, dist_default,
                                    nuclear_norm_default, nuclear_norm_dim>;

} // namespace graft::aten
