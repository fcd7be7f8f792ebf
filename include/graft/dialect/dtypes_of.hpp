#pragma once

#include <graft/dialect/edge.hpp>
#include <graft/meta/fixed_string.hpp>
#include <graft/meta/never.hpp>
#include <graft/meta/vec.hpp>
#include <graft/schema/op.hpp>
#include <graft/schema/op_info.hpp>

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace graft {

/// The text of an op's dtype constraint cannot be read.
template <class Op, fixed_string MISTAKE, fixed_string BEFORE, fixed_string AFTER>
struct malformed_dtype_constraint {
    static_assert(never<MISTAKE, BEFORE, AFTER>,
                  "graft: malformed dtype constraint: see MISTAKE, between the texts BEFORE and AFTER; write it as in "
                  "\"T0=Float Half; self=T0 __ret_0=T0\"");
};

/// A dtype constraint says something of every tensor of its op.
template <class Op, fixed_string NAME>
struct unconstrained_tensor {
    static_assert(never<NAME>, "graft: unconstrained tensor: the tensor of this NAME has no column "
                               "in the dtype constraint of the operator; write NAME=T0 there");
};

/// A dtype constraint speaks of something that its op does not have.
template <class Op, fixed_string NAME>
struct unknown_constraint_column {
    static_assert(never<NAME>,
                  "graft: unknown column: the dtype constraint has a column of this "
                  "NAME, which is no argument or return of the operator; write it as the schema does, or leave it out");
};

namespace detail {

/// The constraint that an op type writes down in its `dtypes`.
template <class Op>
struct written_dtypes {
    static constexpr parsed_constraint parsed = parse_constraint(Op::dtypes.view());

    /// A tensor of the schema without a column, empty when there is none.
    static constexpr std::string_view missing = [] {
        for (schema_argument const& argument : Op::info().arguments)
            if (has_dtype(argument) && !argument.optional && !parsed.value.find(argument.name))
                return argument.name;
        for (std::size_t i = 0; i < Op::info().returns.size(); ++i)
            if (has_dtype(Op::info().returns[i]) && !parsed.value.find(return_name(Op::info(), i)))
                return return_name(Op::info(), i);
        return std::string_view{};
    }();

    /// A column that the schema does not have, empty when there is none.
    static constexpr std::string_view unknown = [] {
        for (std::string_view const name : parsed.value.columns()) {
            bool found = Op::info().find_argument(name) >= 0;
            for (std::size_t i = 0; i < Op::info().returns.size(); ++i)
                found = found || return_name(Op::info(), i) == name;
            if (!found)
                return name;
        }
        return std::string_view{};
    }();
};

template <class Op>
consteval void diagnose_dtypes() {
    using written = written_dtypes<Op>;
    if constexpr (written::parsed.mistake != constraint_mistake::none) {
        constexpr std::size_t window = 28; // clang prints 32 characters of a template argument
        constexpr std::string_view text = Op::dtypes.view();
        constexpr std::string_view what = graft::text(written::parsed.mistake);
        constexpr std::size_t at = written::parsed.position;
        constexpr std::size_t before = std::min(window, at);
        constexpr std::size_t after = std::min(window, text.size() - at);
        static_cast<void>(requires {
            sizeof(malformed_dtype_constraint<Op, fixed_slice<what.size()>(what),
                                              fixed_slice<before>(text.substr(at - before)),
                                              fixed_slice<after>(text.substr(at))>);
        });
    } else if constexpr (!written::missing.empty()) {
        static_cast<void>(
            requires { sizeof(unconstrained_tensor<Op, fixed_slice<written::missing.size()>(written::missing)>); });
    } else if constexpr (!written::unknown.empty()) {
        static_cast<void>(requires {
            sizeof(unknown_constraint_column<Op, fixed_slice<written::unknown.size()>(written::unknown)>);
        });
    }
}

template <class Op>
[[nodiscard]] consteval dtype_constraint constraint_of() {
    if constexpr (requires { Op::dtypes; }) {
        diagnose_dtypes<Op>();
        return written_dtypes<Op>::parsed.value;
    } else {
        return edge_constraint(Op::info());
    }
}

} // namespace detail

/// The dtype constraint of an op type, parsed by the compiler when it is first used.
///
/// An op of one's own writes it in a `static constexpr fixed_string dtypes`, in the form that
/// `parse_constraint` reads; an ATen op has that of the Edge dialect.
template <class Op>
inline constexpr dtype_constraint dtypes_of = detail::constraint_of<Op>();

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
