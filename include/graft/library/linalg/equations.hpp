#pragma once

#include <graft/dialect/described_op.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/library/linalg/meta.hpp>
#include <graft/meta/vec.hpp>

#include <cstddef>
#include <string_view>

/// Equations of matrices, and the exponential, of float32, float64, complex64 and complex128. `eigen_equations.hpp` has
/// the kernels.
namespace graft::detail {

/// A right side is a vector for each matrix where it has one dimension, or the sizes of the matrices but for the last.
[[nodiscard]] constexpr bool is_vector_side(tensor_spec const& a, tensor_spec const& b) {
    if (b.dim() == 1)
        return true;
    if (b.dim() + 1 != a.dim())
        return false;
    for (std::size_t i = 0; i < b.dim(); ++i)
        if (!(a.sizes[i] == b.sizes[i]))
            return false;
    return true;
}

/// X of A X = B, or of X A = B, where B is `b`: by columns, or by rows where A is on the right.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE tensor_spec solution(call<tensor_spec> const& c, char const* a, char const* b,
                                                          bool left, bool vector) {
    require_square_fields(c, a);
    require_one_dtype(c, b, a);
    tensor_spec const &matrix = c.tensor(a), &side = c.tensor(b);
    sym_int const& n = matrix.sizes.back();
    if (vector) {
        if (certainly_differ(side.sizes.back(), n))
            reject_sizes(c, a, b);
        vec<sym_int> const batches = common_batches(c, a, b, batches_of(matrix), batches_of(side, 1));
        // PyTorch lays vectors of a batch out as if they were the rows of a matrix.
        vec<sym_int> const sizes = with_inner(batches, {n});
        return sizes.size() > 1 ? by_columns(side, sizes) : new_tensor(side, side.dtype, sizes);
    }
    if (side.dim() < 2 || certainly_differ(side.sizes[side.dim() - (left ? 2 : 1)], n))
        reject_sizes(c, a, b);
    vec<sym_int> const sizes = with_inner(common_batches(c, a, b, batches_of(matrix), batches_of(side)),
                                          {side.sizes[side.dim() - 2], side.sizes.back()});
    return left ? by_columns(side, sizes) : new_tensor(side, side.dtype, sizes);
}

[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_solve_ex(call<tensor_spec> const& c) {
    require_square_fields(c, "A");
    tensor_spec const& a = c.tensor("A");
    bool const vector = is_vector_side(a, c.tensor("B"));
    if (vector && !c.boolean("left"))
        reject(c, "a vector is no right side where 'left' is False");
    return value_spec::of_list({solution(c, "A", "B", c.boolean("left"), vector), by_columns(a, a.sizes),
                                new_tensor(a, dtype::i32, batches_of(a, 1)), new_tensor(a, dtype::i32, batches_of(a))});
}
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_linalg_lu_solve(call<tensor_spec> const& c) {
    return solution(c, "LU", "B", c.boolean("left"), false);
}
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_solve_triangular(call<tensor_spec> const& c) {
    tensor_spec const x = solution(c, "self", "B", c.boolean("left"), false);
    return by_columns(x, x.sizes);
}
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_triangular_solve(call<tensor_spec> const& c) {
    tensor_spec const x = solution(c, "A", "self", true, false);
    tensor_spec const& a = c.tensor("A");
    vec<sym_int> const sizes = with_inner(batches_of(x), {a.sizes[a.dim() - 2], a.sizes.back()});
    return value_spec::of_list({by_columns(x, x.sizes), by_columns(a, sizes)});
}
inline constexpr char name_of_input2[] = "input2", name_of_a[] = "A";
template <auto const& Factor>
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_cholesky_solve(call<tensor_spec> const& c) {
    tensor_spec const x = solution(c, Factor, "self", true, false);
    return by_columns(x, x.sizes);
}
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_cholesky_inverse(call<tensor_spec> const& c) {
    require_square_fields(c, "self");
    return by_columns(c.tensor("self"), c.tensor("self").sizes);
}
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_linalg_matrix_exp(call<tensor_spec> const& c) {
    require_square_fields(c, "self");
    return new_tensor(c.tensor("self"), c.tensor("self").dtype, c.tensor("self").sizes);
}
/// Right sides of least squares are vectors where they have one dimension less than the matrices.
[[nodiscard]] constexpr bool is_vector_of_least_squares(tensor_spec const& a, tensor_spec const& b) {
    return b.dim() + 1 == a.dim();
}
/// Of matrices [m, n] solutions are [n, k]. Residuals are a result of the drivers 'gels', 'gelsd' and 'gelss' where m
/// is larger than n, singular values one of the last two, ranks one of all but 'gels'.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_lstsq(call<tensor_spec> const& c) {
    require_fields(c, "self");
    require_one_dtype(c, "b", "self");
    tensor_spec const &a = c.tensor("self"), &b = c.tensor("b");
    std::string_view const given = c.string("driver"), driver = given.empty() ? "gelsy" : given;
    bool const by_values = driver == "gelsd" || driver == "gelss";
    if (!by_values && driver != "gels" && driver != "gelsy")
        reject(c, "'driver' is '", driver, "', not 'gels', 'gelsy', 'gelsd' or 'gelss'");
    bool const vector = is_vector_of_least_squares(a, b);
    if (b.dim() == 0 || (!vector && b.dim() < 2) || b.dim() > a.dim())
        reject_sizes(c, "self", "b");
    sym_int const &rows = a.sizes[a.dim() - 2], &columns = a.sizes.back();
    sym_int const sides = vector ? sym_int(1) : b.sizes.back();
    if (certainly_differ(b.sizes[b.dim() - (vector ? 1 : 2)], rows))
        reject_sizes(c, "self", "b");
    vec<sym_int> const batches = common_batches(c, "self", "b", batches_of(a), batches_of(b, vector ? 1 : 2));
    // What PyTorch returns is the upper part of what it solved in place.
    tensor_spec x = by_columns(b, with_inner(batches, {max(rows, columns), sides}));
    x.sizes[x.dim() - 2] = columns;
    if (vector) {
        x.sizes.pop_back();
        x.strides.pop_back();
    }
    dtype const real = real_part(a.dtype);
    bool const tells_residuals = driver != "gelsy" && known_lt(columns, rows) == true;
    return value_spec::of_list(
        {x, tells_residuals ? new_tensor(a, real, with_inner(batches, {sides})) : left_out(a, real),
         driver == "gels" ? left_out(a, dtype::i64) : new_tensor(a, dtype::i64, batches),
         by_values ? new_tensor(a, real, with_inner(batches, {smaller_side(a)})) : left_out(a, real)});
}

} // namespace graft::detail

