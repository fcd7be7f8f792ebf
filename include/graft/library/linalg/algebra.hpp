#pragma once

#include <graft/config.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/library/linalg/matrix.hpp>

#include <complex>
#include <cstddef>
#include <cstdint>
#include <vector>

/// Matrices taken apart. Separate compilation compiles this once, for two types of numbers.
namespace graft::detail::inline GRAFT_LIBRARY_INSTRUCTION_SET {

/// A matrix taken apart: below the diagonal L, which has ones on it, and U; row i was exchanged with row pivots[i],
/// from 1. `zero` is the number, from 1, of the first pivot that is 0, else 0.
template <class T>
struct lu_parts {
    matrix<T> lu;
    std::vector<std::int32_t> pivots;
    std::int32_t zero = 0;

    [[nodiscard]] bool is_odd() const {
        bool odd = false;
        for (std::size_t k = 0; k < pivots.size(); ++k)
            odd = odd != (pivots[k] != static_cast<std::int32_t>(k) + 1);
        return odd;
    }
};

/// As LAPACK says it: A is the product of all I - tau v v* and R, where v is below the diagonal, which stands for a 1.
template <class T>
struct reflector_parts {
    matrix<T> parts;
    std::vector<T> factors;
};

/// A symmetric matrix taken apart: L below the diagonal, which stands for ones, and D, whose blocks have one row, or
/// two where pivots are negative. `zero` is the number, from 1, of the first block that is 0, else 0.
template <class T>
struct ldl_parts {
    matrix<T> ld;
    std::vector<std::int32_t> pivots;
    std::int32_t zero = 0;
};

/// Which singular vectors are wanted: none, as many as there are values, or square matrices of them.
enum class singular_vectors : unsigned char { none, thin, full };

/// U, the values from the largest to the smallest, and V*.
template <class T>
struct singular_parts {
    matrix<T> left;
    std::vector<double> values;
    matrix<T> right;
    bool converged = true;
};

/// Eigenvalues and, where they are wanted, eigenvectors as columns.
template <class Value, class T>
struct eigen_parts {
    std::vector<Value> values;
    matrix<T> vectors;
    bool converged = true;
};

/// Which equations parts of a matrix solve: A X = B, A^T X = B or A* X = B.
enum class equation_form : unsigned char { plain, transposed, adjoint };

template <class T>
struct dense_algebra {
    using number = std::complex<double>;

    [[nodiscard]] static matrix<T> product(matrix<T> const& a, matrix<T> const& b);
    /// Without `pivot` rows are never exchanged.
    [[nodiscard]] static lu_parts<T> take_apart(matrix<T> a, bool pivot = true);
    /// Of a square matrix.
    [[nodiscard]] static matrix<T> solve(lu_parts<T> const& a, matrix<T> b, equation_form form = equation_form::plain);
    /// Solves the equations of a triangle in place; with `ones` its diagonal is not read.
    static void solve_triangle(matrix<T> const& a, matrix<T>& b, bool upper, bool ones);
    /// Makes L of L L* of a lower triangle; else the number, from 1, of the first leading block that is not
    /// positive-definite.
    [[nodiscard]] static std::int32_t cholesky(matrix<T>& a);
    /// L D L^T of a lower triangle, or L D L*.
    [[nodiscard]] static ldl_parts<T> symmetric_parts(matrix<T> a, bool hermitian);
    [[nodiscard]] static matrix<T> solve(ldl_parts<T> const& parts, matrix<T> b, bool hermitian);
    [[nodiscard]] static reflector_parts<T> reflectors(matrix<T> a);
    /// M - tau v (v* M), where v is column `k` of `vectors`, of the columns from `first` on.
    static void reflect(matrix<T>& m, matrix<T> const& vectors, std::int64_t k, T tau, std::int64_t first = 0);
    /// The first columns of the product of all reflectors.
    [[nodiscard]] static matrix<T> orthogonal(matrix<T> const& vectors, std::vector<T> const& factors,
                                              std::int64_t columns);
    /// Of a matrix that has elements, all of them finite.
    [[nodiscard]] static singular_parts<T> singular(matrix<T> const& a, singular_vectors wanted);
    [[nodiscard]] static singular_parts<T> singular_of_tall(matrix<T> const& a, singular_vectors wanted);
    [[nodiscard]] static singular_parts<T> singular_by_rotations(matrix<T> const& a, singular_vectors wanted,
                                                                 bool turned);
    /// Of a matrix that is its own adjoint, whose lower triangle alone is read, and which has elements, all finite.
    [[nodiscard]] static eigen_parts<double, T> symmetric_eigen(matrix<T> const& a, bool vectors);
    /// Of any square matrix that has elements, all of them finite; vectors are of length 1.
    [[nodiscard]] static eigen_parts<number, number> eigen(matrix<T> const& a, bool vectors);
    [[nodiscard]] static matrix<T> exponential(matrix<T> a);
};

} // namespace graft::detail::inline GRAFT_LIBRARY_INSTRUCTION_SET

#if defined(GRAFT_SEPARATE_COMPILATION)
extern template struct graft::detail::dense_algebra<double>;
extern template struct graft::detail::dense_algebra<std::complex<double>>;
#else
#    include <graft/library/linalg/eigenvalues.ipp>
#    include <graft/library/linalg/singular_values.ipp>
#    include <graft/library/linalg/symmetric_parts.ipp>
#    include <graft/library/linalg/triangles.ipp>
#endif
