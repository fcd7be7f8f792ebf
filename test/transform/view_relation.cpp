#include <graft/transform/view_relation.hpp>

#include <doctest/doctest.h>

#include "../io/call_builder.hpp"

#include <vector>

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

template <fixed_string Text, op_tags Tags, meta_function Meta>
struct own_view : op<own_view<Text, Tags, Meta>> {
    static constexpr fixed_string text = Text;
    static constexpr op_tags tags = op_tags::view | Tags;
    static constexpr meta_function meta = Meta;
};

TEST_CASE("view_relation: views of one's own are what they say") {
    call_builder b;
    arg const x = b.input("x", make_spec(dtype::f32, {4, 6})), turned = b.call("aten::t", {x});
    auto const relation = [&]<class Op>(Op, std::vector<arg> const& args) {
        node_id const n = b.g().call_function(Op::info(), args);
        infer(b.g(), n);
        return relation_to_first(b.g(), n);
    };
    own_view<"own::as_is(Tensor(a) self) -> Tensor(a)", op_tags::same_tensor, meta_alias> const as_is;
    own_view<"own::perhaps(Tensor(a) self, int[] shape) -> Tensor(a)", op_tags::resizes | op_tags::may_copy,
             meta_reshape> const perhaps;
    own_view<"own::turned(Tensor(a) self) -> Tensor(a)", op_tags::undoes_itself, meta_t> const turn;
    CHECK(relation(as_is, {x}) == view_relation::same);
    CHECK(relation(perhaps, {x, arg::list({24})}) == view_relation::view);
    CHECK(relation(perhaps, {turned, arg::list({24})}) == view_relation::none);
    CHECK(relation(turn, {x}) == view_relation::view);
}

} // namespace
