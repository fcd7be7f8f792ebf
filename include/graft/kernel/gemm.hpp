#pragma once

#include <graft/core/block_cache.hpp>
#include <graft/kernel/loop.hpp>
#include <graft/kernel/packed_matrix.hpp>
#include <graft/kernel/packed_product.hpp>

#include <Eigen/Core>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace graft::detail {

/// A matrix in memory; strides are in elements and may be anything but negative.
template <class T>
struct matrix_view {
    T* data;
    std::int64_t rows, columns, row_stride, column_stride;

    [[nodiscard]] bool is_row_major() const { return column_stride == 1 || columns <= 1; }
    [[nodiscard]] bool is_column_major() const { return row_stride == 1 || rows <= 1; }
    operator matrix_view<T const>() const {
        return {data, rows, columns, row_stride, column_stride};
    }
};

/// `out += alpha * a * b` for dense rows of `out` and `a` and this storage order of `b`, by Eigen's packed product.
template <int OrderB, class T>
void multiply_ordered(matrix_view<T> out, matrix_view<T const> a, matrix_view<T const> b,
                      T alpha) {
    using stride = Eigen::OuterStride<>;
    using result = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    using right = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, OrderB>;
    Eigen::Map<result, 0, stride> to(out.data, out.rows, out.columns, stride(out.row_stride));
    Eigen::Map<result const, 0, stride> const x(a.data, a.rows, a.columns, stride(a.row_stride));
    Eigen::Map<right const, 0, stride> const y(b.data, b.rows, b.columns,
                                               stride(OrderB == Eigen::RowMajor ? b.row_stride : b.column_stride));
    to.noalias() += alpha * (x * y);
}

/// The matrix itself if its rows are dense, else a dense copy in `buffer`.
template <class T>
[[nodiscard]] matrix_view<T const> with_dense_rows(matrix_view<T const> m, scratch_vector<T>& buffer) {
    if (m.is_row_major())
        return m;
    buffer.resize(static_cast<std::size_t>(m.rows * m.columns));
    T* to = buffer.data();
    for (std::int64_t i = 0; i < m.rows; ++i)
        for (std::int64_t j = 0; j < m.columns; ++j)
            *to++ = m.data[i * m.row_stride + j * m.column_stride];
    return {buffer.data(), m.rows, m.columns, m.columns, 1};
}

/// Packs a matrix times a factor, without a bias.
inline void pack_times(float factor, matrix_view<float const> m, packed_matrix& packed) {
    auto const pack = [&](auto column_stride) {
        packed.pack(m.rows, m.columns,
                    [=](std::int64_t row, std::int64_t column) {
                        return factor * m.data[row * m.row_stride + column * column_stride];
                    },
                    [](std::int64_t) { return 0.0f; });
    };
    if (m.column_stride == 1)  // known where it is compiled, so that elements side by side are moved at once
        pack(std::integral_constant<std::int64_t, 1>{});
    else
        pack(m.column_stride);
}

/// `out += alpha * a * b` of floats, by tiles in registers.
inline void multiply_tiled(matrix_view<float> out, matrix_view<float const> a, matrix_view<float const> b,
                           float alpha) {
    scratch_vector<float> buffer;
    a = with_dense_rows(a, buffer);
    packed_matrix packed;
    pack_times(alpha, b, packed);
    multiply_packed(a.data, a.row_stride, a.rows, packed, {out.data, out.row_stride, out.data});
}

/// The same of integers, which wrap, row by row of `b`.
template <std::integral T>
void multiply_integers(matrix_view<T> out, matrix_view<T const> a, matrix_view<T const> b, T alpha) {
    using bits = std::make_unsigned_t<decltype(T{} + T{})>;  // narrow ones would be multiplied as int
    for (std::int64_t i = 0; i < a.rows; ++i)
        for (std::int64_t k = 0; k < a.columns; ++k) {
            bits const factor =
                static_cast<bits>(alpha) * static_cast<bits>(a.data[i * a.row_stride + k * a.column_stride]);
            auto const add = [factor](T sum, T x) {
                return static_cast<T>(static_cast<bits>(sum) + factor * static_cast<bits>(x));
            };
            update_loop(add, out.columns, out.data + i * out.row_stride, b.data + k * b.row_stride);
        }
}

/// `out += alpha * a * b`; the rows of `out` are dense and overlap neither argument; integers
/// wrap.
template <class T>
void multiply_matrices(matrix_view<T> out, matrix_view<std::type_identity_t<T> const> a,
                       matrix_view<std::type_identity_t<T> const> b, T alpha = 1) {
    if (out.rows == 0 || out.columns == 0 || a.columns == 0)
        return;
    // Packing pays where the matrix is read for several rows.
    if constexpr (std::same_as<T, float>)
        if (out.rows >= tile_rows / 2)
            return multiply_tiled(out, a, b, alpha);
    scratch_vector<T> buffer_a, buffer_b;
    if constexpr (std::integral<T>) {
        multiply_integers<T>(out, a, with_dense_rows<T>(b, buffer_b), alpha);
    } else {
        a = with_dense_rows<T>(a, buffer_a);
        if (b.is_column_major() && !b.is_row_major())
            multiply_ordered<Eigen::ColMajor>(out, a, b, alpha);
        else
            multiply_ordered<Eigen::RowMajor>(out, a, with_dense_rows<T>(b, buffer_b), alpha);
    }
}

} // namespace graft::detail
