#pragma once

#include <graft/dialect/dtype_set.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace graft {

/// An argument or return of an op, and the dtype that a call gives it.
struct named_dtype {
    std::string_view name;                 ///< of the argument or return
    graft::dtype dtype = dtype::undefined; ///< `undefined` where the argument is absent
};

/// Which dtypes the arguments and returns of an op may have together.
///
/// Aliases are sets of dtypes; a row gives every column, which is an argument or a return, an
/// alias. A row admits a call whose dtypes are in the aliases of their columns, those of
/// columns with one alias being equal; the constraint admits what a row admits. The dtype of a
/// column may be `undefined`: of an argument that is absent, which then does not matter.
struct dtype_constraint {
    /// The most that a constraint has.
    /// @{
    static constexpr std::size_t max_columns = 16, max_aliases = 32, max_rows = 32;
    /// @}
    using row = std::array<std::uint8_t, max_columns>; ///< an alias, by number, for each column

    /// How many of the arrays below count.
    /// @{
    std::size_t column_count = 0, alias_count = 0, row_count = 0;
    /// @}
    std::array<std::string_view, max_columns> column_names{}; ///< the arguments and returns, by their names
    std::array<std::string_view, max_aliases> alias_names{};  ///< as the text names them
    std::array<dtype_set, max_aliases> aliases{};             ///< the dtypes of each alias
    std::array<row, max_rows> rows{};                         ///< each a combination that is admitted

    /// The names of arguments and of returns, which are called `__ret_0`, `__ret_1` without a
    /// name.
    [[nodiscard]] constexpr view<std::string_view const> columns() const { return {column_names.data(), column_count}; }

    /// The number of the column of this name.
    [[nodiscard]] constexpr std::optional<std::size_t> find(std::string_view name) const {
        for (std::size_t i = 0; i < column_count; ++i)
            if (column_names[i] == name)
                return i;
        return std::nullopt;
    }

    /// Every dtype that some row gives the column; nothing for a name that is no column.
    [[nodiscard]] constexpr dtype_set allowed_types(std::string_view name) const {
        std::optional<std::size_t> const column = find(name);
        return column ? allowed_types({}, *column) : dtype_set();
    }

    /// The dtypes that a column may have beside the given ones, by column; there may be fewer
    /// of these.
    [[nodiscard]] constexpr dtype_set allowed_types(view<dtype const> given, std::size_t column) const {
        dtype_set allowed;
        for (std::size_t r = 0; r < row_count; ++r)
            if (std::optional<bound_row> const bound = bind(rows[r], given, column))
                allowed = allowed | (*bound)[rows[r][column]];
        return allowed;
    }

    /// True when a row admits these dtypes, one for each column.
    [[nodiscard]] constexpr bool admits(view<dtype const> types) const {
        for (std::size_t r = 0; r < row_count; ++r)
            if (bind(rows[r], types, max_columns))
                return true;
        return false;
    }

    /// True when a row admits these dtypes, given by the names of their columns; a name that is no column is not
    /// admitted, one that is left out does not matter.
    [[nodiscard]] constexpr bool admits(view<named_dtype const> types) const {
        std::array<dtype, max_columns> by_column{};
        for (named_dtype const& type : types) {
            std::optional<std::size_t> const column = find(type.name);
            if (!column)
                return false;
            by_column[*column] = type.dtype;
        }
        return admits(view<dtype const>(by_column.data(), column_count));
    }

    /// The admitted dtypes that differ from the given ones in the fewest columns.
    [[nodiscard]] constexpr vec<dtype> nearest(view<dtype const> types) const {
        vec<dtype> best;
        std::size_t fewest = max_columns + 1;
        for (std::size_t r = 0; r < row_count; ++r) {
            vec<dtype> const candidate = nearest_in(rows[r], types);
            std::size_t changes = 0;
            for (std::size_t i = 0; i < types.size(); ++i)
                changes += types[i] != dtype::undefined && candidate[i] != types[i];
            if (changes < fewest) {
                fewest = changes;
                best = candidate;
            }
        }
        return best;
    }

private:
    /// The dtypes left to each alias of a row.
    using bound_row = std::array<dtype_set, max_aliases>;

    /// The row narrowed to the given dtypes, the one of column `free` aside; nothing if it does
    /// not admit them.
    [[nodiscard]] constexpr std::optional<bound_row> bind(row const& r, view<dtype const> given,
                                                          std::size_t free) const {
        bound_row bound = aliases;
        for (std::size_t i = 0; i < given.size() && i < column_count; ++i) {
            if (given[i] == dtype::undefined || i == free)
                continue;
            if (!bound[r[i]].contains(given[i]))
                return std::nullopt;
            bound[r[i]] = {given[i]};
        }
        return bound;
    }

    /// Each alias takes the given dtype that most of its columns have, or its first one.
    [[nodiscard]] constexpr vec<dtype> nearest_in(row const& r, view<dtype const> types) const {
        vec<dtype> chosen(column_count, dtype::undefined);
        for (std::size_t i = 0; i < column_count; ++i) {
            std::size_t most = 0;
            chosen[i] = aliases[r[i]].first();
            for (std::size_t j = 0; j < types.size(); ++j) {
                if (r[j] != r[i] || !aliases[r[i]].contains(types[j]))
                    continue;
                std::size_t same = 0;
                for (std::size_t k = 0; k < types.size(); ++k)
                    same += r[k] == r[i] && types[k] == types[j];
                if (same > most) {
                    most = same;
                    chosen[i] = types[j];
                }
            }
        }
        return chosen;
    }
};

} // namespace graft
