#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring> // memcpy

namespace graft::detail {

/// Copies a matrix of `columns` dense rows to one of as many dense columns, whose `rows` lie `to_stride` bytes apart;
/// the former columns lie `from_stride` bytes apart. The two do not overlap.
using transpose_function = void (*)(std::int64_t rows, std::int64_t columns, std::byte* to, std::int64_t to_stride,
                                    std::byte const* from, std::int64_t from_stride);

using words [[gnu::vector_size(16)]] = std::uint32_t;

/// A matrix of four by four elements of four bytes, as `transpose_tiles`, in registers.
inline void transpose_words(std::byte* to, std::int64_t to_stride, std::byte const* from, std::int64_t from_stride) {
    std::array<words, 4> column;
    for (std::size_t i = 0; i < 4; ++i, from += from_stride)
        std::memcpy(&column[i], from, sizeof(words));
    words const upper01 = __builtin_shufflevector(column[0], column[1], 0, 4, 1, 5),
                upper23 = __builtin_shufflevector(column[2], column[3], 0, 4, 1, 5),
                lower01 = __builtin_shufflevector(column[0], column[1], 2, 6, 3, 7),
                lower23 = __builtin_shufflevector(column[2], column[3], 2, 6, 3, 7);
    std::array<words, 4> const row{
        __builtin_shufflevector(upper01, upper23, 0, 1, 4, 5), __builtin_shufflevector(upper01, upper23, 2, 3, 6, 7),
        __builtin_shufflevector(lower01, lower23, 0, 1, 4, 5), __builtin_shufflevector(lower01, lower23, 2, 3, 6, 7)};
    for (std::size_t i = 0; i < 4; ++i, to += to_stride)
        std::memcpy(to, &row[i], sizeof(words));
}

/// Goes by tiles whose rows are a cache line on either side, so that each line is loaded and stored once.
template <std::size_t Bytes>
void transpose_tiles(std::int64_t rows, std::int64_t columns, std::byte* to, std::int64_t to_stride,
                     std::byte const* from, std::int64_t from_stride) {
    constexpr std::int64_t bytes = Bytes, side = 64 / bytes;
    for (std::int64_t row = 0; row < rows; row += side)
        for (std::int64_t column = 0; column < columns; column += side) {
            std::int64_t const height = std::min(side, rows - row), width = std::min(side, columns - column);
            std::byte* line = to + row * to_stride + column * bytes;
            std::byte const* first = from + column * from_stride + row * bytes;
            if (Bytes == 4 && height == side && width == side) {
                for (std::int64_t i = 0; i < side; i += 4)
                    for (std::int64_t j = 0; j < side; j += 4)
                        transpose_words(line + i * to_stride + j * bytes, to_stride,
                                        first + j * from_stride + i * bytes, from_stride);
                continue;
            }
            for (std::int64_t i = 0; i < height; ++i, line += to_stride, first += bytes)
                if (width == side)
                    for (std::int64_t j = 0; j < side; ++j)
                        std::memcpy(line + j * bytes, first + j * from_stride, Bytes);
                else
                    for (std::int64_t j = 0; j < width; ++j)
                        std::memcpy(line + j * bytes, first + j * from_stride, Bytes);
        }
}

/// The function for elements of 1, 2, 4, 8 or 16 bytes.
[[nodiscard]] inline transpose_function transpose_by_tiles(std::size_t element_bytes) {
    switch (element_bytes) {
    case 1: return transpose_tiles<1>;
    case 2: return transpose_tiles<2>;
    case 4: return transpose_tiles<4>;
    case 8: return transpose_tiles<8>;
    default: return transpose_tiles<16>;
    }
}

} // namespace graft::detail
