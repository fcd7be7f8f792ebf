#pragma once

#include <graft/dialect/known_ops.hpp>
#include <graft/ir/target_name.hpp>
#include <graft/schema/op_info.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace graft {

namespace detail {

/// True if the op computes something of the arguments that the other one takes. The first may have another name.
[[nodiscard]] inline bool takes_arguments_of(op_info const& functional, op_info const& op) {
    if (functional.mutates() || functional.arguments.size() < op.arguments.size())
        return false;
    for (std::size_t i = 0; i < op.arguments.size(); ++i) {
        schema_argument const &taken = functional.arguments[i], &given = op.arguments[i];
        if (taken.type != given.type || taken.list != given.list || (i != 0 && taken.name != given.name))
            return false;
    }
    return true;
}

} // namespace detail

/// The op that computes what this one writes into its argument: `aten::add.Tensor` of `aten::add_.Tensor` and of
/// `aten::__iadd__.Tensor`, `aten::pow.Tensor_Scalar` of `aten::pow_.Scalar`; null when there is none of that name and
/// those arguments.
[[nodiscard]] inline op_info const* functional_op(op_info const& op) {
    std::size_t const space = detail::namespace_size(op.name) + 2;
    std::size_t const dot = op.name.find('.', space);
    std::string name(op.name.substr(space, dot == std::string_view::npos ? dot : dot - space));
    std::string const overload(dot == std::string_view::npos ? std::string_view{} : op.name.substr(dot));
    if (name.starts_with("__i") && name.ends_with("__")) {
        name = name.substr(3, name.size() - 5);
        if (name == "and" || name == "or" || name == "xor")
            name = "bitwise_" + name;
    } else if (name.ends_with("_") && !name.ends_with("__")) {
        name.pop_back();
    } else {
        return nullptr;
    }
    name.insert(0, op.name.substr(0, space));
    op_info const* const found = find_known_op<>(name + overload);
    if (found != nullptr && detail::takes_arguments_of(*found, op))
        return found;
    for (op_info const* const other : every_known_op<>())
        if (other->name.starts_with(name) && (other->name.size() == name.size() || other->name[name.size()] == '.') &&
            detail::takes_arguments_of(*other, op))
            return other;
    return nullptr;
}

} // namespace graft
