#include <graft/dialect/meta/upsampling.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/aten/upsampling.hpp>
#include <graft/ir/text/print_value.hpp>

#include "specs.hpp"

#include <cmath>
#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;
using namespace graft_test;

TEST_CASE("upsampling: a whole factor scales a symbolic size, another one rounds down") {
    CHECK(aten::upsample_nearest1d.vec(f32({1, 2, s0()}), nullptr, std::vector{2.0}) ==
          value_spec(f32({1, 2, 2 * s0()})));
    CHECK(text(aten::upsample_nearest1d.vec(f32({1, 2, s0()}), nullptr, std::vector{1.5})) ==
          "f32[1, 2, TruncToInt(1.5*ToFloat(s0))]");
    CHECK(text(aten::upsample_nearest1d.vec(f32({1, 2, 5}), nullptr, std::vector{1.5})) == "f32[1, 2, 7]");
}

TEST_CASE("upsampling: sizes and factors exclude each other, and nothing is scaled to nothing") {
    CHECK_THROWS_WITH(static_cast<void>(aten::upsample_nearest1d.vec(f32({1, 2, 5}), nullptr, nullptr)),
                      "graft: aten::upsample_nearest1d.vec: exactly one of 'output_size' and 'scale_factors' must be "
                      "given");
    CHECK_THROWS_WITH(static_cast<void>(aten::upsample_nearest1d(f32({1, 2, 5}), std::vector{0})),
                      "graft: aten::upsample_nearest1d: the result has the sizes [1, 2, 0]");
}

TEST_CASE("upsampling: a factor that makes no size is refused") {
    for (double const factor : {1e30, -1e300, HUGE_VAL, std::nan("")})
        CHECK_THROWS_AS(static_cast<void>(aten::upsample_nearest1d.vec(f32({1, 2, 5}), nullptr, std::vector{factor})),
                        error);
    CHECK_THROWS_WITH(static_cast<void>(aten::upsample_nearest1d.vec(f32({1, 2, 5}), nullptr, std::vector{1e30})),
                      "graft: a dimension of size 5, scaled, does not fit into 64 bits");
}

} // namespace
