#pragma once

#include <graft/core/promotion.hpp>
#include <graft/kernel/copy.hpp>
#include <graft/runtime/evaluate.hpp>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace graft {
namespace detail {

/// The part of an op's name before the overload.
[[nodiscard]] constexpr std::string_view overload_packet(std::string_view name) {
    return name.substr(0, std::min(name.find('.'), name.size()));
}

/// True if the op has the arguments of `out`, in order, but for those that it writes.
[[nodiscard]] inline bool has_read_arguments(op_info const& op, op_info const& out) {
    std::size_t next = 0;
    for (schema_argument const& wanted : out.arguments) {
        if (wanted.writes)
            continue;
        if (next == op.arguments.size())
            return false;
        schema_argument const& given = op.arguments[next++];
        if (given.name != wanted.name || given.type != wanted.type || given.list != wanted.list ||
            given.writes)
            return false;
    }
    // A functional op may be told more: dtype, layout and device are those of the argument written.
    for (; next < op.arguments.size(); ++next)
        if (!op.arguments[next].has_default || op.arguments[next].writes)
            return false;
    return true;
}

} // namespace detail

/// The op that computes what an out-variant, such as `aten::add.out`, writes; null if none of these is
/// known to.
[[nodiscard]] inline op_info const* functional_form(op_info const& out,
                                                    std::span<op_info const* const> known) {
    for (op_info const* const op : known)
        if (detail::overload_packet(op->name) == detail::overload_packet(out.name) &&
            op->returns.size() == out.returns.size() && detail::has_read_arguments(*op, out))
            return op;
    return nullptr;
}

/// Runs the functional form of an out-variant and writes its results to the arguments that the call
/// gives for them, converted; they must have the sizes of the results.
[[nodiscard]] inline std::vector<tensor> evaluate_out(call<tensor> const& c, op_info const& functional,
                                                      kernel_function kernel) {
    c.check();
    graft::call<tensor> computed(functional);
    std::vector<tensor> written;
    std::vector<std::string_view> names;
    std::size_t next = 0;
    for (std::size_t i = 0; i < c.op().arguments.size(); ++i) {
        if (c.op().arguments[i].writes) {
            written.push_back(c.tensor(i));
            names.push_back(c.op().arguments[i].name);
        } else {
            computed.set(next++, c[i]);
        }
    }
    if (int const slot = functional.find_argument("dtype"); slot >= static_cast<int>(next))
        computed.set(slot, written.at(0).dtype());
    std::vector<tensor> const results = evaluate(computed, kernel);
    if (results.size() != written.size())
        raise(errc::unsupported, c.op().name, ": ", results.size(), " results for ", written.size(),
              " arguments");
    for (std::size_t i = 0; i < results.size(); ++i) {
        if (!can_cast(results[i].dtype(), written[i].dtype()))
            raise(errc::invalid_argument, c.op().name, ": the result is ", torch_name(results[i].dtype()),
                  ", which '", names[i], "' of ", torch_name(written[i].dtype()), " cannot hold");
        if (results[i].sizes() != written[i].sizes())
            raise(errc::invalid_argument, c.op().name, ": '", names[i],
                  "' does not have the sizes of the result");
        kernel::copy(results[i], written[i]);
    }
    return written;
}

} // namespace graft
