#pragma once

#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace graft::detail {

/// What matrices are made of: `double`, or complex numbers of them.
template <class T>
inline constexpr bool is_complex_number = !std::is_same_v<T, double>;

template <class T>
[[nodiscard]] T conjugate(T x) {
    if constexpr (is_complex_number<T>)
        return {x.real(), -x.imag()};
    else
        return x;
}

/// The product, also of infinite parts, without the care that C's annex G takes of these.
template <class T>
[[nodiscard]] T times(T a, T b) {
    if constexpr (is_complex_number<T>)
        return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
    else
        return a * b;
}

/// The sum of the magnitudes of the parts: what LAPACK compares pivots by.
template <class T>
[[nodiscard]] double rough_size(T x) {
    return std::abs(std::real(x)) + std::abs(std::imag(x));
}

template <class T>
[[nodiscard]] bool is_finite_number(T x) {
    return std::isfinite(std::real(x)) && std::isfinite(std::imag(x));
}

/// `to[i] += factor * from[i]`.
template <class T>
void add_multiple(std::int64_t n, T* to, T factor, T const* from) {
    for (std::int64_t i = 0; i < n; ++i)
        to[i] += times(factor, from[i]);
}

/// A matrix whose rows are dense and lie one after another.
template <class T>
class matrix {
public:
    matrix() = default;
    matrix(std::int64_t rows, std::int64_t columns)
        : rows_(rows), columns_(columns), elements_(static_cast<std::size_t>(rows * columns)) {}

    /// Ones on the diagonal, and zeros.
    [[nodiscard]] static matrix identity(std::int64_t rows, std::int64_t columns) {
        matrix made(rows, columns);
        for (std::int64_t i = 0; i < rows && i < columns; ++i)
            made(i, i) = T(1);
        return made;
    }

    [[nodiscard]] std::int64_t rows() const { return rows_; }
    [[nodiscard]] std::int64_t columns() const { return columns_; }
    [[nodiscard]] std::int64_t size() const { return rows_ * columns_; }
    [[nodiscard]] T* data() { return elements_.data(); }
    [[nodiscard]] T const* data() const { return elements_.data(); }
    [[nodiscard]] T* row(std::int64_t r) { return elements_.data() + r * columns_; }
    [[nodiscard]] T const* row(std::int64_t r) const { return elements_.data() + r * columns_; }
    [[nodiscard]] T& operator()(std::int64_t r, std::int64_t c) { return row(r)[c]; }
    [[nodiscard]] T const& operator()(std::int64_t r, std::int64_t c) const { return row(r)[c]; }

    [[nodiscard]] matrix transposed() const {
        matrix made(columns_, rows_);
        for (std::int64_t r = 0; r < rows_; ++r)
            for (std::int64_t c = 0; c < columns_; ++c)
                made(c, r) = (*this)(r, c);
        return made;
    }
    [[nodiscard]] matrix adjoint() const {
        matrix made = transposed();
        for (T& x : made.elements_)
            x = conjugate(x);
        return made;
    }
    /// So many of the first rows and columns; zeros where there are no more.
    [[nodiscard]] matrix corner(std::int64_t rows, std::int64_t columns) const {
        matrix made(rows, columns);
        for (std::int64_t r = 0; r < rows && r < rows_; ++r)
            for (std::int64_t c = 0; c < columns && c < columns_; ++c)
                made(r, c) = (*this)(r, c);
        return made;
    }
    [[nodiscard]] bool is_finite() const {
        for (T const& x : elements_)
            if (!is_finite_number(x))
                return false;
        return true;
    }

private:
    std::int64_t rows_ = 0, columns_ = 0;
    std::vector<T> elements_;
};

} // namespace graft::detail
