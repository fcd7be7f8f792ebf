#pragma once

#include <graft/kernel/lanes.hpp>
#include <graft/kernel/packed_matrix.hpp>
#include <graft/kernel/parallel.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace graft::detail {

/// Where rows of a product go, and what happens to them on the way: another row may be added, then they are clamped.
struct product_target {
    float* out;
    std::int64_t stride;                // from row to row, of `out` and of `other`
    float const* other = nullptr;       // rows that are added, or null
    float low = -std::numeric_limits<float>::infinity();
    float high = std::numeric_limits<float>::infinity();

    [[nodiscard]] product_target from(std::int64_t row, std::int64_t column) const {
        std::int64_t const offset = row * stride + column;
        return {out + offset, stride, other == nullptr ? nullptr : other + offset, low, high};
    }
};

/// Rows of a left matrix that are read where they lie, in `parts` pieces of `depth` elements; the pieces of the rows
/// of a tile follow each other: all rows of the first piece, all rows of the second.
struct scattered_rows {
    float const* const* pieces;
    std::int64_t parts, depth;
};

/// `Rows` rows by one panel of `Vectors` registers, of which the first `columns` columns are written.
template <int Rows, int Vectors>
void multiply_tile(scattered_rows rows, float const* panel, product_target const& to, std::int64_t columns) {
    floats sums[Rows][Vectors];
#pragma GCC unroll 16
    for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 2
        for (int v = 0; v < Vectors; ++v)
            sums[r][v] = load_floats(panel + v * float_lanes);
    panel += Vectors * float_lanes;
    for (std::int64_t part = 0; part < rows.parts; ++part, rows.pieces += Rows) {
        float const* piece[Rows];
#pragma GCC unroll 16
        for (int r = 0; r < Rows; ++r)
            piece[r] = rows.pieces[r];
        for (std::int64_t k = 0; k < rows.depth; ++k, panel += Vectors * float_lanes) {
            floats factors[Vectors];
#pragma GCC unroll 2
            for (int v = 0; v < Vectors; ++v)
                factors[v] = load_floats(panel + v * float_lanes);
#pragma GCC unroll 16
            for (int r = 0; r < Rows; ++r) {
                float const x = piece[r][k];
#pragma GCC unroll 2
                for (int v = 0; v < Vectors; ++v)
                    sums[r][v] += x * factors[v];
            }
        }
    }
#pragma GCC unroll 16
    for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 2
        for (int v = 0; v < Vectors; ++v) {
            std::int64_t const at = r * to.stride + v * float_lanes, count = columns - v * float_lanes;
            if (count >= float_lanes) {
                if (to.other != nullptr)
                    sums[r][v] += load_floats(to.other + at);
                store_floats(clamp_floats(sums[r][v], to.low, to.high), to.out + at);
            } else if (count > 0) {
                if (to.other != nullptr)
                    sums[r][v] += load_floats(to.other + at, count);
                store_floats(clamp_floats(sums[r][v], to.low, to.high), to.out + at, count);
            }
        }
}

using tile_function = void (*)(scattered_rows, float const*, product_target const&, std::int64_t);

/// The tiles that there are, the tallest first, of two registers and of one.
struct product_tile {
    std::int64_t rows;
    tile_function wide, narrow;
};
inline constexpr std::array<product_tile, 4> product_tiles{{
    {tile_rows, &multiply_tile<tile_rows, 2>, &multiply_tile<tile_rows, 1>},
    {tile_rows / 2, &multiply_tile<tile_rows / 2, 2>, &multiply_tile<tile_rows / 2, 1>},
    {2, &multiply_tile<2, 2>, &multiply_tile<2, 1>},
    {1, &multiply_tile<1, 2>, &multiply_tile<1, 1>},
}};

/// Consecutive rows or panels.
struct product_range {
    std::int64_t begin, end;
};

/// Room for the addresses of pieces, which lasts until this thread asks again.
[[nodiscard]] inline float const** piece_addresses(std::int64_t count) {
    thread_local std::vector<float const*> addresses;
    addresses.resize(std::max(addresses.size(), static_cast<std::size_t>(count)));
    return addresses.data();
}

/// These rows, each in `parts` pieces, by these panels of a packed matrix.
template <class Place>
void multiply_range(product_range rows, std::int64_t parts, packed_matrix const& matrix, product_range panels,
                    product_target const& to, Place const& place) {
    // Panels that together stay in the second-level cache while all rows pass.
    constexpr std::int64_t cached_bytes = 384 * 1024;
    std::int64_t const panel_bytes = (matrix.rows() + 1) * packed_matrix::panel_columns * 4;
    std::int64_t const at_once = std::max<std::int64_t>(1, cached_bytes / std::max<std::int64_t>(1, panel_bytes));
    float const** const pieces = piece_addresses(tile_rows * parts);
    for (std::int64_t panel = panels.begin; panel < panels.end; panel += at_once) {
        std::int64_t const end = std::min(panel + at_once, panels.end);
        std::int64_t row = rows.begin;
        for (product_tile const& tile : product_tiles)
            for (; row + tile.rows <= rows.end; row += tile.rows) {
                place(row, tile.rows, pieces);
                scattered_rows const left{pieces, parts, matrix.rows() / std::max<std::int64_t>(1, parts)};
                for (std::int64_t p = panel; p < end; ++p) {
                    std::int64_t const first = p * packed_matrix::panel_columns;
                    tile_function const run =
                        matrix.panel_width(p) == packed_matrix::panel_columns ? tile.wide : tile.narrow;
                    run(left, matrix.panel(p), to.from(row, first), matrix.columns() - first);
                }
            }
    }
}

/// `rows` rows, each in `parts` pieces, by a packed matrix. `place(first, count, pieces)` writes the addresses of the
/// pieces of `count` rows, perhaps in several threads at once.
template <class Place>
void multiply_packed(std::int64_t rows, std::int64_t parts, packed_matrix const& matrix, product_target const& to,
                     Place const& place) {
    std::int64_t const tiles = (rows + tile_rows - 1) / tile_rows, products = rows * matrix.rows() * matrix.columns();
    if (tiles > 1)
        parallel_for(tiles, products / tiles, [&](std::int64_t begin, std::int64_t end) {
            multiply_range({begin * tile_rows, std::min(rows, end * tile_rows)}, parts, matrix, {0, matrix.panels()},
                           to, place);
        });
    else
        parallel_for(matrix.panels(), products / std::max<std::int64_t>(1, matrix.panels()),
                     [&](std::int64_t begin, std::int64_t end) {
            multiply_range({0, rows}, parts, matrix, {begin, end}, to, place);
        });
}

/// Rows of `stride` elements each, one after the other, by a packed matrix.
inline void multiply_packed(float const* left, std::int64_t stride, std::int64_t rows, packed_matrix const& matrix,
                            product_target const& to) {
    multiply_packed(rows, 1, matrix, to, [=](std::int64_t first, std::int64_t count, float const** at) {
        for (std::int64_t r = 0; r < count; ++r)
            at[r] = left + (first + r) * stride;
    });
}

} // namespace graft::detail
