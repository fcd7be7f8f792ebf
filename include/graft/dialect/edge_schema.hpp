#pragma once

#include <graft/dialect/dtypes_of.hpp>
#include <graft/dialect/edge.hpp>
#include <graft/meta/vec.hpp>
#include <graft/schema/op_info.hpp>

#include <cstddef>
#include <string_view>

namespace graft {

/// An argument or a return of an op of the Edge dialect, and every dtype that its tensor may have.
struct edge_argument {
    /// As the schema has it; a return without a name is `__ret_0`, `__ret_1`.
    std::string_view name;
    schema_argument const* argument = nullptr; ///< its name and type
    /// Empty for what is no tensor.
    dtype_set allowed_types;
};

/// The schema of an op together with its dtype constraint: `schema(aten::sigmoid).arguments[0].allowed_types`.
struct edge_schema {
    std::string_view text; ///< the schema as it was written
    /// In the order of the schema.
    /// @{
    vec<edge_argument> arguments, returns;
    /// @}
    dtype_constraint constraint; ///< which combinations of dtypes are admitted
};

/// The schema of an op in the Edge dialect with this constraint.
[[nodiscard]] constexpr edge_schema schema(op_info const& op, dtype_constraint const& constraint) {
    edge_schema result{op.text, {}, {}, constraint};
    for (schema_argument const& argument : op.arguments)
        result.arguments.push_back({argument.name, &argument, constraint.allowed_types(argument.name)});
    for (std::size_t i = 0; i < op.returns.size(); ++i)
        result.returns.push_back({return_name(op, i), &op.returns[i], constraint.allowed_types(return_name(op, i))});
    return result;
}

/// The schema of an op in the Edge dialect with the constraint of ExecuTorch's table or, if that has none, with every
/// dtype allowed.
[[nodiscard]] constexpr edge_schema schema(op_info const& op) { return schema(op, edge_constraint(op)); }

/// The schema of an op type, with the constraint that it writes down itself or that of the table.
template <class Op>
    requires requires { Op::info(); }
[[nodiscard]] constexpr edge_schema schema(Op const&) {
    return schema(Op::info(), dtypes_of<Op>);
}

} // namespace graft
