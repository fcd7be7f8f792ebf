#pragma once

#include <graft/core/error.hpp>
#include <graft/library/linalg/algebra.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>

#if __has_include(<Eigen/Eigenvalues>)
#    include <Eigen/Eigenvalues>
#endif

/// Eigenvalues, by Eigen 3.4. Where its headers are not, they are an error.
namespace graft::detail::inline GRAFT_LIBRARY_INSTRUCTION_SET {

#if __has_include(<Eigen/Eigenvalues>)

template <class T>
using eigen_matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;

template <class T>
[[nodiscard]] eigen_matrix<T> to_eigen(matrix<T> const& m) {
    eigen_matrix<T> made(m.rows(), m.columns());
    for (std::int64_t r = 0; r < m.rows(); ++r)
        for (std::int64_t c = 0; c < m.columns(); ++c)
            made.data()[c * m.rows() + r] = m(r, c);
    return made;
}

template <class T>
[[nodiscard]] matrix<T> from_eigen(eigen_matrix<T> const& m) {
    matrix<T> made(m.rows(), m.cols());
    for (std::int64_t r = 0; r < m.rows(); ++r)
        for (std::int64_t c = 0; c < m.cols(); ++c)
            made(r, c) = m.data()[c * m.rows() + r];
    return made;
}

/// Columns of length 1; as LAPACK does, complex ones are turned until their largest element is real.
inline void normalize_columns(matrix<std::complex<double>>& m) {
    for (std::int64_t c = 0; c < m.columns(); ++c) {
        double sum = 0, imaginary = 0;
        std::int64_t largest = 0;
        for (std::int64_t r = 0; r < m.rows(); ++r) {
            sum += std::norm(m(r, c));
            imaginary = std::max(imaginary, std::abs(m(r, c).imag()));
            if (std::norm(m(r, c)) > std::norm(m(largest, c)))
                largest = r;
        }
        std::complex<double> factor = 1 / std::sqrt(sum);
        if (imaginary != 0)
            factor *= std::conj(m(largest, c)) / std::abs(m(largest, c));
        for (std::int64_t r = 0; r < m.rows(); ++r)
            m(r, c) *= factor;
        if (imaginary != 0)
            m(largest, c) = m(largest, c).real();
    }
}

template <class T>
eigen_parts<double, T> dense_algebra<T>::symmetric_eigen(matrix<T> const& a, bool vectors) {
    Eigen::SelfAdjointEigenSolver<eigen_matrix<T>> const solver(to_eigen(a), vectors ? Eigen::ComputeEigenvectors
                                                                                     : Eigen::EigenvaluesOnly);
    double const* const values = solver.eigenvalues().data();
    eigen_parts<double, T> made{.values = {values, values + a.rows()}, .vectors = {}};
    made.converged = solver.info() == Eigen::Success;
    if (vectors && made.converged)
        made.vectors = from_eigen<T>(solver.eigenvectors());
    return made;
}

template <class T>
eigen_parts<std::complex<double>, std::complex<double>> dense_algebra<T>::eigen(matrix<T> const& a, bool vectors) {
    eigen_parts<number, number> made;
    auto const give = [&](auto const& solver) {
        made.converged = solver.info() == Eigen::Success;
        if (!made.converged)
            return;
        number const* const values = solver.eigenvalues().data();
        made.values.assign(values, values + a.rows());
        if (!vectors)
            return;
        made.vectors = from_eigen<number>(solver.eigenvectors());
        normalize_columns(made.vectors);
    };
    if constexpr (is_complex_number<T>)
        give(Eigen::ComplexEigenSolver<eigen_matrix<T>>(to_eigen(a), vectors));
    else
        give(Eigen::EigenSolver<eigen_matrix<T>>(to_eigen(a), vectors));
    return made;
}

#else

[[noreturn]] inline void raise_without_eigen() {
    raise(errc::unsupported,
          "eigenvalues are computed by Eigen 3.4, whose headers were not there when this was compiled");
}

template <class T>
eigen_parts<double, T> dense_algebra<T>::symmetric_eigen(matrix<T> const&, bool) {
    raise_without_eigen();
}

template <class T>
eigen_parts<std::complex<double>, std::complex<double>> dense_algebra<T>::eigen(matrix<T> const&, bool) {
    raise_without_eigen();
}

#endif

} // namespace graft::detail::inline GRAFT_LIBRARY_INSTRUCTION_SET
