#pragma once

#include <graft/core/storage.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/base/parallel.hpp>
#include <graft/kernel/simd/lanes.hpp>
#include <graft/meta/vec.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring> // memcpy
#include <limits>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// A matrix of factors as the tiles of a product read it: panels of columns, each as wide as two registers, or one if
/// that holds what is left. A panel is a line of the bias, then a line for each row of the matrix.
class packed_matrix {
public:
    static constexpr std::int64_t panel_columns = 2 * float_lanes;

    packed_matrix() = default;

    /// `factor(row, column)` and `bias(column)` are the elements.
    template <class Factor, class Bias>
    packed_matrix(std::int64_t rows, std::int64_t columns, Factor const& factor, Bias const& bias) {
        pack(rows, columns, factor, bias);
    }

    /// Becomes another matrix, in the same memory if that is enough.
    template <class Factor, class Bias>
    void pack(std::int64_t rows, std::int64_t columns, Factor const& factor, Bias const& bias) {
        rows_ = rows;
        columns_ = columns;
        auto const bytes = static_cast<std::size_t>((rows + 1) * padded_columns()) * sizeof(float);
        if (elements_.size() < bytes)
            elements_ = storage::allocate(bytes);
        auto* to = reinterpret_cast<float*>(elements_.data());
        for (std::int64_t panel = 0; panel < panels(); ++panel) {
            std::int64_t const first = panel * panel_columns, width = panel_width(panel);
            std::int64_t const count = std::min(width, columns - first);
            for (std::int64_t row = -1; row < rows; ++row, to += width) {
                for (std::int64_t c = 0; c < count; ++c)
                    to[c] = row < 0 ? bias(first + c) : factor(row, first + c);
                std::fill(to + count, to + width, 0.0f);
            }
        }
    }

    [[nodiscard]] std::int64_t rows() const { return rows_; }
    [[nodiscard]] std::int64_t columns() const { return columns_; }
    [[nodiscard]] std::int64_t panels() const { return (columns_ + panel_columns - 1) / panel_columns; }
    /// How many columns a panel has room for, a multiple of a register.
    [[nodiscard]] std::int64_t panel_width(std::int64_t panel) const {
        return columns_ - panel * panel_columns <= float_lanes ? float_lanes : panel_columns;
    }
    [[nodiscard]] float const* panel(std::int64_t panel) const {
        return reinterpret_cast<float const*>(elements_.data()) + panel * panel_columns * (rows_ + 1);
    }
    [[nodiscard]] std::size_t bytes() const { return elements_.size(); }

private:
    [[nodiscard]] std::int64_t padded_columns() const {
        return panels() == 0 ? 0 : (panels() - 1) * panel_columns + panel_width(panels() - 1);
    }

    std::int64_t rows_ = 0, columns_ = 0;
    storage elements_;
};

/// Where rows of a product go, and what happens to them on the way: another row may be added, then they are clamped,
/// and then a function of each element may take its place.
struct product_target {
    float* out;
    std::int64_t stride;          // from row to row, of `out` and of `other`
    float const* other = nullptr; // rows that are added, or null
    float low = -std::numeric_limits<float>::infinity();
    float high = std::numeric_limits<float>::infinity();
    void (*then)(std::int64_t n, float* row) = nullptr;

    [[nodiscard]] product_target from(std::int64_t row, std::int64_t column) const {
        std::int64_t const offset = row * stride + column;
        return {out + offset, stride, other == nullptr ? nullptr : other + offset, low, high, then};
    }
    /// Calls the function for the first columns of some rows, which are written.
    void finish(std::int64_t rows, std::int64_t columns) const {
        if (then != nullptr && columns == stride)
            then(rows * columns, out);
        else if (then != nullptr)
            for (std::int64_t row = 0; row < rows; ++row)
                then(columns, out + row * stride);
    }
};

/// Rows of a left matrix that are read where they lie, in `parts` pieces of which `depth` elements count, from `offset`
/// on; the pieces of the rows of a tile follow each other: all rows of the first piece, all rows of the second.
struct scattered_rows {
    float const* const* pieces;
    std::int64_t parts, depth, offset = 0;
};

