#include <graft/dialect/meta/adaptive_max_pool.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/aten/pooling_forms.hpp>
#include <graft/ir/text/print_value.hpp>

#include "specs.hpp"

#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;
using namespace graft_test;

TEST_CASE("adaptive_max_pool: the last dimensions get the sizes asked for") {
    CHECK(text(aten::adaptive_max_pool1d(f32({s0(), 2, 9}), 3)) == "(f32[s0, 2, 3], i64[s0, 2, 3])");
    CHECK(text(aten::adaptive_max_pool3d(f32({2, 4, 5, 6}), std::vector{1, 2, 3})) ==
          "(f32[2, 1, 2, 3], i64[2, 1, 2, 3])");
}

TEST_CASE("adaptive_max_pool: the first dimension may be 0, also where it counts channels") {
    CHECK(text(aten::adaptive_max_pool1d(f32({0, 9}), 3)) == "(f32[0, 3], i64[0, 3])");
    CHECK(text(aten::adaptive_max_pool3d(f32({0, 4, 5, 6}), std::vector{1, 2, 3})) ==
          "(f32[0, 1, 2, 3], i64[0, 1, 2, 3])");
}

TEST_CASE("adaptive_max_pool: empty images and negative sizes are rejected") {
    CHECK_THROWS_WITH(static_cast<void>(aten::adaptive_max_pool2d(f32({2, 0, 5}), std::vector{1, 1})),
                      "graft: aten::adaptive_max_pool2d: 'self' is [2, 0, 5]");
    CHECK_THROWS_WITH(static_cast<void>(aten::adaptive_max_pool2d(f32({2, 4, 5}), std::vector{1, -1})),
                      "graft: aten::adaptive_max_pool2d: 'output_size' is [1, -1]");
}

} // namespace
