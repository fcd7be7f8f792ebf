#pragma once

#include <graft/kernel/base/instruction_set.hpp>

#include <algorithm>
#include <cstdint>

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

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET
