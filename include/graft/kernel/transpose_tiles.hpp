#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring> // memcpy

namespace graft::detail {

/// Copies a matrix of `columns` dense rows to one of as many dense columns, whose `rows` lie `to_stride` bytes apart;
/// the former columns lie `from_stride` bytes apart. The two do not overlap.
using transpose_function = void (*)(std::int64_t rows, std::int64_t columns, std::byte* to, std::int64_t to_stride,
                               std::byte const* from, std::int64_t from_stride);

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
