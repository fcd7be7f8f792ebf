#pragma once

#include <graft/schema/op_info.hpp>

#include <algorithm>
#include <array>
#include <string_view>

namespace graft {

/// True for ops of ATen each of whose elements depends on the elements of the operands at the same place alone: they
/// can be computed a block at a time, and a result of the dtype, sizes and strides of an operand be written over it.
[[nodiscard]] constexpr bool is_elementwise(op_info const& op) {
    constexpr std::array<std::string_view, 66> names{
        "abs",         "acos",       "add",       "addcdiv",     "addcmul",     "asin",       "atan",
        "atan2",       "bitwise_and", "bitwise_not", "bitwise_or", "bitwise_xor", "ceil",      "clamp",
        "cos",         "cosh",       "div",       "elu",         "eq",          "erf",        "exp",
        "expm1",       "floor",      "fmod",      "ge",          "gelu",        "gt",         "hardsigmoid",
        "hardswish",   "hardtanh",   "le",        "leaky_relu",  "lerp",        "log",        "log1p",
        "log2",        "logical_and", "logical_not", "logical_or", "lt",        "maximum",    "minimum",
        "mish",        "mul",        "ne",        "neg",         "pow",         "reciprocal", "relu",
        "relu6",       "remainder",  "round",     "rsqrt",       "rsub",        "sigmoid",    "sign",
        "silu",        "sin",        "softplus",  "sqrt",        "sub",         "tan",        "tanh",
        "trunc",       "where",      "xlogy"};
    static_assert(std::is_sorted(names.begin(), names.end()));
    constexpr std::string_view space = "aten::";
    bool const one_tensor = op.returns.size() == 1 && !op.returns[0].list;
    if (op.name.substr(0, space.size()) != space || op.mutates() || !one_tensor)
        return false;
    std::string_view const name = op.name.substr(space.size(), op.name.find('.') - space.size());
    return std::binary_search(names.begin(), names.end(), name);
}

} // namespace graft
