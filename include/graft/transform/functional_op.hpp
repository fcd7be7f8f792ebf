#pragma once

#include <graft/dialect/known_ops.hpp>
#include <graft/ir/target_name.hpp>
#include <graft/schema/op_info.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace graft {

/// The op that computes what this one writes into its argument: `aten::add.Tensor` of `aten::add_.Tensor` and of
/// `aten::__iadd__.Tensor`; null when there is none of that name and those arguments.
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
    op_info const* const found = find_known_op<>(std::string(op.name.substr(0, space)) + name + overload);
    if (found == nullptr || found->mutates() || found->arguments.size() < op.arguments.size())
        return nullptr;
    for (std::size_t i = 0; i < op.arguments.size(); ++i)
        if (found->arguments[i].name != op.arguments[i].name)
            return nullptr;
    return found;
}

} // namespace graft
