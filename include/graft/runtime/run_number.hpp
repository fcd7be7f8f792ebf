#pragma once

#include <graft/config.hpp>
#include <graft/core/error.hpp>
#include <graft/core/scalar.hpp>
#include <graft/dialect/sym_operation.hpp>
#include <graft/runtime/run_value.hpp>
#include <graft/schema/op_info.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace graft {

namespace detail {

[[nodiscard]] GRAFT_INLINE scalar number_value(value_spec const& value);

} // namespace detail

/// What a Python function on numbers gives.
[[nodiscard]] GRAFT_INLINE scalar run_function(sym_target const& function, run_values const& args);

/// What a Python function on numbers gives that is named by `target`; a target that is none is an error.
[[nodiscard]] GRAFT_INLINE scalar run_function(std::string_view target, run_values const& args);

/// Reads a number off the first argument, a tensor.
using reading_function = scalar (*)(run_values const& args);

namespace detail {

inline tensor const& self_of(run_values const& args) { return args.at(0).tensor(); }
inline std::int64_t dim_of(run_values const& args) { return args.at(1).number().to<std::int64_t>(); }

// By `number_reading`.
inline constexpr reading_function reading_functions[] = {
    nullptr,
    [](run_values const& args) -> scalar { return self_of(args).size(dim_of(args)); },
    [](run_values const& args) -> scalar { return self_of(args).stride(dim_of(args)); },
    [](run_values const& args) -> scalar { return self_of(args).numel(); },
    [](run_values const& args) -> scalar { return self_of(args).storage_offset(); },
    [](run_values const& args) -> scalar { return self_of(args).item(); },
};

} // namespace detail

/// What an op reads off a tensor; any other op is an error.
[[nodiscard]] inline reading_function reading_of(op_info const& op) {
    if (op.reads == number_reading::none)
        raise(errc::unsupported, op.name, " reads no number off a tensor");
    return detail::reading_functions[static_cast<std::size_t>(op.reads)];
}

/// What an op gives that reads a number off a tensor.
[[nodiscard]] inline scalar run_reading(op_info const& op, run_values const& args) { return reading_of(op)(args); }

namespace detail {

/// Raises with the message of the program unless the value is true.
inline void check_assertion(run_value const& holds, arg_ref message) {
    if (!holds.truth())
        raise(errc::invalid_argument, "an assertion of the program does not hold: ", message.text());
}

} // namespace detail

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/meta/vec.hpp>
#    include <graft/symbolic/substitute.hpp>

#    include <bit>

namespace graft {
namespace detail {

[[nodiscard]] inline value_spec number_spec(scalar number) {
    if (number.is_real())
        return sym_real(number.to<double>());
    std::int64_t const value = number.to<std::int64_t>();
    return number.is_boolean() ? value_spec::of_boolean(value) : value_spec::of_integer(value);
}

GRAFT_INLINE scalar number_value(value_spec const& value) {
    sym_atom const* const atom = value.integer.atom();
    if (atom != nullptr && atom->function == sym_function::real)
        return std::bit_cast<double>(atom->operands[0].value());
    if (value.k == value_spec::kind::sym_float)
        return static_cast<double>(evaluate(value.integer, sym_bindings{}));
    std::int64_t const number = evaluate(value.integer, sym_bindings{});
    return value.k == value_spec::kind::sym_bool ? scalar(number != 0) : scalar(number);
}

} // namespace detail

GRAFT_INLINE scalar run_function(sym_target const& function, run_values const& args) {
    if (args.size() != function.operands)
        raise(errc::invalid_argument, function.python.empty() ? function.prim : function.python, " takes ",
              function.operands, " operands, not ", args.size());
    vec<value_spec> operands;
    for (run_value const& v : args)
        operands.push_back(detail::number_spec(v.is_tensor() ? v.tensor().item() : v.number()));
    return detail::number_value(evaluate(function.operation, operands));
}

GRAFT_INLINE scalar run_function(std::string_view target, run_values const& args) {
    sym_target const* const function = find_sym_target(target);
    if (function == nullptr)
        raise(errc::unsupported, target, " is no function on numbers");
    return run_function(*function, args);
}

} // namespace graft
#endif
