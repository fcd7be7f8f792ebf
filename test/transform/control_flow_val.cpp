#include <graft/transform/control_flow_val.hpp>

#include <doctest/doctest.h>

#include "../io/raises.hpp"

namespace {

using namespace graft;
using namespace graft_test;

sym_int const s0 = symbol{"s0"};

TEST_CASE("control_flow_val: what is known of an argument") {
    graph g;
    node_id const x = g.placeholder("x"), y = g.placeholder("y");
    g.set_val(x, make_spec(dtype::f32, {s0, 3}));
    value_spec const all = spec_of(g, arg::tuple({arg::node(x), arg::node(y), 3, true, 0.5}));
    REQUIRE(all.items.size() == 5);
    CHECK(all.items[0] == value_spec{make_spec(dtype::f32, {s0, 3})});
    CHECK(all.items[1].is_none());
    CHECK(all.items[2] == value_spec::of_integer(3));
    CHECK(all.items[3] == value_spec::of_boolean(1));
    CHECK(all.items[4].is_none());
}

TEST_CASE("control_flow_val: the results of a graph are a list, also when it is one value") {
    graph g;
    arg const x = arg::node(g.placeholder("x"));
    g.set_val(g.at("x"), make_spec(dtype::f32, {2}));
    graph two = g, none = g;
    g.output(x);
    two.output(arg::list({x, x}));
    CHECK(result_specs(g).size() == 1);
    CHECK(result_specs(two).size() == 2);
    CHECK(raised([&] { static_cast<void>(result_specs(none)); }) ==
          "graft: a graph that control flow calls has no output");
}

TEST_CASE("control_flow_val: rows lack the first dimension, and stack up again") {
    value_spec const rows = make_spec(dtype::f16, {s0, 2, 3});
    CHECK(row_spec(rows) == value_spec{make_spec(dtype::f16, {2, 3})});
    CHECK(stacked_spec(row_spec(rows), s0) == rows);
    CHECK(row_count({rows}) == s0);
    tensor_spec across = make_spec(dtype::f16, {3, 2});
    across.strides = {1, 3};
    CHECK(stacked_spec(across, 4) == value_spec{make_spec(dtype::f16, {4, 3, 2})});
    CHECK(raised([&] { static_cast<void>(row_spec(make_spec(dtype::f32, {}))); }) ==
          "graft: control flow goes over the rows of what is no tensor of rank 1 or more");
    CHECK(raised([&] { static_cast<void>(stacked_spec(value_spec::of_integer(1), 2)); }) ==
          "graft: a row that control flow computes is no tensor");
    CHECK(raised([&] { static_cast<void>(row_count({})); }) == "graft: control flow goes over no rows");
}

TEST_CASE("control_flow_val: branches that disagree leave it open what they return") {
    value_spec const a = make_spec(dtype::f32, {2}), b = make_spec(dtype::f32, {3});
    CHECK(branch_spec({a}, {a}) == value_spec::of_list({a}));
    CHECK_FALSE(branch_spec({a}, {b}).has_value());
    CHECK_FALSE(branch_spec({a}, {a, a}).has_value());
}

} // namespace
