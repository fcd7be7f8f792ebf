#include <graft/library/nn/fake_quantization.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/eager.hpp>
#include <graft/runtime/kernels.hpp>

#include "../../io/raises.hpp"
#include "../../runtime/tensors.hpp"

#include <string>

namespace {

using namespace graft;
using namespace graft_test;

// What torch gives.
TEST_CASE("fake_quantization: numbers as they are rounded, and which are in range") {
    tensor const x = f32({2, 3}, {-2, -0.25F, 0.25F, 0.75F, 3, 0.5F});
    CHECK(show(aten::fake_quantize_per_tensor_affine_cachemask(x, 0.5, 1, -2, 3)) ==
          "f32[2, 3]: -1.5 0 0 1 1 0.5\nb8[2, 3]: 0 1 1 1 0 1\n");
    tensor const scales = f32({2}, {0.5F, 0.25F}), zeros = tensor::full({2}, dtype::i32, 1);
    CHECK(show(aten::fake_quantize_per_channel_affine_cachemask(x, scales, zeros, 0, -2, 3)) ==
          "f32[2, 3]: -1.5 0 0 0.5 0.5 0.5\nb8[2, 3]: 0 1 1 0 0 1\n");
    auto const switched = [&](std::int64_t on) {
        return show(aten::_fake_quantize_per_tensor_affine_cachemask_tensor_qparams(
            x, f32({1}, {0.5F}), tensor::full({1}, dtype::i32, 1), i64({1}, {on}), -2, 3));
    };
    CHECK(switched(1) == "f32[2, 3]: -1.5 0 0 1 1 0.5\nb8[2, 3]: 0 1 1 1 0 1\n");
    CHECK(switched(0) == "f32[2, 3]: -2 -0.25 0.25 0.75 3 0.5\nb8[2, 3]: 1 1 1 1 1 1\n");
    CHECK(sentence([&] {
              aten::fake_quantize_per_tensor_affine_cachemask(x, 0.5, 4, -2, 3);
          }).find("'zero_point' must be between 'quant_min' and 'quant_max'") != std::string::npos);
}

TEST_CASE("fake_quantization: gradients of what is in range") {
    tensor const grad = f32({2}, {1, 2}), mask = b8({2}, {false, true});
    CHECK(show(aten::fake_quantize_per_tensor_affine_cachemask_backward(grad, mask)) == "f32[2]: 0 2");
    CHECK(show(aten::fake_quantize_per_channel_affine_cachemask_backward(grad, mask)) == "f32[2]: 0 2");
    CHECK(sentence([&] {
              aten::fake_quantize_per_tensor_affine_cachemask_backward(grad, b8({1}, {true}));
          }).find("'mask' is [1], but 'grad' [2]") != std::string::npos);
    CHECK(sentence([&] {
              aten::fake_quantize_per_tensor_affine_cachemask_backward(grad, grad);
          }).find("'mask' must be of bool, not torch.float32") != std::string::npos);
}

} // namespace
