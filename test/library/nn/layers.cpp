#include <graft/library/nn/layers.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/known_ops.hpp>
#include <graft/library/nn.hpp>
#include <graft/runtime/eager.hpp>
#include <graft/runtime/executor.hpp>
#include <graft/runtime/kernels.hpp>
#include <graft/transform/decompose.hpp>

#include "../../io/raises.hpp"
#include "../../runtime/tensors.hpp"
#include "../../runtime/test_program.hpp"

#include <array>
#include <string>

namespace {

using namespace graft;
using namespace graft_test;

// What torch gives; test/data/opcases/nn has more.
TEST_CASE("layers: other forms of convolution") {
    tensor const image = iota({1, 1, 3, 3}), weight = f32({1, 1, 2, 2}, {1, 0, 0, 1});
    std::array const one{1, 1}, none{0, 0};
    CHECK(show(aten::_slow_conv2d_forward(image, weight, std::array{2, 2}, nullptr, one, none)) ==
          "f32[1, 1, 2, 2]: 4 6 10 12");
    CHECK(show(aten::slow_conv_dilated2d(image, weight, std::array{2, 2}, nullptr, one, none, std::array{2, 2})) ==
          "f32[1, 1, 1, 1]: 8");
    CHECK(show(aten::slow_conv_transpose2d(weight, weight, std::array{2, 2})) == "f32[1, 1, 3, 3]: 1 0 0 0 2 0 0 0 1");
    CHECK(show(aten::conv_tbc(iota({3, 1, 1}), f32({2, 1, 1}, {1, 10}), f32({1}, {0.5}))) == "f32[2, 1, 1]: 10.5 21.5");
    CHECK(sentence([&] {
              aten::slow_conv_dilated2d(image, weight, std::array{3, 2}, nullptr, one, none, one);
          }) == "aten::slow_conv_dilated2d: 'kernel_size' is not that of 'weight'");
}

TEST_CASE("layers: batch normalisation writes the statistics that it is given") {
    tensor const x = f32({2, 1, 1}, {1, 3}), mean = f32({1}, {0}), variance = f32({1}, {1});
    auto const eval = aten::native_batch_norm(x, nullptr, nullptr, mean, variance, false, 0.5, 0.0);
    CHECK(show(eval[0]) == "f32[2, 1, 1]: 1 3");
    auto const train = aten::native_batch_norm(x, nullptr, nullptr, mean, variance, true, 0.5, 0.0);
    CHECK(show(train[0]) == "f32[2, 1, 1]: -1 1");
    CHECK(show(mean) == "f32[1]: 1");
    CHECK(show(variance) == "f32[1]: 1.5");
    tensor const pairs = f32({2, 2}, {1, 2, 3, 6}), means = f32({2}, {0, 0}), variances = f32({2}, {1, 1});
    auto const updated = aten::_batch_norm_with_update(pairs, nullptr, nullptr, means, variances, 0.5, 0.0);
    CHECK(show(updated[0]) == "f32[2, 2]: -1 -1 1 1");
    CHECK(show(updated[1]) == "f32[2]: 2 4");
    CHECK(show(updated[2]) == "f32[2]: 1 0.5");
    CHECK(show(updated[3]) == "u8[0]:");
    CHECK(show(means) == "f32[2]: 1 2");
    CHECK(show(variances) == "f32[2]: 1.5 4.5");
    CHECK(sentence([&] { aten::native_batch_norm(x, nullptr, nullptr, nullptr, nullptr, false, 0.5, 0.0); }) ==
          "aten::native_batch_norm: without 'training' there must be statistics");
}

TEST_CASE("layers: three tensors, and slopes that are drawn") {
    tensor const x = f32({2}, {1, -2});
    std::array<int, 0> const none{};
    CHECK(show(aten::_trilinear(x, x, x, none, none, none, std::array{0}, 0)) == "f32[]: -7");
    CHECK(show(aten::rrelu_with_noise_functional(x, x, 0.25, 0.75)[0]) == "f32[2]: 1 -1");
    auto const drawn = aten::rrelu_with_noise_functional(x, x, 0.25, 0.75, true);
    CHECK(drawn[1].data<float>()[0] == 1);
    float const slope = drawn[1].data<float>()[1];
    CHECK(bool{slope >= 0.25F && slope < 0.75F});
    CHECK(drawn[0].data<float>()[1] == -2 * slope);
    tensor const noise = f32({2}, {3, 4});
    CHECK(show(aten::rrelu_with_noise(x, noise, 0.25, 0.75)) == "f32[2]: 1 -1");
    CHECK(show(noise) == "f32[2]: 3 4");
    CHECK(sentence([&] { aten::rrelu_with_noise(x, noise, 0.25, 0.75, true); }).find("'training' must be false") !=
          std::string::npos);
}

// What torch gives.
TEST_CASE("layers: gradients of slopes that are drawn, and of norms that are given") {
    tensor const grad = f32({2, 2}, {1, 2, 4, 8}), x = f32({2, 2}, {-2, -1, 0, 1}),
                 noise = f32({2, 2}, {0.25, 0.5, 1, 1});
    CHECK(show(aten::rrelu_with_noise_backward(grad, x, noise, 0.25, 0.75, false, false)) == "f32[2, 2]: 0.5 1 2 8");
    CHECK(show(aten::rrelu_with_noise_backward(grad, x, noise, 0.25, 0.75, true, false)) == "f32[2, 2]: 0.25 1 4 8");
    CHECK(show(aten::rrelu_with_noise_backward(grad, x, noise, 0.5, 0.5, true, false)) == "f32[2, 2]: 0.5 1 2 8");
    tensor const v = f32({2, 2}, {3, 4, 0, 5}), norms = f32({2, 1}, {5, 5}), wide = f32({2, 1}, {10, 10});
    CHECK(show(aten::_weight_norm_interface_backward(grad, v, wide, norms, 0)) ==
          "f32[2, 2]: -0.64 0.48 8 0\nf32[2, 1]: 2.2 8\n");
    tensor const half = tensor::full({1, 1}, dtype::bf16, 1);
    CHECK(show(aten::_weight_norm_interface_backward(half, half, half, f32({1, 1}, {1}), 0)) ==
          "bf16[1, 1]: 0\nbf16[1, 1]: 1\n");
}

TEST_CASE("layers: gradients of norms that are given, of sizes that are symbols of their own") {
    program_builder b;
    auto const input = [&](std::string const& name, sym_int const& columns) {
        return b.input(name, f32_spec({symbol(name + "0"), columns}));
    };
    value const grad = input("g", symbol("g1")), v = input("v", symbol("v1")), wide = input("w", 1),
                norms = input("n", 1);
    value const both = aten::_weight_norm_interface_backward(grad, v, wide, norms, 0);
    exported_program program = b.finish({aten::clone(b.item(both, 0)), aten::clone(b.item(both, 1))});
    CHECK(decompose(program.graph(), decomposition_table<nn_ops>()) == 1);
    executor made(program, {kernels_of<known_ops>(), {}});
    auto const found =
        made.run({f32({2, 2}, {1, 2, 4, 8}), f32({2, 2}, {3, 4, 0, 5}), f32({2, 1}, {10, 10}), f32({2, 1}, {5, 5})});
    CHECK(show(found[0]) == "f32[2, 2]: -0.64 0.48 8 0");
    CHECK(show(found[1]) == "f32[2, 1]: 2.2 8");
}

} // namespace
