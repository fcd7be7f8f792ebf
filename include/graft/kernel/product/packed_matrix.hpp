#pragma once

#include <graft/core/storage.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/simd/lanes.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

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

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET
