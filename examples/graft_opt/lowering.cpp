#include "lowering.hpp"

#include "backend.hpp"
#include "kernels.hpp"
#include "ops.hpp"

#include <graft/dialect/verify.hpp>
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
#include <graft/transform/functionalize.hpp>
#include <graft/transform/insert_write_back.hpp>
#include <graft/transform/memory_format_ops.hpp>
#include <graft/transform/prune_empty_tensors.hpp>
#include <graft/transform/reinplace.hpp>
#include <graft/transform/remove_graph_asserts.hpp>
#include <graft/transform/remove_mixed_types.hpp>
#include <graft/transform/remove_unused_state.hpp>
#include <graft/transform/replace_sym_size.hpp>
#include <graft/transform/scalar_to_tensor.hpp>
#include <graft/transform/to_edge.hpp>

#include <iostream>

namespace {

using namespace graft;

/// Applies rules and says how often each fired.
template <class Set>
bool apply(graph& g, Set const& set) {
    rewrite_result const result = rewrite(g, set);
    for (std::size_t i = 0; i < set.size(); ++i)
        if (result.per_rule[i] != 0)
            std::cout << "  " << set[i].name << ": " << result.per_rule[i] << '\n';
    if (!result.converged)
        raise(errc::internal, "the rules do not come to an end");
    return result.rewrites != 0;
}

pass_registry all_passes() {
    pass_registry registry;
    registry.add(make_pass("decompose", [](graph& g) { return apply(g, decompositions::all); }));
    registry.add(make_pass("to_edge", [](exported_program& p) { return to_edge(p).rewrites != 0; }));
    registry.add(make_pass("quant_fusion", [](graph& g) { return apply(g, backend::quant_fusion); }));
    registry.add(make_pass("backend_rules", [](graph& g) { return apply(g, backend::rules); }));
    registry.add(make_pass("constant_prop", [](exported_program& p) {
        return constant_prop(p, graft_opt_library()) != 0;
    }));
    registry.add(make_pass("channels_last", [](exported_program& p) {
        clamped_convolution const clamped[] = {{&backend::conv_relu.info(), 0.0}};
        std::size_t const count = to_channels_last(p, clamped);
        if (count != 0)
            std::cout << "  channels-last: " << count << '\n';
        return count != 0;
    }));
    registry.add(make_pass("eliminate_dead_code",
                           [](graph& g) { return graft::eliminate_dead_code(g) != 0; }));
    registry.add(make_pass("remove_unused_state", [](exported_program& p) {
        return graft::remove_unused_state(p) != 0;
    }));
    registry.add(make_pass("functionalize", [](exported_program& p) { return functionalize(p); }));
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
    registry.add(make_pass("number_debug_handles",
                           [](exported_program& p) { return graft::number_debug_handles(p) != 0; }));
    return registry;
}

/// The passes of a stage, in any order: the constraints say what comes before what.
pass_manager manager_of(stage const& s, level at, bool for_executorch) {
    pass_registry const registry = all_passes();
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
        if (!for_executorch)
            manager.add_pass(registry.find("channels_last"))
                .add_constraint(this_before_that("constant_prop", "channels_last"))
                .add_constraint(this_before_that("channels_last", "eliminate_dead_code"));
    }
    return manager;
}

} // namespace

void lower(lowered_program& p, stage const& s, options const& o) {
    pass_manager manager = manager_of(s, p.at, o.writes_pte());
    if (o.print_before_all)
        manager.add_observer(print_ir(std::cout, print_when::before_all));
    if (o.print_after_all)
        manager.add_observer(print_ir(std::cout, print_when::after_all));
    std::cout << (s.what == stage::to_edge      ? "to-edge:\n"
                  : s.what == stage::to_backend ? "to-backend:\n"
                                                : "passes:\n");
    if (o.print_pass_order)
        std::cout << manager.explain_order();
    if (o.print_diff)
        manager.add_observer(print_node_delta(std::cout)).add_observer(print_diff(std::cout));
    pass_timing const timing;
    if (o.time_passes)
        manager.add_observer(timing.observer());
    static_cast<void>(manager(p.program));
    if (o.time_passes)
        std::cout << text(timing);
    if (s.what == stage::to_edge && p.at == level::aten)
        p.at = level::edge;
    if (s.what == stage::to_backend)
        p.at = level::backend;
    std::cout << "  nodes: " << p.program.graph().size() << '\n';
}

std::string verify(lowered_program const& p) {
    auto const violations = p.at == level::aten   ? verify_aten(p.program)
                            : p.at == level::edge ? verify_edge(p.program)
                                                  : verify_backend(p.program);
    std::string out;
    for (auto const& v : violations)
        out += to_string(v) + "\n";
    return out;
}
