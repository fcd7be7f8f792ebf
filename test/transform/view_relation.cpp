#include <graft/transform/view_relation.hpp>

#include <doctest/doctest.h>

#include "../io/call_builder.hpp"

namespace {

using namespace graft;
using graft_test::call_builder;

TEST_CASE("view_relation: ops that may copy are views where strides and dtypes admit one") {
    call_builder b;
    arg const x = b.input("x", make_spec(dtype::f32, {4, 6}));
    auto const relation = [&b](arg const& a) { return relation_to_first(b.g(), static_cast<node_id>(a.bits)); };
    arg const turned = b.call("aten::t", {x});
    CHECK(relation(turned) == view_relation::view);
    CHECK(relation(b.call("aten::reshape", {x, arg::list({24})})) == view_relation::view);
    CHECK(relation(b.call("aten::reshape", {turned, arg::list({24})})) == view_relation::none);
    CHECK(relation(b.call("aten::contiguous", {x})) == view_relation::same);
    CHECK(relation(b.call("aten::contiguous", {turned})) == view_relation::none);
    CHECK(relation(b.call("aten::to.dtype", {x, dtype::f32})) == view_relation::same);
    CHECK(relation(b.call("aten::to.dtype", {x, dtype::f64})) == view_relation::none);
    CHECK(relation(b.call("aten::to.dtype", {x, dtype::f32, false, true})) == view_relation::none);
    CHECK(relation(b.call("aten::detach", {x})) == view_relation::same);
    CHECK(relation(b.call("aten::relu", {x})) == view_relation::none);
}

} // namespace
