#include <graft/library/nn/gradients.hpp>

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
#include <optional>

namespace {

using namespace graft;
using namespace graft_test;

// What torch gives; test/data/opcases/nn has more.
TEST_CASE("gradients: of activations") {
    tensor const x = f32({4}, {-2, 0, 0.5, 2}), grad = f32({4}, {1, 2, 4, -1});
    CHECK(show(aten::sigmoid_backward(grad, f32({4}, {0, 1, 0.5, 0.25}))) == "f32[4]: 0 0 1 -0.1875");
    CHECK(show(aten::tanh_backward(grad, f32({4}, {0, 1, 0.5, -1}))) == "f32[4]: 1 0 3 -0");
    CHECK(show(aten::threshold_backward(grad, x, 0.5)) == "f32[4]: 0 0 0 -1");
    CHECK(show(aten::hardtanh_backward(grad, x, -1, 2)) == "f32[4]: 0 2 4 0");
    CHECK(show(aten::softshrink_backward(grad, x, 0.5)) == "f32[4]: 1 0 0 -1");
    CHECK(show(aten::leaky_relu_backward(grad, x, 0.25, false)) == "f32[4]: 0.25 0.5 4 -1");
    CHECK(show(aten::silu_backward(grad, f32({4}, {0, 0, 0, 0}))) == "f32[4]: 0.5 1 2 -0.5");
    CHECK(show(aten::native_dropout_backward(grad, b8({4}, {true, false, true, true}), 2.0)) == "f32[4]: 2 0 8 -2");
}

TEST_CASE("gradients: of a sigmoid, factors are multiplied from the left") {
    CHECK(show(aten::sigmoid_backward(f32({2}, {0, -2}), f32({2}, {1e30F, 1e15F}))) == "f32[2]: -0 2e+30");
    CHECK(show(aten::sigmoid_backward(f32({2}, {0, 1e-10F}), f32({2}, {1e30F, 1e20F}))) == "f32[2]: -0 -1e+30");
}

TEST_CASE("gradients: of views") {
    tensor const grad = f32({2}, {1, 2});
    CHECK(show(aten::select_backward(grad, std::array{2, 2}, 0, 1)) == "f32[2, 2]: 0 0 1 2");
    CHECK(show(aten::slice_backward(grad, std::array{4}, 0, 0, 3, 2)) == "f32[4]: 1 0 2 0");
    CHECK(show(aten::diagonal_backward(grad, std::array{2, 2}, 0, 0, 1)) == "f32[2, 2]: 1 0 0 2");
}

// What torch gives.
TEST_CASE("gradients: of windows, which may overlap or leave elements out") {
    CHECK(show(aten::unfold_backward(f32({2, 2}, {1, 2, 4, 8}), std::array{3}, 0, 2, 1)) == "f32[3]: 1 6 8");
    CHECK(show(aten::unfold_backward(f32({2, 1, 1}, {1, 2}), std::array{2, 3}, -1, 1, 4)) == "f32[2, 3]: 1 0 0 2 0 0");
    CHECK(show(aten::unfold_backward(f32({1}, {3}), std::array<int, 0>{}, 0, 1, 1)) == "f32[]: 3");
}

TEST_CASE("gradients: of halves whose size is a symbol") {
    program_builder b;
    sym_int const half = symbol("s0");
    value const g = b.input("grad", f32_spec({half})), x = b.input("self", f32_spec({half * 2}));
    exported_program program = b.finish({aten::clone(aten::glu_backward(g, x, 0))});
    CHECK(decompose(program.graph(), decomposition_table<nn_ops>()) == 1);
    tensor const grad = f32({1}, {2}), self = f32({2}, {4, 0});
    CHECK(show(aten::glu_backward(grad, self, 0)) == "f32[2]: 1 2");
    CHECK(show(executor(program, {kernels_of<known_ops>(), {}}).run({grad, self})[0]) == "f32[2]: 1 2");
}

// What torch gives.
TEST_CASE("gradients: of what is put where a mask says") {
    tensor const grad = f32({2, 2}, {1, 2, 4, 8}), mask = b8({2, 1}, {false, true});
    CHECK(show(aten::masked_scatter_backward(grad, mask, std::array{2, 2})) == "f32[2, 2]: 4 8 0 0");
    CHECK(show(aten::masked_scatter_backward(grad, mask, std::array{2})) == "f32[2]: 4 8");
    CHECK(show(aten::masked_scatter_backward(grad, b8({1}, {false}), std::array{0})) == "f32[0]:");
}

// What torch gives.
TEST_CASE("gradients: of batch normalisations") {
    tensor const grad = f32({2, 2}, {1, 2, 3, -2}), x = f32({2, 2}, {1, 2, 3, 6}), mean = f32({2}, {2, 4});
    tensor const scale = f32({2}, {0.5, 0.25}), weight = f32({2}, {2, 4});
    std::array const all{true, true, true};
    constexpr auto none = std::nullopt;
    CHECK(show(aten::native_batch_norm_backward(grad, x, weight, none, none, mean, scale, true, 0.0, all)) ==
          "f32[2, 2]: -0.75 1.5 0.75 -1.5\nf32[2]: 1 -2\nf32[2]: 4 0\n");
    CHECK(show(aten::native_batch_norm_backward(grad, x, none, mean, f32({2}, {4, 16}), none, none, false, 0.0, all)) ==
          "f32[2, 2]: 0.5 0.5 1.5 -0.5\nf32[2]: 1 -2\nf32[2]: 4 0\n");
    tensor const half = tensor::full({1, 1, 2}, dtype::f16, 1);
    CHECK(show(aten::native_batch_norm_backward(half, half, f32({1}, {2}), f32({1}, {0}), f32({1}, {4}), none, none,
                                                false, 0.0, all)) == "f16[1, 1, 2]: 1 1\nf32[1]: 1\nf32[1]: 2\n");
}

TEST_CASE("gradients: bounds are elements, and wrong arguments are rejected") {
    tensor const half = tensor::full({1}, dtype::f16, 1);
    CHECK(show(aten::logit_backward(f32({2}, {1, 1}), f32({2}, {0.5, 1}), 0.25)) == "f32[2]: 4 0");
    CHECK(show(aten::logit_backward(half, half, 1e-6)) == "f16[1]: inf");
    CHECK(sentence([&] { aten::gelu_backward(half, half, "approximate"_a = "erf"); }) ==
          "aten::gelu_backward: 'approximate' must be none or tanh, not erf");
    CHECK(sentence([&] {
              aten::glu_backward(half, f32({3}, {1, 2, 3}), 0);
          }) == "aten::glu_backward: the size of a dimension that is halved is 3");
}

} // namespace
