#include <graft/runtime/kernels/gradient.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/eager.hpp>

#include "../../io/raises.hpp"
#include "../tensors.hpp"

#include <array>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

tensor const image = iota({1, 2, 2});

TEST_CASE("gradient: of pooling, a share for each element") {
    tensor const one = f32({1, 1, 1}, {4});
    CHECK(show(aten::avg_pool2d_backward(one, image, std::array{2, 2}, std::array<int, 0>{}, std::array{0, 0}, false,
                                         true, nullptr)) == "f32[1, 2, 2]: 1 1 1 1");
    CHECK(show(aten::_adaptive_avg_pool2d_backward(one, image)) == "f32[1, 2, 2]: 1 1 1 1");
    CHECK(show(aten::max_pool2d_with_indices_backward(one, image, std::array{2, 2}, std::array<int, 0>{},
                                                      std::array{0, 0}, std::array{1, 1}, false,
                                                      i64({1, 1, 1}, {3}))) == "f32[1, 2, 2]: 0 0 0 4");
}

TEST_CASE("gradient: of a convolution, only those that are asked for") {
    tensor const x = f32({1, 1, 3}, {1, 2, 3}), w = f32({1, 1, 2}, {10, 1}), dy = f32({1, 1, 2}, {1, 1});
    auto const gradients = [&](bool input, bool weight, bool bias) {
        return show(aten::convolution_backward(dy, x, w, nullptr, std::array{1}, std::array{0}, std::array{1}, false,
                                               std::array{0}, 1, std::array{input, weight, bias}));
    };
    CHECK(gradients(true, true, true) == "f32[1, 1, 3]: 10 11 1\nf32[1, 1, 2]: 3 5\nf32[1]: 2\n");
    CHECK(gradients(false, true, false) == "undefined\nf32[1, 1, 2]: 3 5\nundefined\n");
}

TEST_CASE("gradient: of normalizations and embeddings") {
    tensor const x = f32({1, 2}, {-1, 1}), dy = f32({1, 2}, {1, 3}), zero = f32({1, 1}, {0}), one = f32({1, 1}, {1});
    std::array const all{true, true, true};
    CHECK(show(aten::native_layer_norm_backward(dy, x, std::array{2}, zero, one, f32({2}, {1, 1}), f32({2}, {0, 0}),
                                                all)) == "f32[1, 2]: 0 0\nf32[2]: -1 3\nf32[2]: 1 3\n");
    CHECK(show(aten::native_group_norm_backward(dy, x, zero, one, nullptr, 1, 2, 1, 1, all)) ==
          "f32[1, 2]: 0 0\nf32[2]: -1 3\nf32[2]: 1 3\n");
    CHECK(show(aten::embedding_dense_backward(dy, i64({1}, {1}), 2, -1, false)) == "f32[2, 2]: 0 0 1 3");
}

TEST_CASE("gradient: a norm of no groups has sizes like any other") {
    tensor const none = tensor::empty({0}, dtype::f32);
    std::vector<bool> const all{true, true, true};
    CHECK(raised([&] { aten::native_group_norm_backward(none, none, none, none, nullptr, 0, 1, -1, 1, all); }) ==
          "graft: aten::native_group_norm_backward: 'HxW' is -1");
    constexpr std::int64_t many = std::int64_t{1} << 48;
    CHECK(show(aten::native_group_norm_backward(none, none, none, none, nullptr, 0, 1, many, 1, all)[1]) ==
          "f32[1]: 0");
}

} // namespace
