#include <graft/partition/decline_support.hpp>

#include <graft/symbolic/tensor_spec.hpp>

#include <doctest/doctest.h>

namespace {

using namespace graft;

TEST_CASE("decline_if_input_dtype: one input of the dtype is enough, at any depth of its value") {
    graph g;
    node_id const x = g.placeholder("x"), y = g.placeholder("y"), z = g.placeholder("z");
    g.set_val(x, make_spec(dtype::f32, {2}));
    g.set_val(y, make_spec(dtype::f64, {2}));
    g.set_val(z, value_spec::of_list({make_spec(dtype::i64, {}), make_spec(dtype::f64, {})}));
    node_id const single = g.call_function("user.f", {arg::node(x)});
    node_id const mixed = g.call_function("user.f", {arg::node(x), arg::list({arg::node(y)})});
    node_id const listed = g.call_function("user.f", {arg::node(z)});
    auto const support = decline_if_input_dtype(dtype::f64);
    CHECK(support.is_node_supported(g, single));
    CHECK_FALSE(support.is_node_supported(g, mixed));
    CHECK_FALSE(support.is_node_supported(g, listed));
    CHECK(support.why_not_supported(g, mixed) == "its input %y is f64");
    CHECK(decline_if_input_dtype(dtype::f16).is_node_supported(g, listed));
}

TEST_CASE("decline_if_input_dtype: an input of unknown dtype is no reason to decline") {
    graph g;
    node_id const x = g.placeholder("x"), f = g.call_function("user.f", {arg::node(x)});
    CHECK(decline_if_input_dtype(dtype::f32).is_node_supported(g, f));
}

TEST_CASE("decline_if_node_in_names: it declines the named nodes only") {
    graph g;
    node_id const x = g.placeholder("x"), y = g.placeholder("y");
    auto const support = decline_if_node_in_names({"y", "unknown"});
    CHECK(support.is_node_supported(g, x));
    CHECK_FALSE(support.is_node_supported(g, y));
}

} // namespace
