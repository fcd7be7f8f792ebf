#include <graft/library/nn/padding_gradients.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/eager.hpp>
#include <graft/runtime/kernels.hpp>

#include "../../io/raises.hpp"
#include "../../runtime/tensors.hpp"

#include <array>

namespace {

using namespace graft;
using namespace graft_test;

// What torch gives.
TEST_CASE("padding_gradients: of each element, and of those that show it") {
    tensor const line = f32({1, 3}, {0, 0, 0}), grad = f32({1, 6}, {1, 2, 4, 8, 16, 32});
    CHECK(show(aten::replication_pad1d_backward(grad, line, std::array{1, 2})) == "f32[1, 3]: 3 4 56");
    CHECK(show(aten::reflection_pad1d_backward(grad, line, std::array{1, 2})) == "f32[1, 3]: 34 21 8");
    CHECK(show(aten::replication_pad1d_backward(f32({1, 3}, {1, 2, 4}), line, std::array{2, -2})) ==
          "f32[1, 3]: 7 0 0");
    CHECK(show(aten::reflection_pad1d_backward(f32({1, 3}, {1, 2, 4}), line, std::array{-1, 1})) == "f32[1, 3]: 0 5 2");
    tensor const plane = f32({1, 2, 2}, {0, 0, 0, 0}), wide = f32({1, 3, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9});
    CHECK(show(aten::replication_pad2d_backward(wide, plane, std::array{1, 0, 0, 1})) == "f32[1, 2, 2]: 3 3 24 15");
    CHECK(show(aten::reflection_pad2d_backward(wide, plane, std::array{1, 0, 0, 1})) == "f32[1, 2, 2]: 10 20 5 10");
    tensor const block = f32({1, 1, 2, 2}, {0, 0, 0, 0}), deep = f32({1, 1, 3, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9});
    CHECK(show(aten::replication_pad3d_backward(deep, block, std::array{1, 0, 0, 1, 0, 0})) ==
          "f32[1, 1, 2, 2]: 3 3 24 15");
    CHECK(show(aten::reflection_pad3d_backward(deep, block, std::array{1, 0, 0, 1, 0, 0})) ==
          "f32[1, 1, 2, 2]: 10 20 5 10");
}

TEST_CASE("padding_gradients: of narrow elements it is the sum that is rounded, and sizes have to fit") {
    tensor const grad = make<half>({1, 4}, {half(1.0F), half(2048.0F), half(1.0F), half(1.0F)});
    tensor const one = tensor::full({1, 2}, dtype::f16, 0);
    CHECK(show(aten::replication_pad1d_backward(grad, one, std::array{2, 0})) == "f16[1, 2]: 2050 1");
    tensor const line = f32({1, 3}, {0, 0, 0});
    CHECK(sentence([&] {
              aten::reflection_pad1d_backward(f32({1, 6}, {1, 2, 3, 4, 5, 6}), line, std::array{3, 0});
          }).find("a mirror shows less than 'padding' of 'self'") != std::string::npos);
    CHECK(sentence([&] {
              aten::replication_pad1d_backward(line, line, std::array{1, 0});
          }).find("'grad_output' is [1, 3], not [1, 4]") != std::string::npos);
    CHECK(sentence([&] {
              aten::replication_pad2d_backward(line, line, std::array{0, 0, 0, 0});
          }).find("'self' must have 3 or 4 dimensions, not 2") != std::string::npos);
}

} // namespace
