#pragma once

#include <graft/core/block_cache.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/base/loop.hpp>
#include <graft/kernel/product/packed_product.hpp>
#include <graft/kernel/simd/lanes.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring> // memcpy
#include <type_traits>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// A matrix in memory; strides are in elements and may be anything but negative.
template <class T>
struct matrix_view {
    T* data;
    std::int64_t rows, columns, row_stride, column_stride;

    [[nodiscard]] bool is_row_major() const { return column_stride == 1 || columns <= 1; }
    [[nodiscard]] bool is_column_major() const { return row_stride == 1 || rows <= 1; }
    operator matrix_view<T const>() const { return {data, rows, columns, row_stride, column_stride}; }
    /// At most so many rows and columns, from these on.
    [[nodiscard]] matrix_view part(std::int64_t row, std::int64_t column, std::int64_t most_rows,
                                   std::int64_t most_columns) const {
        return {data + row * row_stride + column * column_stride, std::min(most_rows, rows - row),
                std::min(most_columns, columns - column), row_stride, column_stride};
    }
};

/// The most products that are added up in registers at a time.
inline constexpr std::int64_t block_depth = 256;
static_assert(block_depth <= depth_blocks::most_lines);

/// The columns of a panel, two registers.
inline constexpr std::int64_t double_panel = 2 * double_lanes;

/// `out += alpha * a * panel` of `Rows` rows, of which the first `columns` columns are written.
template <int Rows>
void add_double_tile(double* out, std::int64_t stride, matrix_view<double const> a, double const* panel,
                     std::int64_t columns, double alpha) {
    doubles sums[Rows][2] = {};
    for (std::int64_t k = 0; k < a.columns; ++k, panel += double_panel) {
        doubles left, right;
        std::memcpy(&left, panel, sizeof left);
        std::memcpy(&right, panel + double_lanes, sizeof right);
#pragma GCC unroll 16
        for (int r = 0; r < Rows; ++r) {
            double const x = a.data[r * a.row_stride + k];
            sums[r][0] += x * left;
            sums[r][1] += x * right;
        }
    }
    for (int r = 0; r < Rows; ++r) {
        double row[double_panel];
        std::memcpy(row, sums[r], sizeof row);
        for (std::int64_t c = 0; c < columns; ++c)
            out[r * stride + c] += alpha * row[c];
    }
}

/// The elements of a matrix panel by panel, those of a panel row by row; what the last panel lacks is 0.
inline void pack_panels(matrix_view<double const> m, double* to) {
    for (std::int64_t first = 0; first < m.columns; first += double_panel) {
        std::int64_t const count = std::min(double_panel, m.columns - first);
        for (std::int64_t row = 0; row < m.rows; ++row, to += double_panel) {
            for (std::int64_t c = 0; c < count; ++c)
                to[c] = m.data[row * m.row_stride + (first + c) * m.column_stride];
            std::fill(to + count, to + double_panel, 0.0);
        }
    }
}

/// `out += alpha * a * b`; the rows of `out` and `a` are dense. Tiles of sums in registers over blocks that the
/// caches hold (K. Goto and R. van de Geijn, Anatomy of High-Performance Matrix Multiplication, 2008).
inline void multiply_doubles(matrix_view<double> out, matrix_view<double const> a, matrix_view<double const> b,
                             double alpha) {
    // A panel of a block stays in the first-level cache while rows pass, a block in the second-level one.
    constexpr std::int64_t depth = block_depth, width = 16 * double_panel;
    scratch_vector<double> panels;
    panels.resize(static_cast<std::size_t>(std::min(depth, b.rows) * std::min(width, b.columns + double_panel - 1)));
    for (std::int64_t k = 0; k < b.rows; k += depth)
        for (std::int64_t column = 0; column < b.columns; column += width) {
            auto const block = b.part(k, column, depth, width);
            pack_panels(block, panels.data());
            std::int64_t row = 0;
            auto const add = [&]<int Rows>() {
                for (; row + Rows <= out.rows; row += Rows)
                    for (std::int64_t c = 0; c < block.columns; c += double_panel)
                        add_double_tile<Rows>(out.data + row * out.row_stride + column + c, out.row_stride,
                                              a.part(row, k, Rows, depth), panels.data() + c * block.rows,
                                              std::min(double_panel, block.columns - c), alpha);
            };
            add.template operator()<tile_rows>();
            add.template operator()<tile_rows / 2>();
            add.template operator()<1>();
        }
}

/// The matrix itself if its rows are dense, else a dense copy in `buffer`.
template <class T>
[[nodiscard]] matrix_view<T const> with_dense_rows(matrix_view<T const> m, scratch_vector<T>& buffer) {
    if (m.is_row_major())
        return m;
    buffer.resize(static_cast<std::size_t>(m.rows * m.columns));
    constexpr std::int64_t at_once = 16; // columns, each of which is read from begin to end
    for (std::int64_t begin = 0; begin < m.columns; begin += at_once)
        for (std::int64_t i = 0; i < m.rows; ++i)
            for (std::int64_t j = begin; j < std::min(begin + at_once, m.columns); ++j)
                buffer.data()[i * m.columns + j] = m.data[i * m.row_stride + j * m.column_stride];
    return {buffer.data(), m.rows, m.columns, m.columns, 1};
}

