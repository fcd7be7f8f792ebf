#include <graft/runtime/kernels/quantize.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/eager.hpp>

#include "../../io/raises.hpp"
#include "../tensors.hpp"

#include <array>
#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

namespace qd = quantized_decomposed;

TEST_CASE("quantize: by one scale, given as a number or as a tensor") {
    tensor const x = f32({3}, {0.25f, -1, 9});
    CHECK(show(qd::quantize_per_tensor(x, 0.5, 1, -4, 4, dtype::i8)) == "i8[3]: 1 -1 4");
    CHECK(show(qd::quantize_per_tensor.tensor(x, f32({1}, {0.5f}), i64({1}, {1}), -4, 4, dtype::i8)) ==
          "i8[3]: 1 -1 4");
    tensor const q = make<std::int8_t>({2}, {3, -1});
    CHECK(show(qd::dequantize_per_tensor(q, 0.5, 1, -4, 4, dtype::i8)) == "f32[2]: 1 -1");
}

TEST_CASE("quantize: by a scale for each channel") {
    tensor const x = f32({2, 2}, {1, 2, 1, 2}), scales = f32({2}, {1, 0.5f}), zeros = i64({2}, {0, 1});
    tensor const q = qd::quantize_per_channel(x, scales, zeros, 0, -9, 9, dtype::i8);
    CHECK(show(q) == "i8[2, 2]: 1 2 3 5");
    CHECK(show(qd::dequantize_per_channel(q, scales, zeros, 0, -9, 9, dtype::i8)) == "f32[2, 2]: 1 2 1 2");
    CHECK(show(qd::dequantize_per_channel(q, scales, nullptr, 1, -9, 9, dtype::i8)) == "f32[2, 2]: 1 1 3 2.5");
}

TEST_CASE("quantize: by one scale for all channels") {
    tensor const x = f32({2, 2}, {1, 2, 1, 3}), scale = f32({1}, {0.5f}), zero = i64({1}, {1});
    tensor const q = qd::quantize_per_channel(x, scale, zero, 0, -9, 9, dtype::i8);
    CHECK(show(q) == "i8[2, 2]: 3 5 3 7");
    CHECK(show(qd::dequantize_per_channel(q, scale, zero, 1, -9, 9, dtype::i8)) == "f32[2, 2]: 1 2 1 3");
}

TEST_CASE("quantize: sums of quantized tensors") {
    tensor const a = make<std::int8_t>({2}, {4, -4}), b = make<std::int8_t>({2}, {2, 2});
    CHECK(show(qd::add(a, 0.5, 0, -9, 9, b, 1.0, 1, -9, 9, 0.25, 3, -9, 99)) == "i8[2]: 15 -1");
    CHECK(show(qd::add_relu(a, 0.5, 0, -9, 9, b, 1.0, 1, -9, 9, 0.25, 3, -9, 99)) == "i8[2]: 15 3");
}

TEST_CASE("quantize: a number is added to a quantized tensor") {
    tensor const a = make<std::int8_t>({2}, {4, -4});
    CHECK(show(qd::add.scalar(a, 0.5, 0, -9, 9, dtype::i8, 1.0, 0.25, 3, -9, 99, dtype::i8)) == "i8[2]: 15 -1");
    CHECK(show(qd::convert_element_type.no_fuse(a, dtype::f32)) == "f32[2]: 4 -4");
}

} // namespace
