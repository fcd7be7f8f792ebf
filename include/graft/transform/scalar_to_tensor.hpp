#pragma once

#include <graft/dialect/aten.hpp>
#include <graft/dialect/infer.hpp>
#include <graft/ir/graph.hpp>

#include <cstddef>
#include <cstdint>

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

inline bool is_number(arg_kind kind) {
    return kind == arg_kind::boolean || kind == arg_kind::integer || kind == arg_kind::real;
}

inline arg number_of(arg_ref number) {
    switch (number.kind()) {
    case arg_kind::real: return number.real();
    case arg_kind::integer: return number.integer();
    default: return number.boolean();
    }
}

} // namespace detail

/// Makes a 0-d tensor of every Python number that stands where a schema takes a Tensor: `add.Tensor(x, 2.0)`
/// gets `full([], 2.0)`. Integers become i64, floats f32, bools b8, which promotes as the number did; where it
/// would not, the tensor has the dtype of the other operand. Returns how many numbers were replaced.
inline std::size_t scalar_to_tensor(graph& g) {
    std::size_t replaced = 0;
    std::uint32_t const target = g.intern_target(aten::full.default_.info());
    for (node_id const n : g.nodes()) {
        op_info const* const op = g.target(n).op;
        if (g.op(n) != opcode::call_function || op == nullptr)
            continue;
        for (std::size_t i = 0; i < g.arg_count(n) && i < op->arguments.size(); ++i) {
            arg_ref const given = g.arg(n, i);
            if (!detail::is_number(given.kind()) || op->arguments[i].type != type_kind::tensor ||
                op->arguments[i].list)
                continue;
            auto const scope = inserting_before(g, n);
            node_id const full =
                g.call_function(target, {arg::list({}), detail::number_of(given)},
                                {{"dtype", detail::number_dtype(g, n, given.kind())}});
            g.copy_meta(n, full);
            infer(g, full);
            g.set_arg(n, i, arg::node(full));
            ++replaced;
        }
    }
    return replaced;
}

} // namespace graft
