#include <graft/dialect/aten/pooling.hpp>

#include <doctest/doctest.h>

#include "../../io/raises.hpp"
#include "../inferred.hpp"

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

} // namespace
