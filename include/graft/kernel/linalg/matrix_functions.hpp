#pragma once

#include <graft/core/block_cache.hpp>
#include <graft/core/dim_vector.hpp>
#include <graft/core/error.hpp>
#include <graft/core/shape.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/base/dense.hpp>
#include <graft/kernel/base/instruction_set.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>

// Functions of square matrices, computed in double: the last two dimensions are rows and columns, those before
// them count matrices.

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// A matrix of doubles, its rows one after the other.
struct square_view {
    double* at;
    std::int64_t size;

    [[nodiscard]] double& operator()(std::int64_t i, std::int64_t j) const { return at[i * size + j]; }
};

/// Overwrites a matrix with its factors L, whose diagonal is 1 and not kept, and U; `pivots[i]` is the row that
/// row i was exchanged with. Gives the sign of the permutation.
inline double factor_lu(square_view a, scratch_vector<std::int64_t>& pivots) {
    double sign = 1;
    pivots.resize(static_cast<std::size_t>(a.size));
    for (std::int64_t k = 0; k < a.size; ++k) {
        std::int64_t best = k;
        for (std::int64_t i = k + 1; i < a.size; ++i)
            if (std::abs(a(i, k)) > std::abs(a(best, k)))
                best = i;
        pivots[static_cast<std::size_t>(k)] = best;
        if (best != k) {
            std::swap_ranges(&a(k, 0), &a(k, 0) + a.size, &a(best, 0));
            sign = -sign;
        }
        for (std::int64_t i = k + 1; i < a.size && a(k, k) != 0; ++i) {
            double const factor = a(i, k) /= a(k, k);
            for (std::int64_t j = k + 1; j < a.size; ++j)
                a(i, j) -= factor * a(k, j);
        }
    }
    return sign;
}

/// Replaces the columns of `b`, of which there are `columns`, by the solutions of LU x = b.
inline void solve_lu(square_view lu, scratch_vector<std::int64_t> const& pivots, double* b, std::int64_t columns) {
    auto const row = [&](std::int64_t i) { return b + i * columns; };
    auto const subtract = [&](std::int64_t from, double factor, std::int64_t to) {
        for (std::int64_t c = 0; c < columns; ++c)
            row(to)[c] -= factor * row(from)[c];
    };
    for (std::int64_t k = 0; k < lu.size; ++k)
        if (std::int64_t const other = pivots[static_cast<std::size_t>(k)]; other != k)
            std::swap_ranges(row(k), row(k) + columns, row(other));
    for (std::int64_t i = 0; i < lu.size; ++i)
        for (std::int64_t k = 0; k < i; ++k)
            subtract(k, lu(i, k), i);
    for (std::int64_t i = lu.size; i-- > 0;) {
        for (std::int64_t k = i + 1; k < lu.size; ++k)
            subtract(k, lu(i, k), i);
        for (std::int64_t c = 0; c < columns; ++c)
            row(i)[c] /= lu(i, i);
    }
}

/// The product of two square matrices.
inline scratch_vector<double> square_product(scratch_vector<double> const& a, scratch_vector<double> const& b,
                                             std::int64_t size) {
    scratch_vector<double> result(a.size(), 0.0);
    for (std::int64_t i = 0; i < size; ++i)
        for (std::int64_t k = 0; k < size; ++k) {
            double const factor = a[static_cast<std::size_t>(i * size + k)];
            for (std::int64_t j = 0; j < size; ++j)
                result[static_cast<std::size_t>(i * size + j)] += factor * b[static_cast<std::size_t>(k * size + j)];
        }
    return result;
}

/// e to the power of a matrix: Taylor's series of the matrix halved until it is small, squared as often.
inline void exponentiate(square_view m) {
    auto const count = static_cast<std::size_t>(m.size * m.size);
    double norm = 0;
    for (std::int64_t i = 0; i < m.size; ++i) {
        double row = 0;
        for (std::int64_t j = 0; j < m.size; ++j)
            row += std::abs(m(i, j));
        norm = row > norm || std::isnan(row) ? row : norm;
    }
    if (!std::isfinite(norm)) {
        std::fill_n(m.at, count, std::numeric_limits<double>::quiet_NaN());
        return;
    }
    int const halvings = norm > 0.5 ? static_cast<int>(std::ceil(std::log2(norm))) + 1 : 0;
    scratch_vector<double> step(m.at, m.at + count), term(count, 0.0);
    for (double& x : step)
        x = std::ldexp(x, -halvings);
    for (std::int64_t i = 0; i < m.size; ++i)
        term[static_cast<std::size_t>(i * m.size + i)] = 1;
    scratch_vector<double> sum = term;
    for (int power = 1; power <= 18; ++power) {
        term = square_product(term, step, m.size);
        for (std::size_t i = 0; i < count; ++i)
            sum[i] += term[i] /= power;
    }
    for (int i = 0; i < halvings; ++i)
        sum = square_product(sum, sum, m.size);
    std::copy(sum.begin(), sum.end(), m.at);
}

