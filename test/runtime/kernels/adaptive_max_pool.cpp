#include <graft/runtime/kernels/adaptive_max_pool.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/eager.hpp>

#include "../tensors.hpp"

#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

TEST_CASE("adaptive_max_pool: maxima and places, with a batch or without") {
    CHECK(show(aten::adaptive_max_pool1d(f32({1, 4}, {1, 3, 2, 0}), 2)) == "f32[1, 2]: 3 2\ni64[1, 2]: 1 2\n");
    CHECK(show(aten::adaptive_max_pool2d(iota({1, 1, 2, 4}), std::vector{1, 2})) ==
          "f32[1, 1, 1, 2]: 5 7\ni64[1, 1, 1, 2]: 5 7\n");
    CHECK(show(aten::adaptive_max_pool3d(iota({1, 2, 2, 2}), std::vector{2, 1, 1})) ==
          "f32[1, 2, 1, 1]: 3 7\ni64[1, 2, 1, 1]: 3 7\n");
}

} // namespace