/// `Rows` rows by lines of one panel of `Vectors` registers, of which the first `columns` columns are written; sums
/// begin with the line `start`.
template <int Rows, int Vectors>
void multiply_tile(scattered_rows rows, float const* start, float const* panel, product_target const& to,
                   std::int64_t columns) {
    floats sums[Rows][Vectors];
#pragma GCC unroll 16
    for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 2
        for (int v = 0; v < Vectors; ++v)
            sums[r][v] = load_floats(start + v * float_lanes);
    for (std::int64_t part = 0; part < rows.parts; ++part, rows.pieces += Rows) {
        float const* piece[Rows];
#pragma GCC unroll 16
        for (int r = 0; r < Rows; ++r)
            piece[r] = rows.pieces[r] + rows.offset;
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

using tile_function = void (*)(scattered_rows, float const*, float const*, product_target const&, std::int64_t);

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
    thread_local vec<float const*> addresses;
    addresses.resize(std::max(addresses.size(), static_cast<std::size_t>(count)));
    return addresses.data();
}

/// The depth of a product in blocks, so that the left rows of a tile stay in the first-level cache while panels pass:
/// some whole pieces, or a part of one.
class depth_blocks {
public:
    static constexpr std::int64_t most_lines = float_lanes > 8 ? 640 : 320;

    depth_blocks(std::int64_t rows, std::int64_t parts, std::int64_t depth) : parts_(parts), depth_(depth) {
        // A panel that only a tile reads is best read from end to end.
        std::int64_t const most = rows <= tile_rows ? std::max<std::int64_t>(1, parts * depth) : most_lines;
        split_ = std::max<std::int64_t>(1, divided(depth, most));
        length_ = divided(depth, split_);
        std::int64_t const fitting = std::max<std::int64_t>(1, depth == 0 ? parts : most / depth);
        together_ = std::max<std::int64_t>(1, divided(parts, divided(parts, fitting)));
    }

    /// True if a block is a part of a piece.
    [[nodiscard]] bool split_pieces() const { return split_ > 1; }
    [[nodiscard]] std::int64_t count() const { return std::max<std::int64_t>(1, divided(parts_, together_) * split_); }
    /// The most lines of a panel that belong to a block.
    [[nodiscard]] std::int64_t lines() const { return together_ * length_; }
    /// The block of these rows, and the line of the panel at which it begins.
    [[nodiscard]] scattered_rows left(std::int64_t block, float const* const* pieces, std::int64_t rows) const {
        std::int64_t const part = block / split_ * together_, offset = block % split_ * length_;
        return {pieces + part * rows, std::min(together_, parts_ - part), std::min(length_, depth_ - offset), offset};
    }
    [[nodiscard]] std::int64_t line(std::int64_t block) const {
        return block / split_ * together_ * depth_ + block % split_ * length_;
    }

private:
    [[nodiscard]] static std::int64_t divided(std::int64_t n, std::int64_t by) {
        return by == 0 ? n : (n + by - 1) / by;
    }

    std::int64_t parts_, depth_, split_, length_, together_;
};

/// The rows of a tile side by side: rows that lie some power of two apart would fall into the same lines of the cache.
class gathered_rows {
public:
    [[nodiscard]] scattered_rows of(scattered_rows const& left, std::int64_t rows) {
        std::int64_t const length = left.parts * left.depth;
        for (std::int64_t r = 0; r < rows; ++r) {
            float* to = elements_.data() + r * length;
            pieces_[static_cast<std::size_t>(r)] = to;
            for (std::int64_t part = 0; part < left.parts; ++part, to += left.depth)
                std::memcpy(to, left.pieces[part * rows + r] + left.offset,
                            static_cast<std::size_t>(left.depth) * sizeof(float));
        }
        return {pieces_.data(), 1, length};
    }

private:
    std::array<float, tile_rows * depth_blocks::most_lines> elements_;
    std::array<float const*, tile_rows> pieces_;
};

/// These rows, each in `parts` pieces, by these panels of a packed matrix.
template <class Place>
void multiply_range(product_range rows, std::int64_t parts, depth_blocks const& blocks, packed_matrix const& matrix,
                    product_range panels, product_target const& to, Place const& place) {
    static constexpr std::array<float, packed_matrix::panel_columns> zeros{};
    float const** const pieces = piece_addresses(tile_rows * parts);
    std::int64_t const last_block = blocks.count() - 1;
    // Panels that together stay in the second-level cache while rows pass, and rows whose sums do.
    constexpr std::int64_t cached_bytes = 384 * 1024;
    std::int64_t const panel_bytes = (blocks.lines() + 1) * packed_matrix::panel_columns * 4;
    std::int64_t const at_once = std::max<std::int64_t>(1, cached_bytes / panel_bytes);
    std::int64_t const all = std::max<std::int64_t>(1, rows.end - rows.begin);
    std::int64_t const rows_at_once = last_block == 0 ? all : 16 * tile_rows;
    gathered_rows gathered;
    auto const run = [&](product_tile const& tile, std::int64_t row, std::int64_t block, std::int64_t panel,
                         std::int64_t end) {
        place(row, tile.rows, pieces);
        scattered_rows left = blocks.left(block, pieces, tile.rows);
        if (blocks.split_pieces())
            left = gathered.of(left, tile.rows);
        for (std::int64_t p = panel; p < end; ++p) {
            std::int64_t const first = p * packed_matrix::panel_columns, width = matrix.panel_width(p);
            float const* const lines = matrix.panel(p);
            product_target here = to.from(row, first);
            if (block > 0)
                here.other = here.out; // what the blocks before this one add up to
            if (block < last_block)
                here.low = -(here.high = std::numeric_limits<float>::infinity());
            (width == packed_matrix::panel_columns ? tile.wide : tile.narrow)(left, block == 0 ? lines : zeros.data(),
                                                                              lines + (1 + blocks.line(block)) * width,
                                                                              here, matrix.columns() - first);
        }
        std::int64_t const first = panel * packed_matrix::panel_columns;
        if (block == last_block)
            to.from(row, first)
                .finish(tile.rows, std::min(end * packed_matrix::panel_columns, matrix.columns()) - first);
    };
    for (std::int64_t panel = panels.begin; panel < panels.end; panel += at_once)
        for (std::int64_t first = rows.begin; first < rows.end; first += rows_at_once)
            for (std::int64_t block = 0; block <= last_block; ++block) {
                std::int64_t row = first, end = std::min(first + rows_at_once, rows.end);
                for (product_tile const& tile : product_tiles)
                    for (; row + tile.rows <= end; row += tile.rows)
                        run(tile, row, block, panel, std::min(panel + at_once, panels.end));
            }
}

/// `rows` rows, each in `parts` pieces, by a packed matrix. `place(first, count, pieces)` writes the addresses of the
/// pieces of `count` rows, perhaps in several threads at once.
template <class Place>
void multiply_packed(std::int64_t rows, std::int64_t parts, packed_matrix const& matrix, product_target const& to,
                     Place const& place) {
    std::int64_t const tiles = (rows + tile_rows - 1) / tile_rows, products = rows * matrix.rows() * matrix.columns();
    depth_blocks const blocks(rows, parts, matrix.rows() / std::max<std::int64_t>(1, parts));
    if (tiles > 1)
        parallel_for(tiles, products / tiles, [&](std::int64_t begin, std::int64_t end) {
            multiply_range({begin * tile_rows, std::min(rows, end * tile_rows)}, parts, blocks, matrix,
                           {0, matrix.panels()}, to, place);
        });
    else
        parallel_for(matrix.panels(), products / std::max<std::int64_t>(1, matrix.panels()),
                     [&](std::int64_t begin, std::int64_t end) {
                         multiply_range({0, rows}, parts, blocks, matrix, {begin, end}, to, place);
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

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET
