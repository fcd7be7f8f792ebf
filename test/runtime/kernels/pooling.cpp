#include <graft/runtime/kernels/pooling.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/eager.hpp>

#include "../tensors.hpp"

#include <array>
#include <cmath>

namespace {

using namespace graft;
using namespace graft_test;

tensor const x = iota({1, 4, 4});

TEST_CASE("pooling: the stride is the kernel size where none is given") {
    CHECK(show(aten::max_pool2d(x, 2)) == "f32[1, 2, 2]: 5 7 13 15");
    CHECK(show(aten::avg_pool2d(x, 2)) == "f32[1, 2, 2]: 2.5 4.5 10.5 12.5");
    CHECK(show(aten::max_pool2d(x, std::array{4, 2}, std::array{4, 1})) == "f32[1, 1, 3]: 13 14 15");
}

TEST_CASE("pooling: padding, dilation and ceil_mode come from their slots") {
    CHECK(show(aten::max_pool2d(x, 2, 4, "padding"_a = 1)) == "f32[1, 2, 2]: 0 3 12 15");
    CHECK(show(aten::max_pool2d(x, 2, 2, "dilation"_a = 2)) == "f32[1, 1, 1]: 10");
    CHECK(show(aten::max_pool2d(x, 3, 3, "ceil_mode"_a = true)) == "f32[1, 2, 2]: 10 11 14 15");
    CHECK(show(aten::avg_pool2d(x, 3, 3, "ceil_mode"_a = true)) == "f32[1, 2, 2]: 5 7 13 15");
}

TEST_CASE("pooling: max_pool2d_with_indices tells where in its plane each maximum was") {
    CHECK(show(aten::max_pool2d_with_indices(x, 2, "stride"_a = std::array{2, 2})) ==
          "f32[1, 2, 2]: 5 7 13 15\ni64[1, 2, 2]: 5 7 13 15\n");
}

TEST_CASE("pooling: avg_pool2d divides as count_include_pad and divisor_override say") {
    tensor const ones = tensor::full({1, 2, 2}, dtype::f32, 1);
    CHECK(show(aten::avg_pool2d(ones, 2, 2, 1)) == "f32[1, 2, 2]: 0.25 0.25 0.25 0.25");
    CHECK(show(aten::avg_pool2d(ones, 2, 2, 1, "count_include_pad"_a = false)) == "f32[1, 2, 2]: 1 1 1 1");
    CHECK(show(aten::avg_pool2d(ones, 2, "divisor_override"_a = 8)) == "f32[1, 1, 1]: 0.5");
}

TEST_CASE("pooling: adaptive_avg_pool2d gives the size asked for") {
    CHECK(show(aten::adaptive_avg_pool2d(x, 1)) == "f32[1, 1, 1]: 7.5");
    CHECK(show(aten::adaptive_avg_pool2d(x, std::array{1, 2})) == "f32[1, 1, 2]: 6.5 8.5");
    // To one element it is a mean, of other ranks too, and of nothing.
    CHECK(show(aten::adaptive_avg_pool2d(iota({2, 2}), std::array{1, 1})) == "f32[1, 1]: 1.5");
    tensor const nothing = tensor::empty({1, 0}, dtype::f32);
    CHECK(std::isnan(aten::adaptive_avg_pool2d(nothing, std::array{1, 1}).item().to<double>()));
    CHECK(std::isnan(aten::adaptive_avg_pool1d(nothing, 1).item().to<double>()));
}

} // namespace
