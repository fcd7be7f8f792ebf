#pragma once

#include <graft/core/block_cache.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/product/matrix_view.hpp>
#include <graft/kernel/simd/lanes.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring> // memcpy

// The product of matrices of doubles: tiles of sums in registers over blocks that the caches hold (K. Goto and
// R. van de Geijn, Anatomy of High-Performance Matrix Multiplication, 2008).

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

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

/// `out += alpha * a * b`; the rows of `out` and `a` are dense.
inline void multiply_doubles(matrix_view<double> out, matrix_view<double const> a, matrix_view<double const> b,
                             double alpha) {
    // A panel of a block stays in the first-level cache while rows pass, a block in the second-level one.
    constexpr std::int64_t depth = 256, width = 16 * double_panel;
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

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET
