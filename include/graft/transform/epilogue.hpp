#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>

#include <optional>
#include <string_view>

namespace graft {

/// What a call makes of each element of its first argument: it clamps it, or a function takes its place.
struct epilogue {
    /// The bounds of the clamp; None where there is none.
    /// @{
    arg min{}, max{};
    /// @}
    std::string_view function{};  ///< of `packed::linear` and `channels_last::convolution`

    /// The argument for the function: its name, or None.
    [[nodiscard]] constexpr arg activation() const { return function.empty() ? arg{} : arg{function}; }
};

/// The clamp or the activation that node `n` is, if it is one.
[[nodiscard]] GRAFT_INLINE std::optional<epilogue> epilogue_of(graph const& g, node_id n);

} // namespace graft

#if defined(GRAFT_TRANSFORM_BODIES)
#    include <graft/ir/map_arg.hpp>

#    include <cstddef>

namespace graft {
namespace detail {

// The bound of a clamp, which must be a number or none.
inline bool set_bound(graph const& g, node_id n, std::size_t i, arg otherwise, arg& bound) {
    auto const given = g.schema_arg(n, i);
    bound = given ? to_arg(*given) : otherwise;
    return bound.kind == arg_kind::none || is_number(bound.kind);
}

} // namespace detail

GRAFT_INLINE std::optional<epilogue> epilogue_of(graph const& g, node_id n) {
    op_info const* const op = g.op(n) == opcode::call_function ? g.target(n).op : nullptr;
    if (op == nullptr)
        return {};
    std::string_view const name = op->name;
    epilogue e;
    if (name == "aten::relu") {
        e.min = 0;
        return e;
    }
    if (name == "aten::hardtanh" || name == "aten::clamp") {
        bool const unit = name == "aten::hardtanh";
        bool const known = detail::set_bound(g, n, 1, unit ? arg{-1} : arg{}, e.min) &&
                           detail::set_bound(g, n, 2, unit ? arg{1} : arg{}, e.max);
        return known ? std::optional(e) : std::nullopt;
    }
    if (name == "aten::gelu") {
        auto const approximate = g.schema_arg(n, 1);
        bool const by_tanh = approximate && approximate->kind() == arg_kind::string && approximate->text() == "tanh";
        e.function = by_tanh ? "gelu_tanh" : "gelu";
        return e;
    }
    for (std::string_view const activation : {"hardsigmoid", "hardswish", "sigmoid", "silu", "tanh"})
        if (name.starts_with("aten::") && name.substr(6) == activation) {
            e.function = activation;
            return e;
        }
    return {};
}

} // namespace graft
#endif