namespace graft::aten {

struct _linalg_solve_ex_default : described_op<_linalg_solve_ex_default, op_tags::none, detail::meta_solve_ex> {
    static constexpr out_names out{"result"};
    static constexpr schema_text text{
        "aten::_linalg_solve_ex(Tensor A, Tensor B, *, bool left=True, bool check_errors=False) -> (Tensor "
        "result, Tensor LU, Tensor pivots, Tensor info)"};
};
inline constexpr single_overload<_linalg_solve_ex_default> _linalg_solve_ex{};

struct linalg_lu_solve_default : described_op<linalg_lu_solve_default, op_tags::none, detail::meta_linalg_lu_solve> {
    static constexpr schema_text text{
        "aten::linalg_lu_solve(Tensor LU, Tensor pivots, Tensor B, *, bool left=True, bool adjoint=False) -> Tensor"};
};
inline constexpr single_overload<linalg_lu_solve_default> linalg_lu_solve{};

struct linalg_solve_triangular_default
    : described_op<linalg_solve_triangular_default, op_tags::none, detail::meta_solve_triangular> {
    static constexpr schema_text text{
        "aten::linalg_solve_triangular(Tensor self, Tensor B, *, bool upper, bool left=True, bool "
        "unitriangular=False) -> Tensor"};
};
inline constexpr single_overload<linalg_solve_triangular_default> linalg_solve_triangular{};

struct triangular_solve_default : described_op<triangular_solve_default, op_tags::none, detail::meta_triangular_solve> {
    static constexpr out_names out{"X", {"X", "M"}};
    static constexpr schema_text text{
        "aten::triangular_solve(Tensor self, Tensor A, bool upper=True, bool transpose=False, bool "
        "unitriangular=False) -> (Tensor solution, Tensor cloned_coefficient)"};
};
inline constexpr single_overload<triangular_solve_default> triangular_solve{};

struct cholesky_solve_default
    : described_op<cholesky_solve_default, op_tags::none, detail::meta_cholesky_solve<detail::name_of_input2>> {
    static constexpr schema_text text{"aten::cholesky_solve(Tensor self, Tensor input2, bool upper=False) -> Tensor"};
};
inline constexpr single_overload<cholesky_solve_default> cholesky_solve{};

struct _cholesky_solve_helper_default
    : described_op<_cholesky_solve_helper_default, op_tags::none, detail::meta_cholesky_solve<detail::name_of_a>> {
    static constexpr schema_text text{"aten::_cholesky_solve_helper(Tensor self, Tensor A, bool upper) -> Tensor"};
};
inline constexpr single_overload<_cholesky_solve_helper_default> _cholesky_solve_helper{};

struct cholesky_inverse_default : described_op<cholesky_inverse_default, op_tags::none, detail::meta_cholesky_inverse> {
    static constexpr schema_text text{"aten::cholesky_inverse(Tensor self, bool upper=False) -> Tensor"};
};
inline constexpr single_overload<cholesky_inverse_default> cholesky_inverse{};

struct linalg_matrix_exp_default
    : described_op<linalg_matrix_exp_default, op_tags::none, detail::meta_linalg_matrix_exp> {
    static constexpr schema_text text{"aten::linalg_matrix_exp(Tensor self) -> Tensor"};
};
inline constexpr single_overload<linalg_matrix_exp_default> linalg_matrix_exp{};

struct linalg_lstsq_default : described_op<linalg_lstsq_default, op_tags::none, detail::meta_lstsq> {
    static constexpr schema_text text{
        "aten::linalg_lstsq(Tensor self, Tensor b, float? rcond=None, *, str? driver=None) -> (Tensor "
        "solution, Tensor residuals, Tensor rank, Tensor singular_values)"};
};
inline constexpr single_overload<linalg_lstsq_default> linalg_lstsq{};

/// Every op of this header.
using linalg_equations_ops =
    overloads_of<_linalg_solve_ex, linalg_lu_solve, linalg_solve_triangular, triangular_solve, cholesky_solve,
                 _cholesky_solve_helper, cholesky_inverse, linalg_matrix_exp, linalg_lstsq>;

} // namespace graft::aten
