#include <graft/dialect/aten/rearrange.hpp>

#include <doctest/doctest.h>

#include "../../io/raises.hpp"
#include "../inferred.hpp"

#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;
using graft_test::inferred;
using graft_test::ops_giving;
using graft_test::tensor;

using ints = std::vector<int>;

TEST_CASE("rearrange: the sizes of tensors put together") {
    graph g;
    value const x = tensor(g, {2, 3}), y = tensor(g, {2, 5}, dtype::i64);
    CHECK(ops_giving("f32[2, 8]", {aten::cat(std::vector{x, y}, 1)}) == "cat");
    CHECK(ops_giving("f32[2, 2, 3]", {aten::stack(std::vector{x, x}, 1)}) == "stack");
    CHECK(ops_giving("f32[2, 2, 9]", {aten::repeat(x, ints{2, 1, 3})}) == "repeat");
    CHECK(graft_test::raised([&] { inferred(aten::cat(std::vector{x, y})); }).find("aten::cat") != std::string::npos);
    CHECK(graft_test::raised([&] {
              inferred(aten::stack(std::vector{x, y}));
          }).find("aten::stack") != std::string::npos);
}

TEST_CASE("rearrange: padding counts from the last dimension, moving keeps the sizes") {
    graph g;
    value const x = tensor(g, {2, 3});
    CHECK(ops_giving("f32[4, 5]", {aten::constant_pad_nd(x, ints{1, 1, 0, 2}), aten::pad(x, ints{2, 0, 1, 1})}) ==
          "constant_pad_nd pad");
    CHECK(inferred(aten::constant_pad_nd(x, ints{0, -1})) == "f32[2, 2]");
    CHECK(ops_giving("f32[2, 3]", {aten::flip(x, ints{0}), aten::tril(x)}) == "flip tril");
    CHECK(ops_giving("f32[1, 2, 6, 6]", {aten::pixel_shuffle(tensor(g, {1, 8, 3, 3}), 2)}) == "pixel_shuffle");
}

static_assert(has(aten::cat_default::info().tags, op_tags::core));
static_assert(!has(aten::stack_default::info().tags, op_tags::core));

} // namespace
