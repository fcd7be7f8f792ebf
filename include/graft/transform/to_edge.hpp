#pragma once

#include <graft/config.hpp>
#include <graft/dialect/infer.hpp>
#include <graft/ir/call_target.hpp>
#include <graft/ir/eliminate_dead_code.hpp>
#include <graft/ir/graph.hpp>
#include <graft/ir/opaque.hpp>
#include <graft/ir/program.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/rewrite/driver.hpp>
#include <graft/symbolic/range.hpp>
#include <graft/transform/contiguous_state.hpp>
#include <graft/transform/decompose.hpp>
#include <graft/transform/fold_known_numbers.hpp>
#include <graft/transform/functionalize.hpp>
#include <graft/transform/memory_format_ops.hpp>
#include <graft/transform/remove_graph_asserts.hpp>
#include <graft/transform/remove_mixed_types.hpp>
#include <graft/transform/replace_sym_operations.hpp>
#include <graft/transform/replace_sym_size.hpp>
#include <graft/transform/root_as_strided.hpp>
#include <graft/transform/scalar_to_tensor.hpp>
#include <graft/transform/views_to_copies.hpp>

#include <map>
#include <string>
#include <string_view>

namespace graft {

/// Gives every call of an op the dialect.
GRAFT_CONSTEXPR void set_dialect(graph& g, dialect_tag dialect);

namespace detail {

template <class Use>
rewrite_result decompose_and_rewrite(graph& g, decompose_options const& options, symbol_ranges ranges = {});

// Control flow is given copies where it was given views whose elements do not lie densely.
GRAFT_INLINE void take_copies(graph& g);

// The graphs of a module that are lowered with it: not those that an op is given of which nothing is known.
inline void find_lowered(graph_module& module, vec<graph*>& found) {
    found.push_back(&module.graph);
    for (submodule& inner : module.submodules)
        if (!is_opaque_body(module.graph, inner.name))
            find_lowered(inner.module, found);
}

// A function of a program as a step of `to_edge`.
template <void (*F)(exported_program&)>
rewrite_result program_step(exported_program& program, decompose_options const&) {
    F(program);
    return {};
}

// A function of a graph as a step on all graphs.
template <void (*F)(graph&, symbol_ranges)>
rewrite_result graph_step(exported_program& program, decompose_options const&) {
    vec<graph*> graphs;
    find_lowered(program.module, graphs);
    for (graph* const g : graphs)
        F(*g, program.range_constraints);
    return {};
}

template <class Use>
rewrite_result decompose_step(exported_program& program, decompose_options const& options);

template <class Use = void>
rewrite_result lower_to_edge(exported_program& program, decompose_options const& options);

// What is a view, though no schema says so, is made of views first, so that the storage behind it is known. A template,
// so that only its users pay for the table of those.
template <class Use>
rewrite_result root_all_as_strided(exported_program& program, decompose_options const& options) {
    vec<graph*> graphs;
    find_lowered(program.module, graphs);
    for (graph* const g : graphs) {
        if (shows_storage(*g))
            decomposer(*g, unsaid_view_table<aten_dialect>(), options, program.range_constraints).run();
        root_as_strided(*g);
        require_rooted(*g, g != graphs.front());
    }
    return {};
}

inline void let_branches_take_copies(exported_program& program) {
    vec<graph*> graphs;
    find_lowered(program.module, graphs);
    for (graph* const g : view<graph* const>(graphs).subspan(1))
        take_copies(*g);
}

// Where some calls name an order of dimensions, those that were made name theirs, too, and no memory format.
inline void name_dim_orders(graph& g, symbol_ranges) {
    for (node_id const n : g.nodes())
        if (g.target(n).name.starts_with("dim_order_ops::")) {
            to_dim_order_ops(g);
            return;
        }
}

} // namespace detail

/// A step of `to_edge`; what it returns counts the rewrites of decompositions.
struct edge_step {
    std::string_view name;                                                              ///< by which errors name it
    rewrite_result (*run)(exported_program& program, decompose_options const& options); ///< does it, in place
};

/// What `to_edge` does, in this order; a template, so that only its users pay for the tables of ops and rules.
template <class Use = void>
inline constexpr edge_step edge_steps[] = {
    {"root_as_strided", detail::root_all_as_strided<Use>},
    {"functionalize", detail::program_step<[](exported_program& p) { functionalize(p); }>},
    {"fold_known_numbers", detail::program_step<[](exported_program& p) { fold_known_numbers(p); }>},
    {"remove_graph_asserts", detail::program_step<[](exported_program& p) { remove_graph_asserts(p.module, true); }>},
    {"contiguous_state", detail::program_step<[](exported_program& p) { contiguous_state(p); }>},
    {"take_copies", detail::program_step<detail::let_branches_take_copies>},
    {"scalar_to_tensor", detail::graph_step<[](graph& g, symbol_ranges) { scalar_to_tensor(g); }>},
    {"decompose", detail::decompose_step<Use>},
    {"views_to_copies", detail::graph_step<[](graph& g, symbol_ranges ranges) { views_to_copies(g, ranges); }>},
    {"scalar_to_tensor", detail::graph_step<[](graph& g, symbol_ranges) { scalar_to_tensor(g); }>},
    {"replace_sym_size", detail::graph_step<[](graph& g, symbol_ranges) { replace_sym_size(g); }>},
    {"replace_sym_operations",
     detail::graph_step<[](graph& g, symbol_ranges ranges) { replace_sym_operations(g, ranges); }>},
    {"remove_mixed_types",
     detail::graph_step<[](graph& g, symbol_ranges) { remove_mixed_types(g, mixed_types::not_admitted); }>},
    {"eliminate_dead_code", detail::graph_step<[](graph& g, symbol_ranges) { eliminate_dead_code(g); }>},
    {"set_dialect", detail::graph_step<[](graph& g, symbol_ranges) { set_dialect(g, dialect_tag::edge); }>},
    {"infer_strides", detail::graph_step<[](graph& g, symbol_ranges ranges) { infer_strides(g, ranges); }>},
    {"to_dim_order_ops", detail::graph_step<detail::name_dim_orders>},
};

class edge_program_manager;

/// How `edge_program_manager` lowers and checks.
struct edge_options {
    /// Whether each program is verified after lowering and after every `transform`; what is wrong is an error.
    bool verify = true;
    /// What stays whole, for a backend that has it; `verify` admits it.
    decompose_options decompose{};
};

/// Lowers a program from the ATen to the Edge dialect, and the graphs that control flow calls with it: writes become
/// outputs, numbers that are known are written where they are used, composite operators are decomposed, views become
/// copies, numbers in the place of tensors become tensors, operands are cast where their dtypes do not go together, and
/// what nothing uses is gone. `verify_edge` tells what is left to be done. Ops that `options` preserves stay whole, for
/// a backend that has them.
struct to_edge_pass {
    static constexpr std::string_view name = "to_edge"; ///< by which constraints name it
    /// Runs it; a template, so that only who calls it pays for the tables of ops and rules.
    template <class Use = void>
    rewrite_result operator()(exported_program& program, decompose_options const& options = {}) const {
        return detail::lower_to_edge<Use>(program, options);
    }
    /// Lowers a copy of a program, the method `forward`, or the methods of a model, by name: exir's `to_edge`, of
    /// `lower/edge_program_manager.hpp`. A program that is no constant is lowered in place, as above.
    /// @{
    template <class Use = void>
    [[nodiscard]] edge_program_manager operator()(exported_program const& forward, edge_options options = {}) const;
    template <class Use = void>
    [[nodiscard]] edge_program_manager operator()(std::map<std::string, exported_program> methods,
                                                  edge_options options = {}) const;
    /// @}
};
inline constexpr to_edge_pass to_edge{}; ///< called or run by a manager

/// The calls of a graph that lowering to the Edge dialect leaves as they are, since there is no decomposition of their
/// op, or none that fits this call; what `edge_rules::kept_calls` asks for.
template <class Use = void>
[[nodiscard]] vec<node_id> kept_calls(graph const& g) {
    graph lowered = g;
    static_cast<void>(detail::decompose_and_rewrite<Use>(lowered, {}));
    static_cast<void>(views_to_copies(lowered));
    vec<node_id> kept;
    for (node_id const n : g.nodes())
        if (g.op(n) == opcode::call_function && lowered.contains(n) && lowered.target(n).name == g.target(n).name)
            kept.push_back(n);
    return kept;
}

} // namespace graft

