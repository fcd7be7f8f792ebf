#include <graft/dialect/aten/spatial_pooling.hpp>

#include <doctest/doctest.h>

#include "../../io/raises.hpp"
#include "../inferred.hpp"

#include <optional>
#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;
using graft_test::inferred;
using graft_test::raised;
using graft_test::tensor;

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
