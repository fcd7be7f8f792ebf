#include <graft/pass/print_ir.hpp>

#include "test_program.hpp"

#include <graft/pass/manager.hpp>

#include <doctest/doctest.h>

#include <sstream>
#include <string>

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
