#include <graft/dialect/aten/creation.hpp>

#include <doctest/doctest.h>

#include "../inferred.hpp"

#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;
using graft_test::inferred;
using graft_test::ops_giving;
using graft_test::tensor;

// Calls without an argument that is a value: the graph makes them.
template <class Op>
value create(graph& g, std::vector<arg> const& args, std::vector<kwarg> const& kwargs = {}) {
    return {&g, g.call_function(Op::info(), args, kwargs)};
}

TEST_CASE("creation: sizes and dtype are those asked for, the dtype by the value when it is not") {
    graph g;
    arg const sizes = arg::list({2, 3});
    CHECK(ops_giving("f32[2, 3]", {create<aten::empty_memory_format>(g, {sizes}),
                                   create<aten::full_default>(g, {sizes, 0.5}), create<aten::ones_default>(g, {sizes}),
                                   create<aten::zeros_default>(g, {sizes})}) == "empty.memory_format full ones zeros");
    CHECK(inferred(create<aten::full_default>(g, {sizes, 1})) == "i64[2, 3]");
    CHECK(inferred(create<aten::full_default>(g, {sizes, true})) == "b8[2, 3]");
    CHECK(inferred(create<aten::zeros_default>(g, {sizes}, {{"dtype", dtype::f16}})) == "f16[2, 3]");
    CHECK(inferred(create<aten::eye_default>(g, {3})) == "f32[3, 3]");
    CHECK(inferred(create<aten::eye_m>(g, {3, 4})) == "f32[3, 4]");
    CHECK(inferred(create<aten::scalar_tensor_default>(g, {1})) == "f32[]");
    CHECK(inferred(create<aten::scalar_tensor_default>(g, {1}, {{"dtype", dtype::i64}})) == "i64[]");
}

TEST_CASE("creation: a range has as many elements as steps fit") {
    graph g;
    CHECK(inferred(create<aten::arange_default>(g, {5})) == "i64[5]");
    CHECK(inferred(create<aten::arange_default>(g, {4.5})) == "f32[5]");
    CHECK(inferred(create<aten::arange_start>(g, {2, 5})) == "i64[3]");
    CHECK(inferred(create<aten::arange_start_step>(g, {0, 10, 4})) == "i64[3]");
    CHECK(inferred(create<aten::arange_start_step>(g, {1, 0, -0.25})) == "f32[4]");
}

TEST_CASE("creation: what is like another tensor has its sizes and, unless told, its dtype") {
    graph g;
    value const i = tensor(g, {4}, dtype::i32);
    CHECK(ops_giving("i32[4]", {aten::full_like(i, 2), aten::ones_like(i), aten::zeros_like(i)}) ==
          "full_like ones_like zeros_like");
    CHECK(inferred(aten::zeros_like(i, "dtype"_a = dtype::f64)) == "f64[4]");
}

static_assert(has(aten::full_default::info().tags, op_tags::core));
static_assert(!has(aten::zeros_default::info().tags, op_tags::core));

} // namespace
