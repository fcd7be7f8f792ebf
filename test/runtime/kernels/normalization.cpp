#include <graft/runtime/kernels/normalization.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/eager.hpp>

#include "../../io/raises.hpp"
#include "../tensors.hpp"

namespace {

using namespace graft;
using namespace graft_test;

tensor const x = f32({1, 2, 2}, {1, 3, 10, 30});
tensor const weight = f32({2}, {2, 1}), bias = f32({2}, {0, 100});
tensor const mean = f32({2}, {1, 10}), variance = f32({2}, {4, 100});

TEST_CASE("normalization: batch_norm uses mean, variance, weight and bias of each channel") {
    CHECK(show(aten::batch_norm(x, weight, bias, mean, variance, false, 0.1, 0.0, false)) ==
          "f32[1, 2, 2]: 0 2 100 102");
    CHECK(show(aten::batch_norm(x, nullptr, nullptr, mean, variance, false, 0.1, 0.0, false)) ==
          "f32[1, 2, 2]: 0 1 0 2");
    CHECK(show(aten::batch_norm(x, weight, bias, mean, variance, false, 0.1, 12.0, false)) ==
          "f32[1, 2, 2]: 0 1 100 101.89");
}

TEST_CASE("normalization: batch_norm in training uses and keeps the statistics of the batch") {
    tensor const running = f32({2}, {0, 0}), spread = f32({2}, {1, 1});
    CHECK(show(aten::batch_norm(x, weight, bias, running, spread, true, 0.5, 0.0, false)) ==
          "f32[1, 2, 2]: -2 2 99 101");
    CHECK(show(running) == "f32[2]: 1 10");
    CHECK(show(spread) == "f32[2]: 1.5 100.5");
    CHECK(show(aten::batch_norm(x, nullptr, nullptr, nullptr, nullptr, true, 0.5, 0.0, false)) ==
          "f32[1, 2, 2]: -1 1 -1 1");
}

TEST_CASE("normalization: the core batch norm returns the result and two empty tensors") {
    CHECK(show(aten::_native_batch_norm_legit_no_training(x, weight, bias, mean, variance, 0.1, 0.0)) ==
          "f32[1, 2, 2]: 0 2 100 102\nf32[0]:\nf32[0]:\n");
}

TEST_CASE("normalization: softmax and log_softmax go along dim") {
    tensor const y = f32({2, 2}, {0, 0, 0, 1.0986123f});  // log 3
    CHECK(show(aten::_softmax(y, 1, false)) == "f32[2, 2]: 0.5 0.5 0.25 0.75");
    CHECK(show(aten::_softmax(y, -2, false)) == "f32[2, 2]: 0.5 0.25 0.5 0.75");
    CHECK(show(aten::_log_softmax(y, 1, false)) == "f32[2, 2]: -0.693147 -0.693147 -1.38629 -0.287682");
}

TEST_CASE("normalization: rows and groups") {
    tensor const row = f32({1, 2}, {1, 3});
    CHECK(show(aten::layer_norm(row, std::array{2}, nullptr, nullptr, 0.0)) == "f32[1, 2]: -1 1");
    CHECK(show(aten::native_layer_norm(row, std::array{2}, nullptr, nullptr, 0.0)) ==
          "f32[1, 2]: -1 1\nf32[1, 1]: 2\nf32[1, 1]: 1\n");
    CHECK(show(aten::rms_norm(f32({2}, {7, 1}), std::array{2}, f32({2}, {1, 5}), 0.0)) ==
          "f32[2]: 1.4 1");
    CHECK(show(aten::group_norm(f32({1, 2, 2}, {1, 3, 5, 9}), 2, nullptr, nullptr, 0.0)) ==
          "f32[1, 2, 2]: -1 1 -1 1");
}

} // namespace
