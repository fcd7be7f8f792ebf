#pragma once

#include <graft/dialect/described_op.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/library/linalg/meta.hpp>
#include <graft/meta/vec.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>

/// Inverses, determinants, and triangular and orthogonal factors of matrices, of float32, float64, complex64 and
/// complex128, signs as LAPACK has them. These are ops without kernels; `eigen_factorizations.hpp` has those.
namespace graft::detail {

[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_inv_ex(call<tensor_spec> const& c) {
    require_square_fields(c, "A");
    tensor_spec const& a = c.tensor("A");
    return value_spec::of_list({by_columns(a, a.sizes), new_tensor(a, dtype::i32, batches_of(a))});
}
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_cholesky_ex(call<tensor_spec> const& c) {
    require_square_fields(c, "self");
    tensor_spec const& a = c.tensor("self");
    return value_spec::of_list({by_columns(a, a.sizes), new_tensor(a, dtype::i32, batches_of(a))});
}
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_lu_factor_ex(call<tensor_spec> const& c) {
    require_fields(c, "A");
    tensor_spec const& a = c.tensor("A");
    return value_spec::of_list({by_columns(a, a.sizes),
                                new_tensor(a, dtype::i32, with_inner(batches_of(a), {smaller_side(a)})),
                                new_tensor(a, dtype::i32, batches_of(a))});
}
/// Determinants before the matrix taken apart: one number, or two of which the second is real.
template <bool Logarithm>
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_determinant(call<tensor_spec> const& c) {
    require_square_fields(c, "A");
    tensor_spec const& a = c.tensor("A");
    vec<value_spec> all;
    all.push_back(new_tensor(a, a.dtype, batches_of(a)));
    if (Logarithm)
        all.push_back(new_tensor(a, real_part(a.dtype), batches_of(a)));
    all.push_back(by_columns(a, a.sizes));
    all.push_back(new_tensor(a, dtype::i32, batches_of(a, 1)));
    return value_spec::of_list(std::move(all));
}
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_qr(call<tensor_spec> const& c) {
    require_fields(c, "A");
    tensor_spec const& a = c.tensor("A");
    std::string_view const mode = c.string("mode");
    if (mode != "reduced" && mode != "complete" && mode != "r")
        reject(c, "'mode' is '", mode, "', not 'reduced', 'complete' or 'r'");
    sym_int const &rows = a.sizes[a.dim() - 2], &columns = a.sizes.back();
    sym_int const inner = mode == "complete" ? rows : smaller_side(a);
    return value_spec::of_list(
        {mode == "r" ? left_out(a, a.dtype) : by_columns(a, with_inner(batches_of(a), {rows, inner})),
         by_columns(a, with_inner(batches_of(a), {inner, columns}))});
}
/// Requires numbers for the first columns of matrices, no more than these have rows, in one dtype and for one batch.
GRAFT_CONSTEXPR_INLINE void require_reflectors(call<tensor_spec> const& c, char const* vectors, char const* factors) {
    require_fields(c, vectors);
    require_one_dtype(c, factors, vectors);
    tensor_spec const &v = c.tensor(vectors), &tau = c.tensor(factors);
    if (tau.dim() > 0 && known_lt(v.sizes[v.dim() - 2], tau.sizes.back()) == true)
        reject(c, "the matrices of '", vectors, "' ", shape_text(v.sizes), " have fewer rows than '", factors,
               "' numbers");
    bool fits = tau.dim() + 1 == v.dim() && !(known_lt(v.sizes.back(), tau.sizes.back()) == true);
    for (std::size_t d = 0; fits && d + 1 < tau.dim(); ++d)
        fits = !certainly_differ(tau.sizes[d], v.sizes[d]);
    if (!fits)
        reject_sizes(c, vectors, factors);
}
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_householder_product(call<tensor_spec> const& c) {
    require_reflectors(c, "input", "tau");
    tensor_spec const& input = c.tensor("input");
    if (known_lt(input.sizes[input.dim() - 2], input.sizes.back()) == true)
        reject(c, "the matrices of 'input' ", shape_text(input.sizes), " are wider than high");
    return by_columns(input, input.sizes);
}
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_geqrf(call<tensor_spec> const& c) {
    require_fields(c, "self");
    tensor_spec const& a = c.tensor("self");
    return value_spec::of_list(
        {by_columns(a, a.sizes), new_tensor(a, a.dtype, with_inner(batches_of(a), {smaller_side(a)}))});
}
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_ormqr(call<tensor_spec> const& c) {
    require_reflectors(c, "self", "input2");
    require_one_dtype(c, "input3", "self");
    tensor_spec const &v = c.tensor("self"), &other = c.tensor("input3");
    bool fits = other.dim() == v.dim() &&
                !certainly_differ(v.sizes[v.dim() - 2], other.sizes[other.dim() - (c.boolean("left") ? 2 : 1)]);
    for (std::size_t d = 0; fits && d + 2 < v.dim(); ++d)
        fits = !certainly_differ(other.sizes[d], v.sizes[d]);
    if (!fits)
        reject_sizes(c, "self", "input3");
    return by_columns(other, other.sizes);
}
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_lu_unpack(call<tensor_spec> const& c) {
    require_fields(c, "LU_data");
    tensor_spec const &lu = c.tensor("LU_data"), &pivots = c.tensor("LU_pivots");
    if (pivots.dtype != dtype::i32)
        reject(c, "'LU_pivots' must be torch.int32, not ", torch_name(pivots.dtype));
    sym_int const &rows = lu.sizes[lu.dim() - 2], &columns = lu.sizes.back(), few = smaller_side(lu);
    if (pivots.dim() + 1 != lu.dim() || certainly_differ(pivots.sizes.back(), few))
        reject_sizes(c, "LU_data", "LU_pivots");
    bool const data = c.boolean("unpack_data");
    tensor_spec const none = left_out(lu, lu.dtype);
    return value_spec::of_list(
        {c.boolean("unpack_pivots") ? new_tensor(lu, lu.dtype, with_inner(batches_of(lu), {rows, rows})) : none,
         data ? new_tensor(lu, lu.dtype, with_inner(batches_of(lu), {rows, few})) : none,
         data ? new_tensor(lu, lu.dtype, with_inner(batches_of(lu), {few, columns})) : none});
}

} // namespace graft::detail

namespace graft::aten {

struct linalg_inv_ex_default : described_op<linalg_inv_ex_default, op_tags::none, detail::meta_inv_ex> {
    static constexpr out_names out{"inverse"};
    static constexpr schema_text text{
        "aten::linalg_inv_ex(Tensor A, *, bool check_errors=False) -> (Tensor inverse, Tensor info)"};
};
inline constexpr single_overload<linalg_inv_ex_default> linalg_inv_ex{};

struct linalg_cholesky_ex_default : described_op<linalg_cholesky_ex_default, op_tags::none, detail::meta_cholesky_ex> {
    static constexpr out_names out{"L"};
    static constexpr schema_text text{
        "aten::linalg_cholesky_ex(Tensor self, *, bool upper=False, bool check_errors=False) -> (Tensor L, "
        "Tensor info)"};
};
inline constexpr single_overload<linalg_cholesky_ex_default> linalg_cholesky_ex{};

struct linalg_lu_factor_ex_default
    : described_op<linalg_lu_factor_ex_default, op_tags::none, detail::meta_lu_factor_ex> {
    static constexpr schema_text text{
        "aten::linalg_lu_factor_ex(Tensor A, *, bool pivot=True, bool check_errors=False) -> (Tensor LU, "
        "Tensor pivots, Tensor info)"};
};
inline constexpr single_overload<linalg_lu_factor_ex_default> linalg_lu_factor_ex{};

struct lu_unpack_default : described_op<lu_unpack_default, op_tags::none, detail::meta_lu_unpack> {
    static constexpr schema_text text{
        "aten::lu_unpack(Tensor LU_data, Tensor LU_pivots, bool unpack_data=True, bool unpack_pivots=True) -> "
        "(Tensor P, Tensor L, Tensor U)"};
};
inline constexpr single_overload<lu_unpack_default> lu_unpack{};

struct _linalg_det_default : described_op<_linalg_det_default, op_tags::none, detail::meta_determinant<false>> {
    static constexpr out_names out{"result"};
    static constexpr schema_text text{"aten::_linalg_det(Tensor A) -> (Tensor result, Tensor LU, Tensor pivots)"};
};
inline constexpr single_overload<_linalg_det_default> _linalg_det{};

struct _linalg_slogdet_default : described_op<_linalg_slogdet_default, op_tags::none, detail::meta_determinant<true>> {
    static constexpr out_names out{"sign"};
    static constexpr schema_text text{
        "aten::_linalg_slogdet(Tensor A) -> (Tensor sign, Tensor logabsdet, Tensor LU, Tensor pivots)"};
};
inline constexpr single_overload<_linalg_slogdet_default> _linalg_slogdet{};

struct linalg_qr_default : described_op<linalg_qr_default, op_tags::none, detail::meta_qr> {
    static constexpr schema_text text{"aten::linalg_qr(Tensor A, str mode=\"reduced\") -> (Tensor Q, Tensor R)"};
};
inline constexpr single_overload<linalg_qr_default> linalg_qr{};

struct geqrf_default : described_op<geqrf_default, op_tags::none, detail::meta_geqrf> {
    static constexpr out_names out{"a"};
    static constexpr schema_text text{"aten::geqrf(Tensor self) -> (Tensor a, Tensor tau)"};
};
inline constexpr single_overload<geqrf_default> geqrf{};

struct linalg_householder_product_default
    : described_op<linalg_householder_product_default, op_tags::none, detail::meta_householder_product> {
    static constexpr schema_text text{"aten::linalg_householder_product(Tensor input, Tensor tau) -> Tensor"};
};
inline constexpr single_overload<linalg_householder_product_default> linalg_householder_product{};

struct ormqr_default : described_op<ormqr_default, op_tags::none, detail::meta_ormqr> {
    static constexpr schema_text text{
        "aten::ormqr(Tensor self, Tensor input2, Tensor input3, bool left=True, bool transpose=False) -> "
        "Tensor"};
};
inline constexpr single_overload<ormqr_default> ormqr{};

/// Every op of this header.
using linalg_factorizations_ops =
    overloads_of<linalg_inv_ex, linalg_cholesky_ex, linalg_lu_factor_ex, lu_unpack, _linalg_det, _linalg_slogdet,
                 linalg_qr, geqrf, linalg_householder_product, ormqr>;

} // namespace graft::aten
