// Header-only: what holds in constants needs bodies.
#include <graft/dialect/meta/join.hpp>

#include <graft/dialect/aten/rearrange.hpp>
#include <graft/schema/infer.hpp>

#include "specs.hpp"

#include <doctest/doctest.h>

#include <vector>

namespace {

using namespace graft;
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
