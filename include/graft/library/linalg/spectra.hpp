#pragma once

#include <graft/dialect/described_op.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/library/linalg/meta.hpp>

/// Singular values and eigenvalues, and their vectors, of float32, float64, complex64 and complex128. Vectors are
/// unique but for signs, or factors of magnitude 1, which may be other ones than LAPACK's; so may the order of the
/// eigenvalues of matrices that are not symmetric. Singular vectors of up to 25 values have LAPACK's signs in float64;
/// in float32, of which LAPACK rounds every step, rarely others, and of more values any: LAPACK divides these matrices.
namespace graft::detail {

[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_svd(call<tensor_spec> const& c) {
    require_fields(c, "A");
    tensor_spec const& a = c.tensor("A");
    sym_int const &rows = a.sizes[a.dim() - 2], &columns = a.sizes.back(), few = smaller_side(a);
    bool const full = c.boolean("full_matrices"), vectors = c.boolean("compute_uv");
    tensor_spec const values = new_tensor(a, real_part(a.dtype), with_inner(batches_of(a), {few}));
    if (!vectors)
        return value_spec::of_list({left_out(a, a.dtype), values, left_out(a, a.dtype)});
    return value_spec::of_list({by_columns(a, with_inner(batches_of(a), {rows, full ? rows : few})), values,
                                by_columns(a, with_inner(batches_of(a), {full ? columns : few, columns}))});
}
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_eigh(call<tensor_spec> const& c) {
    require_square_fields(c, "A");
    tensor_spec const& a = c.tensor("A");
    if (c.string("UPLO") != "L" && c.string("UPLO") != "U" && c.string("UPLO") != "l" && c.string("UPLO") != "u")
        reject(c, "'UPLO' is '", c.string("UPLO"), "', not 'L' or 'U'");
    return value_spec::of_list({new_tensor(a, real_part(a.dtype), batches_of(a, 1)),
                                c.boolean("compute_v") ? by_columns(a, a.sizes) : left_out(a, a.dtype)});
}
[[nodiscard]] constexpr dtype complex_result(dtype d) {
    return d == dtype::f32 ? dtype::c64 : d == dtype::f64 ? dtype::c128 : d;
}
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_eig(call<tensor_spec> const& c) {
    require_square_fields(c, "self");
    tensor_spec a = c.tensor("self");
    a.dtype = complex_result(a.dtype);
    return value_spec::of_list({new_tensor(a, a.dtype, batches_of(a, 1)), by_columns(a, a.sizes)});
}
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_eigvals(call<tensor_spec> const& c) {
    require_square_fields(c, "self");
    tensor_spec const& a = c.tensor("self");
    return new_tensor(a, complex_result(a.dtype), batches_of(a, 1));
}
} // namespace graft::detail

namespace graft::aten {

struct _linalg_svd_default : described_op<_linalg_svd_default, op_tags::none, detail::meta_svd> {
    static constexpr out_names out{"U"};
    static constexpr schema_text text{
        "aten::_linalg_svd(Tensor A, bool full_matrices=False, bool compute_uv=True, *, str? driver=None) -> "
        "(Tensor U, Tensor S, Tensor Vh)"};
};
inline constexpr single_overload<_linalg_svd_default> _linalg_svd{};

struct _linalg_eigh_default : described_op<_linalg_eigh_default, op_tags::none, detail::meta_eigh> {
    static constexpr out_names out{"eigenvalues"};
    static constexpr schema_text text{
        "aten::_linalg_eigh(Tensor A, str UPLO=\"L\", bool compute_v=True) -> (Tensor eigenvalues, Tensor "
        "eigenvectors)"};
};
inline constexpr single_overload<_linalg_eigh_default> _linalg_eigh{};

struct linalg_eig_default : described_op<linalg_eig_default, op_tags::none, detail::meta_eig> {
    static constexpr schema_text text{"aten::linalg_eig(Tensor self) -> (Tensor eigenvalues, Tensor eigenvectors)"};
};
inline constexpr single_overload<linalg_eig_default> linalg_eig{};

struct _linalg_eigvals_default : described_op<_linalg_eigvals_default, op_tags::no_out, detail::meta_eigvals> {
    static constexpr schema_text text{"aten::_linalg_eigvals(Tensor self) -> Tensor"};
};
inline constexpr single_overload<_linalg_eigvals_default> _linalg_eigvals{};

/// Every op of this header.
using linalg_spectra_ops = overloads_of<_linalg_svd, _linalg_eigh, linalg_eig, _linalg_eigvals>;

} // namespace graft::aten
