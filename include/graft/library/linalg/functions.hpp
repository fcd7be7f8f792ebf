#pragma once

#include <graft/core/dtype.hpp>
#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/complex.hpp>
#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/aten/creation.hpp>
#include <graft/dialect/aten/joining.hpp>
#include <graft/dialect/aten/linear_algebra.hpp>
#include <graft/dialect/aten/rearrange.hpp>
#include <graft/dialect/aten/reduction.hpp>
#include <graft/dialect/aten/sort.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/derived_op.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/library/linalg/equations.hpp>
#include <graft/library/linalg/factorizations.hpp>
#include <graft/library/linalg/spectra.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/math.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

/// What `torch.linalg` makes of factorisations, equations and products.
namespace graft::detail {

/// The singular values, from the largest to the smallest.
template <class V>
[[nodiscard]] constexpr V singular_values(composing<V> const& k, V const& a) {
    return k.all(aten::_linalg_svd, a, false, false)[1];
}

/// Where to divide a chain of matrices, of `sizes[i]` rows and `sizes[i + 1]` columns, so that products cost least:
/// entry (first, last) of a table of `n` by `n`.
[[nodiscard]] constexpr vec<std::size_t> cheapest_divisions(vec<std::int64_t> const& sizes) {
    std::size_t const n = sizes.size() - 1;
    vec<double> cost(n * n, 0.0);
    vec<std::size_t> division(n * n, 0);
    for (std::size_t length = 1; length < n; ++length)
        for (std::size_t first = 0; first + length < n; ++first) {
            std::size_t const last = first + length;
            for (std::size_t middle = first; middle < last; ++middle) {
                double const product = static_cast<double>(sizes[first]) * static_cast<double>(sizes[middle + 1]) *
                                       static_cast<double>(sizes[last + 1]);
                double const all = cost[first * n + middle] + cost[(middle + 1) * n + last] + product;
                if (middle == first || all < cost[first * n + last]) {
                    cost[first * n + last] = all;
                    division[first * n + last] = middle;
                }
            }
        }
    return division;
}

template <class V>
[[nodiscard]] constexpr V divided_product(composing<V> const& k, vec<V> const& chain, vec<std::size_t> const& division,
                                          std::size_t first, std::size_t last) {
    if (first == last)
        return chain[first];
    std::size_t const middle = division[first * chain.size() + last];
    return k(aten::mm, divided_product(k, chain, division, first, middle),
             divided_product(k, chain, division, middle + 1, last));
}

/// The product of two matrices or more, of which the first may be a row and the last a column of one dimension. Of
/// sizes that are symbolic from the left to the right.
template <class V>
[[nodiscard]] constexpr V chain_product(composing<V> const& k, vec<V> chain) {
    k.require(chain.size() >= 2, "'tensors' must hold at least 2, not ", chain.size());
    bool const row = k.rank(chain.front()) == 1, column = k.rank(chain.back()) == 1;
    if (row)
        chain.front() = k(aten::unsqueeze, V(chain.front()), 0);
    if (column)
        chain.back() = k(aten::unsqueeze, V(chain.back()), -1);
    vec<std::int64_t> sizes;
    bool known = true;
    for (std::size_t i = 0; i < chain.size(); ++i) {
        k.require(k.rank(chain[i]) == 2, "tensor ", i, " of 'tensors' has ", k.rank(chain[i]), " dimensions");
        k.require(k.dtype(chain[i]) == k.dtype(chain[0]), "tensor ", i, " of 'tensors' has another dtype");
        sym_int const size = k.size(chain[i], 0);
        k.require(i == 0 || !certainly_differ(k.size(chain[i - 1], 1), size), "the sizes of tensors ", i - 1, " and ",
                  i, " of 'tensors' do not fit");
        known = known && !size.is_symbolic();
        sizes.push_back(size.is_symbolic() ? 0 : size.value());
    }
    sym_int const last = k.size(chain.back(), 1);
    known = known && !last.is_symbolic();
    sizes.push_back(last.is_symbolic() ? 0 : last.value());
    V product = chain[0];
    if (known)
        product = divided_product(k, chain, cheapest_divisions(sizes), 0, chain.size() - 1);
    else
        for (std::size_t i = 1; i < chain.size(); ++i)
            product = k(aten::mm, V(product), chain[i]);
    if (row && column)
        return k(aten::reshape, product, vec<sym_int>{});
    return row ? k(aten::squeeze.dim, product, 0) : column ? k(aten::squeeze.dim, product, -1) : product;
}

} // namespace graft::detail

