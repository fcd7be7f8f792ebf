#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>
#include <graft/symbolic/substitute.hpp>

namespace graft {

/// What a call works on: arithmetic operations, and bytes of the tensors that it reads and writes.
struct node_cost {
    /// Arithmetic operations, and the bytes that are read and written.
    /// @{
    double operations = 0, bytes = 0;
    /// @}
};

/// The cost of node `n` for inputs of these sizes. Convolutions and products cost a multiplication and an addition for
/// each pair of factors, other calls an operation for each element of the largest tensor; views cost nothing.
[[nodiscard]] GRAFT_INLINE node_cost cost_of(graph const& g, node_id n, sym_bindings const& bindings = {});

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <algorithm>
#    include <cstddef>
#    include <cstdint>
#    include <optional>
#    include <string_view>

namespace graft {
namespace detail {

/// The size of a dimension, counted from the end when negative; 0 where it is not known.
[[nodiscard]] inline double known_size(tensor_spec const& t, std::int64_t dim, sym_bindings const& bindings) {
    auto const rank = static_cast<std::int64_t>(t.dim());
    if (dim < -rank || dim >= rank)
        return 0;
    sym_int const size = substitute(t.sizes[static_cast<std::size_t>(dim < 0 ? dim + rank : dim)], bindings);
    return size.is_symbolic() ? 0 : static_cast<double>(size.value());
}

[[nodiscard]] inline double known_elements(tensor_spec const& t, sym_bindings const& bindings) {
    double product = 1;
    for (std::size_t d = 0; d < t.dim(); ++d)
        product *= known_size(t, static_cast<std::int64_t>(d), bindings);
    return product;
}

/// The argument of a product whose last dimension is the one that is added over; -1 for other ops.
[[nodiscard]] constexpr int product_argument(op_info const& op) {
    int last = -1, before = -1;
    for (std::size_t i = 0; has(op.tags, op_tags::product) && i < op.arguments.size(); ++i)
        if (op.arguments[i].type == type_kind::tensor && !op.arguments[i].optional) {
            before = last;
            last = static_cast<int>(i);
        }
    return before;
}

} // namespace detail

GRAFT_INLINE node_cost cost_of(graph const& g, node_id n, sym_bindings const& bindings) {
    node_cost cost;
    double largest = 0, written = 0;
    auto const add = [&](value_spec const* val) {
        auto const count = [&](value_spec const& v) {
            if (!v.is_tensor())
                return 0.0;
            double const elements = detail::known_elements(v.tensor, bindings);
            cost.bytes += elements * static_cast<double>(element_size(v.tensor.dtype));
            largest = std::max(largest, elements);
            return elements;
        };
        double sum = 0;
        if (val != nullptr && val->is_list())
            for (value_spec const& item : val->items)
                sum += count(item);
        else if (val != nullptr)
            sum = count(*val);
        return sum;
    };
    op_info const* const op = g.target(n).op;
    if (g.op(n) != opcode::call_function || op == nullptr || op->returns_alias())
        return cost;
    written = add(g.val(n));
    g.for_each_input(n, [&](node_id input) { add(g.val(input)); });
    cost.operations = largest;
    auto const tensor_at = [&](int i) -> tensor_spec const* {
        auto const a = i < 0 ? std::nullopt : g.schema_arg(n, static_cast<std::size_t>(i));
        return a && a->is_node() ? detail::tensor_of(g.val(a->node())) : nullptr;
    };
    if (tensor_spec const* const factor = tensor_at(detail::product_argument(*op)))
        cost.operations = 2 * written * detail::known_size(*factor, -1, bindings);
    tensor_spec const* const weight = tensor_at(op->find_argument("weight"));
    if (op->name.find("conv") != std::string_view::npos && weight != nullptr && weight->dim() > 2) {
        int const flag = op->find_argument("transposed");
        auto const transposed = flag < 0 ? std::nullopt : g.schema_arg(n, static_cast<std::size_t>(flag));
        tensor_spec const* const input = tensor_at(op->find_argument("input"));
        bool const backward = input != nullptr && ((transposed && transposed->boolean()) ||
                                                   op->name.find("transpose") != std::string_view::npos);
        double const each =
            detail::known_elements(*weight, bindings) / std::max(1.0, detail::known_size(*weight, 0, bindings));
        cost.operations = 2 * each * (backward ? detail::known_elements(*input, bindings) : written);
    }
    return cost;
}

} // namespace graft
#endif
