#include <graft/library/linalg/algebra.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using namespace graft::detail;
using number = std::complex<double>;

/// Numbers between -1 and 1, always the same; with `low` of rank 2 at most.
template <class T>
matrix<T> drawn(std::int64_t rows, std::int64_t columns, bool low = false) {
    if (low)
        return dense_algebra<T>::product(drawn<T>(rows, 2), drawn<T>(2, columns));
    std::uint32_t state = 1;
    auto const next = [&state] {
        state = state * 1664525 + 1013904223;
        return static_cast<double>(state >> 8) / (1 << 23) - 1;
    };
    matrix<T> m(rows, columns);
    for (std::int64_t i = 0; i < m.size(); ++i) {
        m.data()[i] = next();
        if constexpr (is_complex_number<T>)
            m.data()[i] += number(0, next());
    }
    return m;
}

template <class T>
double distance(matrix<T> const& a, matrix<T> const& b) {
    REQUIRE(a.rows() == b.rows());
    REQUIRE(a.columns() == b.columns());
    double most = 0;
    for (std::int64_t i = 0; i < a.size(); ++i)
        most = std::max(most, std::abs(a.data()[i] - b.data()[i]));
    return most;
}

/// The columns times as many numbers.
template <class T, class Number>
matrix<T> scaled(matrix<T> m, std::vector<Number> const& by) {
    for (std::int64_t r = 0; r < m.rows(); ++r)
        for (std::int64_t c = 0; c < m.columns(); ++c)
            m(r, c) *= by[static_cast<std::size_t>(c)];
    return m;
}

/// How far columns are from an orthonormal basis.
template <class T>
double skewness(matrix<T> const& q) {
    return distance(dense_algebra<T>::product(q.adjoint(), q), matrix<T>::identity(q.columns(), q.columns()));
}

// Around the number of columns that are taken apart at once.
constexpr std::int64_t sizes[] = {1, 2, 5, 31, 32, 33, 70};

TEST_CASE_TEMPLATE("linalg algebra: triangles solve equations", T, double, number) {
    using algebra = dense_algebra<T>;
    for (std::int64_t const n : sizes) {
        CAPTURE(n);
        matrix<T> const a = drawn<T>(n, n), b = drawn<T>(n, 2);
        lu_parts<T> const parts = algebra::take_apart(a);
        CHECK(parts.zero == 0);
        CHECK(distance(algebra::product(a, algebra::solve(parts, b)), b) < 1e-9);
        CHECK(distance(algebra::product(a.transposed(), algebra::solve(parts, b, equation_form::transposed)), b) <
              1e-9);
        CHECK(distance(algebra::product(a.adjoint(), algebra::solve(parts, b, equation_form::adjoint)), b) < 1e-9);
        matrix<T> const positive = algebra::product(a, a.adjoint());
        matrix<T> l = positive;
        REQUIRE(algebra::cholesky(l) == 0);
        CHECK(distance(algebra::product(l, l.adjoint()), positive) < 1e-12);
        for (bool const hermitian : {false, true}) {
            matrix<T> whole = a;
            for (std::int64_t r = 0; r < n; ++r) {
                whole(r, r) = std::real(a(r, r)) / 100;
                for (std::int64_t c = r + 1; c < n; ++c)
                    whole(r, c) = hermitian ? conjugate(a(c, r)) : a(c, r);
            }
            ldl_parts<T> const symmetric = algebra::symmetric_parts(whole, hermitian);
            CHECK(distance(algebra::product(whole, algebra::solve(symmetric, b, hermitian)), b) < 1e-9);
        }
    }
}

TEST_CASE("linalg algebra: where a matrix has no inverse") {
    matrix<double> a(3, 3);
    std::copy_n(std::vector<double>{1, 2, 3, 2, 4, 6, 1, 1, 1}.data(), 9, a.data());
    lu_parts<double> const parts = dense_algebra<double>::take_apart(a);
    CHECK(parts.zero == 3);
    CHECK(parts.pivots == std::vector<std::int32_t>{2, 3, 3});
    CHECK(!parts.is_odd());
    CHECK(dense_algebra<double>::take_apart(a, false).zero == 2);
    CHECK(dense_algebra<double>::take_apart(matrix<double>::identity(3, 3)).zero == 0);
    matrix<double> negative = matrix<double>::identity(3, 3);
    negative(1, 1) = -1;
    CHECK(dense_algebra<double>::cholesky(negative) == 2);
    negative(1, 1) = std::numeric_limits<double>::quiet_NaN();
    CHECK(dense_algebra<double>::cholesky(negative) == 2);
    CHECK(dense_algebra<double>::symmetric_parts(matrix<double>(2, 2), false).zero == 1);
}

TEST_CASE_TEMPLATE("linalg algebra: orthogonal factors, of high, wide and singular matrices", T, double, number) {
    using algebra = dense_algebra<T>;
    for (auto const& [rows, columns] : {std::pair{1, 1}, {3, 3}, {6, 1}, {1, 6}, {40, 33}, {33, 40}, {64, 64}})
        for (bool const low : {false, true}) {
            CAPTURE(rows);
            CAPTURE(columns);
            matrix<T> const a = drawn<T>(rows, columns, low);
            std::int64_t const few = std::min(rows, columns);
            reflector_parts<T> const qr = algebra::reflectors(a);
            matrix<T> const q = algebra::orthogonal(qr.parts, qr.factors, rows);
            matrix<T> r = qr.parts;
            for (std::int64_t row = 0; row < rows; ++row)
                std::fill(r.row(row), r.row(row) + std::min<std::int64_t>(row, columns), T(0));
            CHECK(distance(algebra::product(q, r), a) < 1e-13);
            CHECK(skewness(q) < 1e-13);
            for (singular_vectors const wanted : {singular_vectors::thin, singular_vectors::full}) {
                singular_parts<T> const svd = algebra::singular(a, wanted);
                CHECK(svd.converged);
                CHECK(std::is_sorted(svd.values.rbegin(), svd.values.rend()));
                CHECK(distance(algebra::product(scaled(svd.left.corner(rows, few), svd.values),
                                                svd.right.corner(few, columns)),
                               a) < 1e-12);
                CHECK(skewness(svd.left) < 1e-12);
                CHECK(skewness(svd.right.adjoint()) < 1e-12);
            }
            CHECK(algebra::singular(a, singular_vectors::none).values.size() == static_cast<std::size_t>(few));
        }
}

TEST_CASE("linalg algebra: singular vectors have the signs that LAPACK gives them") {
    struct {
        std::int64_t rows, columns;
        std::string_view left, right;
    } const cases[] = {{3, 3, "--++--+-+", "+++--+-++"},
                       {4, 3, "-+-++-+--+++", "+-++----+"},
                       {3, 4, "++--++---", "-----+-++--+"},
                       {5, 2, "--+-+-+---", "+---"},
                       {2, 5, "+-++", "++-+++-++-"}};
    auto const signs = [](matrix<double> const& m) {
        std::string made;
        for (std::int64_t i = 0; i < m.size(); ++i)
            made += m.data()[i] > 0 ? '+' : '-';
        return made;
    };
    for (auto const& c : cases) {
        matrix<double> m(c.rows, c.columns);
        for (std::int64_t i = 0; i < c.rows; ++i)
            for (std::int64_t j = 0; j < c.columns; ++j)
                m(i, j) = static_cast<double>((7 * i * i + 3 * i * j + 5 * j + 1) % 11 - 4);
        singular_parts<double> const svd = dense_algebra<double>::singular(m, singular_vectors::thin);
        CHECK(signs(svd.left) == c.left);
        CHECK(signs(svd.right) == c.right);
    }
}

TEST_CASE("linalg algebra: singular values that are zero, equal, or far apart") {
    using algebra = dense_algebra<double>;
    CHECK(algebra::singular(matrix<double>(4, 3), singular_vectors::none).values == std::vector<double>{0, 0, 0});
    CHECK(algebra::singular(matrix<double>::identity(3, 3), singular_vectors::none).values ==
          std::vector<double>{1, 1, 1});
    matrix<double> graded(8, 8), block(5, 5);
    for (std::int64_t i = 0; i < 8; ++i)
        for (std::int64_t k = 0; k < 8; ++k)
            graded(i, k) = drawn<double>(8, 8)(i, k) * std::pow(10.0, static_cast<double>(-2 * i));
    for (std::int64_t i = 0; i + 1 < 5; ++i)
        block(i, i + 1) = 1; // its diagonal is zero
    for (matrix<double> const& m : {graded, block}) {
        singular_parts<double> const svd = algebra::singular(m, singular_vectors::thin);
        CHECK(svd.converged);
        CHECK(distance(algebra::product(scaled(svd.left, svd.values), svd.right), m) < 1e-14);
    }
}

TEST_CASE_TEMPLATE("linalg algebra: eigenvalues", T, double, number) {
    using algebra = dense_algebra<T>;
    for (std::int64_t const n : {1, 2, 5, 33}) {
        CAPTURE(n);
        matrix<T> const a = drawn<T>(n, n), symmetric = algebra::product(a, a.adjoint());
        eigen_parts<double, T> const own = algebra::symmetric_eigen(symmetric, true);
        CHECK(std::is_sorted(own.values.begin(), own.values.end()));
        CHECK(distance(algebra::product(scaled(own.vectors, own.values), own.vectors.adjoint()), symmetric) < 1e-12);
        CHECK(skewness(own.vectors) < 1e-12);
        eigen_parts<number, number> const any = algebra::eigen(a, true);
        matrix<number> wide(n, n);
        std::copy_n(a.data(), a.size(), wide.data());
        CHECK(distance(dense_algebra<number>::product(wide, any.vectors), scaled(any.vectors, any.values)) < 1e-12);
    }
}

TEST_CASE("linalg algebra: the exponential") {
    matrix<double> a(2, 2);
    a(0, 1) = 3;
    a(1, 0) = -3;
    matrix<double> const turned = dense_algebra<double>::exponential(a);
    CHECK(turned(0, 0) == doctest::Approx(std::cos(3.0)));
    CHECK(turned(0, 1) == doctest::Approx(std::sin(3.0)));
    a(0, 0) = std::numeric_limits<double>::infinity();
    CHECK(std::isnan(dense_algebra<double>::exponential(a)(1, 1)));
    CHECK(dense_algebra<double>::exponential(matrix<double>(0, 0)).size() == 0);
}

} // namespace
