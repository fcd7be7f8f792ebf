#include <graft/runtime/kernels/convolution.hpp>

#include <doctest/doctest.h>

#include <graft/kernel/elementwise/complex.hpp>
#include <graft/runtime/eager.hpp>
#include <graft/runtime/kernels.hpp>

#include "../tensors.hpp"

#include <array>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

tensor const x = iota({1, 1, 3, 3});
tensor const w = f32({1, 1, 2, 2}, {1, 0, 0, 10});

TEST_CASE("convolution: conv2d has no bias and strides of 1 by default") {
    CHECK(show(aten::conv2d(x, w)) == "f32[1, 1, 2, 2]: 40 51 73 84");
    CHECK(show(aten::conv2d(x, w, nullptr)) == "f32[1, 1, 2, 2]: 40 51 73 84");
    CHECK(show(aten::conv2d(x, w, f32({1}, {0.5f}))) == "f32[1, 1, 2, 2]: 40.5 51.5 73.5 84.5");
}

TEST_CASE("convolution: one value stands for stride, padding and dilation of both dimensions") {
    CHECK(show(aten::conv2d(x, w, nullptr, 2)) == "f32[1, 1, 1, 1]: 40");
    CHECK(show(aten::conv2d(x, w, nullptr, 2, 1)) == "f32[1, 1, 2, 2]: 0 20 60 84");
    CHECK(show(aten::conv2d(x, w, nullptr, std::array{1, 2}, std::array{0, 1})) == "f32[1, 1, 2, 2]: 30 51 60 84");
    CHECK(show(aten::conv2d(x, w, "dilation"_a = 2)) == "f32[1, 1, 1, 1]: 80");
}

TEST_CASE("convolution: of complex numbers, transposed and not, i times what it is of the numbers over i") {
    tensor const i = tensor::full({}, dtype::c64, 0);
    i.view_as_real().data<float>()[1] = 1;
    tensor const numbers = aten::mul.Tensor(x, i), factors = aten::mul.Tensor(w, i);
    for (bool const transposed : {false, true}) {
        auto const convolve = [&](tensor const& image, tensor const& weight) {
            return transposed ? aten::conv_transpose2d.input(image, weight) : aten::conv2d(image, weight);
        };
        tensor const real = convolve(x, w), both = convolve(numbers, factors);
        CHECK(both.dtype() == dtype::c64);
        CHECK(show(detail::complex_part(both, 0)) == show(aten::rsub.Scalar(real, 0)));
        CHECK(show(aten::abs(detail::complex_part(both, 1))) == show(aten::mul.Scalar(real, 0)));
    }
}

TEST_CASE("convolution: a transposed one whose padding takes all rows has none") {
    CHECK(show(aten::conv_transpose2d.input(iota({2, 1, 4, 12}), f32({1, 2, 1, 1}, {1, 2}), nullptr, 1, 2)) ==
          "f32[2, 2, 0, 8]:");
    std::array const one{1, 1}, two{2, 2}, none{0, 0};
    CHECK(show(aten::convolution(iota({2, 1, 12, 4}), f32({1, 2, 1, 1}, {1, 2}), nullptr, one, two, one, true, none,
                                 1)) == "f32[2, 2, 8, 0]:");
}

TEST_CASE("convolution: groups split the channels") {
    tensor const two = iota({1, 2, 1, 1});
    tensor const each = f32({2, 1, 1, 1}, {3, 5});
    CHECK(show(aten::conv2d(two, each, "groups"_a = 2)) == "f32[1, 2, 1, 1]: 0 5");
}

TEST_CASE("convolution: aten::convolution is conv2d with all arguments") {
    std::array const one{1, 1}, none{0, 0};
    CHECK(show(aten::convolution(x, w, nullptr, one, none, one, false, none, 1)) == "f32[1, 1, 2, 2]: 40 51 73 84");
    CHECK(show(aten::convolution(x, w, nullptr, std::array{2, 2}, one, one, false, none, 1)) ==
          "f32[1, 1, 2, 2]: 0 20 60 84");
}

TEST_CASE("convolution: the activation is applied to the result and the bias") {
    graft::call<tensor> c(aten::conv2d.default_.info());
    tensor const bias = f32({1}, {-60});
    c.set("input", x).set("weight", w).set("bias", bias);
    tensor out = tensor::empty({1, 1, 2, 2}, dtype::f32);
    run_convolution(c, out, false, kernel::activation::relu());
    CHECK(show(out) == "f32[1, 1, 2, 2]: 0 0 13 24");
    tensor const numbers = tensor::zeros({1, 1, 3, 3}, dtype::c64), factors = tensor::zeros({1, 1, 2, 2}, dtype::c64);
    tensor complex = tensor::empty({1, 1, 2, 2}, dtype::c64);
    graft::call<tensor> other(aten::conv2d.default_.info());
    other.set("input", numbers).set("weight", factors);
    CHECK_THROWS_WITH(run_convolution(other, complex, false, kernel::activation::relu()),
                      "graft: aten::conv2d: complex numbers cannot be clamped");
}

TEST_CASE("convolution: over one dimension, and transposed") {
    tensor const row = f32({1, 1, 2}, {1, 2}), taps = f32({1, 1, 2}, {10, 1});
    CHECK(show(aten::conv1d(row, taps)) == "f32[1, 1, 1]: 12");
    CHECK(show(aten::conv_transpose1d(row, taps, nullptr, 2)) == "f32[1, 1, 4]: 10 1 20 2");
    std::array const one{1}, zero{0}, two{2};
    CHECK(show(aten::convolution(row, taps, nullptr, two, zero, one, true, one, 1)) == "f32[1, 1, 5]: 10 1 20 2 0");
}

} // namespace
