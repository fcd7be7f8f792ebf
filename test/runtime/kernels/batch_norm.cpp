#include <graft/runtime/kernels/batch_norm.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/eager.hpp>

#include "../tensors.hpp"

namespace {

using namespace graft;
using namespace graft_test;

TEST_CASE("batch_norm: training normalizes by the batch and moves the running statistics") {
    tensor const x = f32({2, 1}, {1, 3}), mean = f32({1}, {0}), var = f32({1}, {1});
    CHECK(show(aten::_native_batch_norm_legit(x, nullptr, nullptr, mean, var, true, 0.5, 0.0)) ==
          "f32[2, 1]: -1 1\nf32[1]: 2\nf32[1]: 1\n");
    CHECK(show(mean) == "f32[1]: 1");
    CHECK(show(var) == "f32[1]: 1.5");
    CHECK(show(aten::_native_batch_norm_legit.no_stats(x, f32({1}, {2}), f32({1}, {5}), true, 0.5, 0.0)) ==
          "f32[2, 1]: 3 7\nf32[1]: 2\nf32[1]: 1\n");
}

TEST_CASE("batch_norm: without training the running statistics count and stay") {
    tensor const x = f32({2, 1}, {1, 3}), mean = f32({1}, {1}), var = f32({1}, {4});
    CHECK(show(aten::_native_batch_norm_legit(x, nullptr, nullptr, mean, var, false, 0.5, 0.0)) ==
          "f32[2, 1]: 0 1\nf32[0]:\nf32[0]:\n");
    CHECK(show(mean) == "f32[1]: 1");
}

TEST_CASE("batch_norm: the functional form returns the running statistics, and leaves those that it is given") {
    tensor const x = f32({2, 1}, {1, 3}), mean = f32({1}, {0}), var = f32({1}, {1});
    CHECK(show(aten::_native_batch_norm_legit_functional(x, nullptr, nullptr, mean, var, true, 0.5, 0.0)) ==
          "f32[2, 1]: -1 1\nf32[1]: 2\nf32[1]: 1\nf32[1]: 1\nf32[1]: 1.5\n");
    CHECK(show(aten::_native_batch_norm_legit_functional(x, nullptr, nullptr, mean, var, false, 0.5, 0.0)) ==
          "f32[2, 1]: 1 3\nf32[0]:\nf32[0]:\nf32[1]: 0\nf32[1]: 1\n");
    CHECK(show(mean) == "f32[1]: 0");
    CHECK(show(var) == "f32[1]: 1");
}

struct two_channels {
    tensor const x = f32({1, 2, 2}, {1, 3, 10, 30});
    tensor const weight = f32({2}, {2, 1}), bias = f32({2}, {0, 100});
    tensor const mean = f32({2}, {1, 10}), variance = f32({2}, {4, 64});
};

TEST_CASE_FIXTURE(two_channels, "batch_norm: the composite op uses mean, variance, weight and bias of each channel") {
    CHECK(show(aten::batch_norm(x, weight, bias, mean, variance, false, 0.1, 0.0, false)) ==
          "f32[1, 2, 2]: 0 2 100 102.5");
    CHECK(show(aten::batch_norm(x, nullptr, nullptr, mean, variance, false, 0.1, 0.0, false)) ==
          "f32[1, 2, 2]: 0 1 0 2.5");
    CHECK(show(aten::batch_norm(x, weight, bias, mean, variance, false, 0.1, 12.0, false)) ==
          "f32[1, 2, 2]: 0 1 100 102.294");
}

TEST_CASE_FIXTURE(two_channels, "batch_norm: the composite op in training uses and keeps the statistics of the batch") {
    tensor const running = f32({2}, {0, 0}), spread = f32({2}, {1, 1});
    CHECK(show(aten::batch_norm(x, weight, bias, running, spread, true, 0.5, 0.0, false)) ==
          "f32[1, 2, 2]: -2 2 99 101");
    CHECK(show(running) == "f32[2]: 1 10");
    CHECK(show(spread) == "f32[2]: 1.5 100.5");
    CHECK(show(aten::batch_norm(x, nullptr, nullptr, nullptr, nullptr, true, 0.5, 0.0, false)) ==
          "f32[1, 2, 2]: -1 1 -1 1");
}

TEST_CASE_FIXTURE(two_channels, "batch_norm: the core op returns the result and two empty tensors") {
    CHECK(show(aten::_native_batch_norm_legit_no_training(x, weight, bias, mean, variance, 0.1, 0.0)) ==
          "f32[1, 2, 2]: 0 2 100 102.5\nf32[0]:\nf32[0]:\n");
}

} // namespace
