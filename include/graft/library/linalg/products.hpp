#pragma once

#include <graft/core/dtype.hpp>
#include <graft/core/scalar.hpp>
#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/aten/linear_algebra.hpp>
#include <graft/dialect/aten/normalization.hpp>
#include <graft/dialect/aten/reduction.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/library/linalg/norms.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/compare.hpp>

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

[[nodiscard]] constexpr bool is_byte_float(dtype d) { return d == dtype::f8e4m3fn || d == dtype::f8e5m2; }

/// True of scales of float32 for so many rows and columns.
template <class V>
[[nodiscard]] constexpr bool is_scale_of(composing<V> const& k, V const& scale, sym_int const& rows,
                                         sym_int const& columns) {
    tensor_spec const spec = k.spec(scale);
    return spec.dtype == dtype::f32 && spec.dim() == 2 && !certainly_differ(spec.sizes, vec<sym_int>{rows, columns});
}

/// A matrix of 8-bit floats in float32, times its scale.
template <class V>
[[nodiscard]] constexpr V scaled(composing<V> const& k, V const& matrix, V const& scale) {
    return k(aten::mul.Tensor, k(aten::to.dtype, matrix, dtype::f32), scale);
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

/// The product of two matrices of 8-bit floats, each of which one scale multiplies, or one for each row of the first
/// and each column of the second, computed in float32. What is too large for float8_e4m3fn is its largest number;
/// `scale_result` divides where 8-bit floats are asked for.
struct _scaled_mm_default : composite_op<_scaled_mm_default> {
    static constexpr schema_text text{
        "aten::_scaled_mm(Tensor self, Tensor mat2, Tensor scale_a, Tensor scale_b, Tensor? bias=None, Tensor? "
        "scale_result=None, ScalarType? out_dtype=None, bool use_fast_accum=False) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        auto const &self = k->tensor("self"), &mat2 = k->tensor("mat2");
        k.require(k.rank(self) == 2 && k.rank(mat2) == 2 && detail::is_byte_float(k.dtype(self)) &&
                      detail::is_byte_float(k.dtype(mat2)),
                  "'self' and 'mat2' must be matrices of float8_e4m3fn or float8_e5m2");
        auto const &scale_a = k->tensor("scale_a"), &scale_b = k->tensor("scale_b");
        bool const each =
            detail::is_scale_of(k, scale_a, k.size(self, 0), 1) && detail::is_scale_of(k, scale_b, 1, k.size(mat2, 1));
        auto const is_number = [&](auto const& scale) {
            return k.dtype(scale) == dtype::f32 && detail::surely_equal(k.spec(scale).numel(), 1);
        };
        k.require(each || (is_number(scale_a) && is_number(scale_b)),
                  "'scale_a' and 'scale_b' must be one number of float32 each, or one for each row of 'self' and one "
                  "for each column of 'mat2'");
        vec<sym_int> const number;
        auto product = each ? k(mm, detail::scaled(k, self, scale_a), detail::scaled(k, mat2, scale_b))
                            : k(mm, detail::scaled(k, self, k(view, scale_a, number)),
                                detail::scaled(k, mat2, k(view, scale_b, number)));
        if (auto const* const bias = k->optional_tensor("bias"))
            product = k(add.Tensor, product, *bias);
        auto const asked = k->dtype("out_dtype");
        auto const* const scale = k->optional_tensor("scale_result");
        if (scale != nullptr && asked && detail::is_byte_float(*asked))
            product = k(div.Tensor, product, k(view, *scale, number));
        dtype const result = asked.value_or(k.dtype(k->tensor("self")));
        if (result == dtype::f8e4m3fn)
            product = k(clamp, product, -448.0, 448.0);
        return k(to.dtype, product, result);
    }
};
inline constexpr single_overload<_scaled_mm_default> _scaled_mm{};

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
using linalg_products_ops = op_list<mm_dtype, bmm_dtype, addmm_dtype, baddbmm_dtype, _int_mm_default,
                                    _scaled_mm_default, dist_default, nuclear_norm_default, nuclear_norm_dim>;

} // namespace graft::aten
