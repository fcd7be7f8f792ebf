#pragma once

#include <graft/dialect/known_ops.hpp>
#include <graft/ir/target_name.hpp>
#include <graft/schema/op_info.hpp>

#include <algorithm>
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

/// True if the op computes something of arguments with these names and types, in an order of its own.
[[nodiscard]] inline bool takes_arguments_by_name(op_info const& functional, op_info const& op) {
    if (functional.mutates() || functional.arguments.size() != op.arguments.size())
        return false;
    return std::ranges::all_of(op.arguments, [&](schema_argument const& given) {
        int const slot = functional.find_argument(given.name);
        return slot >= 0 && functional.arguments[static_cast<std::size_t>(slot)].type == given.type &&
               functional.arguments[static_cast<std::size_t>(slot)].list == given.list;
    });
}

} // namespace detail

/// The op that computes what this one writes into its argument: `aten::add.Tensor` of `aten::add_.Tensor` and of
/// `aten::__iadd__.Tensor`, `aten::pow.Tensor_Scalar` of `aten::pow_.Scalar`; null when there is none of that name and
/// those arguments, which may have another order.
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
    if (found != nullptr && detail::takes_arguments_by_name(*found, op))
        return found;
    // What is to be called by nobody else begins with an underscore.
    op_info const* const own = find_known_op<>(name.insert(space, "_") + overload);
    return own != nullptr && detail::takes_arguments_of(*own, op) ? own : nullptr;
}

/// The op that returns what this one returns, and then what it writes to each of its arguments in turn:
/// `aten::_native_batch_norm_legit_functional` of `aten::_native_batch_norm_legit`; null when there is none.
[[nodiscard]] inline op_info const* functional_op_of_several(op_info const& op) {
    std::size_t const dot = std::min(op.name.find('.'), op.name.size());
    std::string const name = std::string(op.name.substr(0, dot)) + "_functional" + std::string(op.name.substr(dot));
    op_info const* const found = find_known_op<>(name);
    auto const writes = static_cast<std::size_t>(std::ranges::count_if(op.arguments, &schema_argument::writes));
    bool const fits = found != nullptr && !op.returns_alias() && detail::takes_arguments_by_name(*found, op) &&
                      found->returns.size() == op.returns.size() + writes;
    return fits ? found : nullptr;
}

} // namespace graft
