#pragma once

#include <graft/config.hpp>
#include <graft/dialect/dtype_constraint.hpp>
#include <graft/ir/graph.hpp>
#include <graft/meta/vec.hpp>

namespace graft {

/// The dtypes that a call of an op has, by column of the op's constraint; `undefined` of what is absent, no tensor or
/// not known.
[[nodiscard]] GRAFT_CONSTEXPR vec<dtype> call_dtypes(graph const& g, node_id n, op_info const& op,
                                                     dtype_constraint const& constraint);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/dialect/constraint_column.hpp>

#    include <cstddef>
#    include <optional>

namespace graft {
namespace detail {

// A list counts by its first tensor.
[[nodiscard]] constexpr dtype dtype_of_argument(graph const& g, arg_ref given) {
    if (is_aggregate(given.kind()))
        return given.size() == 0 ? dtype::undefined : dtype_of_argument(g, given[0]);
    tensor_spec const* const known = given.is_node() ? tensor_of(g.val(given.node())) : nullptr;
    return known != nullptr ? known->dtype : dtype::undefined;
}

[[nodiscard]] constexpr dtype dtype_of_result(value_spec const& val, op_info const& op, std::size_t i) {
    value_spec const* result = &val;
    if (op.returns.size() > 1)
        result = val.is_list() && i < val.items.size() ? &val.items[i] : nullptr;
    else if (val.is_list())
        result = val.items.empty() ? nullptr : &val.items[0];
    tensor_spec const* const known = tensor_of(result);
    return known != nullptr ? known->dtype : dtype::undefined;
}

} // namespace detail

GRAFT_CONSTEXPR vec<dtype> call_dtypes(graph const& g, node_id n, op_info const& op,
                                       dtype_constraint const& constraint) {
    vec<dtype> types(constraint.columns().size(), dtype::undefined);
    for (std::size_t i = 0; i < op.arguments.size(); ++i)
        if (auto const column = constraint.find(op.arguments[i].name); column && detail::has_dtype(op.arguments[i]))
            if (std::optional<arg_ref> const given = g.schema_arg(n, i))
                types[*column] = detail::dtype_of_argument(g, *given);
    value_spec const* const val = g.val(n);
    for (std::size_t i = 0; val != nullptr && i < op.returns.size(); ++i)
        if (auto const column = constraint.find(return_name(op, i)))
            types[*column] = detail::dtype_of_result(*val, op, i);
    return types;
}

} // namespace graft
#endif
