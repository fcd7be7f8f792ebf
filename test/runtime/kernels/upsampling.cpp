#include <graft/runtime/kernels/upsampling.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/eager.hpp>

#include "../tensors.hpp"

#include <cstdint>
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

// What torch gives.
TEST_CASE("upsampling: cubic of bytes is rounded to bytes along each dimension") {
    tensor const bytes = make<std::uint8_t>({1, 1, 3, 4}, {197, 33, 119, 209, 49, 243, 187, 94, 9, 235, 143, 255});
    CHECK(show(aten::upsample_bicubic2d(bytes, std::vector{5, 7}, false)) ==
          "u8[1, 1, 5, 7]: 231 138 19 34 123 190 231 144 131 115 129 150 154 154 30 119 234 242 179 122 85 0 101 243 "
          "230 162 172 179 0 89 225 196 142 220 255");
    CHECK(show(aten::upsample_bicubic2d(bytes, std::vector{2, 3}, true)) == "u8[1, 1, 2, 3]: 197 52 209 9 200 255");
    CHECK(show(aten::upsample_bicubic2d.vec(bytes, nullptr, false, std::vector{1.7, 1.7})) ==
          "u8[1, 1, 5, 6]: 231 132 15 42 134 198 148 130 111 128 151 155 35 125 236 234 171 113 0 109 252 225 162 170 "
          "0 96 231 186 148 233");
    CHECK(show(aten::upsample_bicubic2d(bytes, std::vector{1, 4}, false)) == "u8[1, 1, 1, 4]: 49 243 187 94");
}

TEST_CASE("upsampling: integers are not interpolated") {
    tensor const bytes = tensor::zeros({1, 1, 3}, dtype::u8);
    CHECK_THROWS_WITH(aten::upsample_linear1d(bytes, std::vector{6}, false),
                      "graft: aten::upsample_linear1d: integers are not supported");
    CHECK(aten::upsample_nearest1d(bytes, std::vector{6}).dtype() == dtype::u8);
}

} // namespace
