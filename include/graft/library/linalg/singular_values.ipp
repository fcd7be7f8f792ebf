#pragma once

#include <graft/library/linalg/algebra.hpp>
#include <graft/library/linalg/triangles.ipp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

/// Singular values: reflectors from both sides leave a diagonal and the one above it, rotations the diagonal alone (G.
/// Golub and C. Reinsch, Singular Value Decomposition and Least Squares Solutions, 1970; without a shift as J. Demmel
/// and W. Kahan, Accurate Singular Values of Bidiagonal Matrices, 1990).
namespace graft::detail::inline GRAFT_LIBRARY_INSTRUCTION_SET {

/// Turns (x, y) into (length, 0).
struct plane_rotation {
    double cosine = 1, sine = 0, length = 0;

    plane_rotation(double x, double y) : length(std::hypot(x, y)) {
        if (length != 0) {
            cosine = x / length;
            sine = y / length;
        }
    }
    /// Turns rows `k` and `k + 1`; nothing where vectors are not wanted.
    void turn(matrix<double>& m, std::int64_t k) const {
        for (std::int64_t i = 0; i < m.columns(); ++i) {
            double const x = m(k, i), y = m(k + 1, i);
            m(k, i) = cosine * x + sine * y;
            m(k + 1, i) = cosine * y - sine * x;
        }
    }
};

/// A diagonal and the one above it, whose product with two orthogonal matrices stays what it is: left^T B right.
struct bidiagonal {
    std::vector<double> diagonal, above;
    matrix<double> left, right;

    /// False where it does not converge.
    [[nodiscard]] bool reduce() {
        std::size_t const n = diagonal.size();
        double norm = 0;
        for (std::vector<double> const* part : {&diagonal, &above})
            for (double const x : *part)
                norm = std::max(norm, std::abs(x));
        double const negligible = norm * std::numeric_limits<double>::epsilon() / 2;
        std::size_t sweeps = 60 * n;
        for (std::size_t last = n - 1; last > 0;) {
            std::size_t first = last;
            while (first > 0 && std::abs(above[first - 1]) > negligible)
                --first;
            if (first > 0)
                above[first - 1] = 0;
            if (first == last) {
                --last;
                continue;
            }
            if (sweeps-- == 0)
                return false;
            bool singular = false;
            for (std::size_t i = first; i <= last; ++i)
                singular = singular || std::abs(diagonal[i]) <= negligible;
            double const shift = singular ? 0 : smaller_value(diagonal[last - 1], above[last - 1], diagonal[last]);
            double const ratio = singular ? 0 : shift / std::abs(diagonal[first]);
            if (ratio * ratio < std::numeric_limits<double>::epsilon())
                sweep(first, last);
            else
                sweep(first, last, shift);
        }
        return true;
    }

private:
    // The smaller singular value of ((a, b), (0, c)).
    [[nodiscard]] static double smaller_value(double a, double b, double c) {
        double const least = std::min(std::abs(a), std::abs(c)), most = std::max(std::abs(a), std::abs(c));
        double const g = std::abs(b);
        if (least == 0)
            return 0;
        if (g < most) {
            double const s = 1 + least / most, t = (most - least) / most, u = (g / most) * (g / most);
            return least * (2 / (std::sqrt(s * s + u) + std::sqrt(t * t + u)));
        }
        double const u = most / g, s = (1 + least / most) * u, t = ((most - least) / most) * u;
        return 2 * (least * (1 / (std::sqrt(1 + s * s) + std::sqrt(1 + t * t)))) * u;
    }

    void sweep(std::size_t first, std::size_t last) {
        double cosine = 1, old_cosine = 1, old_sine = 0;
        for (std::size_t i = first; i < last; ++i) {
            auto const row = static_cast<std::int64_t>(i);
            plane_rotation const r(diagonal[i] * cosine, above[i]);
            if (i > first)
                above[i - 1] = old_sine * r.length;
            plane_rotation const l(old_cosine * r.length, diagonal[i + 1] * r.sine);
            diagonal[i] = l.length;
            cosine = r.cosine;
            old_cosine = l.cosine;
            old_sine = l.sine;
            r.turn(right, row);
            l.turn(left, row);
        }
        double const rest = diagonal[last] * cosine;
        diagonal[last] = rest * old_cosine;
        above[last - 1] = rest * old_sine;
    }

    void sweep(std::size_t first, std::size_t last, double shift) {
        double const top = diagonal[first];
        double x = (std::abs(top) - shift) * (std::copysign(1.0, top) + shift / top), y = above[first];
        for (std::size_t i = first; i < last; ++i) {
            auto const row = static_cast<std::int64_t>(i);
            plane_rotation const r(x, y);
            if (i > first)
                above[i - 1] = r.length;
            x = r.cosine * diagonal[i] + r.sine * above[i];
            above[i] = r.cosine * above[i] - r.sine * diagonal[i];
            y = r.sine * diagonal[i + 1];
            diagonal[i + 1] *= r.cosine;
            plane_rotation const l(x, y);
            diagonal[i] = l.length;
            x = l.cosine * above[i] + l.sine * diagonal[i + 1];
            diagonal[i + 1] = l.cosine * diagonal[i + 1] - l.sine * above[i];
            if (i + 1 < last) {
                y = l.sine * above[i + 1];
                above[i + 1] *= l.cosine;
            }
            r.turn(right, row);
            l.turn(left, row);
        }
        above[last - 1] = x;
    }
};

template <class T>
singular_parts<T> dense_algebra<T>::singular(matrix<T> const& given, singular_vectors wanted) {
    if (given.rows() < given.columns()) {
        singular_parts<T> turned = singular(given.adjoint(), wanted);
        if (wanted == singular_vectors::none)
            return turned;
        return {turned.right.adjoint(), std::move(turned.values), turned.left.adjoint(), turned.converged};
    }
    matrix<T> a = given;
    std::int64_t const rows = a.rows(), n = a.columns();
    std::vector<T> left_factors, right_factors;
    // Column k holds the vector of the reflector from the right that makes row k - 1.
    matrix<T> right_vectors(n, n);
    bidiagonal b;
    for (std::int64_t k = 0; k < n; ++k) {
        left_factors.push_back(make_reflector(&a(k, k), rows - k, n));
        b.diagonal.push_back(std::real(a(k, k)));
        reflect(a, a, k, conjugate(left_factors.back()), k + 1);
        if (k + 1 == n)
            break;
        std::int64_t const count = n - k - 1;
        std::vector<T> v(a.row(k) + k + 1, a.row(k) + n);
        for (T& x : v)
            x = conjugate(x);
        T const tau = make_reflector(v.data(), count, 1);
        b.above.push_back(std::real(v[0]));
        v[0] = T(1);
        for (std::int64_t i = 0; i < count; ++i)
            right_vectors(k + 1 + i, k + 1) = v[static_cast<std::size_t>(i)];
        right_factors.push_back(tau);
        for (std::int64_t r = k + 1; r < rows; ++r) {
            T* const row = a.row(r) + k + 1;
            T sum(0);
            for (std::int64_t i = 0; i < count; ++i)
                sum += times(row[i], v[static_cast<std::size_t>(i)]);
            sum = times(sum, tau);
            for (std::int64_t i = 0; i < count; ++i)
                row[i] -= times(sum, conjugate(v[static_cast<std::size_t>(i)]));
        }
    }
    if (wanted != singular_vectors::none) {
        b.left = matrix<double>::identity(n, n);
        b.right = b.left;
    }
    singular_parts<T> made;
    made.converged = b.reduce();
    std::vector<std::int64_t> order(static_cast<std::size_t>(n));
    std::iota(order.begin(), order.end(), 0);
    auto const value = [&](std::int64_t i) { return b.diagonal[static_cast<std::size_t>(i)]; };
    std::stable_sort(order.begin(), order.end(),
                     [&](std::int64_t i, std::int64_t k) { return std::abs(value(i)) > std::abs(value(k)); });
    for (std::int64_t const i : order)
        made.values.push_back(std::abs(value(i)));
    if (wanted == singular_vectors::none)
        return made;
    made.left = matrix<T>::identity(rows, wanted == singular_vectors::full ? rows : n);
    matrix<T> right(n, n);
    for (std::int64_t c = 0; c < n; ++c) {
        std::int64_t const from = order[static_cast<std::size_t>(c)];
        double const sign = std::signbit(value(from)) ? -1 : 1;
        for (std::int64_t r = 0; r < n; ++r) {
            made.left(r, c) = b.left(from, r);
            right(r, c) = sign * b.right(from, r);
        }
    }
    for (std::int64_t k = n; k-- > 0;)
        reflect(made.left, a, k, left_factors[static_cast<std::size_t>(k)]);
    for (std::int64_t k = n - 1; k-- > 0;)
        reflect(right, right_vectors, k + 1, right_factors[static_cast<std::size_t>(k)]);
    made.right = right.adjoint();
    return made;
}

} // namespace graft::detail::inline GRAFT_LIBRARY_INSTRUCTION_SET
