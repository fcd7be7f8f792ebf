#include <graft/runtime/kernels/activation.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/eager.hpp>
#include <graft/runtime/kernels/complex.hpp>

#include "../../io/raises.hpp"
#include "../tensors.hpp"

#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

tensor const x = f32({3}, {-4, 0, 4});

TEST_CASE("activation: each op runs its function") {
    CHECK(show(aten::silu(x)) == "f32[3]: -0.0719448 0 3.92806");
    CHECK(show(aten::hardswish(x)) == "f32[3]: -0 0 4");
    CHECK(show(aten::hardsigmoid(x)) == "f32[3]: 0 0.5 1");
    CHECK(show(aten::mish(f32({3}, {-1, 0, 4}))) == "f32[3]: -0.303401 0 3.99741");
    CHECK(show(aten::log_sigmoid(x)) == "f32[3]: -4.01815 -0.693147 -0.0181499");
    CHECK(show(aten::leaky_relu(x, 0.5)) == "f32[3]: -2 0 4");
    CHECK(show(aten::elu(x, 2)) == "f32[3]: -1.96337 0 4");
    CHECK(show(aten::celu(x, 2)) == "f32[3]: -1.72933 0 4");
    CHECK(show(aten::selu(f32({1}, {2}))) == "f32[1]: 2.1014");
    CHECK(show(aten::relu6(f32({2}, {-1, 9}))) == "f32[2]: 0 6");
    CHECK(show(aten::softplus(f32({2}, {0, 30}))) == "f32[2]: 0.693147 30");
    CHECK(show(aten::softshrink(x, 1)) == "f32[3]: -3 0 3");
    CHECK(show(aten::hardshrink(x, 4)) == "f32[3]: 0 0 0");
    CHECK(show(aten::threshold(x, 0, 7)) == "f32[3]: 7 7 4");
    CHECK(show(aten::threshold(tensor::full({1}, dtype::bf16, 0.1), 0.1, 7)) == "bf16[1]: 0.100098"); // not rounded
    CHECK(show(aten::threshold(tensor::full({1}, dtype::f16, 3), 70001.5, 7)) == "f16[1]: 7");
    CHECK(show(aten::logit(f32({2}, {0.5f, 0.75f}))) == "f32[2]: 0 1.09861");
}

TEST_CASE("activation: gelu takes two approximations and no other") {
    tensor const one = f32({1}, {1});
    CHECK(show(aten::gelu(one)) == "f32[1]: 0.841345");
    CHECK(show(aten::gelu(one, "approximate"_a = "tanh")) == "f32[1]: 0.841192");
    CHECK(raised([&] { aten::gelu(one, "approximate"_a = "erf"); }) ==
          "graft: aten::gelu: 'approximate' must be 'none' or 'tanh', not 'erf'");
}

TEST_CASE("activation: what is no number becomes one") {
    tensor const bad = f32({3}, {std::nanf(""), INFINITY, -INFINITY});
    CHECK(show(aten::nan_to_num(bad, 1, 2)) == "f32[3]: 1 2 -3.40282e+38");
    CHECK(show(aten::nan_to_num(i64({1}, {3}))) == "i64[1]: 3");
}

TEST_CASE("activation: glu gates one half with the other") {
    CHECK(show(aten::glu(f32({4}, {1, 2, 0, 100}))) == "f32[2]: 0.5 2");
}

// What torch gives.
TEST_CASE("activation: what is no number in a part of a complex one becomes one") {
    tensor const bad = aten::view_as_complex(f32({3, 2}, {std::nanf(""), INFINITY, -INFINITY, 2, 1, std::nanf("")}));
    CHECK(show(aten::view_as_real(aten::nan_to_num(bad))) == "f32[3, 2]: 0 3.40282e+38 -3.40282e+38 2 1 0");
    CHECK(show(aten::view_as_real(aten::nan_to_num(bad, 1, 2, 3))) == "f32[3, 2]: 1 2 3 2 1 1");
}

} // namespace
