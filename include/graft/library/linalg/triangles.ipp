#pragma once

#include <graft/kernel/product/gemm.hpp>
#include <graft/library/linalg/algebra.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

/// Triangular and orthogonal factors, products and the exponential.
namespace graft::detail::inline GRAFT_LIBRARY_INSTRUCTION_SET {

/// As many columns as are taken apart at a time, before all others are brought up to date by a product.
inline constexpr std::int64_t columns_at_once = 32;

/// Rows and columns of a matrix.
template <class T>
[[nodiscard]] auto block(T& m, std::int64_t row, std::int64_t column, std::int64_t rows, std::int64_t columns) {
    using element = std::remove_reference_t<decltype(*m.data())>;
    return matrix_view<element>{m.data() + row * m.columns() + column, rows, columns, m.columns(), 1};
}

/// `out += factor * a * b`, of complex numbers by four products of real ones.
template <class T>
void add_product(matrix_view<T> out, matrix_view<T const> a, matrix_view<T const> b, double factor) {
    if constexpr (!is_complex_number<T>) {
        multiply_matrices(out, a, b, factor);
    } else {
        auto const part = [](auto const& view, std::int64_t which) {
            std::vector<double> made(static_cast<std::size_t>(view.rows * view.columns));
            for (std::int64_t r = 0; r < view.rows; ++r)
                for (std::int64_t c = 0; c < view.columns; ++c) {
                    T const x = view.data[r * view.row_stride + c];
                    made[static_cast<std::size_t>(r * view.columns + c)] = which == 0 ? x.real() : x.imag();
                }
            return made;
        };
        std::vector<double> real = part(out, 0), imaginary = part(out, 1);
        std::vector<double> const left[2] = {part(a, 0), part(a, 1)}, right[2] = {part(b, 0), part(b, 1)};
        auto const add = [&](std::vector<double>& to, std::size_t i, std::size_t k, double by) {
            multiply_matrices(matrix_view<double>{to.data(), out.rows, out.columns, out.columns, 1},
                              matrix_view<double const>{left[i].data(), a.rows, a.columns, a.columns, 1},
                              matrix_view<double const>{right[k].data(), b.rows, b.columns, b.columns, 1}, by);
        };
        add(real, 0, 0, factor);
        add(real, 1, 1, -factor);
        add(imaginary, 0, 1, factor);
        add(imaginary, 1, 0, factor);
        for (std::int64_t r = 0; r < out.rows; ++r)
            for (std::int64_t c = 0; c < out.columns; ++c) {
                std::size_t const at = static_cast<std::size_t>(r * out.columns + c);
                out.data[r * out.row_stride + c] = {real[at], imaginary[at]};
            }
    }
}

template <class T>
matrix<T> dense_algebra<T>::product(matrix<T> const& a, matrix<T> const& b) {
    matrix<T> made(a.rows(), b.columns());
    add_product<T>(block(made, 0, 0, made.rows(), made.columns()), block(a, 0, 0, a.rows(), a.columns()),
                   block(b, 0, 0, b.rows(), b.columns()), 1);
    return made;
}

template <class T>
lu_parts<T> dense_algebra<T>::take_apart(matrix<T> a, bool pivot) {
    lu_parts<T> made;
    std::int64_t const rows = a.rows(), columns = a.columns(), steps = std::min(rows, columns);
    auto const factor_column = [&](std::int64_t k, std::int64_t last) {
        std::int64_t best = k;
        for (std::int64_t r = k + 1; pivot && r < rows; ++r)
            if (rough_size(a(r, k)) > rough_size(a(best, k)))
                best = r;
        made.pivots.push_back(static_cast<std::int32_t>(best + 1));
        if (best != k)
            std::swap_ranges(a.row(k), a.row(k) + columns, a.row(best));
        T const top = a(k, k);
        if (top == T(0)) {
            made.zero = made.zero == 0 ? static_cast<std::int32_t>(k + 1) : made.zero;
            return;
        }
        for (std::int64_t r = k + 1; r < rows; ++r) {
            a(r, k) /= top;
            add_multiple(last - k - 1, a.row(r) + k + 1, -a(r, k), a.row(k) + k + 1);
        }
    };
    for (std::int64_t k = 0; k < steps; k += columns_at_once) {
        std::int64_t const end = std::min(k + columns_at_once, steps), rest = columns - end, below = rows - end;
        for (std::int64_t column = k; column < end; ++column)
            factor_column(column, end);
        for (std::int64_t r = k + 1; r < end; ++r)
            for (std::int64_t c = k; c < r; ++c)
                add_multiple(rest, a.row(r) + end, -a(r, c), a.row(c) + end);
        if (rest > 0 && below > 0)
            add_product<T>(block(a, end, end, below, rest), block(a, end, k, below, end - k),
                           block(a, k, end, end - k, rest), -1);
    }
    made.lu = std::move(a);
    return made;
}

template <class T>
matrix<T> dense_algebra<T>::solve(lu_parts<T> const& a, matrix<T> b, equation_form form) {
    auto const exchange = [&](std::size_t k) {
        std::int64_t const to = a.pivots[k] - 1, from = static_cast<std::int64_t>(k);
        if (to != from)
            std::swap_ranges(b.row(from), b.row(from) + b.columns(), b.row(to));
    };
    if (form == equation_form::plain) {
        for (std::size_t k = 0; k < a.pivots.size(); ++k)
            exchange(k);
        solve_triangle(a.lu, b, false, true);
        solve_triangle(a.lu, b, true, false);
        return b;
    }
    matrix<T> const turned = form == equation_form::adjoint ? a.lu.adjoint() : a.lu.transposed();
    solve_triangle(turned, b, false, false);
    solve_triangle(turned, b, true, true);
    for (std::size_t k = a.pivots.size(); k-- > 0;)
        exchange(k);
    return b;
}

template <class T>
void dense_algebra<T>::solve_triangle(matrix<T> const& a, matrix<T>& b, bool upper, bool ones) {
    std::int64_t const n = a.rows(), columns = b.columns(), blocks = (n + columns_at_once - 1) / columns_at_once;
    for (std::int64_t i = 0; i < blocks; ++i) {
        std::int64_t const first = (upper ? blocks - 1 - i : i) * columns_at_once;
        std::int64_t const end = std::min(first + columns_at_once, n);
        for (std::int64_t step = 0; step < end - first; ++step) {
            std::int64_t const r = upper ? end - 1 - step : first + step;
            for (std::int64_t c = upper ? r + 1 : first; c < (upper ? end : r); ++c)
                add_multiple(columns, b.row(r), -a(r, c), b.row(c));
            for (std::int64_t c = 0; !ones && c < columns; ++c)
                b(r, c) /= a(r, r);
        }
        std::int64_t const start = upper ? 0 : end, count = upper ? first : n - end;
        if (count > 0)
            add_product<T>(block(b, start, 0, count, columns), block(a, start, first, count, end - first),
                           block(std::as_const(b), first, 0, end - first, columns), -1);
    }
}

template <class T>
std::int32_t dense_algebra<T>::cholesky(matrix<T>& a) {
    for (std::int64_t r = 0; r < a.rows(); ++r) {
        double rest = std::real(a(r, r));
        for (std::int64_t c = 0; c < r; ++c) {
            T sum = a(r, c);
            for (std::int64_t k = 0; k < c; ++k)
                sum -= times(a(r, k), conjugate(a(c, k)));
            a(r, c) = sum / std::real(a(c, c));
            rest -= std::norm(a(r, c));
        }
        if (!(rest > 0) || !std::isfinite(rest))
            return static_cast<std::int32_t>(r + 1);
        a(r, r) = std::sqrt(rest);
        std::fill(a.row(r) + r + 1, a.row(r) + a.columns(), T(0));
    }
    return 0;
}

/// Makes of `n` numbers, `stride` apart, the vector v of a reflector but for its 1, and the number that is left of
/// them, which is real; gives tau.
template <class T>
[[nodiscard]] T make_reflector(T* x, std::int64_t n, std::int64_t stride) {
    double most = 0, sum = 0;
    for (std::int64_t i = 1; i < n; ++i)
        most = std::max({most, std::abs(std::real(x[i * stride])), std::abs(std::imag(x[i * stride]))});
    if (most == 0 && std::imag(x[0]) == 0)
        return T(0);
    most = std::max({most, std::abs(std::real(x[0])), std::abs(std::imag(x[0]))});
    for (std::int64_t i = 0; i < n; ++i)
        sum += std::norm(x[i * stride] / most);
    double const length = most * std::sqrt(sum), left = std::real(x[0]) < 0 ? length : -length;
    T const first = x[0], scale = T(1) / (first - left);
    for (std::int64_t i = 1; i < n; ++i)
        x[i * stride] = times(x[i * stride], scale);
    x[0] = left;
    return (left - first) / left;
}

template <class T>
reflector_parts<T> dense_algebra<T>::reflectors(matrix<T> a) {
    reflector_parts<T> made;
    for (std::int64_t k = 0; k < std::min(a.rows(), a.columns()); ++k) {
        made.factors.push_back(make_reflector(&a(k, k), a.rows() - k, a.columns()));
        reflect(a, a, k, conjugate(made.factors.back()), k + 1);
    }
    made.parts = std::move(a);
    return made;
}

template <class T>
void dense_algebra<T>::reflect(matrix<T>& m, matrix<T> const& vectors, std::int64_t k, T tau, std::int64_t first) {
    std::int64_t const count = m.columns() - first;
    if (tau == T(0) || count <= 0)
        return;
    std::vector<T> sums(m.row(k) + first, m.row(k) + m.columns());
    for (std::int64_t r = k + 1; r < m.rows(); ++r)
        add_multiple(count, sums.data(), conjugate(vectors(r, k)), m.row(r) + first);
    add_multiple(count, m.row(k) + first, -tau, sums.data());
    for (std::int64_t r = k + 1; r < m.rows(); ++r)
        add_multiple(count, m.row(r) + first, -times(tau, vectors(r, k)), sums.data());
}

template <class T>
matrix<T> dense_algebra<T>::orthogonal(matrix<T> const& vectors, std::vector<T> const& factors, std::int64_t columns) {
    matrix<T> made = matrix<T>::identity(vectors.rows(), columns);
    for (std::int64_t k = static_cast<std::int64_t>(factors.size()); k-- > 0;)
        reflect(made, vectors, k, factors[static_cast<std::size_t>(k)], k);
    return made;
}

/// Taylor's series of the matrix halved until it is small, squared as often.
template <class T>
matrix<T> dense_algebra<T>::exponential(matrix<T> a) {
    std::int64_t const n = a.rows();
    double norm = 0;
    for (std::int64_t r = 0; r < n; ++r) {
        double sum = 0;
        for (std::int64_t c = 0; c < n; ++c)
            sum += std::abs(a(r, c));
        norm = sum > norm ? sum : norm;
    }
    if (!std::isfinite(norm) || !a.is_finite()) {
        std::fill_n(a.data(), a.size(), T(std::numeric_limits<double>::quiet_NaN()));
        return a;
    }
    int const halvings = norm > 0.5 ? static_cast<int>(std::ceil(std::log2(norm))) + 1 : 0;
    for (std::int64_t i = 0; i < a.size(); ++i)
        a.data()[i] *= std::ldexp(1.0, -halvings);
    matrix<T> term = matrix<T>::identity(n, n), sum = term;
    for (int power = 1; power <= 18; ++power) {
        term = product(term, a);
        for (std::int64_t i = 0; i < a.size(); ++i)
            sum.data()[i] += term.data()[i] /= power;
    }
    for (int i = 0; i < halvings; ++i)
        sum = product(sum, sum);
    return sum;
}

} // namespace graft::detail::inline GRAFT_LIBRARY_INSTRUCTION_SET