/// Packs a matrix times a factor, without a bias.
inline void pack_times(float factor, matrix_view<float const> m, packed_matrix& packed) {
    auto const pack = [&](auto column_stride) {
        packed.pack(
            m.rows, m.columns,
            [=](std::int64_t row, std::int64_t column) {
                return factor * m.data[row * m.row_stride + column * column_stride];
            },
            [](std::int64_t) { return 0.0f; });
    };
    if (m.column_stride == 1) // known where it is compiled, so that elements side by side are moved at once
        pack(std::integral_constant<std::int64_t, 1>{});
    else
        pack(m.column_stride);
}

/// `out += alpha * a * b` of floats, by tiles in registers; the rows of `out` and `a` are dense.
inline void multiply_tiled(matrix_view<float> out, matrix_view<float const> a, matrix_view<float const> b,
                           float alpha) {
    packed_matrix packed;
    pack_times(alpha, b, packed);
    multiply_packed(a.data, a.row_stride, a.rows, packed, {out.data, out.row_stride, out.data});
}

/// The sum of the products of two rows, in parts, which the registers hold.
template <class T>
[[nodiscard]] T dot_product(std::int64_t n, T const* __restrict a, T const* __restrict b) {
    constexpr std::int64_t parts = 32;
    T sums[parts] = {};
    std::int64_t i = 0;
    for (; i + parts <= n; i += parts)
        for (std::int64_t j = 0; j < parts; ++j)
            sums[j] += a[i + j] * b[i + j];
    for (; i < n; ++i)
        sums[0] += a[i] * b[i];
    for (std::int64_t half = parts / 2; half > 0; half /= 2)
        for (std::int64_t j = 0; j < half; ++j)
            sums[j] += sums[j + half];
    return sums[0];
}

/// `to[j] += alpha * factors[k] * rows[k][j]`, four rows at a time.
template <class T>
void add_rows(std::int64_t n, T* to, std::int64_t count, T alpha, T const* factors, T const* rows,
              std::int64_t stride) {
    std::int64_t k = 0;
    for (; k + 4 <= count; k += 4) {
        T const *const f = factors + k, *const at = rows + k * stride;
        update_loop([f0 = alpha * f[0], f1 = alpha * f[1], f2 = alpha * f[2],
                     f3 = alpha * f[3]](T sum, T a, T b, T c, T d) { return sum + f0 * a + f1 * b + f2 * c + f3 * d; },
                    n, to, at, at + stride, at + 2 * stride, at + 3 * stride);
    }
    for (; k < count; ++k)
        update_loop([f = alpha * factors[k]](T sum, T x) { return sum + f * x; }, n, to, rows + k * stride);
}

/// `out += alpha * a * b` of a few dense rows of `a`, so that `b` is read where it is.
template <class T>
void multiply_few_rows(matrix_view<T> out, matrix_view<T const> a, matrix_view<T const> b, T alpha) {
    scratch_vector<T> buffer;
    bool const by_columns = b.is_column_major() && !b.is_row_major();
    if (!by_columns)
        b = with_dense_rows(b, buffer);
    for (std::int64_t i = 0; i < a.rows; ++i) {
        T const* const row = a.data + i * a.row_stride;
        T* const to = out.data + i * out.row_stride;
        if (by_columns)
            for (std::int64_t j = 0; j < b.columns; ++j)
                to[j] += alpha * dot_product(b.rows, row, b.data + j * b.column_stride);
        else
            add_rows(out.columns, to, b.rows, alpha, row, b.data, b.row_stride);
    }
}

/// `out += alpha * a * b` of integers, which wrap, row by row of `b`, whose rows are dense.
template <std::integral T>
void multiply_integers(matrix_view<T> out, matrix_view<T const> a, matrix_view<T const> b, T alpha) {
    using bits = std::make_unsigned_t<decltype(T{} + T{})>; // narrow ones would be multiplied as int
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

/// True where `multiply_matrices` adds sums of so many rows times `b` to `out` when they are whole, or in any order, as
/// integers wrap.
template <class T>
[[nodiscard]] bool adds_whole_sums(std::int64_t rows, matrix_view<T> b) {
    bool const by_columns = b.is_column_major() && !b.is_row_major();
    return std::integral<T> || (rows < tile_rows / 2 ? by_columns : b.rows <= block_depth);
}

/// `out += alpha * a * b`; the rows of `out` are dense and overlap neither argument; integers
/// wrap.
template <class T>
void multiply_matrices(matrix_view<T> out, matrix_view<std::type_identity_t<T> const> a,
                       matrix_view<std::type_identity_t<T> const> b, T alpha = 1) {
    if (out.rows == 0 || out.columns == 0 || a.columns == 0)
        return;
    scratch_vector<T> buffer;
    if constexpr (std::integral<T>) {
        multiply_integers<T>(out, a, with_dense_rows<T>(b, buffer), alpha);
    } else {
        a = with_dense_rows<T>(a, buffer);
        // Packing pays where the matrix is read for several rows.
        if (out.rows < tile_rows / 2)
            multiply_few_rows<T>(out, a, b, alpha);
        else if constexpr (std::same_as<T, float>)
            multiply_tiled(out, a, b, alpha);
        else
            multiply_doubles(out, a, b, alpha);
    }
}

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET
