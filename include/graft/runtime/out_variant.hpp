#pragma once

#include <graft/config.hpp>
#include <graft/core/dim_vector.hpp>
#include <graft/core/dtype.hpp>
#include <graft/dialect/out_conversion.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/runtime/evaluate.hpp>
#include <graft/schema/op_info.hpp>

#include <cstddef>
#include <string_view>

namespace graft {

namespace detail {

/// True if the argument is where an out-variant writes its result: the functional form has none of this name.
[[nodiscard]] inline bool is_out_argument(op_info const& functional, schema_argument const& argument) {
    return argument.writes && functional.find_argument(argument.name) < 0;
}

} // namespace detail

/// The op that computes what an out-variant, such as `aten::add.out`, writes; null if none of these is
/// known to.
[[nodiscard]] GRAFT_INLINE op_info const* functional_form(op_info const& out, view<op_info const* const> known);

/// What size a tensor has to have that an out-variant writes.
enum class out_sizes : unsigned char {
    same,  ///< that of the result
    up_to, ///< any that has room for the result, which then lies at its begin
};

namespace detail {

/// A tensor of these sizes in the memory of another one.
[[nodiscard]] inline tensor within(tensor const& memory, dim_vector const& sizes) {
    return {memory.get_storage(), memory.dtype(), sizes, contiguous_strides(sizes), memory.storage_offset()};
}

/// `compute` gives the results of a call of the functional form.
template <class Compute>
[[nodiscard]] vec<tensor> write_out(call<tensor> const& c, op_info const& functional, out_sizes sizes,
                                    Compute&& compute) {
    c.check();
    graft::call<tensor> computed(functional);
    vec<tensor> written;
    vec<std::string_view> names;
    for (std::size_t i = 0; i < c.op().arguments.size(); ++i) {
        schema_argument const& argument = c.op().arguments[i];
        if (detail::is_out_argument(functional, argument)) {
            for (tensor const* const t : c[i].tensors)
                written.push_back(*t);
            if (c[i].tensor != nullptr)
                written.push_back(*c[i].tensor);
            names.resize(written.size(), argument.name);
        } else {
            computed.set(std::string_view(argument.name), c[i]);
        }
    }
    dtype const argument = c[0].tensor == nullptr ? dtype::undefined : c[0].tensor->dtype();
    bool const asked = c.op().find_argument("dtype") >= 0 && c.has("dtype");
    tensor converted;
    if (!asked && !written.empty()) {
        bool const gives_dtype = functional.find_argument("dtype") >= 0 && c.op().find_argument("dtype") >= 0;
        dtype const natural = gives_dtype ? infer(detail::spec_call{computed}.get()).tensor.dtype : dtype::undefined;
        out_conversion const how = conversion_of_out(c.op(), functional, argument, natural, written[0].dtype());
        if (how.asked != dtype::undefined)
            computed.set("dtype", how.asked);
        if (how.operand != dtype::undefined) {
            converted = tensor::empty(c[0].tensor->sizes(), how.operand);
            kernel::copy(*c[0].tensor, converted);
            computed.set(0, converted);
        }
    }
    vec<tensor> const results = compute(computed);
    if (results.size() != written.size())
        raise(errc::unsupported, c.op().name, ": ", results.size(), " results for ", written.size(), " arguments");
    for (std::size_t i = 0; i < results.size(); ++i) {
        if (!results[i].defined())
            continue;
        if (results[i].dtype() != written[i].dtype() &&
            (asked || !writes_result(functional, results[i].dtype(), written[i].dtype(), argument)))
            raise(errc::invalid_argument, c.op().name, ": the result is ", torch_name(results[i].dtype()), ", but '",
                  names[i], "' ", torch_name(written[i].dtype()));
        if (results[i].sizes() != written[i].sizes() && sizes == out_sizes::up_to)
            written[i] = within(written[i], results[i].sizes());
        if (results[i].sizes() != written[i].sizes())
            raise(errc::invalid_argument, c.op().name, ": '", names[i], "' does not have the sizes of the result");
        kernel::copy(results[i], written[i]);
    }
    return written;
}

} // namespace detail

/// Runs the functional form of an out-variant and writes its results to the arguments that the call
/// gives for them, converted where PyTorch converts; they must have the sizes of the results.
[[nodiscard]] GRAFT_INLINE vec<tensor> evaluate_out(call<tensor> const& c, op_info const& functional,
                                                    kernel_function kernel);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <algorithm>

namespace graft {
namespace detail {

/// The part of an op's name before the overload.
[[nodiscard]] constexpr std::string_view overload_packet(std::string_view name) {
    return name.substr(0, std::min(name.find('.'), name.size()));
}

/// True if the op has the arguments of `out` but for those that it writes; what else the op has are defaults, such as
/// the dtype, which is that of the argument written.
[[nodiscard]] inline bool has_read_arguments(op_info const& op, op_info const& out) {
    std::size_t shared = 0;
    for (schema_argument const& wanted : out.arguments) {
        if (is_out_argument(op, wanted))
            continue;
        int const slot = op.find_argument(wanted.name);
        if (slot < 0)
            return false;
        schema_argument const& given = op.arguments[static_cast<std::size_t>(slot)];
        if (given.type != wanted.type || given.list != wanted.list || given.writes != wanted.writes)
            return false;
        ++shared;
    }
    for (schema_argument const& given : op.arguments)
        if (out.find_argument(given.name) < 0) {
            if (!given.has_default)
                return false;
            ++shared;
        }
    return shared == op.arguments.size();
}

} // namespace detail

GRAFT_INLINE op_info const* functional_form(op_info const& out, view<op_info const* const> known) {
    for (op_info const* const op : known)
        if (detail::overload_packet(op->name) == detail::overload_packet(out.name) &&
            op->returns.size() == out.returns.size() && detail::has_read_arguments(*op, out))
            return op;
    return nullptr;
}

GRAFT_INLINE vec<tensor> evaluate_out(call<tensor> const& c, op_info const& functional, kernel_function kernel) {
    return detail::write_out(c, functional, out_sizes::same,
                             [&](call<tensor> const& computed) { return evaluate(computed, kernel); });
}

} // namespace graft
#endif