#if defined(GRAFT_SEPARATE_COMPILATION)
extern template graft::rewrite_result graft::detail::decompose_and_rewrite<void>(graph&, decompose_options const&,
                                                                                 symbol_ranges);
extern template graft::rewrite_result graft::detail::decompose_step<void>(exported_program&, decompose_options const&);
extern template graft::rewrite_result graft::detail::lower_to_edge<>(exported_program&, decompose_options const&);
#endif

#if defined(GRAFT_LOWER_BODIES)
#    include <graft/dialect/meta/strides.hpp>
#    include <graft/transform/decompositions.hpp>

#    include <algorithm>
#    include <cstddef>
#    include <utility>

namespace graft {

GRAFT_CONSTEXPR void set_dialect(graph& g, dialect_tag dialect) {
    for (node_id const n : g.nodes())
        if (target_info const target = g.target(n); g.op(n) == opcode::call_function && target.is_op())
            g.set_target(n, g.intern_target(target.name, target.op, dialect));
}

namespace detail {

// Adds what the same rules did to another graph.
inline void add_rewrites(rewrite_result& total, rewrite_result const& more) {
    total.rewrites += more.rewrites;
    total.unsound += more.unsound;
    total.repeats = total.repeats || more.repeats;
    if (total.converged && !more.converged) {
        total.cycle = more.cycle;
        total.cycle_at = more.cycle_at;
    }
    total.converged = total.converged && more.converged;
    for (std::size_t i = 0; i < more.per_rule.size() && i < total.per_rule.size(); ++i)
        total.per_rule[i] += more.per_rule[i];
}

// What no decomposition may touch: calls of ops that are to be preserved, and views that an op of which nothing is
// known may write to or give.
[[nodiscard]] inline vec<node_id> undecomposed_calls(graph const& g, vec<call_target> const& preserved) {
    opaque_reach const reach(g);
    vec<node_id> calls;
    for (node_id const n : g.nodes())
        if (op_info const* const op = g.target(n).op;
            op != nullptr && ((op->returns_alias() && reach[n]) ||
                              std::find(preserved.begin(), preserved.end(), *op) != preserved.end()))
            calls.push_back(n);
    return calls;
}

template <class Use>
rewrite_result decompose_and_rewrite(graph& g, decompose_options const& options, symbol_ranges ranges) {
    auto const apply_rules = [&] {
        vec<node_id> const kept = undecomposed_calls(g, options.preserve_ops);
        rewrite_options how;
        how.skip = kept;
        return rewrite(g, decompositions::all<Use>, how);
    };
    rewrite_result result = apply_rules();
    if (std::size_t const count = decompose(g, options, ranges); count != 0) {
        add_rewrites(result, apply_rules());
        result.rewrites += count;
    }
    return result;
}

GRAFT_INLINE void take_copies(graph& g) {
    for (node_id const n : g.nodes()) {
        value_spec const* const val = g.val(n);
        if (g.op(n) != opcode::placeholder || val == nullptr || !val->is_tensor() || is_dense(val->tensor))
            continue;
        value_spec dense = *val;
        dense.tensor.strides = contiguous_strides(dense.tensor.sizes);
        dense.tensor.storage_offset = 0;
        g.set_val(n, std::move(dense));
    }
}

template <class Use>
rewrite_result decompose_step(exported_program& program, decompose_options const& options) {
    vec<graph*> graphs;
    find_lowered(program.module, graphs);
    rewrite_result all = decompose_and_rewrite<Use>(*graphs.front(), options, program.range_constraints);
    for (graph* const g : view<graph* const>(graphs).subspan(1))
        add_rewrites(all, decompose_and_rewrite<Use>(*g, options, program.range_constraints));
    return all;
}

template <class Use>
rewrite_result lower_to_edge(exported_program& program, decompose_options const& options) {
    vec<symbol_range> const ranges = program.range_constraints;
    symbols_within const scope(ranges);
    rewrite_result result;
    for (edge_step const& step : edge_steps<Use>)
        if (rewrite_result done = step.run(program, options); !done.per_rule.empty())
            result = std::move(done);
    update_output_names(program);
    program.verifiers = {"EDGE"};
    return result;
}

} // namespace detail

} // namespace graft
#endif
