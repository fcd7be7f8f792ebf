#include <graft/runtime/kernels/normalization.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/eager.hpp>

#include "../tensors.hpp"

namespace {

using namespace graft;
using namespace graft_test;

TEST_CASE("normalization: softmax and log_softmax go along dim") {
    tensor const y = f32({2, 2}, {0, 0, 0, 1.0986123f}); // log 3
    CHECK(show(aten::_softmax(y, 1, false)) == "f32[2, 2]: 0.5 0.5 0.25 0.75");
    CHECK(show(aten::_softmax(y, -2, false)) == "f32[2, 2]: 0.5 0.25 0.5 0.75");
    CHECK(show(aten::_log_softmax(y, 1, false)) == "f32[2, 2]: -0.693147 -0.693147 -1.38629 -0.287682");
}

TEST_CASE("normalization: rows and groups") {
    tensor const row = f32({1, 2}, {1, 3});
    CHECK(show(aten::layer_norm(row, std::array{2}, nullptr, nullptr, 0.0)) == "f32[1, 2]: -1 1");
    CHECK(show(aten::native_layer_norm(row, std::array{2}, nullptr, nullptr, 0.0)) ==
          "f32[1, 2]: -1 1\nf32[1, 1]: 2\nf32[1, 1]: 1\n");
    CHECK(show(aten::rms_norm(f32({2}, {7, 1}), std::array{2}, f32({2}, {1, 5}), 0.0)) == "f32[2]: 1.4 1");
    CHECK(show(aten::group_norm(f32({1, 2, 2}, {1, 3, 5, 9}), 2, nullptr, nullptr, 0.0)) == "f32[1, 2, 2]: -1 1 -1 1");
    // Two images of one channel, whatever the dimensions are.
    CHECK(show(aten::native_group_norm(f32({1, 2, 2}, {1, 3, 5, 9}), f32({1}, {2}), nullptr, 2, 1, 2, 1, 0.0)[0]) ==
          "f32[1, 2, 2]: -2 2 -2 2");
    CHECK(show(aten::native_group_norm(f32({4}, {1, 3, 5, 9}), nullptr, nullptr, 1, 2, 2, 2, 0.0)[0]) ==
          "f32[4]: -1 1 -1 1");
}

} // namespace
