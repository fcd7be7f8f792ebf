#pragma once

#include <graft/config.hpp>
#include <graft/dialect/dtype_constraint.hpp>
#include <graft/meta/vec.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace graft {

/// A row of a dtype constraint without aliases: for each column its dtypes, and the first of the columns that have one
/// dtype together with it, which is the column itself where there is none before.
struct dtype_row {
    std::array<dtype_set, dtype_constraint::max_columns> sets{};     ///< by column
    std::array<std::uint8_t, dtype_constraint::max_columns> first{}; ///< by column; equal dtypes belong together

    friend bool operator==(dtype_row const&, dtype_row const&) = default;
};

/// The row in which columns of one dtype each belong together with none: what they admit is the same.
[[nodiscard]] GRAFT_INLINE dtype_row normal_row(dtype_row row, std::size_t columns);

/// Fewer rows, or as many, that admit the same. O(rows² columns).
[[nodiscard]] GRAFT_INLINE vec<dtype_row> merge_dtype_rows(vec<dtype_row> const& rows, std::size_t columns);

/// Gives the constraint these rows and aliases of its own, `T0`, `T1`, ...; its columns are there already. False when
/// they are more than fit.
[[nodiscard]] GRAFT_INLINE bool set_dtype_rows(dtype_constraint& constraint, vec<dtype_row> const& rows);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <algorithm>
#    include <string_view>

namespace graft {

GRAFT_INLINE dtype_row normal_row(dtype_row row, std::size_t columns) {
    for (std::size_t c = 0; c < columns; ++c)
        if (row.sets[c].size() == 1)
            row.first[c] = static_cast<std::uint8_t>(c);
    return row;
}

namespace detail {

// What rows of this many columns admit, compared and joined.
class dtype_rows {
public:
    explicit dtype_rows(std::size_t columns) : columns_(columns) {}

    // True when `wide` admits all that `narrow` does.
    [[nodiscard]] bool includes(dtype_row const& wide, dtype_row const& narrow) const {
        for (std::size_t c = 0; c < columns_; ++c) {
            std::size_t const with = wide.first[c];
            if ((narrow.sets[c] | wide.sets[c]) != wide.sets[c] || (with != c && !are_equal(narrow, with, c)))
                return false;
        }
        return true;
    }

    // The row that admits what either does; nothing where there is none. Both are the same but for one group of
    // columns, which in each has one dtype.
    [[nodiscard]] std::optional<dtype_row> join(dtype_row const& a, dtype_row const& b) const {
        std::uint32_t group = 0;
        for (std::size_t c = 0; c < columns_; ++c)
            if (a.sets[c] != b.sets[c] || members(a, c) != members(b, c))
                group |= std::uint32_t{1} << c;
        if (group == 0)
            return a;
        if (!is_one(a, group) || !is_one(b, group))
            return std::nullopt;
        dtype_row joined = a;
        std::size_t first = columns_;
        for (std::size_t c = 0; c < columns_; ++c)
            if ((group >> c & 1U) != 0) {
                first = std::min(first, c);
                joined.sets[c] = a.sets[c] | b.sets[c];
                joined.first[c] = static_cast<std::uint8_t>(first);
            }
        return normal_row(joined, columns_);
    }

private:
    [[nodiscard]] static bool are_equal(dtype_row const& row, std::size_t a, std::size_t b) {
        return row.first[a] == row.first[b] || (row.sets[a].size() == 1 && row.sets[a] == row.sets[b]);
    }
    // The columns that belong together with one, itself among them.
    [[nodiscard]] std::uint32_t members(dtype_row const& row, std::size_t column) const {
        std::uint32_t found = 0;
        for (std::size_t c = 0; c < columns_; ++c)
            found |= std::uint32_t{row.first[c] == row.first[column]} << c;
        return found;
    }
    // True when the columns have one dtype, whatever the others have.
    [[nodiscard]] bool is_one(dtype_row const& row, std::uint32_t group) const {
        std::size_t first = columns_;
        for (std::size_t c = 0; c < columns_; ++c)
            if ((group >> c & 1U) != 0) {
                first = std::min(first, c);
                if ((members(row, c) & ~group) != 0 || (c != first && !are_equal(row, first, c)))
                    return false;
            }
        return true;
    }

    std::size_t columns_;
};

// The names of aliases that constraints get here.
inline constexpr std::array<std::string_view, dtype_constraint::max_aliases> alias_names{
    "T0",  "T1",  "T2",  "T3",  "T4",  "T5",  "T6",  "T7",  "T8",  "T9",  "T10", "T11", "T12", "T13", "T14", "T15",
    "T16", "T17", "T18", "T19", "T20", "T21", "T22", "T23", "T24", "T25", "T26", "T27", "T28", "T29", "T30", "T31"};

} // namespace detail

GRAFT_INLINE vec<dtype_row> merge_dtype_rows(vec<dtype_row> const& rows, std::size_t columns) {
    detail::dtype_rows const compare(columns);
    vec<dtype_row> merged;
    for (dtype_row const& given : rows) {
        dtype_row row = normal_row(given, columns);
        bool included = false;
        for (std::size_t i = 0; i < merged.size() && !included;) {
            included = compare.includes(merged[i], row);
            std::optional<dtype_row> const joined = included ? std::nullopt : compare.join(merged[i], row);
            if (joined || (!included && compare.includes(row, merged[i]))) {
                row = joined ? *joined : row;
                merged.erase(merged.begin() + static_cast<std::ptrdiff_t>(i));
                i = 0; // the larger row may include or join what the smaller one did not
            } else {
                ++i;
            }
        }
        if (!included)
            merged.push_back(row);
    }
    return merged;
}

GRAFT_INLINE bool set_dtype_rows(dtype_constraint& constraint, vec<dtype_row> const& rows) {
    if (rows.size() > dtype_constraint::max_rows)
        return false;
    constraint.row_count = rows.size();
    constraint.alias_count = 0;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        std::array<std::uint8_t, dtype_constraint::max_columns> of_column{};
        std::uint32_t used = 0; // in this row
        for (std::size_t c = 0; c < constraint.column_count; ++c) {
            dtype_set const set = rows[r].sets[c];
            std::size_t alias = 0;
            // One alias for columns that belong together, and for those that have one dtype each, which is the same.
            if (rows[r].first[c] != c)
                alias = of_column[rows[r].first[c]];
            else
                while (alias < constraint.alias_count &&
                       (constraint.aliases[alias] != set || (set.size() > 1 && (used >> alias & 1U) != 0)))
                    ++alias;
            if (alias == dtype_constraint::max_aliases)
                return false;
            if (alias == constraint.alias_count) {
                constraint.alias_names[alias] = detail::alias_names[alias];
                constraint.aliases[constraint.alias_count++] = set;
            }
            used |= std::uint32_t{1} << alias;
            of_column[c] = static_cast<std::uint8_t>(alias);
            constraint.rows[r][c] = of_column[c];
        }
    }
    return true;
}

} // namespace graft
#endif