/// `columns` vectors of `size` numbers, one after the other, turned in pairs until they are orthogonal, and the
/// same of the vectors of `turned`: a singular value decomposition by Jacobi's method.
inline void orthogonalize(scratch_vector<double>& vectors, std::int64_t size, scratch_vector<double>& turned,
                          std::int64_t columns) {
    auto const rotate = [](double* p, double* q, std::int64_t n, double c, double s) {
        for (std::int64_t i = 0; i < n; ++i) {
            double const x = p[i], y = q[i];
            p[i] = c * x - s * y;
            q[i] = s * x + c * y;
        }
    };
    constexpr int most_sweeps = 60;
    bool turning = true;
    for (int sweep = 0; turning && sweep < most_sweeps; ++sweep) {
        turning = false;
        for (std::int64_t p = 0; p < columns; ++p)
            for (std::int64_t q = p + 1; q < columns; ++q) {
                double *const x = vectors.data() + p * size, *const y = vectors.data() + q * size;
                double xx = 0, yy = 0, xy = 0;
                for (std::int64_t i = 0; i < size; ++i) {
                    xx += x[i] * x[i];
                    yy += y[i] * y[i];
                    xy += x[i] * y[i];
                }
                if (!(std::abs(xy) > 1e-15 * std::sqrt(xx * yy)))
                    continue;
                turning = true;
                double const ratio = (yy - xx) / (2 * xy);
                double const t = std::copysign(1 / (std::abs(ratio) + std::hypot(1.0, ratio)), ratio);
                double const c = 1 / std::sqrt(1 + t * t), s = c * t;
                rotate(x, y, size, c, s);
                rotate(turned.data() + p * columns, turned.data() + q * columns, columns, c, s);
            }
    }
}

/// Calls `f(matrix)` with each matrix of a dense tensor of doubles.
template <class F>
void for_each_matrix(tensor& matrices, F f) {
    std::int64_t const size = matrices.size(-1);
    for (std::int64_t at = 0; at < matrices.numel(); at += size * size)
        f(square_view{matrices.data<double>() + at, size});
}

/// A dense copy in doubles.
[[nodiscard]] inline tensor copied_in_double(tensor const& t) {
    tensor result = tensor::empty(t.sizes(), dtype::f64);
    kernel::copy(t, result);
    return result;
}

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// The determinant of each matrix, its sign, and the logarithm of its magnitude. A result that is null is not written.
inline void determinant(tensor const& self, tensor* values, tensor* directions, tensor* magnitudes) {
    dim_vector const sizes(self.sizes().begin(), self.sizes().end() - 2);
    tensor determinants = tensor::full(sizes, dtype::f64, 1.0), signs = tensor::full(sizes, dtype::f64, 1.0),
           logs = tensor::full(sizes, dtype::f64, 0.0), matrices = detail::copied_in_double(self);
    std::int64_t n = 0;
    scratch_vector<std::int64_t> pivots;
    detail::for_each_matrix(matrices, [&](detail::square_view m) {
        double product = detail::factor_lu(m, pivots), direction = product, magnitude = 0;
        for (std::int64_t i = 0; i < m.size; ++i) {
            product *= m(i, i);
            direction *= m(i, i) > 0 ? 1.0 : m(i, i) < 0 ? -1.0 : m(i, i);
            magnitude += std::log(std::abs(m(i, i)));
        }
        determinants.data<double>()[n] = product;
        signs.data<double>()[n] = direction;
        logs.data<double>()[n++] = magnitude;
    });
    for (auto const& [from, to] : {std::pair{&determinants, values}, {&signs, directions}, {&logs, magnitudes}})
        if (to != nullptr)
            copy(*from, *to);
}

/// The inverse of each matrix; an error for one that has none.
inline void inverse(std::string_view op, tensor const& self, tensor& out) {
    tensor matrices = detail::copied_in_double(self);
    scratch_vector<std::int64_t> pivots;
    std::int64_t n = 0;
    detail::for_each_matrix(matrices, [&](detail::square_view m) {
        static_cast<void>(detail::factor_lu(m, pivots));
        scratch_vector<double> result(static_cast<std::size_t>(m.size * m.size), 0.0);
        for (std::int64_t i = 0; i < m.size; ++i) {
            if (m(i, i) == 0)
                raise(errc::invalid_argument, op, ": matrix ", n, " of 'self' is singular");
            result[static_cast<std::size_t>(i * m.size + i)] = 1;
        }
        detail::solve_lu(m, pivots, result.data(), m.size);
        std::copy(result.begin(), result.end(), m.at);
        ++n;
    });
    copy(matrices, out);
}

/// Solves A x = b for each matrix A, of which the factors are given, with the rows that were exchanged counted
/// from 1. `self` holds the b as columns; batches broadcast to that of the result.
inline void solve(std::string_view op, tensor const& self, tensor const& factors, tensor const& exchanged,
                  tensor& out) {
    std::int64_t const n = factors.size(-1), columns = self.size(-1);
    dim_vector const batch(out.sizes().begin(), out.sizes().end() - 2);
    auto const spread = [&](tensor const& t, std::size_t own, dtype d) {
        dim_vector sizes = batch;
        sizes.insert(sizes.end(), t.sizes().end() - static_cast<std::ptrdiff_t>(own), t.sizes().end());
        tensor result = tensor::empty(std::move(sizes), d);
        copy(t, result);
        return result;
    };
    tensor solutions = spread(self, 2, dtype::f64), matrices = spread(factors, 2, dtype::f64);
    tensor const rows = spread(exchanged, 1, dtype::i64);
    scratch_vector<std::int64_t> pivots(static_cast<std::size_t>(n));
    for (std::int64_t i = 0; i < numel(batch); ++i) {
        for (std::int64_t k = 0; k < n; ++k) {
            std::int64_t const row = rows.data<std::int64_t>()[i * n + k];
            if (row < 1 || row > n)
                raise(errc::invalid_argument, op, ": 'LU_pivots' names row ", row, " of ", n);
            pivots[static_cast<std::size_t>(k)] = row - 1;
        }
        detail::solve_lu({matrices.data<double>() + i * n * n, n}, pivots, solutions.data<double>() + i * n * columns,
                         columns);
    }
    copy(solutions, out);
}

/// e to the power of each matrix.
///
/// Of f16 and bf16 too, of which PyTorch 2.15 gives something else, zeros or NaN for most: it reads the coefficients of
/// its series, which are doubles, as numbers of that format.
inline void matrix_exp(tensor const& self, tensor& out) {
    tensor matrices = detail::copied_in_double(self);
    detail::for_each_matrix(matrices, detail::exponentiate);
    copy(matrices, out);
}

/// The pseudo-inverse of each matrix; singular values up to `rcond` times the largest count as 0.
inline void pinverse(tensor const& self, double rcond, tensor& out) {
    // With the shorter side as columns; the pseudo-inverse of the transpose is the transpose.
    bool const wide = self.size(-2) < self.size(-1);
    std::int64_t const rows = std::max(self.size(-2), self.size(-1)), columns = std::min(self.size(-2), self.size(-1));
    tensor const matrices = detail::copied_in_double(self);
    tensor results = tensor::full(out.sizes(), dtype::f64, 0.0);
    for (std::int64_t at = 0; at < matrices.numel(); at += rows * columns) {
        double const* const m = matrices.data<double>() + at;
        double* const result = results.data<double>() + at;
        scratch_vector<double> vectors(static_cast<std::size_t>(rows * columns));
        for (std::int64_t c = 0; c < columns; ++c)
            for (std::int64_t r = 0; r < rows; ++r)
                vectors[static_cast<std::size_t>(c * rows + r)] = wide ? m[c * rows + r] : m[r * columns + c];
        scratch_vector<double> turned(static_cast<std::size_t>(columns * columns), 0.0);
        for (std::int64_t c = 0; c < columns; ++c)
            turned[static_cast<std::size_t>(c * columns + c)] = 1;
        detail::orthogonalize(vectors, rows, turned, columns);
        scratch_vector<double> squares(static_cast<std::size_t>(columns), 0.0);
        for (std::int64_t c = 0; c < columns; ++c)
            for (std::int64_t r = 0; r < rows; ++r)
                squares[static_cast<std::size_t>(c)] +=
                    vectors[static_cast<std::size_t>(c * rows + r)] * vectors[static_cast<std::size_t>(c * rows + r)];
        double const largest = std::sqrt(*std::max_element(squares.begin(), squares.end()));
        for (std::int64_t c = 0; c < columns; ++c) {
            double const norm = squares[static_cast<std::size_t>(c)];
            if (std::sqrt(norm) <= rcond * largest)
                continue;
            for (std::int64_t i = 0; i < columns; ++i)
                for (std::int64_t r = 0; r < rows; ++r)
                    result[wide ? r * columns + i : i * rows + r] += turned[static_cast<std::size_t>(c * columns + i)] *
                                                                     vectors[static_cast<std::size_t>(c * rows + r)] /
                                                                     norm;
        }
    }
    copy(results, out);
}

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
