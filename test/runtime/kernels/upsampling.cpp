#include <graft/runtime/kernels/upsampling.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/eager.hpp>

#include "../tensors.hpp"

#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

tensor const line = f32({1, 1, 3}, {0, 4, 8});

TEST_CASE("upsampling: the nearest elements, from where they begin or from their middle") {
    CHECK(show(aten::upsample_nearest1d(line, std::vector{6})) == "f32[1, 1, 6]: 0 0 4 4 8 8");
    CHECK(show(aten::upsample_nearest1d(line, std::vector{2})) == "f32[1, 1, 2]: 0 4");
    CHECK(show(aten::_upsample_nearest_exact1d(line, std::vector{2})) == "f32[1, 1, 2]: 0 8");
    CHECK(show(aten::upsample_nearest1d(line, std::vector{4}, 2.0)) == "f32[1, 1, 4]: 0 0 4 4");
}

TEST_CASE("upsampling: linear between elements, in one dimension and in three") {
    CHECK(show(aten::upsample_linear1d(line, std::vector{5}, true)) == "f32[1, 1, 5]: 0 2 4 6 8");
    CHECK(show(aten::upsample_linear1d.vec(line, nullptr, false, std::vector{2.0})) == "f32[1, 1, 6]: 0 1 3 5 7 8");
    tensor const cube = iota({1, 1, 2, 2, 2});
    CHECK(show(aten::upsample_trilinear3d(cube, std::vector{1, 1, 1}, false)) == "f32[1, 1, 1, 1, 1]: 3.5");
}

TEST_CASE("upsampling: cubic keeps a slope and the corners") {
    tensor const slope = iota({1, 1, 1, 5});
    CHECK(show(aten::upsample_bicubic2d(slope, std::vector{1, 9}, true)) ==
          "f32[1, 1, 1, 9]: 0 0.40625 1 1.5 2 2.5 3 3.59375 4");
}

TEST_CASE("upsampling: integers are not interpolated") {
    tensor const bytes = tensor::zeros({1, 1, 3}, dtype::u8);
    CHECK_THROWS_WITH(aten::upsample_linear1d(bytes, std::vector{6}, false),
                      "graft: aten::upsample_linear1d: integers are not supported");
    CHECK(aten::upsample_nearest1d(bytes, std::vector{6}).dtype() == dtype::u8);
}

} // namespace
