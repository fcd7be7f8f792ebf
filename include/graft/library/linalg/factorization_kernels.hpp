#pragma once

#include <graft/core/error.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/library/linalg/algebra.hpp>
#include <graft/library/linalg/factorizations.hpp>
#include <graft/library/linalg/matrices.hpp>
#include <graft/meta/view.hpp>
#include <graft/runtime/kernel.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

/// The kernels of inverses, of determinants, and of triangular and orthogonal factors.
namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

struct inv_ex_kernel {
    static void run(call<tensor> const& c, auto results) {
        visit_field(c.tensor(0).dtype(), [&]<class T>(T) {
            matrices<T> const a(c.tensor(0));
            written_matrices<T> inverse(results[0]);
            matrix_errors info;
            for (std::int64_t i = 0; i < batch_count(c.tensor(0)); ++i) {
                lu_parts<T> const parts = dense_algebra<T>::take_apart(a[i]);
                info.add(parts.zero);
                inverse.give(i, dense_algebra<T>::solve(parts, matrix<T>::identity(a.rows(), a.rows())));
            }
            info.check(c, "is singular");
            inverse.finish();
            info.write(results[1]);
        });
    }
};

/// The lower triangle of a matrix alone is read, or the upper one.
struct cholesky_ex_kernel {
    static void run(call<tensor> const& c, auto results) {
        visit_field(c.tensor(0).dtype(), [&]<class T>(T) {
            matrices<T> const a(c.tensor(0));
            written_matrices<T> factor(results[0]);
            matrix_errors info;
            bool const upper = c.boolean("upper");
            for (std::int64_t i = 0; i < batch_count(c.tensor(0)); ++i) {
                matrix<T> factored = upper ? a[i].adjoint() : a[i];
                info.add(dense_algebra<T>::cholesky(factored));
                factor.give(i, upper ? factored.adjoint() : factored);
            }
            info.check(c, "is not positive-definite");
            factor.finish();
            info.write(results[1]);
        });
    }
};

struct lu_factor_ex_kernel {
    static void run(call<tensor> const& c, auto results) {
        visit_field(c.tensor(0).dtype(), [&]<class T>(T) {
            matrices<T> const a(c.tensor(0));
            written_matrices<T> lu(results[0]);
            written_integers<std::int32_t> pivots(results[1], results[1].size(-1));
            matrix_errors info;
            for (std::int64_t i = 0; i < batch_count(c.tensor(0)); ++i) {
                lu_parts<T> const parts = dense_algebra<T>::take_apart(a[i], c.boolean("pivot"));
                info.add(parts.zero);
                lu.give(i, parts.lu);
                pivots.give(i, parts.pivots);
            }
            info.check(c, "has a factor U that is singular");
            lu.finish();
            pivots.finish();
            info.write(results[2]);
        });
    }
};

/// Permutation, L and U; of those that are not asked for the results have no elements.
struct lu_unpack_kernel {
    static void run(call<tensor> const& c, auto results) {
        tensor const& given = c.tensor("LU_data");
        visit_field(given.dtype(), [&]<class T>(T) {
            matrices<T> const parts(given);
            std::int64_t const count = batch_count(given), few = std::min(parts.rows(), parts.columns());
            if (c.boolean("unpack_data")) {
                written_matrices<T> lower(results[1]), upper(results[2]);
                for (std::int64_t i = 0; i < count; ++i) {
                    matrix<T> const lu = parts[i];
                    matrix<T> l = lu.corner(parts.rows(), few), u = lu.corner(few, parts.columns());
                    for (std::int64_t r = 0; r < few; ++r) {
                        std::fill(l.row(r) + r, l.row(r) + few, T(0));
                        l(r, r) = T(1);
                        std::fill(u.row(r), u.row(r) + r, T(0));
                    }
                    lower.give(i, l);
                    upper.give(i, u);
                }
                lower.finish();
                upper.finish();
            }
            if (!c.boolean("unpack_pivots"))
                return;
            tensor const exchanged = c.tensor("LU_pivots").contiguous();
            written_matrices<T> permutation(results[0]);
            for (std::int64_t i = 0; i < count; ++i) {
                std::vector<std::int64_t> row(static_cast<std::size_t>(parts.rows()));
                for (std::size_t r = 0; r < row.size(); ++r)
                    row[r] = static_cast<std::int64_t>(r);
                for (std::int64_t k = 0; k < few; ++k) {
                    std::int64_t const with = exchanged.data<std::int32_t>()[i * few + k];
                    if (with < 1 || with > parts.rows())
                        raise(errc::invalid_argument, c.op().name, ": 'LU_pivots' names row ", with, " of ",
                              parts.rows());
                    std::swap(row[static_cast<std::size_t>(k)], row[static_cast<std::size_t>(with - 1)]);
                }
                matrix<T> p(parts.rows(), parts.rows());
                for (std::size_t r = 0; r < row.size(); ++r)
                    p(row[r], static_cast<std::int64_t>(r)) = T(1);
                permutation.give(i, p);
            }
            permutation.finish();
        });
    }
};

