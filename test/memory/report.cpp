#include <graft/memory/report.hpp>

#include <graft/memory/greedy.hpp>
#include <graft/memory/plan.hpp>

#include "test_graph.hpp"

#include <doctest/doctest.h>

#include <vector>

TEST_CASE("text: tells the sizes of a plan") {
    std::vector<graft::lifetime> const values{{1, 0, 0, 1, 100}, {2, 0, 1, 2, 50}, {3, 0, 2, 3, 100}};
    CHECK(graft::text(graft::plan_naive(values)) == "planned              288 bytes (naive)\n"
                                                    "all values           288 bytes (3)\n"
                                                    "lower bound          176 bytes\n"
                                                    "gap                  112 bytes (63.6 %)\n");
    CHECK(graft::text(graft::plan_naive({})) == "planned                0 bytes (naive)\n"
                                                "all values             0 bytes (0)\n"
                                                "lower bound            0 bytes\n"
                                                "gap                    0 bytes (0.0 %)\n");
}

TEST_CASE("report: lists what is in use at the peak, the largest first") {
    using graft_test::f32;
    graft_test::graph_builder b;
    auto const x = b.input("x", f32({4}));
    auto const all = b.call("test::norm", {x}, graft::value_spec::of_list({f32({4}), {}, f32({8})}), "stats");
    b.output({b.item(all, 2, "last")});
    graft::memory_plan const plan = graft::plan_greedy(graft::find_lifetimes(b.g).values);
    CHECK(graft::text(b.g, plan) == "planned               64 bytes (sweep)\n"
                                    "all values            64 bytes (3)\n"
                                    "lower bound           64 bytes\n"
                                    "gap                    0 bytes (0.0 %)\n"
                                    "in use at the peak:\n"
                                    "  32 bytes at 32: %stats, result 2\n"
                                    "  16 bytes at 0: %x\n"
                                    "  16 bytes at 16: %stats\n");
}
