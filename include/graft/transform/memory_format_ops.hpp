#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>

#include <cstddef>
#include <string_view>

namespace graft {

/// Gives every copy and empty tensor its order of dimensions instead of a memory format, as ExecuTorch's programs of
/// the Edge dialect have it; exir's `MemoryFormatOpsPass`. A call stays whose strides are not known or hold a 0.
/// Returns how many were changed.
struct to_dim_order_ops_pass {
    static constexpr std::string_view name = "to_dim_order_ops"; ///< by which constraints name it
    std::size_t operator()(graph& g) const;                      ///< runs it
};
inline constexpr to_dim_order_ops_pass to_dim_order_ops{}; ///< called or run by a manager

/// The inverse; exir's `DimOrderOpsRevertPass`. A call stays whose order is that of no memory format.
struct to_memory_format_ops_pass {
    static constexpr std::string_view name = "to_memory_format_ops"; ///< by which constraints name it
    std::size_t operator()(graph& g) const;                          ///< runs it
};
inline constexpr to_memory_format_ops_pass to_memory_format_ops{}; ///< called or run by a manager

} // namespace graft

#if defined(GRAFT_LOWER_BODIES)
#    include <graft/dialect/aten/copy.hpp>
#    include <graft/dialect/aten/creation.hpp>
#    include <graft/dialect/dim_order_ops.hpp>
#    include <graft/dialect/infer.hpp>
#    include <graft/ir/map_arg.hpp>
#    include <graft/meta/vec.hpp>

#    include <algorithm>
#    include <array>
#    include <cstdint>
#    include <optional>
#    include <utility>

namespace graft {
namespace detail {

// An op that names a memory format, and ExecuTorch's that names an order of dimensions.
struct dim_order_twin {
    op_info const* by_format;
    op_info const* by_order;
};

inline std::array<dim_order_twin, 3> dim_order_twins() {
    return {{{&aten::_to_copy.default_.info(), &dim_order_ops::_to_dim_order_copy.default_.info()},
             {&aten::clone.default_.info(), &dim_order_ops::_clone_dim_order.default_.info()},
             {&aten::empty.memory_format.info(), &dim_order_ops::_empty_dim_order.default_.info()}}};
}

// The dimensions from the one with the largest stride to the one with the smallest; nothing where a stride is not
// known or 0, which has no place in an order.
inline std::optional<vec<std::int64_t>> dim_order_of(tensor_spec const& spec) {
    vec<std::int64_t> order;
    for (std::size_t d = 0; d < spec.dim(); ++d) {
        if (!spec.strides[d].is_symbolic() && spec.strides[d].value() == 0)
            return std::nullopt;
        order.push_back(static_cast<std::int64_t>(d));
    }
    if (spec.strides == contiguous_strides(spec.sizes))
        return order;
    for (sym_int const& stride : spec.strides)
        if (stride.is_symbolic())
            return std::nullopt;
    std::stable_sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) {
        return spec.strides[static_cast<std::size_t>(a)].value() > spec.strides[static_cast<std::size_t>(b)].value();
    });
    return order;
}

inline std::optional<memory_format> format_of(vec<std::int64_t> const& order) {
    if (std::is_sorted(order.begin(), order.end()))
        return memory_format::contiguous;
    if (order == vec<std::int64_t>{0, 2, 3, 1})
        return memory_format::channels_last;
    if (order == vec<std::int64_t>{0, 2, 3, 4, 1})
        return memory_format::channels_last_3d;
    return std::nullopt;
}

// Takes a keyword away from a call.
inline std::optional<arg> take_keyword(call_arguments& given, std::string_view key) {
    for (std::size_t i = 0; i < given.kwargs.size(); ++i)
        if (given.kwargs[i].key == key) {
            arg value = std::move(given.kwargs[i].value);
            given.kwargs.erase(given.kwargs.begin() + static_cast<std::ptrdiff_t>(i));
            return value;
        }
    return std::nullopt;
}

} // namespace detail

GRAFT_INLINE std::size_t to_dim_order_ops_pass::operator()(graph& g) const {
    std::size_t count = 0;
    for (node_id const n : g.nodes())
        for (detail::dim_order_twin const& twin : detail::dim_order_twins()) {
            value_spec const* const val = g.val(n);
            if (g.op(n) != opcode::call_function || g.target(n).op != twin.by_format || val == nullptr)
                continue;
            auto const order = detail::dim_order_of(val->tensor);
            call_arguments given = arguments_of(g, n);
            if (!order || given.args.size() != 1 || is_number(given.args[0].kind)) // which becomes a tensor first
                continue;
            detail::take_keyword(given, "memory_format");
            given.kwargs.push_back({"dim_order", arg::list(vec<arg>(order->begin(), order->end()))});
            g.set_target(n, g.intern_target(*twin.by_order, g.target(n).dialect));
            g.set_args(n, given.args, given.kwargs);
            ++count;
            break;
        }
    return count;
}

GRAFT_INLINE std::size_t to_memory_format_ops_pass::operator()(graph& g) const {
    std::size_t count = 0;
    for (node_id const n : g.nodes())
        for (detail::dim_order_twin const& twin : detail::dim_order_twins()) {
            if (g.op(n) != opcode::call_function || g.target(n).op != twin.by_order)
                continue;
            call_arguments given = arguments_of(g, n);
            std::optional<arg> const order = detail::take_keyword(given, "dim_order");
            vec<std::int64_t> dims;
            if (order)
                for (arg const& dim : order->items)
                    dims.push_back(dim.bits);
            auto const format = detail::format_of(dims);
            if (given.args.size() != 1 || !format)
                continue;
            if (order && order->kind != arg_kind::none)
                given.kwargs.push_back({"memory_format", *format});
            g.set_target(n, g.intern_target(*twin.by_format, g.target(n).dialect));
            g.set_args(n, given.args, given.kwargs);
            ++count;
            break;
        }
    return count;
}

} // namespace graft
#endif
