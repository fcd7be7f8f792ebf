// Header-only: what holds in constants needs bodies.
#include <graft/dialect/aten/rearrange.hpp>

#include <graft/schema/infer.hpp>

#include "../../io/raises.hpp"
#include "../inferred.hpp"
#include "../meta/specs.hpp"

#include <doctest/doctest.h>

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

using namespace graft_test;

static_assert([] { return aten::cat(std::vector{f32({2, 3}), f32({4, 3})}) == f32({6, 3}); }());
static_assert([] { return aten::cat(std::vector{f32({2, 3}), f32({2, s0()})}, -1) == f32({2, s0() + 3}); }());
static_assert([] { return aten::stack(std::vector{f32({2, 3}), f32({2, 3})}, 1) == f32({2, 2, 3}); }());

} // namespace

TEST_CASE("join: an empty vector counts only for the dtype") {
    CHECK(aten::cat(std::vector{i64({0}), f32({2, 3})}) == f32({2, 3}));
    CHECK(aten::cat(std::vector{f32({0}), i64({2, 3})}) == f32({2, 3}));
    CHECK(aten::cat(std::vector{i64({0}), i64({0})}) == i64({0}));
}

TEST_CASE("join: only channels-last tensors make a channels-last one") {
    tensor_spec const image = strided(f32({2, 3, 4, 4}), {48, 1, 12, 3});
    CHECK(aten::cat(std::vector{image, image}, 1) == strided(f32({2, 6, 4, 4}), {96, 1, 24, 6}));
    CHECK(aten::cat(std::vector{image, f32({2, 3, 4, 4})}, 1) == f32({2, 6, 4, 4}));
}

TEST_CASE("join: tensors of other sizes are rejected") {
    CHECK_THROWS_WITH(static_cast<void>(aten::cat(std::vector{f32({2, 3}), f32({2, 4})})),
                      "graft: aten::cat: 'tensors' has the sizes 3 and 4 in dimension 1");
    CHECK_THROWS_WITH(static_cast<void>(aten::cat(std::vector{f32({2, 3}), f32({2})})),
                      "graft: aten::cat: 'tensors' has tensors of 2 and of 1 dimensions");
    CHECK_THROWS_WITH(static_cast<void>(aten::cat(std::vector{f32({})})),
                      "graft: aten::cat: 'tensors' has a tensor without dimensions");
    CHECK_THROWS_WITH(static_cast<void>(aten::stack(std::vector<tensor_spec>{})),
                      "graft: aten::stack: 'tensors' is empty");
    CHECK_THROWS_WITH(static_cast<void>(aten::stack(std::vector{f32({2}), f32({1})})),
                      "graft: aten::stack: 'tensors' has the sizes [2] and [1]");
}
