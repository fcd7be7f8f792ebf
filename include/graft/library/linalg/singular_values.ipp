#pragma once

#include <graft/library/linalg/algebra.hpp>
#include <graft/library/linalg/triangles.ipp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

/// Singular values: reflectors from both sides leave a diagonal and the one above it, rotations the diagonal alone (G.
/// Golub and C. Reinsch, Singular Value Decomposition and Least Squares Solutions, 1970; without a shift as J. Demmel
/// and W. Kahan, Accurate Singular Values of Bidiagonal Matrices, 1990).
namespace graft::detail::inline GRAFT_LIBRARY_INSTRUCTION_SET {

/// Turns (x, y) into (length, 0), where `length` has the sign of x, as LAPACK's rotations do.
struct plane_rotation {
    double cosine = 1, sine = 0, length = 0;

    plane_rotation() = default;
    plane_rotation(double x, double y) : length(y == 0 ? x : std::copysign(std::hypot(x, y), x == 0 ? 1 : x)) {
        if (length != 0) {
            cosine = x / length;
            sine = y / length;
        }
    }
    /// Turns rows `k` and `other`; nothing where vectors are not wanted.
    void turn(matrix<double>& m, std::size_t k, std::size_t other) const {
        double* const first = m.row(static_cast<std::int64_t>(k));
        double* const second = m.row(static_cast<std::int64_t>(other));
        for (std::int64_t i = 0; i < m.columns(); ++i) {
            double const x = first[i], y = second[i];
            first[i] = cosine * x + sine * y;
            second[i] = cosine * y - sine * x;
        }
    }
};

/// The singular values of ((f, g), (0, h)), the larger one first, and the rotations from both sides that leave them.
struct pair_parts {
    double larger = 0, smaller = 0;
    plane_rotation left, right;

    pair_parts(double f, double g, double h) {
        bool const swapped = std::abs(h) > std::abs(f);
        double const top = swapped ? h : f, bottom = swapped ? f : h;
        double const most = std::abs(top), least = std::abs(bottom), beside = std::abs(g);
        bool largest_beside = beside > most;
        plane_rotation l, r;
        if (beside == 0) {
            larger = most;
            smaller = least;
            largest_beside = false;
        } else if (largest_beside && most / beside < std::numeric_limits<double>::epsilon() / 2) {
            larger = beside;
            smaller = least > 1 ? most / (beside / least) : (most / beside) * least;
            l.sine = bottom / g;
            r.sine = 1;
            r.cosine = top / g;
        } else {
            double const gap = most - least, m = g / top, share = gap == most ? 1 : gap / most;
            double const s = std::sqrt((2 - share) * (2 - share) + m * m);
            double const q = share == 0 ? std::abs(m) : std::sqrt(share * share + m * m), mean = (s + q) / 2;
            smaller = least / mean;
            larger = most * mean;
            double tangent = (m / (s + 2 - share) + m / (q + share)) * (1 + mean);
            if (m * m == 0)
                tangent = share == 0 ? std::copysign(2.0, top) * std::copysign(1.0, g)
                                     : g / std::copysign(gap, top) + m / (2 - share);
            double const length = std::sqrt(tangent * tangent + 4);
            r.cosine = 2 / length;
            r.sine = tangent / length;
            l.cosine = (r.cosine + r.sine * m) / mean;
            l.sine = (bottom / top) * r.sine / mean;
        }
        left = l;
        right = r;
        if (swapped) {
            left.cosine = r.sine;
            left.sine = r.cosine;
            right.cosine = l.sine;
            right.sine = l.cosine;
        }
        auto const sign = [](double x) { return std::copysign(1.0, x); };
        double const of_larger = largest_beside ? sign(right.sine) * sign(left.cosine) * sign(g)
                                 : swapped      ? sign(right.sine) * sign(left.sine) * sign(h)
                                                : sign(right.cosine) * sign(left.cosine) * sign(f);
        larger = std::copysign(larger, of_larger);
        smaller = std::copysign(smaller, of_larger * sign(f) * sign(h));
    }
};

/// A diagonal and the one above it, whose product with two orthogonal matrices stays what it is: left^T B right. What is
/// negligible, where sweeps begin and how pairs end is as in LAPACK, of which the signs of singular vectors come.
struct bidiagonal {
    std::vector<double> diagonal, above;
    matrix<double> left, right;

    /// Takes the diagonal above for the one below, and turns rows until it is above.
    void turn() {
        for (std::size_t i = 0; i + 1 < diagonal.size(); ++i) {
            plane_rotation const r(diagonal[i], above[i]);
            diagonal[i] = r.length;
            above[i] = r.sine * diagonal[i + 1];
            diagonal[i + 1] *= r.cosine;
            r.turn(left, i, i + 1);
        }
    }

    /// False where it does not converge.
    [[nodiscard]] bool reduce() {
        std::size_t const n = diagonal.size();
        double least = std::abs(diagonal[0]), mu = least;
        for (std::size_t i = 1; i < n && least != 0; ++i)
            least = std::min(least, mu = next(mu, diagonal[i], above[i - 1]));
        double const count = static_cast<double>(n);
        negligible_ = std::max(tolerance() * (least / std::sqrt(count)),
                               6 * count * (count * std::numeric_limits<double>::min()));
        std::size_t steps = 6 * n * n + n;
        std::size_t old_first = n, old_last = n;
        bool down = true;
        for (std::size_t last = n - 1; last > 0;) {
            std::size_t first = last;
            double most = std::abs(diagonal[last]);
            for (; first > 0 && std::abs(above[first - 1]) > negligible_; --first)
                most = std::max({most, std::abs(diagonal[first - 1]), std::abs(above[first - 1])});
            if (first > 0)
                above[first - 1] = 0;
            if (first == last) {
                --last;
                continue;
            }
            if (first + 1 == last) {
                end_pair(first);
                if (first == 0)
                    break;
                last = first - 1;
                continue;
            }
            if (steps < last - first)
                return false;
            steps -= last - first;
            if (old_first == n || first > old_last || last < old_first)
                down = std::abs(diagonal[first]) >= std::abs(diagonal[last]);
            std::optional<double> const smallest = split(first, last, down);
            if (!smallest)
                continue;
            old_first = first;
            old_last = last;
            double shift = 0;
            if (count * tolerance() * (*smallest / most) > std::max(half_epsilon, 0.01 * tolerance())) {
                std::size_t const pair = down ? last - 1 : first;
                shift = smaller_value(diagonal[pair], above[pair], diagonal[pair + 1]);
                double const start = std::abs(diagonal[down ? first : last]);
                if (start > 0 && (shift / start) * (shift / start) < half_epsilon)
                    shift = 0;
            }
            sweep(first, last, shift, down);
        }
        return true;
    }

private:
    static constexpr double half_epsilon = std::numeric_limits<double>::epsilon() / 2;
    double negligible_ = 0;

    [[nodiscard]] static double tolerance() { return half_epsilon * std::pow(half_epsilon, -0.125); }

    // A bound of the singular values from one row to the next.
    [[nodiscard]] static double next(double mu, double d, double e) { return std::abs(d) * (mu / (mu + std::abs(e))); }

    // A bound of the smallest singular value of the rows from `first` to `last`; none where they were split.
    [[nodiscard]] std::optional<double> split(std::size_t first, std::size_t last, bool down) {
        double& end = above[down ? last - 1 : first];
        if (std::abs(end) <= tolerance() * std::abs(diagonal[down ? last : first])) {
            end = 0;
            return {};
        }
        double mu = std::abs(diagonal[down ? first : last]), least = mu;
        for (std::size_t k = 0; k < last - first; ++k) {
            std::size_t const i = down ? first + k : last - 1 - k;
            if (std::abs(above[i]) <= tolerance() * mu) {
                above[i] = 0;
                return {};
            }
            least = std::min(least, mu = next(mu, diagonal[down ? i + 1 : i], above[i]));
        }
        return least;
    }

    void end_pair(std::size_t first) {
        pair_parts const parts(diagonal[first], above[first], diagonal[first + 1]);
        diagonal[first] = parts.larger;
        above[first] = 0;
        diagonal[first + 1] = parts.smaller;
        parts.right.turn(right, first, first + 1);
        parts.left.turn(left, first, first + 1);
    }

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

    // From the first row down, or from the last one up, where rows and columns change their parts.
    void sweep(std::size_t first, std::size_t last, double shift, bool down) {
        matrix<double>& near = down ? right : left;
        matrix<double>& far = down ? left : right;
        std::size_t const count = last - first;
        auto const d = [&](std::size_t k) -> double& { return diagonal[down ? first + k : last - k]; };
        auto const e = [&](std::size_t k) -> double& { return above[down ? first + k : last - 1 - k]; };
        auto const turn = [&](plane_rotation const& r, matrix<double>& m, std::size_t k) {
            r.turn(m, down ? first + k : last - k, down ? first + k + 1 : last - k - 1);
        };
        if (shift == 0) {
            plane_rotation r, l;
            for (std::size_t k = 0; k < count; ++k) {
                r = plane_rotation(d(k) * r.cosine, e(k));
                if (k > 0)
                    e(k - 1) = l.sine * r.length;
                l = plane_rotation(l.cosine * r.length, d(k + 1) * r.sine);
                d(k) = l.length;
                turn(r, near, k);
                turn(l, far, k);
            }
            double const rest = d(count) * r.cosine;
            d(count) = rest * l.cosine;
            e(count - 1) = rest * l.sine;
        } else {
            double x = (std::abs(d(0)) - shift) * (std::copysign(1.0, d(0)) + shift / d(0)), y = e(0);
            for (std::size_t k = 0; k < count; ++k) {
                plane_rotation const r(x, y);
                if (k > 0)
                    e(k - 1) = r.length;
                x = r.cosine * d(k) + r.sine * e(k);
                e(k) = r.cosine * e(k) - r.sine * d(k);
                y = r.sine * d(k + 1);
                d(k + 1) *= r.cosine;
                plane_rotation const l(x, y);
                d(k) = l.length;
                x = l.cosine * e(k) + l.sine * d(k + 1);
                d(k + 1) = l.cosine * d(k + 1) - l.sine * e(k);
                if (k + 1 < count) {
                    y = l.sine * e(k + 1);
                    e(k + 1) *= l.cosine;
                }
                turn(r, near, k);
                turn(l, far, k);
            }
            e(count - 1) = x;
        }
        if (std::abs(e(count - 1)) <= negligible_)
            e(count - 1) = 0;
    }
};

// Of more rows than columns: reflectors from the left leave as many rows as columns.
template <class T>
singular_parts<T> dense_algebra<T>::singular_of_tall(matrix<T> const& given, singular_vectors wanted) {
    matrix<T> a = given;
    std::int64_t const rows = a.rows(), n = a.columns();
    std::vector<T> factors;
    matrix<T> upper(n, n);
    for (std::int64_t k = 0; k < n; ++k) {
        factors.push_back(make_reflector(&a(k, k), rows - k, n));
        reflect(a, a, k, conjugate(factors.back()), k + 1);
        for (std::int64_t c = k; c < n; ++c)
            upper(k, c) = a(k, c);
    }
    bool const none = wanted == singular_vectors::none;
    singular_parts<T> made = singular_by_rotations(upper, none ? wanted : singular_vectors::thin, false);
    if (none)
        return made;
    matrix<T> left = matrix<T>::identity(rows, wanted == singular_vectors::full ? rows : n);
    for (std::int64_t r = 0; r < n; ++r)
        for (std::int64_t c = 0; c < n; ++c)
            left(r, c) = made.left(r, c);
    for (std::int64_t k = n; k-- > 0;)
        reflect(left, a, k, factors[static_cast<std::size_t>(k)]);
    made.left = std::move(left);
    return made;
}

template <class T>
singular_parts<T> dense_algebra<T>::singular(matrix<T> const& given, singular_vectors wanted) {
    if (given.rows() >= given.columns())
        return given.rows() > given.columns() ? singular_of_tall(given, wanted)
                                              : singular_by_rotations(given, wanted, false);
    singular_parts<T> turned = singular_by_rotations(given.adjoint(), wanted, true);
    if (wanted == singular_vectors::none)
        return turned;
    return {turned.right.adjoint(), std::move(turned.values), turned.left.adjoint(), turned.converged};
}

// Of no more columns than rows; `turned` where the adjoint is what was given, of which rotations make the triangle.
template <class T>
singular_parts<T> dense_algebra<T>::singular_by_rotations(matrix<T> const& given, singular_vectors wanted,
                                                          bool turned) {
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
    if (turned)
        b.turn();
    made.converged = b.reduce();
    if (turned)
        std::swap(b.left, b.right);
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
            made.left(r, c) = turned ? sign * b.left(from, r) : b.left(from, r);
            right(r, c) = turned ? b.right(from, r) : sign * b.right(from, r);
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
