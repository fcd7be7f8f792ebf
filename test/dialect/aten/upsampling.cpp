#include <graft/dialect/aten/upsampling.hpp>

#include <doctest/doctest.h>

#include <graft/ir/text/print_value.hpp>

#include "../meta/specs.hpp"

#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;
using namespace graft_test;

TEST_CASE("upsampling: sizes or factors") {
    CHECK(text(aten::upsample_nearest1d(f32({1, 2, s0()}), std::vector{6})) == "f32[1, 2, 6]");
    CHECK(text(aten::upsample_nearest3d.vec(f32({1, 2, 3, 4, 5}), nullptr, std::vector{2.0, 1.0, 1.5})) ==
          "f32[1, 2, 6, 4, 7]");
    CHECK(text(aten::upsample_bicubic2d.vec(f32({1, 2, 3, 4}), std::vector{5, 6}, false, nullptr)) ==
          "f32[1, 2, 5, 6]");
    CHECK(text(aten::upsample_bilinear2d(f32({1, 2, 3, 4}), std::vector{5, 6}, false)) == "f32[1, 2, 5, 6]");
    CHECK(text(aten::upsample_bilinear2d.vec(f32({1, 2, 3, 4}), std::vector{5, 6}, false, nullptr)) ==
          "f32[1, 2, 5, 6]");
    CHECK(text(aten::upsample_nearest2d(f32({1, 2, 3, 4}), std::vector{5, 6})) == "f32[1, 2, 5, 6]");
    CHECK(text(aten::upsample_nearest2d.vec(f32({1, 2, 8, 8}), nullptr, std::vector{0.25, 0.5})) == "f32[1, 2, 2, 4]");
}

TEST_CASE("upsampling: images of another rank are rejected") {
    CHECK_THROWS_WITH(static_cast<void>(aten::upsample_linear1d(f32({1, 2, 3, 4}), std::vector{6}, false)),
                      "graft: aten::upsample_linear1d: 'self' must have 3 dimensions, not 4");
}

} // namespace
