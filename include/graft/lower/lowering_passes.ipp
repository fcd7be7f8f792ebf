#pragma once

#include <graft/dialect/core_aten.hpp>
#include <graft/lower/backend_rules.hpp>
#include <graft/lower/lowering_passes.hpp>
#include <graft/memory/reorder_for_memory.hpp>
#include <graft/meta/vec.hpp>
#include <graft/rewrite/rule_pass.hpp>
#include <graft/runtime/constant_prop.hpp>
#include <graft/transform/channels_last.hpp>
#include <graft/transform/complex_to_real.hpp>
#include <graft/transform/copies_to_views.hpp>
#include <graft/transform/debug_handles.hpp>
#include <graft/transform/decompositions.hpp>
#include <graft/transform/elide_copies.hpp>
#include <graft/transform/fold_known_numbers.hpp>
#include <graft/transform/functionalize.hpp>
#include <graft/transform/fuse_linear_epilogues.hpp>
#include <graft/transform/inline_regions.hpp>
#include <graft/transform/insert_write_back.hpp>
#include <graft/transform/memory_format_ops.hpp>
#include <graft/transform/prune_empty_tensors.hpp>
#include <graft/transform/reinplace.hpp>
#include <graft/transform/remove_graph_asserts.hpp>
#include <graft/transform/remove_mixed_types.hpp>
#include <graft/transform/remove_unused_state.hpp>
#include <graft/transform/replace_sym_operations.hpp>
#include <graft/transform/replace_sym_size.hpp>
#include <graft/transform/root_as_strided.hpp>
#include <graft/transform/scalar_to_tensor.hpp>
#include <graft/transform/scatter_view.hpp>
#include <graft/transform/to_edge.hpp>
#include <graft/transform/to_out_variant.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace graft {
namespace detail {

// Ops that are no Edge ops become those of the Backend dialect; how many calls there are.
inline std::size_t mark_backend_ops(graph& g) {
    std::size_t count = 0;
    for (node_id const n : g.nodes()) {
        target_info const target = g.target(n);
        if (g.op(n) != opcode::call_function || target.op == nullptr || target.dialect != dialect_tag::edge ||
            !is_aten(target) || is_edge_aten(target))
            continue;
        g.set_target(n, g.intern_target(*target.op, dialect_tag::backend));
        ++count;
    }
    return count;
}

// A pass of a function that counts its changes, which its result names.
template <class F>
any_pass counting_pass(std::string name, std::string what, F function) {
    return make_pass(std::move(name), [what, function](exported_program& p) {
        std::size_t const count = function(p);
        return count == 0 ? pass_result{} : pass_result{true, {{what, count}}};
    });
}

// Passes as one.
inline any_pass in_turn(std::string name, vec<any_pass> passes) {
    return make_pass(std::move(name), [passes = std::move(passes)](exported_program& p) {
        pass_result result;
        for (any_pass const& pass : passes)
            add_result(result, pass(p));
        return result;
    });
}

// The pass that is named, as its rules alone.
template <class Use>
any_pass rules_alone(std::string_view pass) {
    return to_pass(*rules_of_pass<Use>(pass));
}

// The views that lie otherwise than copies of them would, where a view of pairs or of bytes that is taken of them asks
// how they lie.
inline vec<node_id> views_asked_how_they_lie(graph const& g) {
    vec<bool> seen(g.capacity(), false);
    vec<node_id> found;
    for (node_id const n : g.nodes()) {
        if (!resizes_elements(g, n))
            continue;
        for (node_id of = first_argument(g, n); of != no_node && !seen[of] && g.target(of).gives_alias();
             of = first_argument(g, of)) {
            seen[of] = true;
            if (tensor_spec const* const shown = tensor_of(g.val(of)); shown != nullptr && !is_contiguous(*shown))
                found.push_back(of);
        }
    }
    return found;
}

template <class Use>
void add_aten_passes(pass_registry& registry, decompose_options const& options) {
    // Behind a copy of a view `as_strided` finds no storage.
    registry.add(in_turn("decompose", {root_as_strided, rules_alone<Use>("decompose")}))
        .add(make_pass(std::string{to_edge.name}, [options](exported_program& p) { return to_edge(p, options); }))
        .add(eliminate_dead_code)
        .add(remove_unused_state)
        .add(inline_regions)
        .add(functionalize)
        .add(fold_known_numbers)
        .add(remove_graph_asserts)
        .add(remove_mixed_types)
        .add(scalar_to_tensor)
        .add(replace_sym_operations)
        .add(replace_sym_size)
        .add(complex_to_real);
}

template <class Use>
void add_edge_passes(pass_registry& registry, kernel_library const& library) {
    static constexpr clamped_convolution clamped[] = {{&backend::conv_relu.info(), 0.0}};
    registry.add(rules_alone<Use>("quant_fusion"))
        .add(rules_alone<Use>("backend_rules"))
        .add(in_turn("find_composites",
                     {rules_alone<Use>("find_composites"), make_pass("mark_backend_ops", &mark_backend_ops)}))
        .add(counting_pass("fuse_linear_epilogues", "fused-linear", fuse_linear_epilogues))
        .add(elide_copies)
        .add(constant_prop(library))
        .add(counting_pass("channels_last", "channels-last",
                           [](exported_program& p) { return to_channels_last(p, clamped); }));
}

template <class Use>
void add_memory_passes(pass_registry& registry) {
    registry.add(copies_to_views)
        .add(to_dim_order_ops)
        .add(to_memory_format_ops)
        .add(prune_empty_tensors)
        .add(insert_write_back)
        .add(reinplace)
        .add(to_out_variant)
        .add(reorder_for_memory)
        .add(number_debug_handles);
}

} // namespace detail

