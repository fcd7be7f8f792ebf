#include <graft/lower/lowering_passes.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/verify.hpp>
#include <graft/ir/text/print.hpp>
#include <graft/lower/cpu_library.hpp>
#include <graft/lower/model.hpp>
#include <graft/lower/read_pt2.hpp>
#include <graft/rewrite/driver.hpp>

#include "../io/call_builder.hpp"
#include "../transform/check_rewrite.hpp"

#include <string>

namespace {

using namespace graft;
using namespace graft_test;

std::string const digits = std::string{GRAFT_TEST_DATA} + "/models/digits_cnn/model.pt2";

TEST_CASE("to_edge_passes, to_backend_passes: a program goes through both dialects and gives the same numbers") {
    exported_program p = read_pt2(digits);
    exported_program const before = p;
    CHECK(to_edge_passes()(p).modified);
    CHECK(level_of(p) == level::edge);
    CHECK_FALSE(has_errors(verify_edge(p)));
    CHECK(to_backend_passes(cpu_library())(p).modified);
    CHECK(level_of(p) == level::backend);
    CHECK_FALSE(has_errors(verify_backend(p)));
    CHECK(calls(p) ==
          "permute_copy convolution convolution max_pool2d convolution max_pool2d permute_copy view linear linear");
    check_same_outputs(before, p);
}

TEST_CASE("to_backend_passes: for ExecuTorch there are no ops of this library's own") {
    exported_program p = read_pt2(digits);
    static_cast<void>(to_edge_passes()(p));
    static_cast<void>(to_backend_passes(cpu_library(), {.for_executorch = true})(p));
    graph const& g = p.graph();
    for (node_id const n : g.nodes())
        CHECK_FALSE(g.target(n).name.starts_with("channels_last::"));
    CHECK(calls(p).find("conv_relu") != std::string::npos); // expanded by its pattern when it is written
}

TEST_CASE("to_backend_passes: a pass of one's own goes where its constraints say") {
    pass_manager manager = to_backend_passes(cpu_library());
    manager.add_pass(make_pass("mine", [](graph&) { return false; }))
        .add_constraint(this_before_that("mine", "channels_last"))
        .add_constraint(this_before_that("constant_prop", "mine"));
    std::string order;
    for (any_pass const& pass : manager.ordered_passes())
        order += pass.name + ' ';
    CHECK(order.find("constant_prop") < order.find("mine"));
    CHECK(order.find("mine") < order.find("channels_last"));
}

TEST_CASE("rules_of_pass: the rules of a pass, as it applies them, make of a program what the pass makes") {
    exported_program whole = read_pt2(digits), alone = whole;
    for (exported_program* const p : {&whole, &alone})
        static_cast<void>(to_edge_passes()(*p));
    pass_registry const registry = lowering_passes(cpu_library());
    static_cast<void>(registry.find("backend_rules")(whole));
    any_phase const* const rules = rules_of_pass("backend_rules");
    REQUIRE(rules != nullptr);
    CHECK(rules->order == sweep::forward);
    CHECK(rewrite(alone.graph(), rules->rules).rewrites == 6);
    CHECK(fx_text(alone.graph()) == fx_text(whole.graph()));
    CHECK(rules_of_pass("find_composites")->order == sweep::backward);
    CHECK(rules_of_pass("decompose")->name == "decompose");
    CHECK(rules_of_pass("quant_fusion") != nullptr);
    CHECK(rules_of_pass("functionalize") == nullptr);
}

TEST_CASE("lowering_passes: decompose copies no view behind which as_strided looks for elements") {
    call_builder b;
    arg const x = b.input("x", make_spec(dtype::f32, {3, 4}));
    arg const turned = b.call("aten::transpose.int", {b.call("aten::clone", {x}), 0, 1});
    arg const shown = b.call("aten::as_strided", {turned, arg::list({3}), arg::list({1})});
    exported_program p = b.output({shown, b.call("aten::neg", {turned})});
    exported_program const before = p;
    CHECK(lowering_passes(cpu_library()).find("decompose")(p).modified);
    check_same_outputs(before, p);
}

TEST_CASE("lowering_passes: decompose copies no view of which numbers are shown as pairs that would lie otherwise") {
    call_builder b;
    arg const x = b.input("x", make_spec(dtype::f32, {4, 3, 2}));
    arg const turned = b.call("aten::permute", {x, arg::list({2, 0, 1})});
    arg const back = b.call("aten::movedim.int", {turned, 0, 2});
    arg const other = b.call("aten::permute", {x, arg::list({0, 2, 1})});
    exported_program p = b.output({b.call("aten::view_as_complex", {back}), b.call("aten::neg", {other})});
    exported_program const before = p;
    CHECK(lowering_passes(cpu_library()).find("decompose")(p).modified);
    CHECK(calls(p) == "permute movedim.int permute_copy view_as_complex neg");
    check_same_outputs(before, p);
}

TEST_CASE("lowering_passes: a pass says by name what it did") {
    exported_program p = read_pt2(digits);
    static_cast<void>(to_edge_passes()(p));
    pass_registry const passes = lowering_passes(cpu_library());
    pass_result const done = passes.find("backend_rules")(p);
    std::string text;
    for (pass_count const& c : done.counts)
        text += c.what + ": " + std::to_string(c.count) + '\n';
    CHECK(text == "fold-batch-norm: 3\nfuse-conv-relu: 3\n");
}

} // namespace
