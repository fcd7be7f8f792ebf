#include "lowering.hpp"

#include "backend.hpp"
#include "kernels.hpp"
#include "ops.hpp"

#include <graft/dialect/core_aten.hpp>
#include <graft/dialect/known_ops.hpp>
#include <graft/dialect/verify.hpp>
#include <graft/io/pt2.hpp>
#include <graft/memory/reorder_for_memory.hpp>
#include <graft/partition/inline_regions.hpp>
#include <graft/pass/manager.hpp>
#include <graft/pass/node_count.hpp>
#include <graft/pass/print_diff.hpp>
#include <graft/pass/print_ir.hpp>
#include <graft/pass/registry.hpp>
#include <graft/pass/timing.hpp>
#include <graft/rewrite/driver.hpp>
#include <graft/runtime/constant_prop.hpp>
#include <graft/transform/channels_last.hpp>
#include <graft/transform/copies_to_views.hpp>
#include <graft/transform/debug_handles.hpp>
#include <graft/transform/elide_copies.hpp>
#include <graft/transform/fold_known_numbers.hpp>
#include <graft/transform/functionalize.hpp>
#include <graft/transform/fuse_linear_epilogues.hpp>
#include <graft/transform/insert_write_back.hpp>
#include <graft/transform/kept_calls.hpp>
#include <graft/transform/memory_format_ops.hpp>
#include <graft/transform/prune_empty_tensors.hpp>
#include <graft/transform/reinplace.hpp>
#include <graft/transform/remove_graph_asserts.hpp>
#include <graft/transform/remove_mixed_types.hpp>
#include <graft/transform/remove_unused_state.hpp>
#include <graft/transform/replace_sym_size.hpp>
#include <graft/transform/scalar_to_tensor.hpp>
#include <graft/transform/to_edge.hpp>
#include <graft/transform/to_out_variant.hpp>

#include <algorithm>
#include <optional>
#include <ostream>
#include <vector>

