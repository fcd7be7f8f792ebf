#pragma once

#include <graft/dialect/aten.hpp>
#include <graft/dialect/infer.hpp>
#include <graft/ir/graph.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace graft {
namespace detail {

// Ops that compute in the dtype of their result.
inline constexpr std::array<std::string_view, 8> promoting_ops{
    "aten::add.Tensor", "aten::sub.Tensor", "aten::mul.Tensor",  "aten::div.Tensor",
    "aten::maximum",    "aten::minimum",    "aten::pow.Tensor_Tensor", "aten::div.Tensor_mode"};

} // namespace detail

/// Casts tensors that a sum, product or the like takes to the dtype of its result, so that kernels need not know of
/// promotion; returns how many casts that took.
inline std::size_t remove_mixed_types(graph& g) {
    std::size_t count = 0;
    for (node_id const n : g.nodes()) {
        value_spec const* const val = g.val(n);
        if (g.op(n) != opcode::call_function || val == nullptr || !val->is_tensor() ||
            std::find(detail::promoting_ops.begin(), detail::promoting_ops.end(), g.target(n).name) ==
                detail::promoting_ops.end())
            continue;
        dtype const wanted = val->tensor.dtype;
        for (std::size_t i = 0; i < g.arg_count(n); ++i) {
            if (!g.arg(n, i).is_node())
                continue;
            node_id const operand = g.arg(n, i).node();
            value_spec const* const given = g.val(operand);
            if (given == nullptr || !given->is_tensor() || given->tensor.dtype == wanted)
                continue;
            auto const scope = inserting_before(g, n);
            node_id const cast =
                g.call_function(g.intern_target(aten::_to_copy.default_.info(), g.target(n).dialect),
                                {arg::node(operand)}, {{"dtype", wanted}});
            g.copy_meta(n, cast);
            infer(g, cast);
            g.set_arg(n, i, arg::node(cast));
            ++count;
        }
    }
    return count;
}

} // namespace graft
