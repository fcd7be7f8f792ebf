#include <graft/pass/timing.hpp>

#include <graft/pass/manager.hpp>

#include "test_program.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <sstream>

TEST_CASE("pass_timing: adds up the runs of each pass") {
    using namespace std::chrono_literals;
    graft::exported_program const program = graft_test::make_program();
    graft::pass_timing const timing;
    graft::pass_observer const observer = timing.observer();
    observer.after({"fold", 0, 0, program, nullptr, {true}, 1'500us});
    observer.after({"dce", 0, 1, program, nullptr, {false}, 7us});
    observer.after({"fold", 1, 0, program, nullptr, {false}, 500us});
    REQUIRE(timing.times().size() == 2);
    CHECK(timing.times()[0].time == 2ms);
    CHECK(graft::text(timing) == "fold: 2 runs, 1 modified, 2000 us\ndce: 1 run, 0 modified, 7 us\n");
}

TEST_CASE("node_delta: counts by target or opcode, submodules included") {
    graft::exported_program const before = graft_test::make_program();
    CHECK(graft::node_delta(before, before).empty());
    graft::exported_program after = before;
    after.module.submodules.clear();
    graft_test::retarget(after, "second");
    CHECK(graft::node_delta(before, after) == std::map<std::string, std::int64_t>{
                                                  {"first", -1},
                                                  {"output", -1},
                                                  {"placeholder", -1},
                                                  {"second", 1},
                                                  {"third", -1},
                                              });
}

TEST_CASE("print_node_delta: writes a line for each pass that changed a count") {
    std::ostringstream out;
    graft::exported_program program = graft_test::make_program();
    graft::pass_manager manager{{graft::make_pass("idle", [](graft::graph&) { return true; }),
                                 graft::make_pass("shorten", [](graft::exported_program& p) {
                                     graft::graph& g = p.graph();
                                     g.replace_all_uses_with(g.at("second"), g.at("first"));
                                     g.erase_node(g.at("second"));
                                     graft_test::retarget(p, "other");
                                 })}};
    manager.add_observer(graft::print_node_delta(out));
    manager(program);
    CHECK(out.str() == "shorten: 4 -> 3 nodes: first -1, other +1, second -1\n");
}
