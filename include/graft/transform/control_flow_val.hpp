#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <optional>

namespace graft {

/// What is known of an argument: the value of its node, or of the number, list or tuple that it is; none otherwise.
[[nodiscard]] GRAFT_CONSTEXPR value_spec spec_of(graph const& g, arg const& a);

/// What is known of what the graph returns, always as a list.
[[nodiscard]] GRAFT_CONSTEXPR vec<value_spec> result_specs(graph const& g);

/// One row of a tensor that `map` or `scan` goes over: it lacks the first dimension.
[[nodiscard]] GRAFT_CONSTEXPR value_spec row_spec(value_spec rows);

/// `count` rows of this kind as one tensor.
[[nodiscard]] GRAFT_CONSTEXPR value_spec stacked_spec(value_spec row, sym_int const& count);

/// The number of rows in the first of several tensors.
[[nodiscard]] GRAFT_CONSTEXPR sym_int row_count(vec<value_spec> const& rows);

/// The values of a `cond`, nothing when its branches disagree.
[[nodiscard]] constexpr std::optional<value_spec> branch_spec(vec<value_spec> const& when_true,
                                                              vec<value_spec> const& when_false) {
    return when_true == when_false ? std::optional{value_spec::of_list(when_true)} : std::nullopt;
}

} // namespace graft

#if defined(GRAFT_TRANSFORM_BODIES)
#    include <graft/core/error.hpp>
#    include <graft/ir/map_arg.hpp>

#    include <cstddef>
#    include <utility>

namespace graft {

GRAFT_CONSTEXPR value_spec spec_of(graph const& g, arg const& a) {
    switch (a.kind) {
    case arg_kind::node: {
        value_spec const* const val = g.val(static_cast<node_id>(a.bits));
        return val == nullptr ? value_spec{} : *val;
    }
    case arg_kind::boolean: return value_spec::of_boolean(a.bits);
    case arg_kind::integer: return value_spec::of_integer(a.bits);
    case arg_kind::list:
    case arg_kind::tuple: {
        vec<value_spec> items;
        for (arg const& item : a.items)
            items.push_back(spec_of(g, item));
        return value_spec::of_list(std::move(items));
    }
    default: return {};
    }
}

GRAFT_CONSTEXPR vec<value_spec> result_specs(graph const& g) {
    node_id const last = g.back();
    if (last == no_node || g.op(last) != opcode::output || g.arg_count(last) != 1)
        raise(errc::invalid_argument, "a graph that control flow calls has no output");
    value_spec result = spec_of(g, to_arg(g.arg(last, 0)));
    return result.is_list() ? std::move(result.items) : vec{std::move(result)};
}

GRAFT_CONSTEXPR value_spec row_spec(value_spec rows) {
    if (!rows.is_tensor() || rows.tensor.dim() == 0)
        raise(errc::invalid_argument, "control flow goes over the rows of what is no tensor of rank 1 or more");
    rows.tensor.sizes.erase(rows.tensor.sizes.begin());
    rows.tensor.strides.erase(rows.tensor.strides.begin());
    return rows;
}

GRAFT_CONSTEXPR value_spec stacked_spec(value_spec row, sym_int const& count) {
    if (!row.is_tensor())
        raise(errc::invalid_argument, "a row that control flow computes is no tensor");
    row.tensor.sizes.insert(row.tensor.sizes.begin(), count);
    row.tensor.strides = contiguous_strides(row.tensor.sizes);
    row.tensor.storage_offset = 0;
    return row;
}

GRAFT_CONSTEXPR sym_int row_count(vec<value_spec> const& rows) {
    if (rows.empty() || !rows.front().is_tensor() || rows.front().tensor.dim() == 0)
        raise(errc::invalid_argument, "control flow goes over no rows");
    return rows.front().tensor.sizes.front();
}

} // namespace graft
#endif
