#pragma once

#include <graft/config.hpp>
#include <graft/ir/program.hpp>

namespace graft::detail {

/// Puts the op of each call of `out_dtype` in its place, with what PyTorch casts: the arguments to the dtype that they
/// and the wanted one promote to, and the result to that. Calls of ops that PyTorch does not take there stay.
GRAFT_INLINE void replace_out_dtypes(graph_module& module);

} // namespace graft::detail

#if defined(GRAFT_LOWER_BODIES)
#    include <graft/core/dtype.hpp>
#    include <graft/core/error.hpp>
#    include <graft/core/promotion.hpp>
#    include <graft/dialect/aten.hpp>
#    include <graft/dialect/infer.hpp>
#    include <graft/ir/at_node.hpp>
#    include <graft/ir/detail/region.hpp>
#    include <graft/ir/graph.hpp>
#    include <graft/ir/map_arg.hpp>
#    include <graft/ir/text/parse_fx.hpp>
#    include <graft/meta/vec.hpp>

#    include <cstddef>
#    include <string_view>

namespace graft::detail {

// The op that `out_dtype` names as `torch.ops.aten.mul.Tensor`, or null.
[[nodiscard]] inline op_info const* op_of_out_dtype(std::string_view text) {
    constexpr std::string_view prefix = "torch.ops.";
    if (text.substr(0, prefix.size()) != prefix)
        return nullptr;
    vec<char> const name = op_name_of(text.substr(prefix.size()));
    for (op_info const* const op : {&decltype(aten::linear)::info(), &decltype(aten::mm)::info(),
                                    &aten::conv2d_default::info(), &decltype(aten::convolution)::info(),
                                    &decltype(aten::mul.Tensor)::info(), &decltype(aten::mul.Scalar)::info(),
                                    &decltype(aten::div.Tensor)::info(), &decltype(aten::div.Scalar)::info()})
        if (op->name == std::string_view(name.data(), name.size()))
            return op;
    return nullptr;
}

inline void add_operands(graph const& g, arg_ref given, vec<promotion_operand>& operands) {
    auto const scalar = [&](dtype d) { operands.push_back({d, operand_kind::scalar}); };
    if (is_aggregate(given.kind()))
        for (std::size_t i = 0; i < given.size(); ++i)
            add_operands(g, given[i], operands);
    else if (given.is_node() && g.val(given.node())->is_tensor())
        operands.push_back({g.val(given.node())->tensor.dtype,
                            g.val(given.node())->tensor.dim() == 0 ? operand_kind::zero_dim : operand_kind::tensor});
    else if (given.is_node() || given.kind() == arg_kind::integer)
        scalar(dtype::i64);
    else if (given.kind() == arg_kind::boolean)
        scalar(dtype::boolean);
    else if (given.kind() == arg_kind::real)
        scalar(dtype::f64);
}

// A node of the value as the dtype; the node itself if that is no tensor, or of the dtype.
inline node_id as_dtype(graph& g, node_id of, dtype to, node_id like) {
    if (!g.val(of)->is_tensor() || g.val(of)->tensor.dtype == to)
        return of;
    node_id const cast = g.call_function(decltype(aten::to.dtype)::info(), {arg::node(of), to});
    g.copy_meta(like, cast);
    infer(g, cast);
    return cast;
}

inline void replace_out_dtype(graph& g, node_id n) {
    op_info const* const op = op_of_out_dtype(g.arg(n, 0).text());
    if (op == nullptr)
        return;
    dtype const to = g.arg(n, 1).dtype();
    vec<promotion_operand> operands;
    operands.push_back({to, operand_kind::tensor});
    for (std::size_t i = 2; i < g.arg_count(n); ++i)
        add_operands(g, g.arg(n, i), operands);
    dtype const promoted = result_type(operands);
    if (promoted == dtype::undefined)
        raise(errc::invalid_argument, "out_dtype: the dtypes of what ", op->name, " is given have no common dtype");
    auto const scope = inserting_before(g, n);
    vec<arg> given;
    for (std::size_t i = 2; i < g.arg_count(n); ++i)
        given.push_back(g.arg(n, i).is_node() ? arg::node(as_dtype(g, g.arg(n, i).node(), promoted, n))
                                              : to_arg(g.arg(n, i)));
    node_id const call = g.call_function(*op, given);
    g.copy_meta(n, call);
    infer(g, call);
    g.replace_all_uses_with(n, as_dtype(g, call, to, n));
    g.erase_node(n);
}

GRAFT_INLINE void replace_out_dtypes(graph_module& module) {
    graph& g = module.graph;
    vec<node_id> calls;
    for (node_id const n : g.nodes())
        if (is_out_dtype(g, n))
            calls.push_back(n);
    for (node_id const n : calls)
        at_node(g, n, [&] { replace_out_dtype(g, n); });
    for (submodule& inner : module.submodules)
        replace_out_dtypes(inner.module);
}

} // namespace graft::detail
#endif
