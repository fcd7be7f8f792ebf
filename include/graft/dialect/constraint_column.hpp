#pragma once

#include <graft/schema/op_info.hpp>

#include <array>
#include <cstddef>
#include <string_view>

namespace graft {
namespace detail {

/// The name of a return as constraints have it: `__ret_0` for a first one without a name.
inline constexpr std::array<std::string_view, 8> return_names{"__ret_0", "__ret_1", "__ret_2", "__ret_3",
                                                              "__ret_4", "__ret_5", "__ret_6", "__ret_7"};

/// True when the dtype of an argument or return takes part in constraints.
[[nodiscard]] constexpr bool has_dtype(schema_argument const& slot) {
    return slot.type == type_kind::tensor && !slot.optional_elements;
}

} // namespace detail

/// The name that dtype constraints have for return `i` of the op.
[[nodiscard]] constexpr std::string_view return_name(op_info const& op, std::size_t i) {
    return op.returns[i].name.empty() ? detail::return_names.at(i) : op.returns[i].name;
}

} // namespace graft
