#include <graft/pass/print_diff.hpp>

#include <graft/pass/manager.hpp>

#include "test_program.hpp"

#include <doctest/doctest.h>

#include <sstream>
#include <string>

namespace {

bool rename_inner(graft::exported_program& program) {
    graft::graph& g = program.module.submodules[0].module.graph;
    g.rename(g.at("third"), "3rd");
    return false;
}

} // namespace

TEST_CASE("print_diff: writes what each pass changed, the graphs of submodules under their paths, and lies") {
    std::ostringstream out;
    graft::exported_program program = graft_test::make_program();
    graft::pass_manager manager{{graft::make_pass("retarget", [](auto& p) { return graft_test::retarget(p, "other"); }),
                                 graft::make_pass("idle", [](graft::graph&) { return false; }),
                                 graft::make_pass("secretive", rename_inner)}};
    manager.add_observer(graft::print_diff(out));
    manager(program);
    CHECK(out.str() == R"(=== diff of retarget ===
- %first : f32[2] = call_function[target=first](args = (%x,), kwargs = {})
+ %first : f32[2] = call_function[target=other](args = (%x,), kwargs = {})
=== diff of secretive ===
(reported as no change)
inner:
- %third : f32[2] = call_function[target=third](args = (%y,), kwargs = {})
+ %"3rd" : f32[2] = call_function[target=third](args = (%y,), kwargs = {})
- return (%third,)
+ return (%"3rd",)
)");
}

TEST_CASE("program_diff: a submodule that comes or goes is all added or removed") {
    graft::exported_program const with = graft_test::make_program();
    graft::exported_program without = with;
    without.module.submodules.clear();
    CHECK(text(diff(with, with)).empty());
    CHECK(text(diff(without, with)).starts_with("inner:\n+ %y"));
    CHECK(text(diff(with, without)).starts_with("inner:\n- %y"));
}

namespace {

std::string printed(graft::print_when when) {
    std::ostringstream out;
    graft::pass_manager manager;
    manager
        .add_pass(graft::make_pass("rename",
                                   [](graft::exported_program& p) { p.graph().rename(p.graph().at("first"), "one"); }))
        .add_pass(graft::make_pass("idle", [](graft::graph&) { return false; }))
        .add_observer(graft::print_ir(out, when, [](graft::exported_program const& p) {
            return p.graph().find("one") ? "renamed\n" : "original\n";
        }));
    graft::exported_program program = graft_test::make_program();
    manager(program);
    return out.str();
}

} // namespace

TEST_CASE("print_ir: prints before all passes, after all, or after those that changed something") {
    CHECK(printed(graft::print_when::before_all) == "=== before rename ===\noriginal\n=== before idle ===\nrenamed\n");
    CHECK(printed(graft::print_when::after_all) == "=== after rename ===\nrenamed\n=== after idle ===\nrenamed\n");
    CHECK(printed(graft::print_when::after_change) == "=== after rename ===\nrenamed\n");
}

TEST_CASE("graphs_text: submodules come by name before the graph that refers to them") {
    CHECK(graft::graphs_text(graft_test::make_program()) == R"(inner = graph():
    %y : f32[2] = placeholder[target=y]
    %third : f32[2] = call_function[target=third](args = (%y,), kwargs = {})
    return (%third,)
graph():
    %x : f32[2] = placeholder[target=x]
    %first : f32[2] = call_function[target=first](args = (%x,), kwargs = {})
    %second : f32[2] = call_function[target=second](args = (%first,), kwargs = {})
    return (%second,)
)");
}
