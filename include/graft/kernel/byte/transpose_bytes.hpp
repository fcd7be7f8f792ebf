#pragma once

#include <graft/kernel/base/instruction_set.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring> // memcpy

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// The bytes of a block, and twice as many of them in a row.
using bytes16 [[gnu::vector_size(16)]] = std::uint8_t;

/// Writes the 16 x 16 bytes at `from`, their rows `from_stride` apart, as columns to `to`; every byte is first combined
/// with `flip` by exclusive or.
[[gnu::always_inline]] inline void transpose_block(std::uint8_t const* from, std::int64_t from_stride, std::uint8_t* to,
                                                   std::int64_t to_stride, std::uint8_t flip) {
    bytes16 rows[16], next[16];
    for (int i = 0; i < 16; ++i) {
        std::memcpy(&rows[i], from + i * from_stride, 16);
        rows[i] ^= flip;
    }
    // Four times, the first half of the rows is shuffled into the second like cards.
    for (int round = 0; round < 2; ++round) {
        for (int pass = 0; pass < 2; ++pass) {
            bytes16 const* const a = pass == 0 ? rows : next;
            bytes16* const b = pass == 0 ? next : rows;
            for (int i = 0; i < 8; ++i) {
                b[2 * i] =
                    __builtin_shufflevector(a[i], a[i + 8], 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
                b[2 * i + 1] = __builtin_shufflevector(a[i], a[i + 8], 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14,
                                                       30, 15, 31);
            }
        }
    }
    for (int i = 0; i < 16; ++i)
        std::memcpy(to + i * to_stride, &rows[i], 16);
}

/// Writes `rows` by `columns` bytes as `columns` by `rows`, combined with `flip` by exclusive or; what is read and what
/// is written do not overlap.
inline void transpose_bytes(std::uint8_t const* from, std::int64_t rows, std::int64_t columns, std::uint8_t* to,
                            std::uint8_t flip = 0) {
    if (rows == 1 || columns == 1) {
        for (std::int64_t i = 0; i < rows * columns; ++i)
            to[i] = static_cast<std::uint8_t>(from[i] ^ flip);
        return;
    }
    if (rows < 16 || columns < 16) {
        for (std::int64_t c = 0; c < columns; ++c)
            for (std::int64_t r = 0; r < rows; ++r)
                to[c * rows + r] = static_cast<std::uint8_t>(from[r * columns + c] ^ flip);
        return;
    }
    // The last block of a row or column overlaps the one before it.
    for (std::int64_t r = 0; r < rows; r += 16)
        for (std::int64_t c = 0; c < columns; c += 16) {
            std::int64_t const row = std::min(r, rows - 16), column = std::min(c, columns - 16);
            transpose_block(from + row * columns + column, columns, to + column * rows + row, rows, flip);
        }
}

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET
