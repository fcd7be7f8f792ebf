#include <graft/library/detail/example_dims.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/add_call_like.hpp>
#include <graft/ir/graph.hpp>

#include "../../runtime/test_program.hpp"

namespace {

using namespace graft;
using namespace graft_test;

TEST_CASE("example_dims: the dimensions that a call works along are those of an example behind the examples") {
    graph g;
    node_id const x = g.placeholder("x");
    g.set_val(x, f32_spec({2, 3}));
    arg const of = arg::node(x);
    auto const slot = [&](call_target const& op, vec<arg> const& args, vec<kwarg> const& kwargs = {}) {
        return detail::dim_slot(g, add_call_like(g, x, op, args, kwargs));
    };
    CHECK(slot(aten::amax, {of, arg::list({0})}) == 1);
    CHECK(slot(aten::linalg_vector_norm, {of, 2, arg::list({0})}) == 2);
    CHECK(slot(aten::std.correction, {of}, {{"dim", arg::list({-1})}}) == 1);
    CHECK_FALSE(slot(aten::std.correction, {of}, {{"dim", arg::list({1})}})); // which would have to become 2
    CHECK_FALSE(slot(aten::amax, {of}));
    CHECK(slot(aten::topk, {of, 2}) == 2);
    node_id const both = add_call_like(g, x, aten::amax, {of, arg::list({0, -1})});
    arg const behind = detail::behind_examples(g.arg(both, 1));
    REQUIRE(behind.items.size() == 2);
    CHECK(behind.items[0].bits == 1);
    CHECK(behind.items[1].bits == -1);
}

TEST_CASE("example_dims: a view that moves dimensions says how many it names") {
    graph g;
    node_id const x = g.placeholder("x");
    g.set_val(x, f32_spec({2, 3}));
    CHECK(detail::dimension_count(g, add_call_like(g, x, aten::transpose.int_, {arg::node(x), 0, 1})) == 2);
    CHECK(detail::dimension_count(g, add_call_like(g, x, aten::unsqueeze, {arg::node(x), 0})) == 1);
    CHECK(detail::dimension_count(g, add_call_like(g, x, aten::amax, {arg::node(x)})) == 0);
}

} // namespace
