#include <graft/runtime/run_environment.hpp>

#include <doctest/doctest.h>

#include <graft/ir/value.hpp>

namespace {

using namespace graft;

} // namespace

TEST_CASE("place_result: a planned result lies in the arena, another has memory of its own") {
    graph g;
    node_id const x = placeholder(g, "x").id, y = placeholder(g, "y").id;
    memory_plan plan;
    plan.values = {{x, 0, 0, 1, 24}};
    plan.offsets = {16};
    plan.by_node = {0};
    plan.planned_bytes = 40;
    detail::run_environment const environment{nullptr, {}, {}, &plan, storage::allocate(40)};
    tensor const planned = detail::place_result(g, x, 0, {2, 3}, {}, dtype::f32, environment);
    CHECK(planned.data() == environment.arena.data() + 16);
    CHECK(planned.strides() == dim_vector{3, 1});
    tensor const other = detail::place_result(g, y, 0, {2, 3}, {}, dtype::f32, environment);
    CHECK(!other.shares_storage(planned));
    CHECK_THROWS_WITH_AS(static_cast<void>(detail::place_result(g, x, 0, {2, 4}, {}, dtype::f32, environment)),
                         "graft: the plan has no room for node 'x'", error);
    dim_vector const with_gaps{4, 1};
    CHECK(detail::place_result(g, y, 0, {2, 3}, with_gaps, dtype::f32, environment).get_storage().size() == 28);
    CHECK_THROWS_WITH_AS(static_cast<void>(detail::place_result(g, x, 0, {2, 3}, with_gaps, dtype::f32, environment)),
                         "graft: the plan has no room for node 'x'", error);
}
