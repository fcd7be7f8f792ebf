#pragma once

#include <graft/config.hpp>
#include <graft/core/tensor.hpp>
#include <graft/dialect/memory_alloc.hpp>
#include <graft/ir/graph.hpp>
#include <graft/runtime/permuted_result.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <cstdint>
#include <optional>

namespace graft {

/// What it takes to run a node.
enum class node_action : std::uint8_t {
    input,     ///< a placeholder: the caller's value
    attribute, ///< a graph of the module, or a tensor of the program
    kernel,    ///< an op with a schema
    reading,   ///< a number off a tensor: a size, or the only element
    function,  ///< a Python function on numbers
    item,      ///< one of several values
    memory,    ///< for a tensor that an out-variant writes
    assertion, ///< a number that must be true
    statement, ///< says what holds of its arguments, which each kernel checks for itself
    cond,
    while_loop,
    stacking_while_loop,
    map,
    scan,
    associative_scan,
    submodule,
    output,
    unknown, ///< nothing that can run
};

namespace detail {

// The tensor, on memory for all of it, whose elements lie as a node of `memory_alloc` says.
inline tensor as_said(graph const& g, node_id n, tensor const& memory, sym_bindings const& bindings = {}) {
    value_spec const* const val = g.val(n);
    auto const strides =
        val == nullptr || !val->is_tensor() ? std::nullopt : permuted_strides(val->tensor, memory.sizes(), bindings);
    return strides ? memory.as_strided(memory.sizes(), *strides, memory.storage_offset()) : memory;
}

// The tensor that a node of `memory_alloc` stands for.
inline tensor memory_of(graph const& g, node_id n) {
    memory_room const room = room_of(g, n);
    return as_said(g, n, tensor::empty(room.sizes, room.dtype));
}

} // namespace detail

/// What it takes to run node `n`.
[[nodiscard]] GRAFT_CONSTEXPR node_action action_of(graph const& g, node_id n);

/// True of the calls that run graphs.
[[nodiscard]] constexpr bool is_control_flow(node_action action) {
    return action == node_action::cond || action == node_action::while_loop ||
           action == node_action::stacking_while_loop || action == node_action::map || action == node_action::scan ||
           action == node_action::associative_scan;
}

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/dialect/called_op.hpp>
#    include <graft/dialect/sym_operation.hpp>

#    include <cstddef>
#    include <string_view>

namespace graft {
namespace detail {

struct named_action {
    std::string_view target;
    node_action action;
    std::size_t arguments; // of a call of this target
};

inline constexpr named_action named_actions[] = {
    {"operator.getitem", node_action::item, 2},
    {memory_alloc, node_action::memory, 1},
    {"torch.ops.higher_order.cond", node_action::cond, 4},
    {"torch.ops.higher_order.while_loop", node_action::while_loop, 4},
    {"torch.ops.higher_order.while_loop_stack_output", node_action::stacking_while_loop, 4},
    {"torch.ops.higher_order.map_impl", node_action::map, 3},
    {"torch.ops.higher_order.scan", node_action::scan, 4},
    {"torch.ops.higher_order.associative_scan", node_action::associative_scan, 3},
};

// What the op says of itself; `unknown` where it says nothing.
constexpr node_action action_of_op(op_info const& op) {
    return has(op.tags, op_tags::statement)   ? node_action::statement
           : op.reads != number_reading::none ? node_action::reading
           : op.asserts_number()              ? node_action::assertion
                                              : node_action::unknown;
}

GRAFT_CONSTEXPR_INLINE node_action action_of_call(graph const& g, node_id n) {
    target_info const target = g.target(n);
    std::string_view const name = target.name;
    op_info const* const op = called_op(target);
    if (node_action const a = op == nullptr ? node_action::unknown : action_of_op(*op); a != node_action::unknown)
        return a == node_action::statement || g.arg_count(n) == op->arguments.size() ? a : node_action::unknown;
    for (named_action const& a : named_actions)
        if (a.target == name)
            return g.arg_count(n) == a.arguments ? a.action : node_action::unknown;
    if (called_sym_target(target) != nullptr)
        return node_action::function;
    return target.is_op() ? node_action::kernel : node_action::unknown;
}

} // namespace detail

GRAFT_CONSTEXPR node_action action_of(graph const& g, node_id n) {
    switch (g.op(n)) {
    case opcode::placeholder: return node_action::input;
    case opcode::get_attr: return node_action::attribute;
    case opcode::call_function: return detail::action_of_call(g, n);
    case opcode::call_module: return node_action::submodule;
    case opcode::output: return node_action::output;
    case opcode::call_method:
    case opcode::erased: break;
    }
    return node_action::unknown;
}

} // namespace graft
#endif