/// The determinant, or its sign and the logarithm of its magnitude, and the matrix taken apart.
template <bool Logarithm>
struct determinant_kernel {
    static void run(call<tensor> const& c, auto results) {
        visit_field(c.tensor(0).dtype(), [&]<class T>(T) {
            constexpr std::size_t at = Logarithm ? 2 : 1;
            // PyTorch takes the transposed matrix apart where that spares it a copy.
            bool const turned = c.tensor(0).is_contiguous() && !is_complex_number<T>;
            matrices<T> const a(c.tensor(0));
            written_matrices<T> first(results[0], 0), lu(results[at]);
            tensor none = tensor::empty({}, real_part(results[0].dtype()));
            written_matrices<double> logarithm(Logarithm ? results[1] : none, 0);
            written_integers<std::int32_t> pivots(results[at + 1], a.rows());
            for (std::int64_t i = 0; i < batch_count(c.tensor(0)); ++i) {
                lu_parts<T> const parts = dense_algebra<T>::take_apart(turned ? a[i].transposed() : a[i]);
                T product = parts.is_odd() ? T(-1) : T(1);
                double sum = 0;
                for (std::int64_t k = 0; k < a.rows(); ++k) {
                    T const x = parts.lu(k, k);
                    double const size = std::abs(x);
                    product *= Logarithm ? (size == 0 ? T(0) : x / size) : x;
                    sum += std::log(size);
                }
                first.give(i, &product);
                if constexpr (Logarithm)
                    logarithm.give(i, &sum);
                lu.give(i, parts.lu);
                pivots.give(i, parts.pivots);
            }
            first.finish();
            lu.finish();
            pivots.finish();
            if constexpr (Logarithm)
                logarithm.finish();
        });
    }
};

struct qr_kernel {
    static void run(call<tensor> const& c, auto results) {
        visit_field(c.tensor(0).dtype(), [&]<class T>(T) {
            matrices<T> const a(c.tensor(0));
            bool const vectors = c.string("mode") != "r";
            tensor none = tensor::empty({1, 1}, results[0].dtype());
            written_matrices<T> q(vectors ? results[0] : none), r(results[1]);
            std::int64_t const inner = results[1].size(-2);
            for (std::int64_t i = 0; i < batch_count(c.tensor(0)); ++i) {
                reflector_parts<T> const qr = dense_algebra<T>::reflectors(a[i]);
                matrix<T> upper = qr.parts.corner(inner, a.columns());
                for (std::int64_t row = 0; row < inner; ++row)
                    std::fill(upper.row(row), upper.row(row) + std::min(row, a.columns()), T(0));
                r.give(i, upper);
                if (vectors)
                    q.give(i, dense_algebra<T>::orthogonal(qr.parts, qr.factors, inner));
            }
            r.finish();
            if (vectors)
                q.finish();
        });
    }
};

struct geqrf_kernel {
    static void run(call<tensor> const& c, auto results) {
        visit_field(c.tensor(0).dtype(), [&]<class T>(T) {
            matrices<T> const a(c.tensor(0));
            written_matrices<T> parts(results[0]), factors(results[1], 1);
            for (std::int64_t i = 0; i < batch_count(c.tensor(0)); ++i) {
                reflector_parts<T> const qr = dense_algebra<T>::reflectors(a[i]);
                parts.give(i, qr.parts);
                factors.give(i, qr.factors);
            }
            parts.finish();
            factors.finish();
        });
    }
};

struct householder_product_kernel {
    static void run(call<tensor> const& c, auto results) {
        visit_field(c.tensor(0).dtype(), [&]<class T>(T) {
            matrices<T> const vectors(c.tensor(0)), factors(c.tensor(1), true);
            written_matrices<T> product(results[0]);
            for (std::int64_t i = 0; i < batch_count(c.tensor(0)); ++i) {
                matrix<T> const tau = factors[i];
                product.give(i, dense_algebra<T>::orthogonal(vectors[i],
                                                             std::vector<T>(tau.data(), tau.data() + tau.size()),
                                                             vectors.columns()));
            }
            product.finish();
        });
    }
};

/// Q C, Q* C, C Q or C Q*.
struct ormqr_kernel {
    static void run(call<tensor> const& c, auto results) {
        bool const left = c.boolean("left"), adjoint = c.boolean("transpose");
        visit_field(c.tensor(0).dtype(), [&]<class T>(T) {
            matrices<T> const vectors(c.tensor(0)), factors(c.tensor(1), true), other(c.tensor(2));
            written_matrices<T> product(results[0]);
            for (std::int64_t i = 0; i < batch_count(c.tensor(2)); ++i) {
                // C Q is (Q* C*)*.
                matrix<T> m = left ? other[i] : other[i].adjoint();
                matrix<T> const reflectors = vectors[i], taus = factors[i];
                bool const backwards = left == adjoint;
                for (std::int64_t n = 0; n < factors.rows(); ++n) {
                    std::int64_t const k = backwards ? n : factors.rows() - 1 - n;
                    T const tau = taus(k, 0);
                    dense_algebra<T>::reflect(m, reflectors, k, backwards ? conjugate(tau) : tau);
                }
                product.give(i, left ? m : m.adjoint());
            }
            product.finish();
        });
    }
};

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET

namespace graft {

template <>
struct kernel_of<aten::linalg_inv_ex_default> : detail::inv_ex_kernel {};
template <>
struct kernel_of<aten::linalg_cholesky_ex_default> : detail::cholesky_ex_kernel {};
template <>
struct kernel_of<aten::linalg_lu_factor_ex_default> : detail::lu_factor_ex_kernel {};
template <>
struct kernel_of<aten::lu_unpack_default> : detail::lu_unpack_kernel {};
template <>
struct kernel_of<aten::_linalg_det_default> : detail::determinant_kernel<false> {};
template <>
struct kernel_of<aten::_linalg_slogdet_default> : detail::determinant_kernel<true> {};
template <>
struct kernel_of<aten::linalg_qr_default> : detail::qr_kernel {};
template <>
struct kernel_of<aten::geqrf_default> : detail::geqrf_kernel {};
template <>
struct kernel_of<aten::linalg_householder_product_default> : detail::householder_product_kernel {};
template <>
struct kernel_of<aten::ormqr_default> : detail::ormqr_kernel {};

} // namespace graft
