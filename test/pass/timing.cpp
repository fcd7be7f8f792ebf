#include <graft/pass/timing.hpp>

#include "test_program.hpp"

#include <doctest/doctest.h>

#include <chrono>

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
