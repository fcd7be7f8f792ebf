#include <graft/dialect/aten/joining.hpp>

#include <doctest/doctest.h>

#include <graft/ir/text/print_value.hpp>

#include "../meta/specs.hpp"

#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;
using namespace graft_test;

TEST_CASE("joining: the sizes add up along a dimension") {
    CHECK(text(aten::vstack(std::vector{f32({s0()}), f32({2, s0()})})) == "f32[3, s0]");
    CHECK(text(aten::hstack(std::vector{f32({2}), f32({3})})) == "f32[5]");
    CHECK(text(aten::column_stack(std::vector{f32({3}), f32({3, 2})})) == "f32[3, 3]");
    CHECK(text(aten::block_diag(std::vector{f32({2, 3}), f32({})})) == "f32[3, 4]");
    CHECK(text(aten::atleast_3d(f32({2}))) == "f32[1, 2, 1]");
    CHECK(text(aten::meshgrid(std::vector{f32({2}), f32({3})})) == "(f32[2, 3][1, 0], f32[2, 3][0, 1])");
    CHECK(text(aten::pad_sequence(std::vector{f32({2, 4}), f32({3, 4})})) == "f32[3, 2, 4]");
}

TEST_CASE("joining: nothing, or what has too many dimensions, is rejected") {
    CHECK_THROWS_WITH(static_cast<void>(aten::block_diag(std::vector{f32({2, 3, 4})})),
                      "graft: aten::block_diag: a tensor has 3 dimensions, not at most 2");
    CHECK_THROWS_WITH(static_cast<void>(aten::cartesian_prod(std::vector{f32({2, 3})})),
                      "graft: aten::cartesian_prod: a tensor has 2 dimensions, not 1");
    CHECK_THROWS_WITH(static_cast<void>(aten::_chunk_cat(std::vector{f32({2}), i64({2})}, 0, 2)),
                      "graft: aten::_chunk_cat: the tensors must have one dtype");
}

} // namespace
