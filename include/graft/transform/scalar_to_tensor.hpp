#pragma once

#include <graft/dialect/aten.hpp>
#include <graft/dialect/infer.hpp>
#include <graft/ir/args_map.hpp>
#include <graft/ir/graph.hpp>
#include <graft/ir/map_arg.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace graft {

namespace detail {

// The dtype that a number of this kind has as a tensor among the arguments of `n`: the default of its kind. Beside
// a tensor of the kind that is of rank 0, with which it would promote as an equal, or of f64, it has the tensor's.
inline dtype number_dtype(graph const& g, node_id n, arg_kind kind) {
    if (kind == arg_kind::boolean)
        return dtype::boolean;
    dtype found = kind == arg_kind::real ? dtype::f32 : dtype::i64;
    g.for_each_input(n, [&](node_id input) {
        value_spec const* const val = g.val(input);
        if (val == nullptr || !val->is_tensor())
            return;
        dtype const d = val->tensor.dtype;
        bool const same_kind =
            kind == arg_kind::real ? is_floating_point(d) : is_integral(d, false);
        if (same_kind && (val->tensor.dim() == 0 || d == dtype::f64))
            found = d;
    });
    return found;
}

} // namespace detail

/// Makes a 0-d tensor of every Python number that stands where a schema takes a Tensor: `add.Tensor(x, 2.0)`
/// gets `full([], 2.0)`. Integers become i64, floats f32, bools b8, which promotes as the number did; where it
/// would not, the tensor has the dtype of the other operand. Returns how many numbers were replaced.
inline std::size_t scalar_to_tensor(graph& g) {
    std::size_t count = 0;
    std::uint32_t const target = g.intern_target(aten::full.default_.info());
    for (node_id const n : g.nodes()) {
        op_info const* const op = g.target(n).op;
        if (g.op(n) != opcode::call_function || op == nullptr)
            continue;
        std::size_t const before = count;
        auto const to_tensor = [&](arg const& value, schema_argument const& slot) {
            if (!is_number(value.kind) || slot.type != type_kind::tensor || slot.list)
                return value;
            auto const scope = inserting_before(g, n);
            node_id const full = g.call_function(target, {arg::list({}), value},
                                                 {{"dtype", detail::number_dtype(g, n, value.kind)}});
            g.copy_meta(n, full);
            infer(g, full);
            ++count;
            return arg::node(full);
        };
        call_arguments given = arguments_of(g, n);
        given = args_map(*op, to_tensor, std::move(given.args), std::move(given.kwargs));
        if (count != before)
            g.set_args(n, given.args, given.kwargs);
    }
    return count;
}

} // namespace graft
