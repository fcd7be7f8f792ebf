#pragma once

#include <graft/config.hpp>
#include <graft/dialect/violation.hpp>
#include <graft/ir/opaque.hpp>
#include <graft/ir/program.hpp>
#include <graft/meta/vec.hpp>

#include <string>

namespace graft {

namespace detail {

/// Calls `check(log, module)` for a module and all submodules but those of which nothing is known how they run.
template <class Check>
void for_each_module(graph_module const& module, std::string const& path, vec<violation>& found, Check const& check) {
    violation_log log(module.graph, path, found);
    check(log, module);
    for (submodule const& inner : module.submodules)
        if (!is_opaque_body(module.graph, inner.name))
            for_each_module(inner.module, path.empty() ? inner.name : path + "." + inner.name, found, check);
}

} // namespace detail

/// Everything that is wrong with the graphs of a module whatever their dialect: broken
/// structure, nodes without a value, functions that no program may call, calls that do not fit their
/// schema. An op of which nothing is known is a note.
[[nodiscard]] GRAFT_INLINE vec<violation> verify_module(graph_module const& module);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/error.hpp>
#    include <graft/dialect/detail/verify_val.hpp>
#    include <graft/dialect/infer.hpp>
#    include <graft/dialect/sym_operation.hpp>
#    include <graft/ir/bind_arguments.hpp>
#    include <graft/ir/detail/region.hpp>
#    include <graft/ir/lint.hpp>

#    include <set>
#    include <string_view>

namespace graft {
namespace detail {

/// The Python functions that a program may call: those on symbolic numbers, getitem, control flow, and what else
/// PyTorch has.
[[nodiscard]] inline bool is_known_function(std::string_view target) {
    return target == "operator.getitem" || find_sym_target(target) != nullptr || target.starts_with("torch.") ||
           target.starts_with("executorch.exir.memory.");
}

/// Checks the arguments of a call against the schema of its op, and its value against what the
/// op gives for them.
inline void verify_arguments(violation_log& log, node_id n) {
    graph const& g = log.of();
    static tensor_spec const unknown;
    auto const tensor_of = [&g](node_id input) -> tensor_spec const& {
        value_spec const* const val = g.val(input);
        if (val != nullptr && !val->is_tensor())
            raise(errc::invalid_argument, "the node '", g.name(input), "' is no tensor");
        return val == nullptr ? unknown : val->tensor;
    };
    auto const number_of = [&g](node_id input) -> argument<tensor_spec> {
        if (g.val(input) == nullptr)
            return sym_int(symbol("unknown"));
        return number_to_infer(g, input);
    };
    bool known = true;
    g.for_each_input(n, [&](node_id input) { known = known && g.contains(input) && is_possible(g.val(input)); });
    try {
        auto const bound = bind_arguments<tensor_spec>(g, n, tensor_of, number_of);
        if (known)
            verify_result(log, n, bound);
    } catch (error const& e) {
        // A list may hold numbers that are only known when the program runs.
        if (e.code() != errc::unsupported)
            log.add(n, e.sentence());
    }
}

inline void verify_call(violation_log& log, node_id n) {
    target_info const target = log.of().target(n);
    bool const is_op = target.is_op();
    if (find_region(log.of(), n) != nullptr)
        log.note(n, target.name, " only runs a graph: inline_regions puts that in its place");
    else if (is_opaque(target))
        log.note(n, "nothing is known of ", is_op ? "the op " : "", target.name, ": it stays where it is");
    else if (is_op)
        verify_arguments(log, n);
    else if (!is_known_function(target.name))
        log.add(n, "the function ", target.name, " may not be called by a program");
    // What nothing is known of may return nothing.
    bool const returns_nothing = target.op == nullptr ? is_opaque(target) : target.op->returns.empty();
    if (log.of().val(n) == nullptr && !returns_nothing)
        log.add(n, "the call of ", target.name, " has no val");
}

/// Checks what holds of a graph in every dialect.
inline void verify_graph(violation_log& log, graph_module const& module) {
    graph const& g = module.graph;
    for (lint_finding const& finding : lint(g))
        log.add(finding.node, text(g, finding));
    std::set<std::string_view> names;
    for (submodule const& inner : module.submodules)
        if (!names.insert(inner.name).second)
            log.add(no_node, "two submodules are called '", inner.name, "'");
    for (node_id const n : g.nodes()) {
        if (value_spec const* const val = g.val(n))
            verify_possible(log, n, *val);
        switch (g.op(n)) {
        case opcode::placeholder:
            if (g.val(n) == nullptr)
                log.add(n, "the placeholder has no val");
            break;
        case opcode::get_attr:
            if (module.find(g.target(n).name) == nullptr)
                log.add(n, "there is no submodule '", g.target(n).name, "'");
            break;
        case opcode::call_function: verify_call(log, n); break;
        case opcode::call_module:
        case opcode::call_method: log.add(n, "a ", name(g.op(n)), " node is no part of an exported program"); break;
        default: break;
        }
    }
    if (g.size() == 0 || g.op(g.back()) != opcode::output)
        log.add(g.size() == 0 ? no_node : g.back(), "the graph does not end with an output");
}

} // namespace detail

GRAFT_INLINE vec<violation> verify_module(graph_module const& module) {
    vec<violation> found;
    detail::for_each_module(module, {}, found, detail::verify_graph);
    return found;
}

} // namespace graft
#endif