namespace {

using namespace graft;

/// Applies rules and says how often each fired.
template <class Set>
bool apply(graph& g, Set const& set, std::ostream& out, sweep order = sweep::forward) {
    rewrite_result const result = rewrite(g, set, {.order = order});
    for (std::size_t i = 0; i < set.size(); ++i)
        if (result.per_rule[i] != 0)
            out << "  " << set[i].name << ": " << result.per_rule[i] << '\n';
    if (!result.converged)
        raise(errc::internal, "the rules do not come to an end");
    return result.rewrites != 0;
}

/// Ops that are no Edge ops become those of the Backend dialect; how many calls there are.
std::size_t mark_backend_ops(graph& g) {
    std::size_t count = 0;
    for (node_id const n : g.nodes()) {
        target_info const target = g.target(n);
        if (g.op(n) != opcode::call_function || target.op == nullptr || target.dialect != dialect_tag::edge ||
            !target.name.starts_with("aten::") || is_edge_aten(target.name))
            continue;
        g.set_target(n, g.intern_target(*target.op, dialect_tag::backend));
        ++count;
    }
    return count;
}

/// All passes, which write what they did.
pass_registry all_passes(std::ostream& out) {
    pass_registry registry;
    registry.add(make_pass("decompose", [&out](graph& g) { return apply(g, decompositions::all, out); }));
    registry.add(make_pass("to_edge", [](exported_program& p) { return to_edge(p).rewrites != 0; }));
    registry.add(make_pass("quant_fusion", [&out](graph& g) { return apply(g, backend::quant_fusion, out); }));
    registry.add(make_pass("backend_rules", [&out](graph& g) { return apply(g, backend::rules, out); }));
    registry.add(make_pass("find_composites", [&out](graph& g) {
        bool const found = apply(g, backend::composites, out, sweep::backward);
        return mark_backend_ops(g) != 0 || found;
    }));
    registry.add(make_pass("fuse_linear_epilogues", [&out](exported_program& p) {
        std::size_t const count = fuse_linear_epilogues(p);
        if (count != 0)
            out << "  fused-linear: " << count << '\n';
        return count != 0;
    }));
    registry.add(make_pass("elide_copies", [](graph& g) { return graft::elide_copies(g) != 0; }));
    registry.add(make_pass("constant_prop", [](exported_program& p) {
        return constant_prop(p, graft_opt_library()) != 0;
    }));
    registry.add(make_pass("channels_last", [&out](exported_program& p) {
        clamped_convolution const clamped[] = {{&backend::conv_relu.info(), 0.0}};
        std::size_t const count = to_channels_last(p, clamped);
        if (count != 0)
            out << "  channels-last: " << count << '\n';
        return count != 0;
    }));
    registry.add(make_pass("eliminate_dead_code",
                           [](graph& g) { return graft::eliminate_dead_code(g) != 0; }));
    registry.add(make_pass("remove_unused_state", [](exported_program& p) {
        return graft::remove_unused_state(p) != 0;
    }));
    registry.add(make_pass("inline_regions", [](exported_program& p) { return graft::inline_regions(p); }));
    registry.add(make_pass("functionalize", [](exported_program& p) { return functionalize(p); }));
    registry.add(make_pass("fold_known_numbers", [](exported_program& p) {
        return graft::fold_known_numbers(p) != 0;
    }));
    registry.add(make_pass("remove_graph_asserts", [](exported_program& p) {
        return graft::remove_graph_asserts(p.module) != 0;
    }));
    registry.add(make_pass("remove_mixed_types", [](graph& g) { return graft::remove_mixed_types(g) != 0; }));
    registry.add(make_pass("scalar_to_tensor", [](graph& g) { return graft::scalar_to_tensor(g) != 0; }));
    registry.add(make_pass("replace_sym_size", [](graph& g) { return graft::replace_sym_size(g) != 0; }));
    registry.add(make_pass("copies_to_views", [](graph& g) { return graft::copies_to_views(g) != 0; }));
    registry.add(make_pass("to_dim_order_ops", [](graph& g) { return graft::to_dim_order_ops(g) != 0; }));
    registry.add(make_pass("to_memory_format_ops", [](graph& g) { return graft::to_memory_format_ops(g) != 0; }));
    registry.add(make_pass("prune_empty_tensors", [](graph& g) { return graft::prune_empty_tensors(g) != 0; }));
    registry.add(make_pass("insert_write_back",
                           [](exported_program& p) { return graft::insert_write_back(p) != 0; }));
    registry.add(make_pass("reinplace", [](exported_program& p) { return graft::reinplace(p) != 0; }));
    registry.add(make_pass("to_out_variant",
                           [](exported_program& p) { return graft::to_out_variant(p) != 0; }));
    registry.add(make_pass("reorder_for_memory",
                           [](exported_program& p) { return graft::reorder_for_memory(p); }));
    registry.add(make_pass("number_debug_handles",
                           [](exported_program& p) { return graft::number_debug_handles(p) != 0; }));
    return registry;
}

/// The passes of a stage, in any order: the constraints say what comes before what.
pass_manager manager_of(stage const& s, level at, bool for_executorch, pass_registry const& registry) {
    if (s.what == stage::passes) {
        try {
            return pass_manager{registry.select(s.argument)};
        } catch (error const& e) {
            throw usage_error{e.sentence()};
        }
    }
    pass_manager manager;
    if (at == level::aten)
        manager.add_pass(registry.find("to_edge"));
    if (s.what == stage::to_backend) {
        for (char const* const name :
             {"remove_unused_state", "eliminate_dead_code", "constant_prop", "backend_rules", "quant_fusion"})
            manager.add_pass(registry.find(name));
        manager.add_constraint(this_before_that("to_edge", "quant_fusion"))
            .add_constraint(this_before_that("quant_fusion", "backend_rules"))
            .add_constraint(this_before_that("backend_rules", "constant_prop"))
            .add_constraint(this_before_that("constant_prop", "eliminate_dead_code"))
            .add_constraint(this_before_that("eliminate_dead_code", "remove_unused_state"));
        // What ExecuTorch has no kernels for.
        if (!for_executorch)
            manager.add_pass(registry.find("elide_copies"))
                .add_pass(registry.find("channels_last"))
                .add_pass(registry.find("find_composites"))
                .add_pass(registry.find("fuse_linear_epilogues"))
                .add_constraint(this_before_that("backend_rules", "find_composites"))
                .add_constraint(this_before_that("find_composites", "constant_prop"))
                .add_constraint(this_before_that("constant_prop", "channels_last"))
                .add_constraint(this_before_that("constant_prop", "fuse_linear_epilogues"))
                .add_constraint(this_before_that("fuse_linear_epilogues", "elide_copies"))
                .add_constraint(this_before_that("channels_last", "elide_copies"))
                .add_constraint(this_before_that("elide_copies", "eliminate_dead_code"));
    }
    return manager;
}

/// The dialect of a program behind a stage.
level level_after(stage const& s, level at) {
    if (s.what == stage::to_backend)
        return level::backend;
    return s.what == stage::to_edge && at == level::aten ? level::edge : at;
}

char const* title_of(stage const& s) {
    switch (s.what) {
    case stage::to_edge: return "to-edge:\n";
    case stage::to_backend: return "to-backend:\n";
    default: return "passes:\n";
    }
}

/// The rewrites that a pass consists of, if it does.
std::optional<limited_rewrite> rewrites_of(std::string_view pass) {
    if (pass == "decompose")
        return limit_rewrites(decompositions::all);
    if (pass == "quant_fusion")
        return limit_rewrites(backend::quant_fusion);
    if (pass == "backend_rules")
        return limit_rewrites(backend::rules);
    if (pass == "find_composites")
        return limit_rewrites(backend::composites, sweep::backward);
    return {};
}

} // namespace