template <class Use>
any_phase const* rules_of_pass(std::string_view pass) {
    // The first make copies of views.
    static any_phase const all[] = {
        {"decompose", detail::views_of(decompositions::all<Use>), sweep::forward, &detail::views_asked_how_they_lie},
        {"quant_fusion", detail::views_of(rule_sets::backend_quantized<Use>)},
        {"backend_rules", detail::views_of(rule_sets::backend<Use>)},
        {"find_composites", detail::views_of(rule_sets::composites<Use>), sweep::backward}};
    for (any_phase const& one : all)
        if (one.name == pass)
            return &one;
    return nullptr;
}

template <class Use>
pass_registry lowering_passes(kernel_library const& library, decompose_options const& options) {
    pass_registry registry;
    detail::add_aten_passes<Use>(registry, options);
    detail::add_edge_passes<Use>(registry, library);
    detail::add_memory_passes<Use>(registry);
    return registry;
}

template <class Use>
pass_manager to_edge_passes(decompose_options const& options) {
    pass_registry registry;
    detail::add_aten_passes<Use>(registry, options);
    return pass_manager{registry.select("to_edge")};
}

template <class Use>
pass_manager to_backend_passes(kernel_library const& library, to_backend_options const& options) {
    pass_registry const registry = lowering_passes<Use>(library);
    pass_manager manager{
        registry.select("remove_unused_state,eliminate_dead_code,constant_prop,backend_rules,quant_fusion")};
    manager.add_constraint(this_before_that("quant_fusion", "backend_rules"))
        .add_constraint(this_before_that("backend_rules", "constant_prop"))
        .add_constraint(this_before_that("constant_prop", "eliminate_dead_code"))
        .add_constraint(this_before_that("eliminate_dead_code", "remove_unused_state"));
    if (options.for_executorch)
        return manager;
    for (any_pass const& pass : registry.select("elide_copies,channels_last,find_composites,fuse_linear_epilogues"))
        manager.add_pass(pass);
    return manager.add_constraint(this_before_that("backend_rules", "find_composites"))
        .add_constraint(this_before_that("find_composites", "constant_prop"))
        .add_constraint(this_before_that("constant_prop", "channels_last"))
        .add_constraint(this_before_that("constant_prop", "fuse_linear_epilogues"))
        .add_constraint(this_before_that("fuse_linear_epilogues", "elide_copies"))
        .add_constraint(this_before_that("channels_last", "elide_copies"))
        .add_constraint(this_before_that("elide_copies", "eliminate_dead_code"));
}

} // namespace graft
