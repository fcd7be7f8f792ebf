#include <graft/library/torchvision/bound_boxes.hpp>

#include <doctest/doctest.h>

#include <graft/ir/program.hpp>
#include <graft/memory/lifetime.hpp>

#include "../../runtime/test_program.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace {

using namespace graft;
using namespace graft_test;

// The program that leaves u0 of so many boxes.
exported_program left_of(sym_int const& boxes, value_spec left) {
    graph g;
    node_id const dets = g.placeholder("dets"), scores = g.placeholder("scores");
    g.set_val(dets, f32_spec({boxes, 4}));
    g.set_val(scores, f32_spec({boxes}));
    node_id const n = g.call_function("torchvision::nms", {arg::node(dets), arg::node(scores), 0.5});
    g.set_val(n, std::move(left));
    g.output(arg::list({arg::node(n)}));
    return make_program(std::move(g));
}

TEST_CASE("bound_boxes: not more boxes are left than there are") {
    exported_program program = left_of(20, make_spec(dtype::i64, {symbol("u0")}));
    program.range_constraints = {{symbol("u0"), {0, std::nullopt}}};
    CHECK(bound_boxes(program) == 1);
    CHECK(program.range_constraints[0].range == sym_range{0, 20});
    CHECK(bound_boxes(program) == 0);
    CHECK(find_lifetimes(program).values.size() == 3);
}

TEST_CASE("bound_boxes: of a symbolic number of boxes as many as there may be, and none of an unbounded one") {
    exported_program program = left_of(symbol("s0"), make_spec(dtype::i64, {symbol("u0")}));
    CHECK(bound_boxes(program) == 0);
    program.range_constraints = {{symbol("s0"), {2, 64}}};
    CHECK(bound_boxes(program) == 1);
    REQUIRE(program.range_constraints.size() == 2);
    CHECK(program.range_constraints[1].range == sym_range{0, 64});
}

TEST_CASE("bound_boxes: a size that is known, or confined by the program, stays") {
    exported_program program = left_of(20, make_spec(dtype::i64, {3}));
    CHECK(bound_boxes(program) == 0);
    program = left_of(20, make_spec(dtype::i64, {symbol("u0")}));
    program.range_constraints = {{symbol("u0"), {0, 10}}};
    CHECK(bound_boxes(program) == 0);
    CHECK(program.range_constraints[0].range == sym_range{0, 10});
}

} // namespace
