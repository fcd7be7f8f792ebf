#include <graft/dialect/aten/pooling_forms.hpp>

#include <doctest/doctest.h>

#include <graft/ir/text/print_value.hpp>

#include "../meta/specs.hpp"

#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;
using namespace graft_test;

TEST_CASE("pooling_forms: values and places") {
    CHECK(text(aten::adaptive_max_pool2d(f32({2, 7, 7}), std::vector{3, 2})) == "(f32[2, 3, 2], i64[2, 3, 2])");
    CHECK(text(aten::grid_sampler(f32({1, 2, 3, 4}), f32({1, 5, 6, 2}), 0, 0, false)) == "f32[1, 2, 5, 6]");
}

TEST_CASE("pooling_forms: images of another rank are rejected") {
    CHECK_THROWS_WITH(static_cast<void>(aten::adaptive_max_pool1d(f32({2}), 3)),
                      "graft: aten::adaptive_max_pool1d: 'self' must have 2 or 3 dimensions, not 1");
}

} // namespace
