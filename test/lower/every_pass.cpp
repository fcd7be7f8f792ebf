// Every pass of the library is one for a pass manager, as it is and by its own name.
#include <graft/lower/lowering_passes.hpp>

#include <doctest/doctest.h>

#include <graft/compiled_rules/compiled_rules.hpp>
#include <graft/ir/eliminate_common_subexpressions.hpp>
#include <graft/ir/text/print.hpp>
#include <graft/ir/topological_sort.hpp>
#include <graft/lower/backend_rules.hpp>
#include <graft/lower/cpu_library.hpp>
#include <graft/lower/read_pt2.hpp>
#include <graft/memory/reorder_for_memory.hpp>
#include <graft/rewrite/rule_pass.hpp>
#include <graft/runtime/constant_prop.hpp>
#include <graft/transform.hpp>
#include <graft/transform/inline_regions.hpp>

#include <string>
#include <string_view>

namespace {

using namespace graft;

exported_program digits() { return read_pt2(std::string{GRAFT_TEST_DATA} + "/models/digits_cnn/model.pt2"); }

// In the order of their folders, then of their names.
vec<any_pass> every_pass() {
    return {eliminate_common_subexpressions,
            eliminate_dead_code,
            legalize_graph,
            stable_topological_sort,
            infer_strides,
            reorder_for_memory,
            inline_regions,
            complex_to_real,
            contiguous_state,
            copies_to_views,
            decompose,
            elide_copies,
            expand_bound_ops(quantized::layer_meanings<>),
            fold_known_numbers,
            functionalize,
            fuse_linear_epilogues,
            insert_write_back,
            number_debug_handles,
            prune_empty_tensors,
            reinplace,
            remove_graph_asserts,
            remove_mixed_types,
            remove_unused_state,
            replace_sym_operations,
            replace_sym_size,
            root_as_strided,
            scalar_to_tensor,
            shape_prop{},
            to_channels_last,
            to_dim_order_ops,
            to_edge,
            to_memory_format_ops,
            to_out_variant,
            views_to_copies,
            constant_prop(cpu_library())};
}

constexpr std::string_view names =
    "eliminate_common_subexpressions eliminate_dead_code legalize_graph stable_topological_sort infer_strides "
    "reorder_for_memory inline_regions complex_to_real contiguous_state copies_to_views decompose elide_copies "
    "expand_bound_ops fold_known_numbers functionalize fuse_linear_epilogues insert_write_back number_debug_handles "
    "prune_empty_tensors reinplace remove_graph_asserts remove_mixed_types remove_unused_state "
    "replace_sym_operations replace_sym_size root_as_strided scalar_to_tensor shape_prop to_channels_last to_dim_order_ops to_edge to_memory_format_ops "
    "to_out_variant views_to_copies constant_prop ";

TEST_CASE("every pass: a manager runs it by itself, under its own name, and a second time") {
    exported_program program = digits();
    static_cast<void>(to_edge(program));
    std::string found;
    for (any_pass const& pass : every_pass()) {
        CAPTURE(pass.name);
        found += pass.name + ' ';
        exported_program copy = program;
        pass_manager const manager({pass});
        CHECK_NOTHROW(manager(copy));
        CHECK_NOTHROW(manager(copy));
    }
    CHECK(found == names);
}

TEST_CASE("every pass: as a manager runs it, it does what it does when it is called") {
    exported_program called = digits(), run = called;
    CHECK(to_edge(called).rewrites != 0);
    CHECK(pass_manager({to_edge})(run).modified);
    CHECK(fx_text(called.graph()) == fx_text(run.graph()));
    CHECK(constant_prop(called, cpu_library()) != 0);
    CHECK(pass_manager({constant_prop(cpu_library())})(run).modified);
    CHECK_FALSE(pass_manager({constant_prop(cpu_library())})(run).modified);
    CHECK(remove_unused_state(called) != 0);
    CHECK(pass_manager({remove_unused_state})(run).modified);
    CHECK_FALSE(pass_manager({remove_unused_state})(run).modified);
    CHECK(fx_text(called.graph()) == fx_text(run.graph()));
    CHECK(number_debug_handles(called) != 0);
    CHECK(pass_manager({number_debug_handles})(run).modified);
    CHECK_FALSE(pass_manager({number_debug_handles})(run).modified);
}

TEST_CASE("every rule set: a manager takes it beside passes, and constraints name both") {
    pass_manager manager({eliminate_dead_code, functionalize, rule_sets::clamp<>, remove_unused_state});
    manager.add_pass(decompositions::all<>)
        .add_pass(rule_sets::canonical<>)
        .add_constraint(this_before_that("clamp", "eliminate_dead_code"))
        .add_constraint(this_before_that("functionalize", "decompositions"))
        .add_constraint(this_before_that("decompositions", "clamp"))
        .add_constraint(this_before_that("decompositions", "canon"));
    std::string order;
    for (any_pass const& pass : manager.ordered_passes())
        order += pass.name + ' ';
    CHECK(order.find("functionalize") < order.find("decompositions"));
    CHECK(order.find("decompositions") < order.find("clamp"));
    CHECK(order.find("decompositions") < order.find("canon"));
    CHECK(order.find("clamp") < order.find("eliminate_dead_code"));
    exported_program program = digits();
    CHECK(manager(program).modified);
}

TEST_CASE("every rule set: its pass counts by rule") {
    exported_program program = digits();
    pass_result const done = any_pass{decompositions::all<>}(program);
    CHECK(done.modified);
    bool linear = false;
    for (pass_count const& c : done.counts)
        linear = linear || c.what == "linear";
    CHECK(linear);
}

TEST_CASE("every pass: an error names it") {
    exported_program program = digits();
    pass_manager const manager({eliminate_dead_code, to_out_variant});
    try {
        manager(program);
        FAIL("views have no out-variants");
    } catch (error const& e) {
        CHECK(std::string_view{e.what()}.find("'to_out_variant' pass after the following passes: "
                                              "['eliminate_dead_code']") != std::string_view::npos);
    }
}

} // namespace
