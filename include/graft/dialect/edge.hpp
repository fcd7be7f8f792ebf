#pragma once

#include <graft/dialect/constraint_column.hpp>
#include <graft/dialect/edge_table.hpp>
#include <graft/dialect/parse_dtype_constraint.hpp>
#include <graft/meta/hash.hpp>
#include <graft/schema/op_info.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace graft {
namespace detail {

/// The hash of an op's name, and the group of the table that has its constraint.
struct edge_entry {
    std::uint64_t hash = 0;
    std::uint8_t group = 0;
};

/// The length of the first name in a list of names.
[[nodiscard]] constexpr std::size_t first_name_size(std::string_view names) {
    std::size_t end = 0;
    while (end < names.size() && names[end] != ' ')
        ++end;
    return end;
}

[[nodiscard]] constexpr std::size_t count_edge_ops() {
    std::size_t count = 0;
    for (edge_group const& group : edge_groups)
        count += static_cast<std::size_t>(std::count(group.ops.begin(), group.ops.end(), ' ')) + 1;
    return count;
}

/// The ops of the table, sorted by hash.
inline constexpr std::array<edge_entry, count_edge_ops()> edge_index = [] {
    std::array<edge_entry, count_edge_ops()> index{};
    std::size_t count = 0;
    for (std::size_t g = 0; g < edge_groups.size(); ++g)
        for (std::string_view names = edge_groups[g].ops; !names.empty();) {
            std::size_t const end = first_name_size(names);
            index[count++] = {fnv1a(names.substr(0, end)), static_cast<std::uint8_t>(g)};
            names.remove_prefix(std::min(end + 1, names.size()));
        }
    std::sort(index.begin(), index.end(), [](edge_entry const& a, edge_entry const& b) { return a.hash < b.hash; });
    return index;
}();

} // namespace detail

/// The text of an op's constraint in the Edge dialect, empty for an op that has none.
[[nodiscard]] constexpr std::string_view edge_constraint_text(std::string_view op_name) {
    std::uint64_t const hash = fnv1a(op_name);
    auto const* const found =
        std::lower_bound(detail::edge_index.begin(), detail::edge_index.end(), hash,
                         [](detail::edge_entry const& entry, std::uint64_t wanted) { return entry.hash < wanted; });
    if (found == detail::edge_index.end() || found->hash != hash)
        return {};
    return edge_groups[found->group].constraint;
}

/// The constraint that admits every dtype for every tensor of the op.
[[nodiscard]] constexpr dtype_constraint no_constraint(op_info const& op) {
    dtype_constraint free;
    free.row_count = 1;
    auto const add = [&free](std::string_view name) {
        if (free.column_count == dtype_constraint::max_columns)
            return;
        free.aliases[free.alias_count] = dtype_set::all();
        free.column_names[free.column_count] = name;
        free.rows[0][free.column_count++] = static_cast<std::uint8_t>(free.alias_count++);
    };
    for (schema_argument const& argument : op.arguments)
        if (detail::has_dtype(argument))
            add(argument.name);
    for (std::size_t i = 0; i < op.returns.size(); ++i)
        if (detail::has_dtype(op.returns[i]))
            add(return_name(op, i));
    return free;
}

/// The constraint of an op: that of the Edge dialect, or none, which admits every dtype
/// everywhere.
[[nodiscard]] constexpr dtype_constraint edge_constraint(op_info const& op) {
    std::string_view const text = edge_constraint_text(op.name);
    return text.empty() ? no_constraint(op) : checked_constraint(text);
}

} // namespace graft
