#pragma once

#include <graft/config.hpp>
#include <graft/schema/op_info.hpp>

#include <string>

namespace graft {

/// True of an op whose out-variant has another name than the op's own overload gives it.
[[nodiscard]] constexpr bool has_own_out_name(op_info const& op) {
    out_names const* const own = op.original != nullptr ? op.original->out : op.out;
    return own != nullptr && !own->overload.empty();
}

/// The name of the op that writes what `op` returns into tensors that it is given, such as `aten::add.out`. It takes
/// the arguments of `op`, but for those of `is_out_variant_argument`, and then what it writes.
[[nodiscard]] GRAFT_INLINE std::string out_variant_name(op_info const& op);

/// True if the out-variant of an op takes this argument of it: what makes a tensor is in the tensor that is given.
[[nodiscard]] GRAFT_CONSTEXPR bool is_out_variant_argument(op_info const& op, schema_argument const& argument);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <algorithm>
#    include <cstddef>
#    include <string_view>

namespace graft {

GRAFT_INLINE std::string out_variant_name(op_info const& op) {
    std::size_t const dot = std::min(op.name.find('.'), op.name.size());
    std::string name(op.name.substr(0, dot));
    if (op.original != nullptr) {
        std::string const of = out_variant_name(*op.original);
        return name + of.substr(of.find('.'));
    }
    if (op.out != nullptr && !op.out->overload.empty())
        return (name += '.') += op.out->overload;
    std::string_view const overload = op.name.substr(std::min(dot + 1, op.name.size()));
    return name + (overload.empty() ? ".out" : "." + std::string(overload) + "_out");
}

GRAFT_CONSTEXPR bool is_out_variant_argument(op_info const& op, schema_argument const& argument) {
    return op.find_argument("pin_memory") < 0 || (argument.name != "dtype" && argument.name != "layout" &&
                                                  argument.name != "device" && argument.name != "pin_memory");
}

} // namespace graft
#endif
