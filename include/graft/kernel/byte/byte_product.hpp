#pragma once

#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/byte/byte_layer.hpp>
#include <graft/kernel/byte/packed_bytes.hpp>
#include <graft/kernel/byte/requantize.hpp>
#include <graft/meta/vec.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// Where the rows of a product of bytes go, `stride` apart, and how they are made bytes again.
struct byte_target {
    std::uint8_t* out;
    std::int64_t stride;
    requantization how;
};

/// Rows of unsigned bytes that are read where they lie, each in pieces as the matrix has them, up to three bytes
/// beyond them; the pieces of the rows of a tile follow each other.
using byte_pieces = std::uint8_t const* const*;

/// The products of one line of a panel and four bytes of each row, added to their sums.
template <int Rows, int Vectors>
[[gnu::always_inline]] inline void add_byte_line(std::uint8_t const* const (&piece)[Rows], std::int64_t quad,
                                                 std::uint8_t const* line, packed_ints (&sums)[Rows][Vectors]) {
    packed_ints factors[Vectors];
#pragma GCC unroll 2
    for (int v = 0; v < Vectors; ++v)
        factors[v] = load_ints(line + v * static_cast<int>(sizeof(packed_ints)));
#pragma GCC unroll 16
    for (int r = 0; r < Rows; ++r) {
        std::int32_t const x = load_bytes(piece[r] + 4 * quad);
#pragma GCC unroll 2
        for (int v = 0; v < Vectors; ++v)
            sums[r][v] = byte_dot(sums[r][v], x, factors[v]);
    }
}

/// `Rows` rows by one panel of `Vectors` registers, of which the first `columns` columns are written.
template <int Rows, int Vectors>
void multiply_byte_tile(packed_bytes const& matrix, byte_pieces pieces, std::uint8_t const* panel,
                        byte_target const& to, std::int64_t columns) {
    constexpr std::int64_t line = Vectors * std::int64_t{sizeof(packed_ints)};
    // Few rows have few sums, and each must wait for the one before it: they are made in several goes.
    constexpr int chains = Rows <= 2 ? 4 / Rows : 1;
    packed_ints sums[chains][Rows][Vectors];
#pragma GCC unroll 4
    for (int chain = 0; chain < chains; ++chain)
#pragma GCC unroll 16
        for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 2
            for (int v = 0; v < Vectors; ++v)
                sums[chain][r][v] =
                    chain == 0 ? load_ints(panel + v * static_cast<int>(sizeof(packed_ints))) : packed_ints{};
    std::int64_t const quads = matrix.quads();
    std::uint8_t const* at = panel + packed_bytes::header_lines * line;
    for (std::int64_t part = 0; part < matrix.parts(); ++part) {
        std::uint8_t const* piece[Rows];
#pragma GCC unroll 16
        for (int r = 0; r < Rows; ++r)
            piece[r] = pieces[part * Rows + r];
        std::int64_t quad = 0;
        for (; quad + chains <= quads; quad += chains)
#pragma GCC unroll 4
            for (int chain = 0; chain < chains; ++chain, at += line)
                add_byte_line(piece, quad + chain, at, sums[chain]);
        for (; quad < quads; ++quad, at += line)
            add_byte_line(piece, quad, at, sums[0]);
    }
#pragma GCC unroll 16
    for (int r = 0; r < Rows; ++r) {
        std::int32_t row_sum = 0;
        if (matrix.has_zero_points())
            for (std::int64_t part = 0; part < matrix.parts(); ++part) {
                std::uint8_t const* const first = pieces[part * Rows + r];
                row_sum = std::accumulate(first, first + matrix.piece(), row_sum);
            }
#pragma GCC unroll 2
        for (int v = 0; v < Vectors; ++v) {
            packed_ints sum = sums[0][r][v];
#pragma GCC unroll 4
            for (int chain = 1; chain < chains; ++chain)
                sum += sums[chain][r][v];
            std::uint8_t const* const header = panel + v * static_cast<int>(sizeof(packed_ints));
            if (matrix.has_zero_points())
                sum -= load_ints(header + line) * row_sum;
            if (std::int64_t const count = columns - v * int_lanes; count > 0)
                to.how.store(sum, (floats)load_ints(header + 2 * line), (floats)load_ints(header + 3 * line),
                             (floats)load_ints(header + 4 * line), to.out + r * to.stride + v * int_lanes, count);
        }
    }
}

/// The rows of the tallest tile: registers must hold its sums and what they are made of.
inline constexpr std::int64_t byte_tile_rows = int_lanes == 16 ? 8 : 4;

/// The tiles that there are, the tallest first, of two registers and of one.
struct byte_tile {
    using function = void (*)(packed_bytes const&, byte_pieces, std::uint8_t const*, byte_target const&, std::int64_t);
    std::int64_t rows;
    function wide, narrow;
};
inline constexpr std::array<byte_tile, 4> byte_tiles{{
    {byte_tile_rows, &multiply_byte_tile<byte_tile_rows, 2>, &multiply_byte_tile<byte_tile_rows, 1>},
    {byte_tile_rows / 2, &multiply_byte_tile<byte_tile_rows / 2, 2>, &multiply_byte_tile<byte_tile_rows / 2, 1>},
    {2, &multiply_byte_tile<2, 2>, &multiply_byte_tile<2, 1>},
    {1, &multiply_byte_tile<1, 2>, &multiply_byte_tile<1, 1>},
}};

/// `rows` rows of unsigned bytes by a packed matrix. `place(first, count, pieces)` writes the addresses of the pieces of
/// `count` rows; `pieces` has room for `byte_tile_rows * parts`.
template <class Place>
void multiply_bytes(std::int64_t rows, packed_bytes const& matrix, byte_target const& to, std::uint8_t const** pieces,
                    Place const& place) {
    // Panels that together stay in the second-level cache while all rows pass.
    constexpr std::int64_t cached_bytes = 384 * 1024;
    std::int64_t const at_once = std::max<std::int64_t>(1, cached_bytes / matrix.panel_bytes());
    for (std::int64_t panel = 0; panel < matrix.panels(); panel += at_once) {
        std::int64_t const end = std::min(panel + at_once, matrix.panels());
        std::int64_t row = 0;
        for (byte_tile const& tile : byte_tiles)
            for (; row + tile.rows <= rows; row += tile.rows) {
                place(row, tile.rows, pieces);
                for (std::int64_t p = panel; p < end; ++p) {
                    std::int64_t const first = p * packed_bytes::panel_columns;
                    byte_tile::function const run =
                        matrix.panel_width(p) == packed_bytes::panel_columns ? tile.wide : tile.narrow;
                    run(matrix, pieces, matrix.panel(p), {to.out + row * to.stride + first, to.stride, to.how},
                        matrix.columns() - first);
                }
            }
    }
}

/// A linear layer of bytes whose weight has been packed.
class byte_linear {
public:
    /// `weight` is dense, `(columns, depth)`; the layer must be sound for `depth` products.
    byte_linear(std::int64_t rows, std::int64_t depth, std::int64_t columns, byte_layer const& layer,
                std::uint8_t const* weight)
        : rows_(rows), flip_(layer.input_flip()), how_(layer.output),
          weight_(
              1, depth, columns,
              [&](std::int64_t, std::int64_t row, std::int64_t column) {
                  return layer.weight(weight[column * depth + row]);
              },
              [&](std::int64_t column) {
                  std::int32_t sum = 0;
                  for (std::int64_t i = 0; i < depth; ++i)
                      sum += layer.weight(weight[column * depth + i]);
                  return layer.column(static_cast<std::size_t>(column), depth, sum);
              }),
          input_(static_cast<std::size_t>(rows * depth + 4)) {}

    /// Dense rows of the input, and of the output.
    void run(std::uint8_t const* in, std::uint8_t* out) {
        std::int64_t const depth = weight_.piece();
        // Tiles read up to three bytes beyond a row: the copy has them.
        for (std::int64_t i = 0; i < rows_ * depth; ++i)
            input_[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(in[i] ^ flip_);
        std::uint8_t const* pieces[byte_tile_rows];
        multiply_bytes(rows_, weight_, {out, weight_.columns(), how_}, pieces,
                       [&](std::int64_t first, std::int64_t count, std::uint8_t const** at) {
                           for (std::int64_t r = 0; r < count; ++r)
                               at[r] = input_.data() + (first + r) * depth;
                       });
    }

private:
    std::int64_t rows_;
    std::uint8_t flip_;
    requantization how_;
    packed_bytes weight_;
    vec<std::uint8_t> input_;
};

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET
