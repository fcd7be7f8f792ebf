#pragma once

#include <graft/core/error.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/library/linalg/algebra.hpp>
#include <graft/library/linalg/matrices.hpp>
#include <graft/library/linalg/spectra.hpp>
#include <graft/meta/view.hpp>
#include <graft/runtime/kernel.hpp>

#include <algorithm>
#include <complex>
#include <cstdint>

/// The kernels of singular values and eigenvalues.
namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// Requires numbers that are finite: of others nothing converges.
template <class T>
void require_finite(call<tensor> const& c, matrix<T> const& m, std::int64_t i) {
    if (!m.is_finite())
        raise(errc::invalid_argument, c.op().name, ": matrix ", i, " of the batch has elements that are not finite");
}

inline void require_converged(call<tensor> const& c, bool converged, char const* what, std::int64_t i) {
    if (!converged)
        raise(errc::invalid_argument, c.op().name, ": the ", what, " of matrix ", i, " of the batch do not converge");
}

struct svd_kernel {
    static void run(call<tensor> const& c, auto results) {
        visit_field(c.tensor(0).dtype(), [&]<class T>(T) {
            matrices<T> const a(c.tensor(0));
            bool const full = c.boolean("full_matrices"), vectors = c.boolean("compute_uv");
            tensor none = tensor::empty({1, 1}, c.tensor(0).dtype()), other = none;
            written_matrices<T> u(vectors ? results[0] : none), v(vectors ? results[2] : other);
            written_matrices<double> s(results[1], 1);
            singular_vectors const wanted = !vectors ? singular_vectors::none
                                            : full   ? singular_vectors::full
                                                     : singular_vectors::thin;
            for (std::int64_t i = 0; i < batch_count(c.tensor(0)); ++i) {
                if (a.rows() == 0 || a.columns() == 0) {
                    if (vectors) {
                        u.give(i, matrix<T>::identity(results[0].size(-2), results[0].size(-1)));
                        v.give(i, matrix<T>::identity(results[2].size(-2), results[2].size(-1)));
                    }
                    continue;
                }
                matrix<T> const m = a[i];
                require_finite(c, m, i);
                singular_parts<T> const svd = dense_algebra<T>::singular(m, wanted);
                require_converged(c, svd.converged, "singular values", i);
                s.give(i, svd.values);
                if (vectors) {
                    u.give(i, svd.left);
                    v.give(i, svd.right);
                }
            }
            s.finish();
            if (vectors) {
                u.finish();
                v.finish();
            }
        });
    }
};

/// One triangle of a matrix alone is read.
struct eigh_kernel {
    static void run(call<tensor> const& c, auto results) {
        visit_field(c.tensor(0).dtype(), [&]<class T>(T) {
            matrices<T> const a(c.tensor(0));
            bool const vectors = c.boolean("compute_v"), upper = c.string("UPLO") == "U" || c.string("UPLO") == "u";
            tensor none = tensor::empty({1, 1}, c.tensor(0).dtype());
            written_matrices<T> v(vectors ? results[1] : none);
            written_matrices<double> values(results[0], 1);
            for (std::int64_t i = 0; a.rows() != 0 && i < batch_count(c.tensor(0)); ++i) {
                matrix<T> given = upper ? a[i].adjoint() : a[i];
                for (std::int64_t r = 0; r < given.rows(); ++r)
                    std::fill(given.row(r) + r + 1, given.row(r) + given.columns(), T(0));
                require_finite(c, given, i);
                eigen_parts<double, T> const parts = dense_algebra<T>::symmetric_eigen(given, vectors);
                require_converged(c, parts.converged, "eigenvalues", i);
                values.give(i, parts.values);
                if (vectors)
                    v.give(i, parts.vectors);
            }
            values.finish();
            if (vectors)
                v.finish();
        });
    }
};

/// Eigenvalues, and eigenvectors of length 1 where they are asked for, in the order in which the algorithm finds them.
template <bool Vectors>
struct eig_kernel {
    static void run(call<tensor> const& c, auto results) {
        visit_field(c.tensor(0).dtype(), [&]<class T>(T) {
            using number = std::complex<double>;
            matrices<T> const a(c.tensor(0));
            tensor none = tensor::empty({1, 1}, results[0].dtype());
            written_matrices<number> values(results[0], 1), v(Vectors ? results[1] : none);
            for (std::int64_t i = 0; a.rows() != 0 && i < batch_count(c.tensor(0)); ++i) {
                matrix<T> const m = a[i];
                require_finite(c, m, i);
                eigen_parts<number, number> const parts = dense_algebra<T>::eigen(m, Vectors);
                require_converged(c, parts.converged, "eigenvalues", i);
                values.give(i, parts.values);
                if constexpr (Vectors)
                    v.give(i, parts.vectors);
            }
            values.finish();
            if constexpr (Vectors)
                v.finish();
        });
    }
};

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET

namespace graft {

template <>
struct kernel_of<aten::_linalg_svd_default> : detail::svd_kernel {};
template <>
struct kernel_of<aten::_linalg_eigh_default> : detail::eigh_kernel {};
template <>
struct kernel_of<aten::linalg_eig_default> : detail::eig_kernel<true> {};
template <>
struct kernel_of<aten::_linalg_eigvals_default> : detail::eig_kernel<false> {};

} // namespace graft