exported_program read_program(std::string const& path) {
    auto const find = [](std::string_view name) -> op_info const* {
        op_info const* const known = find_runnable_op(name);
        return known != nullptr ? known : find_out_variant(name, every_known_op<>());
    };
    return read_pt2(path, {.find_op = find, .model = {}});
}

level level_of(exported_program const& program) {
    if (program.verifiers != std::vector<std::string>{"EDGE"})
        return level::aten;
    graph const& g = program.graph();
    for (node_id const n : g.nodes())
        if (g.target(n).dialect == dialect_tag::backend)
            return level::backend;
    return level::edge;
}

std::vector<checked_step> lowering_steps(stage const& s, level& at) {
    static std::ostream quiet(nullptr);
    pass_registry const registry = all_passes(quiet);
    std::vector<checked_step> steps;
    for (any_pass const& pass : manager_of(s, at, false, registry).ordered_passes()) {
        if (pass.name == "to_edge") // begins with these
            for (char const* const part :
                 {"functionalize", "fold_known_numbers", "remove_graph_asserts", "scalar_to_tensor", "decompose"})
                steps.push_back({registry.find(part), rewrites_of(part)});
        steps.push_back({pass, rewrites_of(pass.name)});
    }
    at = level_after(s, at);
    return steps;
}

std::vector<std::string> pass_names() {
    std::ostream quiet(nullptr);
    pass_registry const registry = all_passes(quiet);
    auto const names = registry.names();
    return {names.begin(), names.end()};
}

void lower(lowered_program& p, stage const& s, options const& o, std::ostream& out) {
    pass_manager manager = manager_of(s, p.at, o.writes_pte(), all_passes(out));
    if (o.print_before_all)
        manager.add_observer(print_ir(out, print_when::before_all));
    if (o.print_after_all)
        manager.add_observer(print_ir(out, print_when::after_all));
    out << title_of(s);
    if (o.print_pass_order)
        out << manager.explain_order();
    if (o.print_diff)
        manager.add_observer(print_node_delta(out)).add_observer(print_diff(out));
    pass_timing const timing;
    if (o.time_passes)
        manager.add_observer(timing.observer());
    static_cast<void>(manager(p.program));
    if (o.time_passes)
        out << text(timing);
    p.at = level_after(s, p.at);
    out << "  nodes: " << p.program.graph().size() << '\n';
}

verdict verify(lowered_program const& p, bool strict) {
    edge_rules rules;
    rules.kept_calls = strict ? nullptr : kept_calls;
    auto const violations = p.at == level::aten   ? verify_aten(p.program)
                            : p.at == level::edge ? verify_edge(p.program, rules)
                                                  : verify_backend(p.program, rules);
    verdict result{!has_errors(violations), {}};
    std::string notes;
    for (violation const& v : violations)
        (is_note(v) ? notes : result.text) += to_string(v) + "\n";
    auto const count = std::count_if(violations.begin(), violations.end(), is_note);
    if (result.good)
        result.text = "ok" +
                      (count == 0 ? "" : ", " + std::to_string(count) + (count == 1 ? " note" : " notes")) + "\n" +
                      notes;
    else
        result.text = "\n" + result.text + (count == 0 ? "" : "notes:\n" + notes);
    return result;
}
