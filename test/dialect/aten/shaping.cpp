#include <graft/dialect/aten/shaping.hpp>

#include <doctest/doctest.h>

#include <graft/ir/text/print_value.hpp>

#include "../meta/specs.hpp"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;
using namespace graft_test;

TEST_CASE("shaping: the sizes follow from the arguments, symbolic ones too") {
    CHECK(text(aten::tile(f32({s0(), 3}), std::vector{2})) == "f32[s0, 6]");
    CHECK(text(aten::unflatten.int_(f32({s0(), 6}), -1, std::vector{2, -1})) == "f32[s0, 2, 3]");
    CHECK(text(aten::rot90(f32({2, 3}))) == "f32[3, 2][1, 3]");
    CHECK(text(aten::rot90(strided(f32({2, 3}), {1, 2}), 4)) == "f32[2, 3]");
    CHECK(text(aten::channel_shuffle(strided(f32({1, 4, 2, 3}), {24, 6, 1, 2}), 1)) == "f32[1, 4, 2, 3]");
    CHECK(text(aten::channel_shuffle(strided(f32({1, 4, 2, 3}), {24, 1, 12, 4}), 2)) ==
          "f32[1, 4, 2, 3][24, 1, 12, 4]");
    CHECK(text(aten::channel_shuffle(strided(f32({1, 4, 2, 3, 5}), {120, 1, 60, 20, 4}), 2)) ==
          "f32[1, 4, 2, 3, 5][120, 1, 60, 20, 4]");
    CHECK(text(aten::kron(f32({2}), f32({3, 4}))) == "f32[3, 8]");
    CHECK(text(aten::diag_embed(f32({2, 3}), 1)) == "f32[2, 4, 4]");
    CHECK(text(aten::diag_embed(f32({2, 3}), -2)) == "f32[2, 5, 5]");
    CHECK_THROWS_AS(static_cast<void>(aten::diag_embed(f32({2, 3}), std::numeric_limits<std::int64_t>::min())), error);
    CHECK(text(aten::trace(i64({3, 4}))) == "i64[]");
    CHECK(text(aten::repeat_interleave.self_int(f32({2, 3}), 2, 1)) == "f32[2, 6]");
    CHECK(text(aten::repeat_interleave.self_Tensor(f32({2, 3}), i64({2}), 0, "output_size"_a = s0())) == "f32[s0, 3]");
    CHECK_THROWS_WITH(static_cast<void>(aten::repeat_interleave.self_Tensor(f32({2, 3}), i64({2}), 0)),
                      "graft: aten::repeat_interleave.self_Tensor: the result depends on the elements of an argument");
    CHECK(text(aten::sum_to_size(f32({2, 3}), std::vector{1, 3})) == "f32[1, 3]");
    CHECK(text(aten::_shape_as_tensor(f32({2, 3}))) == "i64[2]");
}

TEST_CASE("shaping: what cannot be is rejected") {
    CHECK_THROWS_WITH(static_cast<void>(aten::unflatten.int_(f32({6}), 0, std::vector{4, 2})),
                      "graft: aten::unflatten.int: 'sizes' does not multiply to the size of dimension 0");
    CHECK_THROWS_WITH(static_cast<void>(aten::fliplr(f32({3}))),
                      "graft: aten::fliplr: 'self' must have at least 2 dimensions, not 1");
    CHECK_THROWS_WITH(static_cast<void>(aten::channel_shuffle(f32({1, 3, 2}), 2)),
                      "graft: aten::channel_shuffle: 'groups' is 2 and does not divide 3 channels");
    CHECK_THROWS_WITH(static_cast<void>(aten::take_along_dim(f32({2}), make_spec(dtype::i32, {2}))),
                      "graft: aten::take_along_dim: 'indices' must be torch.int64, not torch.int32");
}

} // namespace
