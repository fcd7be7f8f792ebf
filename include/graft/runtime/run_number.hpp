#pragma once

#include <graft/core/error.hpp>
#include <graft/core/scalar.hpp>
#include <graft/core/sym_substitute.hpp>
#include <graft/dialect/sym_operation.hpp>
#include <graft/runtime/run_value.hpp>

#include <bit>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace graft {

namespace detail {

[[nodiscard]] inline value_spec number_spec(scalar number) {
    if (number.is_real())
        return sym_real(number.to<double>());
    std::int64_t const value = number.to<std::int64_t>();
    return number.is_boolean() ? value_spec::of_boolean(value) : value_spec::of_integer(value);
}

[[nodiscard]] inline scalar number_value(value_spec const& value) {
    sym_atom const* const atom = value.integer.atom();
    if (atom != nullptr && atom->function == sym_function::real)
        return std::bit_cast<double>(atom->operands[0].value());
    if (value.k == value_spec::kind::sym_float)
        return static_cast<double>(evaluate(value.integer, sym_bindings{}));
    std::int64_t const number = evaluate(value.integer, sym_bindings{});
    return value.k == value_spec::kind::sym_bool ? scalar(number != 0) : scalar(number);
}

} // namespace detail

/// What a Python function on numbers gives, or nothing when the target is no such function.
[[nodiscard]] inline std::optional<scalar> run_function(std::string_view target,
                                                        std::vector<run_value> const& args) {
    sym_target const* const function = find_sym_target(target);
    if (function == nullptr)
        return std::nullopt;
    if (args.size() != function->operands)
        raise(errc::invalid_argument, target, " takes ", function->operands, " operands, not ", args.size());
    std::vector<value_spec> operands;
    for (run_value const& v : args)
        operands.push_back(detail::number_spec(v.is_tensor() ? v.tensor().item() : v.number()));
    return detail::number_value(evaluate(function->operation, operands));
}

/// What an op that reads a number off a tensor gives, or nothing when the op is none of these; `arg(i)` is argument
/// `i` of its call.
template <class Arg>
[[nodiscard]] std::optional<scalar> run_reading(std::string_view op, Arg&& arg) {
    auto const self = [&]() -> tensor { return run_value{arg(0)}.tensor(); };
    auto const dim = [&] { return run_value{arg(1)}.number().template to<std::int64_t>(); };
    if (op == "aten::sym_size.int")
        return self().size(dim());
    if (op == "aten::sym_stride.int")
        return self().stride(dim());
    if (op == "aten::sym_numel")
        return self().numel();
    if (op == "aten::sym_storage_offset")
        return self().storage_offset();
    if (op == "aten::item" || op == "aten::_local_scalar_dense")
        return self().item();
    return std::nullopt;
}

} // namespace graft
