#include <graft/library/nn/pooling_gradients.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/eager.hpp>
#include <graft/runtime/kernels.hpp>

#include "../../io/raises.hpp"
#include "../../runtime/tensors.hpp"

#include <array>
#include <optional>

namespace {

using namespace graft;
using namespace graft_test;

// What torch gives.
TEST_CASE("pooling_gradients: of means in volumes") {
    tensor const block = f32({1, 2, 1, 2}, {0, 0, 0, 0}), grad = f32({1, 1, 1, 1}, {4}),
                 two = f32({1, 1, 1, 2}, {8, 16});
    constexpr auto none = std::nullopt;
    CHECK(show(aten::avg_pool3d_backward(grad, block, std::array{2, 1, 2}, std::array<int, 0>{}, std::array{0}, false,
                                         true, none)) == "f32[1, 2, 1, 2]: 1 1 1 1");
    CHECK(show(aten::avg_pool3d_backward(grad, block, std::array{2, 1, 2}, std::array{1}, std::array{0}, false, true,
                                         2)) == "f32[1, 2, 1, 2]: 2 2 2 2");
    for (bool const counts : {false, true})
        CHECK(show(aten::avg_pool3d_backward(two, block, std::array{2, 1, 2}, std::array{2, 1, 2}, std::array{0, 0, 1},
                                             false, counts, none)) ==
              (counts ? "f32[1, 2, 1, 2]: 2 4 2 4" : "f32[1, 2, 1, 2]: 4 8 4 8"));
    CHECK(show(aten::_adaptive_avg_pool3d_backward(two, block)) == "f32[1, 2, 1, 2]: 4 8 4 8");
    CHECK(show(aten::_adaptive_avg_pool3d_backward(f32({1, 1, 1, 1, 2}, {6, 12}), f32({1, 1, 1, 1, 3}, {0, 0, 0}))) ==
          "f32[1, 1, 1, 1, 3]: 3 9 6");
}

TEST_CASE("pooling_gradients: of the elements that are maxima") {
    tensor const plane = f32({1, 2, 2}, {0, 0, 0, 0}), at = i64({1, 1, 3}, {3, 0, 3});
    CHECK(show(aten::adaptive_max_pool2d_backward(f32({1, 1, 3}, {1, 2, 4}), plane, at)) == "f32[1, 2, 2]: 2 0 0 5");
    tensor const block = f32({2, 1, 1, 3}, {0, 0, 0, 0, 0, 0}), grad = f32({2, 1, 1, 2}, {1, 2, 4, 8});
    tensor const places = i64({2, 1, 1, 2}, {1, 1, 0, 2});
    CHECK(show(aten::adaptive_max_pool3d_backward(grad, block, places)) == "f32[2, 1, 1, 3]: 0 3 0 4 0 8");
    CHECK(show(aten::max_pool3d_with_indices_backward(grad, block, std::array{1, 1, 2}, std::array{1}, std::array{0},
                                                      std::array{1}, false, places)) == "f32[2, 1, 1, 3]: 0 3 0 4 0 8");
    tensor const narrow = tensor::full({1, 1, 2}, dtype::bf16, 1.5);
    CHECK(show(aten::adaptive_max_pool2d_backward(narrow, narrow, i64({1, 1, 2}, {1, 1}))) == "bf16[1, 1, 2]: 0 3");
}

TEST_CASE("pooling_gradients: wrong arguments are rejected") {
    tensor const plane = f32({1, 2, 2}, {0, 0, 0, 0}), grad = f32({1, 1, 1}, {1});
    auto const pooled = [&](tensor const& gradient, tensor const& at) {
        return sentence([&] { aten::adaptive_max_pool2d_backward(gradient, plane, at); });
    };
    CHECK(pooled(grad, f32({1, 1, 1}, {0})).find("'indices' must be torch.int64") != std::string::npos);
    CHECK(pooled(grad, i64({1, 1, 2}, {0, 0})).find("'indices' is [1, 1, 2], but") != std::string::npos);
    CHECK(pooled(f32({2, 1, 1}, {1, 1}), i64({2, 1, 1}, {0, 0}))
              .find("'grad_output' is [2, 1, 1], but 'self' [1, 2, 2]") != std::string::npos);
    CHECK(sentence([&] { aten::_adaptive_avg_pool3d_backward(grad, plane); }).find("'self' must have 4 or 5") !=
          std::string::npos);
    tensor const block = f32({1, 1, 1, 1}, {1});
    CHECK(sentence([&] {
              aten::avg_pool3d_backward(block, block, std::array{1}, std::array{1}, std::array{0}, false, true, 0);
          }).find("'divisor_override' is 0") != std::string::npos);
}

} // namespace
