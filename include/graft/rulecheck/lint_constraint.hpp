#pragma once

#include <graft/dialect/constraint_column.hpp>
#include <graft/dialect/dtype_constraint.hpp>
#include <graft/rulecheck/detail/lint_elementwise.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>

namespace graft {

/// What a dialect says of the dtypes of an op, such as `edge_constraint`.
using constraint_table = dtype_constraint (*)(op_info const&);

namespace detail {

// What a dtype constraint admits of an element-wise call: of its promoted operands, the second that of the first where
// there is one, and of its result. Numbers do not matter.
class elementwise_constraint {
public:
    constexpr elementwise_constraint(dtype_constraint const& all, op_info const& op, std::size_t operands) {
        std::uint32_t bits[dtype_constraint::max_aliases] = {};
        for (std::size_t i = 0; i < all.alias_count; ++i)
            for (dtype const d : all_dtypes)
                if (all.aliases[i].contains(d))
                    bits[i] |= std::uint32_t{1} << code_of(d);
        std::optional<std::size_t> columns[3];
        for (std::size_t i = 0; i < operands; ++i)
            if (has_dtype(op.arguments[i]))
                columns[i] = all.find(op.arguments[i].name);
        columns[2] = all.find(return_name(op, 0));
        row_count_ = all.row_count;
        for (std::size_t r = 0; r < row_count_; ++r)
            for (std::size_t i = 0; i < 3; ++i) {
                if (columns[i])
                    rows_[r].sets[i] = bits[all.rows[r][*columns[i]]];
                for (std::size_t k = 0; k < i; ++k)
                    if (columns[i] && columns[k])
                        rows_[r].equal[i + k - 1] = all.rows[r][*columns[i]] == all.rows[r][*columns[k]];
            }
    }

    // Whether a row has all of these; those that it makes equal are.
    [[nodiscard]] constexpr bool admits(dtype_code first, dtype_code second, dtype_code result) const {
        std::uint32_t const a = bit(first), b = bit(second), c = bit(result);
        for (std::size_t r = 0; r < row_count_; ++r) {
            row const& all = rows_[r];
            if ((all.sets[0] & a) == a && (all.sets[1] & b) == b && (all.sets[2] & c) == c &&
                (!all.equal[0] || a == b || a == 0 || b == 0) && (!all.equal[1] || a == c || a == 0) &&
                (!all.equal[2] || b == c || b == 0))
                return true;
        }
        return false;
    }

private:
    struct row {
        std::uint32_t sets[3] = {~std::uint32_t{0}, ~std::uint32_t{0}, ~std::uint32_t{0}};
        bool equal[3] = {}; // the operands, the first and the result, the second and the result
    };

    // 0 for a number.
    static constexpr std::uint32_t bit(dtype_code code) { return is_tensor(code) ? std::uint32_t{1} << code : 0; }

    row rows_[dtype_constraint::max_rows] = {};
    std::size_t row_count_ = 0;
};

} // namespace detail
} // namespace graft
