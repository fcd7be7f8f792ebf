#pragma once

#include <graft/library/linalg/algebra.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>

/// L D L^T with blocks of one and two rows (J. Bunch and L. Kaufman, Some Stable Methods for Calculating Inertia and
/// Solving Symmetric Linear Systems, 1977).
namespace graft::detail::inline GRAFT_LIBRARY_INSTRUCTION_SET {

/// One matrix being taken apart, in its lower triangle.
template <class T>
struct symmetric_elimination {
    matrix<T> a;
    bool hermitian;

    /// The element across the diagonal.
    [[nodiscard]] T across(T x) const { return hermitian ? conjugate(x) : x; }
    /// Which row comes to `k`, or to `k + 1` where a block has two rows.
    [[nodiscard]] std::pair<std::int64_t, bool> choose(std::int64_t k) const {
        double const alpha = (1 + std::sqrt(17.0)) / 8, here = rough_size(a(k, k));
        std::int64_t below = k;
        double column = 0;
        for (std::int64_t r = k + 1; r < a.rows(); ++r)
            if (rough_size(a(r, k)) > column) {
                column = rough_size(a(r, k));
                below = r;
            }
        if (!(std::max(here, column) > 0) || here >= alpha * column)
            return {k, false};
        double row = 0;
        for (std::int64_t c = k; c < below; ++c)
            row = std::max(row, rough_size(a(below, c)));
        for (std::int64_t r = below + 1; r < a.rows(); ++r)
            row = std::max(row, rough_size(a(r, below)));
        if (here >= alpha * column * (column / row))
            return {k, false};
        return {below, rough_size(a(below, below)) < alpha * row};
    }
    /// Exchanges rows and columns from `k` on, where `from` is not before it.
    void exchange(std::int64_t k, std::int64_t from, bool pair) {
        if (k == from)
            return;
        for (std::int64_t r = from + 1; r < a.rows(); ++r)
            std::swap(a(r, k), a(r, from));
        for (std::int64_t r = k + 1; r < from; ++r) {
            T const kept = across(a(r, k));
            a(r, k) = across(a(from, r));
            a(from, r) = kept;
        }
        a(from, k) = across(a(from, k));
        std::swap(a(k, k), a(from, from));
        if (pair)
            std::swap(a(k, k - 1), a(from, k - 1));
    }
    /// Takes what `count` columns from `k` on, multiplied with the inverse of their block, add to the rest.
    void eliminate(std::int64_t k, int count) {
        T const first = a(k, k), corner = count == 2 ? a(k + 1, k) : T(0), second = count == 2 ? a(k + 1, k + 1) : T(1);
        T const determinant = times(first, second) - times(corner, across(corner));
        for (std::int64_t c = k + count; c < a.rows(); ++c) {
            T const x = a(c, k), y = count == 2 ? a(c, k + 1) : T(0);
            T const u = (times(x, second) - times(y, corner)) / determinant;
            T const v = (times(y, first) - times(x, across(corner))) / determinant;
            for (std::int64_t r = c; r < a.rows(); ++r) {
                a(r, c) -= times(a(r, k), across(u));
                if (count == 2)
                    a(r, c) -= times(a(r, k + 1), across(v));
            }
            a(c, k) = u;
            if (count == 2)
                a(c, k + 1) = v;
        }
    }
};

template <class T>
ldl_parts<T> dense_algebra<T>::symmetric_parts(matrix<T> given, bool hermitian) {
    ldl_parts<T> made;
    symmetric_elimination<T> work{std::move(given), hermitian};
    matrix<T>& a = work.a;
    for (std::int64_t r = 0; r < a.rows(); ++r) {
        std::fill(a.row(r) + r + 1, a.row(r) + a.columns(), T(0));
        if (hermitian)
            a(r, r) = std::real(a(r, r));
    }
    for (std::int64_t k = 0; k < a.rows();) {
        auto const [row, pair] = work.choose(k);
        int const count = pair ? 2 : 1;
        work.exchange(k + count - 1, row, pair);
        made.pivots.insert(made.pivots.end(), static_cast<std::size_t>(count),
                           static_cast<std::int32_t>(pair ? -row - 1 : row + 1));
        if (pair || a(k, k) != T(0))
            work.eliminate(k, count);
        else if (made.zero == 0)
            made.zero = static_cast<std::int32_t>(k + 1);
        for (std::int64_t r = k; hermitian && r < a.rows(); ++r)
            a(r, r) = std::real(a(r, r));
        k += count;
    }
    made.ld = std::move(a);
    return made;
}

template <class T>
matrix<T> dense_algebra<T>::solve(ldl_parts<T> const& parts, matrix<T> b, bool hermitian) {
    matrix<T> const& a = parts.ld;
    std::int64_t const n = a.rows(), columns = b.columns();
    auto const across = [&](T x) { return hermitian ? conjugate(x) : x; };
    auto const exchange = [&](std::int64_t k, std::int32_t pivot) {
        std::int64_t const from = std::abs(pivot) - 1;
        if (k != from)
            std::swap_ranges(b.row(k), b.row(k) + columns, b.row(from));
    };
    auto const is_pair = [&](std::int64_t k) { return parts.pivots[static_cast<std::size_t>(k)] < 0; };
    for (std::int64_t k = 0; k < n;) {
        int const count = is_pair(k) ? 2 : 1;
        exchange(k + count - 1, parts.pivots[static_cast<std::size_t>(k)]);
        for (std::int64_t r = k + count; r < n; ++r)
            for (std::int64_t c = k; c < k + count; ++c)
                add_multiple(columns, b.row(r), -a(r, c), b.row(c));
        if (count == 1) {
            for (std::int64_t c = 0; c < columns; ++c)
                b(k, c) /= a(k, k);
        } else {
            T const corner = a(k + 1, k), determinant = times(a(k, k), a(k + 1, k + 1)) - times(corner, across(corner));
            for (std::int64_t c = 0; c < columns; ++c) {
                T const x = b(k, c), y = b(k + 1, c);
                b(k, c) = (times(a(k + 1, k + 1), x) - times(across(corner), y)) / determinant;
                b(k + 1, c) = (times(a(k, k), y) - times(corner, x)) / determinant;
            }
        }
        k += count;
    }
    for (std::int64_t last = n; last > 0;) {
        int const count = is_pair(last - 1) ? 2 : 1;
        for (std::int64_t r = last; r < n; ++r)
            for (std::int64_t c = last - count; c < last; ++c)
                add_multiple(columns, b.row(c), -across(a(r, c)), b.row(r));
        exchange(last - 1, parts.pivots[static_cast<std::size_t>(last - 1)]);
        last -= count;
    }
    return b;
}

} // namespace graft::detail::inline GRAFT_LIBRARY_INSTRUCTION_SET
