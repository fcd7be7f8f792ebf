#include <graft/pass/print_diff.hpp>

#include "test_program.hpp"

#include <graft/pass/manager.hpp>

#include <doctest/doctest.h>

#include <sstream>

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