namespace graft::aten {

struct linalg_inv_default : composite_op<linalg_inv_default> {
    static constexpr schema_text text{"aten::linalg_inv(Tensor A) -> Tensor"};
    static constexpr auto compose(auto const& k) { return k.all(linalg_inv_ex, k->tensor("A"), true)[0]; }
};
inline constexpr single_overload<linalg_inv_default> linalg_inv{};

struct linalg_cholesky_default : composite_op<linalg_cholesky_default> {
    static constexpr schema_text text{"aten::linalg_cholesky(Tensor self, *, bool upper=False) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        return k.all(linalg_cholesky_ex, k->tensor("self"), k["upper"], true)[0];
    }
};
inline constexpr single_overload<linalg_cholesky_default> linalg_cholesky{};

struct linalg_det_default : composite_op<linalg_det_default> {
    static constexpr schema_text text{"aten::linalg_det(Tensor A) -> Tensor"};
    static constexpr auto compose(auto const& k) { return k.all(_linalg_det, k->tensor("A"))[0]; }
};
inline constexpr single_overload<linalg_det_default> linalg_det{};

struct linalg_slogdet_default : composite_op<linalg_slogdet_default> {
    static constexpr schema_text text{"aten::linalg_slogdet(Tensor A) -> (Tensor sign, Tensor logabsdet)"};
    template <class V>
    static constexpr vec<V> compose(composing<V> const& k) {
        vec<V> const parts = k.all(_linalg_slogdet, k->tensor("A"));
        return {parts[0], parts[1]};
    }
};
inline constexpr single_overload<linalg_slogdet_default> linalg_slogdet{};

struct linalg_solve_ex_default : composite_op<linalg_solve_ex_default> {
    static constexpr schema_text text{
        "aten::linalg_solve_ex(Tensor A, Tensor B, *, bool left=True, bool check_errors=False) -> (Tensor "
        "result, Tensor info)"};
    template <class V>
    static constexpr vec<V> compose(composing<V> const& k) {
        vec<V> const parts = k.all(_linalg_solve_ex, k->tensor("A"), k->tensor("B"), k["left"], k["check_errors"]);
        return {parts[0], parts[3]};
    }
};
inline constexpr single_overload<linalg_solve_ex_default> linalg_solve_ex{};

struct linalg_solve_default : composite_op<linalg_solve_default> {
    static constexpr schema_text text{"aten::linalg_solve(Tensor A, Tensor B, *, bool left=True) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        return k.all(_linalg_solve_ex, k->tensor("A"), k->tensor("B"), k["left"], true)[0];
    }
};
inline constexpr single_overload<linalg_solve_default> linalg_solve{};

struct linalg_svd_default : composite_op<linalg_svd_default> {
    static constexpr out_names out{"U"};
    static constexpr schema_text text{
        "aten::linalg_svd(Tensor A, bool full_matrices=True, *, str? driver=None) -> (Tensor U, Tensor S, Tensor Vh)"};
    static constexpr auto compose(auto const& k) {
        return k.all(_linalg_svd, k->tensor("A"), k["full_matrices"], true);
    }
};
inline constexpr single_overload<linalg_svd_default> linalg_svd{};

struct linalg_svdvals_default : composite_op<linalg_svdvals_default> {
    static constexpr schema_text text{"aten::linalg_svdvals(Tensor A, *, str? driver=None) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::singular_values(k, k->tensor("A")); }
};
inline constexpr single_overload<linalg_svdvals_default> linalg_svdvals{};

struct svd_default : composite_op<svd_default> {
    static constexpr out_names out{"U"};
    static constexpr schema_text text{
        "aten::svd(Tensor self, bool some=True, bool compute_uv=True) -> (Tensor U, Tensor S, Tensor V)"};
    template <class V>
    static constexpr vec<V> compose(composing<V> const& k) {
        V const& self = k->tensor("self");
        bool const whole = !k->boolean("some");
        vec<V> const parts = k.all(_linalg_svd, self, whole, k->boolean("compute_uv"));
        if (k->boolean("compute_uv"))
            return {parts[0], parts[1], k(conj, k(transpose.int_, parts[2], -2, -1))};
        // Zeros, as what PyTorch gives.
        sym_int const rows = k.size(self, -2), columns = k.size(self, -1), few = graft::min(rows, columns);
        vec<sym_int> left = k.sizes(self), right = left;
        left[left.size() - 2] = rows;
        left.back() = whole ? rows : few;
        right[right.size() - 2] = columns;
        right.back() = whole ? columns : few;
        return {k(aten::full, left, 0, k.dtype(self)), parts[1], k(aten::full, right, 0, k.dtype(self))};
    }
};
inline constexpr single_overload<svd_default> svd{};

struct linalg_eigh_default : composite_op<linalg_eigh_default> {
    static constexpr out_names out{"eigvals", {"eigvals", "eigvecs"}};
    static constexpr schema_text text{
        "aten::linalg_eigh(Tensor self, str UPLO=\"L\") -> (Tensor eigenvalues, Tensor eigenvectors)"};
    static constexpr auto compose(auto const& k) { return k.all(_linalg_eigh, k->tensor("self"), k["UPLO"], true); }
};
inline constexpr single_overload<linalg_eigh_default> linalg_eigh{};

struct linalg_eigvalsh_default : composite_op<linalg_eigvalsh_default> {
    static constexpr schema_text text{"aten::linalg_eigvalsh(Tensor self, str UPLO=\"L\") -> Tensor"};
    static constexpr auto compose(auto const& k) { return k.all(_linalg_eigh, k->tensor("self"), k["UPLO"], false)[0]; }
};
inline constexpr single_overload<linalg_eigvalsh_default> linalg_eigvalsh{};

struct linalg_eigvals_default : composite_op<linalg_eigvals_default> {
    static constexpr schema_text text{"aten::linalg_eigvals(Tensor self) -> Tensor"};
    static constexpr auto compose(auto const& k) { return k.all(linalg_eig, k->tensor("self"))[0]; }
};
inline constexpr single_overload<linalg_eigvals_default> linalg_eigvals{};

struct linalg_lu_factor_default : composite_op<linalg_lu_factor_default> {
    static constexpr schema_text text{
        "aten::linalg_lu_factor(Tensor A, *, bool pivot=True) -> (Tensor LU, Tensor pivots)"};
    template <class V>
    static constexpr vec<V> compose(composing<V> const& k) {
        vec<V> const parts = k.all(linalg_lu_factor_ex, k->tensor("A"), k["pivot"], true);
        return {parts[0], parts[1]};
    }
};
inline constexpr single_overload<linalg_lu_factor_default> linalg_lu_factor{};

struct _lu_with_info_default : composite_op<_lu_with_info_default, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::_lu_with_info(Tensor self, bool pivot=True, bool check_errors=True) -> (Tensor LU, Tensor "
        "pivots, Tensor info)"};
    static constexpr auto compose(auto const& k) {
        return k.all(linalg_lu_factor_ex, k->tensor("self"), k["pivot"], k["check_errors"]);
    }
};
inline constexpr single_overload<_lu_with_info_default> _lu_with_info{};

/// Without `pivot` P has no elements.
struct linalg_lu_default : composite_op<linalg_lu_default> {
    static constexpr schema_text text{
        "aten::linalg_lu(Tensor A, *, bool pivot=True) -> (Tensor P, Tensor L, Tensor U)"};
    template <class V>
    static constexpr vec<V> compose(composing<V> const& k) {
        vec<V> const parts = k.all(linalg_lu_factor_ex, k->tensor("A"), k["pivot"], false);
        return k.all(lu_unpack, parts[0], parts[1], true, k["pivot"]);
    }
};
inline constexpr single_overload<linalg_lu_default> linalg_lu{};

struct orgqr_default : composite_op<orgqr_default> {
    static constexpr schema_text text{"aten::orgqr(Tensor self, Tensor input2) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        return k(linalg_householder_product, k->tensor("self"), k->tensor("input2"));
    }
};
inline constexpr single_overload<orgqr_default> orgqr{};

using linalg_matmul_default = alias_of<matmul_default, "linalg_matmul">;
inline constexpr single_overload<linalg_matmul_default> linalg_matmul{};

struct linalg_matrix_power_default : composite_op<linalg_matrix_power_default> {
    static constexpr schema_text text{"aten::linalg_matrix_power(Tensor self, int n) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        V const& self = k->tensor("self");
        std::int64_t const n = k.number_of(k->integer("n"));
        k.require(k.rank(self) > 1, "'self' must have at least 2 dimensions, not ", k.rank(self));
        k.require(!detail::certainly_differ(k.size(self, -1), k.size(self, -2)),
                  "the matrices of 'self' are not square");
        if (n == 0) {
            V const one = k(eye, k.size(self, -1), k.dtype(self));
            return k(clone, k(expand, one, k.sizes(self)), memory_format::contiguous);
        }
        V power = n < 0 ? k(linalg_inv, self) : k(clone, self, memory_format::contiguous);
        std::optional<V> result;
        // A magnitude that every n has.
        for (std::uint64_t left = n < 0 ? 0 - static_cast<std::uint64_t>(n) : static_cast<std::uint64_t>(n);;) {
            if (left % 2 == 1)
                result = result ? k(matmul, V(*result), power) : power;
            if ((left /= 2) == 0)
                return *result;
            power = k(matmul, V(power), V(power));
        }
    }
};
inline constexpr single_overload<linalg_matrix_power_default> linalg_matrix_power{};

struct linalg_diagonal_default : composite_op<linalg_diagonal_default, op_tags::view> {
    static constexpr schema_text text{
        "aten::linalg_diagonal(Tensor(a) A, *, int offset=0, int dim1=-2, int dim2=-1) -> Tensor(a)"};
    static constexpr auto compose(auto const& k) {
        return k(diagonal, k->tensor("A"), k["offset"], k["dim1"], k["dim2"]);
    }
};
inline constexpr single_overload<linalg_diagonal_default> linalg_diagonal{};

struct linalg_vecdot_default : composite_op<linalg_vecdot_default> {
    static constexpr schema_text text{"aten::linalg_vecdot(Tensor x, Tensor y, *, int dim=-1) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        V const &x = k->tensor("x"), &y = k->tensor("y");
        return k(sum.dim_IntList, k(mul.Tensor, k(conj, x), y), vec<sym_int>(1, k->integer("dim")));
    }
};
inline constexpr single_overload<linalg_vecdot_default> linalg_vecdot{};

struct linalg_cross_default : composite_op<linalg_cross_default> {
    static constexpr schema_text text{"aten::linalg_cross(Tensor self, Tensor other, *, int dim=-1) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        V const &self = k->tensor("self"), &other = k->tensor("other");
        k.require(k.rank(self) == k.rank(other), "'self' and 'other' have ", k.rank(self), " and ", k.rank(other),
                  " dimensions");
        std::int64_t const dim = k.dim("dim", k.rank(self));
        k.require(k.size(self, dim) == 3 && k.size(other, dim) == 3, "dimension ", dim, " must have 3 elements");
        // Of a cyclic order of the parts: a(i + 1) b(i + 2) - a(i + 2) b(i + 1).
        auto const turned = [&](V const& x, std::int64_t by) {
            return k(roll, x, vec<sym_int>(1, -by), vec<sym_int>(1, dim));
        };
        return k(sub.Tensor, k(mul.Tensor, turned(self, 1), turned(other, 2)),
                 k(mul.Tensor, turned(self, 2), turned(other, 1)));
    }
};
inline constexpr single_overload<linalg_cross_default> linalg_cross{};

struct linalg_vander_default : composite_op<linalg_vander_default, op_tags::no_out> {
    static constexpr schema_text text{"aten::linalg_vander(Tensor x, *, SymInt? N=None) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        V const& given = k->tensor("x");
        V const x = k.rank(given) == 0 ? k(unsqueeze, given, 0) : given;
        sym_int const count = k->has("N") ? k->integer("N") : k.size(x, -1);
        k.require(!(known_lt(count, 2) == true), "'N' must be greater than 1");
        vec<sym_int> sizes = k.sizes(x);
        dtype const d =
            !graft::is_floating_point(k.dtype(x)) && !graft::is_complex(k.dtype(x)) ? dtype::i64 : k.dtype(x);
        sizes.push_back(1);
        V const first = k(full, sizes, 1, d);
        sizes.back() = count - 1;
        return k(cat, vec<V>{first, k(cumprod, k(expand, k(unsqueeze, x, -1), sizes), -1)}, -1);
    }
};
inline constexpr single_overload<linalg_vander_default> linalg_vander{};

struct linalg_multi_dot_default : composite_op<linalg_multi_dot_default> {
    static constexpr schema_text text{"aten::linalg_multi_dot(Tensor[] tensors) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::chain_product(k, k.list("tensors")); }
};
inline constexpr single_overload<linalg_multi_dot_default> linalg_multi_dot{};

struct linalg_tensorinv_default : composite_op<linalg_tensorinv_default> {
    static constexpr schema_text text{"aten::linalg_tensorinv(Tensor self, int ind=2) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        auto const& self = k->tensor("self");
        vec<sym_int> const sizes = k.sizes(self);
        std::int64_t const ind = k.number_of(k->integer("ind"));
        k.require(ind > 0 && ind < k.rank(self), "'ind' is ", ind, ", which is not in [1, ", k.rank(self) - 1, "]");
        auto const middle = sizes.begin() + ind;
        vec<sym_int> back(middle, sizes.end());
        sym_int rows = 1;
        for (auto at = sizes.begin(); at != middle; ++at) {
            rows = rows * *at;
            back.push_back(*at);
        }
        return k(reshape, k(linalg_inv, k(reshape, self, vec<sym_int>{rows, -1})), back);
    }
};
inline constexpr single_overload<linalg_tensorinv_default> linalg_tensorinv{};

/// X of the equations tensordot(A, X) = B, where 'dims' of A are moved to its end.
struct linalg_tensorsolve_default : composite_op<linalg_tensorsolve_default> {
    static constexpr schema_text text{
        "aten::linalg_tensorsolve(Tensor self, Tensor other, int[]? dims=None) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        V a = k->tensor("self");
        V const& b = k->tensor("other");
        std::int64_t const rank = k.rank(a);
        if (vec<sym_int> const* const dims = k->optional_integers("dims")) {
            vec<sym_int> order, ends;
            for (sym_int const& dim : *dims)
                ends.push_back(k.wrapped("dims", k.number_of(dim), rank));
            for (std::int64_t d = 0; d < rank; ++d)
                if (std::find(ends.begin(), ends.end(), sym_int(d)) == ends.end())
                    order.push_back(d);
            order.insert(order.end(), ends.begin(), ends.end());
            a = k(permute, V(a), order);
        }
        vec<sym_int> const sizes = k.sizes(a);
        k.require(k.rank(b) <= rank, "'other' has more dimensions than 'self'");
        vec<sym_int> const result(sizes.begin() + k.rank(b), sizes.end());
        sym_int columns = 1;
        for (sym_int const& extent : result)
            columns = columns * extent;
        V const flat = k(reshape, b, vec<sym_int>(1, -1));
        k.require(!detail::certainly_differ(columns, k.size(flat, 0)), "the equations are not as many as the unknowns");
        V const equations = k(reshape, a, vec<sym_int>{k.size(flat, 0), columns});
        return k(reshape, k(linalg_solve, equations, flat), result);
    }
};
inline constexpr single_overload<linalg_tensorsolve_default> linalg_tensorsolve{};

/// The square root of symmetric positive-definite matrices, of which the lower triangle is read.
struct linalg_matrix_sqrth_default : composite_op<linalg_matrix_sqrth_default> {
    static constexpr schema_text text{"aten::linalg_matrix_sqrth(Tensor self) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        vec<V> const parts = k.all(_linalg_eigh, k->tensor("self"), "L", true);
        V const scaled = k(mul.Tensor, parts[1], k(unsqueeze, k(sqrt, parts[0]), -2));
        return k(matmul, scaled, k(conj, k(transpose.int_, parts[1], -2, -1)));
    }
};
inline constexpr single_overload<linalg_matrix_sqrth_default> linalg_matrix_sqrth{};

/// U with orthonormal columns and symmetric H whose product A is.
struct linalg_polar_default : composite_op<linalg_polar_default> {
    static constexpr schema_text text{"aten::linalg_polar(Tensor A) -> (Tensor U, Tensor H)"};
    template <class V>
    static constexpr vec<V> compose(composing<V> const& k) {
        V const& a = k->tensor("A");
        k.require(k.rank(a) >= 2, "'A' must have at least 2 dimensions, not ", k.rank(a));
        k.require(!(known_lt(k.size(a, -2), k.size(a, -1)) == true), "the matrices of 'A' are wider than high");
        vec<V> const parts = k.all(_linalg_svd, a, false, true);
        V const turned = k(conj, k(transpose.int_, parts[2], -2, -1));
        V const scaled = k(mul.Tensor, turned, k(unsqueeze, parts[1], -2));
        return {k(matmul, parts[0], parts[2]), k(matmul, scaled, parts[2])};
    }
};
inline constexpr single_overload<linalg_polar_default> linalg_polar{};

/// The gradient of the exponential: a part of that of a matrix twice as large.
struct matrix_exp_backward_default : composite_op<matrix_exp_backward_default, op_tags::no_out> {
    static constexpr schema_text text{"aten::matrix_exp_backward(Tensor self, Tensor grad) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        V const& grad = k->tensor("grad");
        V const turned = k(conj, k(transpose.int_, k->tensor("self"), -2, -1));
        sym_int const n = k.size(turned, -1);
        V const top = k(cat, vec<V>{turned, grad}, -1), below = k(cat, vec<V>{k(zeros_like, grad), turned}, -1);
        V const doubled = k(linalg_matrix_exp, k(cat, vec<V>{top, below}, -2));
        return k(slice.Tensor, k(slice.Tensor, doubled, -2, 0, n), -1, n, 2 * n);
    }
};
inline constexpr single_overload<matrix_exp_backward_default> matrix_exp_backward{};

/// Every op of this header.
using linalg_functions_ops =
    overloads_of<linalg_inv, linalg_cholesky, linalg_det, linalg_slogdet, linalg_solve_ex, linalg_solve, linalg_svd,
                 linalg_svdvals, svd, linalg_eigh, linalg_eigvalsh, linalg_eigvals, linalg_lu_factor, _lu_with_info,
                 linalg_lu, orgqr, linalg_matmul, linalg_matrix_power, linalg_diagonal, linalg_vecdot, linalg_cross,
                 linalg_vander, linalg_multi_dot, linalg_tensorinv, linalg_tensorsolve, linalg_matrix_sqrth,
                 linalg_polar, matrix_exp_backward>;

} // namespace graft::aten
