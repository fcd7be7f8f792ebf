#pragma once

#include <graft/core/storage.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/byte/byte_dot.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring> // memcpy

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// What belongs to a column of a product of bytes: the products are added to `start`, the sum of the left row times
/// `zero_point` is taken away, and the result times the sum of `factor` and `rest`, which it has no room for, plus
/// `addend` is a real number.
struct byte_column {
    std::int32_t start = 0, zero_point = 0;
    float factor = 1, rest = 0, addend = 0;
};

/// A matrix of signed bytes as the tiles of a product read it: panels of columns, each as wide as two registers, or one
/// if that holds what is left. The rows are in `parts` pieces of `piece` rows; of a column, four rows of a piece lie
/// side by side, and zeros fill the last four. A panel begins with what belongs to its columns.
class packed_bytes {
public:
    static constexpr std::int64_t panel_columns = 2 * int_lanes, header_lines = 5;

    packed_bytes() = default;

    /// `factor(part, row, column)` are the elements, `of_column(column)` what belongs to a column.
    template <class Factor, class OfColumn>
    packed_bytes(std::int64_t parts, std::int64_t piece, std::int64_t columns, Factor const& factor,
                 OfColumn const& of_column)
        : parts_(parts), piece_(piece), columns_(columns),
          elements_(storage::allocate(static_cast<std::size_t>(lines() * padded_columns() * 4))) {
        for (std::int64_t p = 0; p < panels(); ++p) {
            std::int64_t const first = p * panel_columns, width = panel_width(p);
            std::int64_t const count = std::min(width, columns - first);
            auto* const to = const_cast<std::uint8_t*>(panel(p));
            std::memset(to, 0, static_cast<std::size_t>(lines() * width * 4));
            for (std::int64_t c = 0; c < count; ++c) {
                byte_column const b = of_column(first + c);
                has_zero_points_ = has_zero_points_ || b.zero_point != 0;
                auto const put = [&](std::int64_t line, auto value) {
                    std::memcpy(to + (line * width + c) * 4, &value, 4);
                };
                put(0, b.start);
                put(1, b.zero_point);
                put(2, b.factor);
                put(3, b.rest);
                put(4, b.addend);
                for (std::int64_t part = 0; part < parts; ++part)
                    for (std::int64_t row = 0; row < piece; ++row)
                        to[((header_lines + part * quads() + row / 4) * width + c) * 4 + row % 4] =
                            static_cast<std::uint8_t>(factor(part, row, first + c));
            }
        }
    }

    [[nodiscard]] std::int64_t parts() const { return parts_; }
    [[nodiscard]] std::int64_t piece() const { return piece_; }
    /// How many groups of four rows hold a piece.
    [[nodiscard]] std::int64_t quads() const { return (piece_ + 3) / 4; }
    [[nodiscard]] std::int64_t columns() const { return columns_; }
    [[nodiscard]] bool has_zero_points() const { return has_zero_points_; }
    [[nodiscard]] std::int64_t panels() const { return (columns_ + panel_columns - 1) / panel_columns; }
    /// How many columns a panel has room for, a multiple of a register.
    [[nodiscard]] std::int64_t panel_width(std::int64_t panel) const {
        return columns_ - panel * panel_columns <= int_lanes ? int_lanes : panel_columns;
    }
    [[nodiscard]] std::int64_t panel_bytes() const { return lines() * panel_columns * 4; }
    [[nodiscard]] std::uint8_t const* panel(std::int64_t panel) const {
        return reinterpret_cast<std::uint8_t const*>(elements_.data()) + panel * panel_bytes();
    }

private:
    [[nodiscard]] std::int64_t lines() const { return header_lines + parts_ * quads(); }
    [[nodiscard]] std::int64_t padded_columns() const {
        return panels() == 0 ? 0 : (panels() - 1) * panel_columns + panel_width(panels() - 1);
    }

    std::int64_t parts_ = 0, piece_ = 0, columns_ = 0;
    bool has_zero_points_ = false;
    storage elements_;
};

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET
