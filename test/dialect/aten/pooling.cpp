#include <graft/dialect/aten/pooling.hpp>

#include "../../io/raises.hpp"
#include "../inferred.hpp"

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;
using graft_test::inferred;
using graft_test::ops_giving;
using graft_test::tensor;

using ints = std::vector<int>;

TEST_CASE("pooling: sizes follow window, stride and padding; the stride is the window unless given") {
    graph g;
    value const x = tensor(g, {1, 3, 8, 8});
    CHECK(ops_giving("f32[1, 3, 4, 4]", {aten::avg_pool2d(x, ints{2, 2}), aten::max_pool2d(x, ints{2}),
                                         aten::max_pool2d(x, ints{3}, ints{2}, ints{1})}) ==
          "avg_pool2d max_pool2d max_pool2d");
    CHECK(inferred(aten::avg_pool2d(x, ints{3}, ints{2})) == "f32[1, 3, 3, 3]");
    CHECK(inferred(aten::avg_pool2d(x, ints{3}, ints{2}, "ceil_mode"_a = true)) == "f32[1, 3, 4, 4]");
    CHECK(inferred(aten::max_pool2d_with_indices(x, ints{2, 4})) == "(f32[1, 3, 4, 2], i64[1, 3, 4, 2])");
    CHECK(graft_test::raised([&] { inferred(aten::max_pool2d(x, ints{9})); }).find("aten::max_pool2d") !=
          std::string::npos);
}

TEST_CASE("pooling: adaptive pooling gives the sizes asked for") {
    graph g;
    value const x = tensor(g, {1, 3, 8, 8});
    CHECK(ops_giving("f32[1, 3, 2, 4]",
                     {aten::_adaptive_avg_pool2d(x, ints{2, 4}), aten::adaptive_avg_pool2d(x, ints{2, 4})}) ==
          "_adaptive_avg_pool2d adaptive_avg_pool2d");
}

static_assert(has(aten::max_pool2d_with_indices_default::info().tags, op_tags::core));
static_assert(!has(aten::max_pool2d_default::info().tags, op_tags::core));

using graft_test::raised;

using ints = std::vector<int>;

TEST_CASE("spatial_pooling: lines and volumes") {
    graph g;
    value const line = tensor(g, {2, 3, 8}), volume = tensor(g, {2, 3, 8, 6, 4});
    CHECK(inferred(aten::avg_pool1d(line, ints{2})) == "f32[2, 3, 4]");
    CHECK(inferred(aten::adaptive_avg_pool1d(line, ints{5})) == "f32[2, 3, 5]");
    CHECK(inferred(aten::avg_pool3d(volume, ints{2})) == "f32[2, 3, 4, 3, 2]");
    CHECK(inferred(aten::_adaptive_avg_pool3d(volume, ints{1, 2, 3})) == "f32[2, 3, 1, 2, 3]");
    CHECK(inferred(aten::max_pool3d_with_indices(volume, ints{2, 3, 4})) == "(f32[2, 3, 4, 2, 1], i64[2, 3, 4, 2, 1])");
    CHECK(raised([&] {
              inferred(aten::avg_pool3d(tensor(g, {1, 2, 2, 2}, dtype::f16), ints{2}));
          }).find("float16") != std::string::npos);
}

} // namespace
