#include <graft/dialect/quantized_decomposed.hpp>

#include <doctest/doctest.h>

#include "../io/raises.hpp"
#include "inferred.hpp"

#include <string>

namespace {

using namespace graft;
using namespace graft::literals;
namespace qd = graft::quantized_decomposed;
using graft_test::inferred;
using graft_test::tensor;

TEST_CASE("quantized_decomposed: quantizing keeps the sizes and gives the dtype asked for") {
    graph g;
    value const x = tensor(g, {2, 3}), one = tensor(g, {1}), zero = tensor(g, {1}, dtype::i64);
    value const scales = tensor(g, {3}), zeros = tensor(g, {3}, dtype::i64);
    CHECK(inferred(qd::quantize_per_tensor(x, 0.5, 0, -128, 127, dtype::i8)) == "i8[2, 3]");
    CHECK(inferred(qd::quantize_per_tensor.tensor(x, one, zero, -128, 127, dtype::i8)) == "i8[2, 3]");
    CHECK(inferred(qd::quantize_per_channel(x, scales, zeros, 1, -128, 127, dtype::i8)) == "i8[2, 3]");
    CHECK(inferred(qd::quantize_per_tensor(x, 0.5, 0, 0, 255, dtype::u8)) == "u8[2, 3]");
}

TEST_CASE("quantized_decomposed: dequantizing gives f32 unless told otherwise") {
    graph g;
    value const q = tensor(g, {2, 3}, dtype::i8), scales = tensor(g, {3}), zeros = tensor(g, {3}, dtype::i64);
    CHECK(inferred(qd::dequantize_per_tensor(q, 0.5, 0, -128, 127, dtype::i8)) == "f32[2, 3]");
    CHECK(inferred(qd::dequantize_per_tensor(q, 0.5, 0, -128, 127, dtype::i8, "out_dtype"_a = dtype::f16)) ==
          "f16[2, 3]");
    CHECK(inferred(qd::dequantize_per_tensor.tensor(q, tensor(g, {}), tensor(g, {}, dtype::i64), -128, 127,
                                                    dtype::i8)) == "f32[2, 3]");
    CHECK(inferred(qd::dequantize_per_channel(q, scales, zeros, 1, -128, 127, dtype::i8)) == "f32[2, 3]");
}

TEST_CASE("quantized_decomposed: sums of quantized tensors stay quantized") {
    graph g;
    value const q = tensor(g, {2, 3}, dtype::i8), r = tensor(g, {3}, dtype::i8);
    CHECK(inferred(qd::add(q, 0.5, 0, -128, 127, r, 0.5, 0, -128, 127, 1.0, 0, -128, 127)) == "i8[2, 3]");
    CHECK(inferred(qd::add_relu(q, 0.5, 0, -128, 127, r, 0.5, 0, -128, 127, 1.0, 0, -128, 127)) == "i8[2, 3]");
    CHECK(inferred(qd::add.scalar(q, 0.5, 0, -128, 127, dtype::i8, 2, 1.0, 0, 0, 255, dtype::u8)) == "u8[2, 3]");
}

TEST_CASE("quantized_decomposed: dequantizing another dtype than the tensor has is refused") {
    graph g;
    value const x = tensor(g, {2}, dtype::i32);
    CHECK(graft_test::raised([&] {
              inferred(qd::dequantize_per_tensor(x, 0.5, 0, -128, 127, dtype::i8));
          }).find("quantized_decomposed::dequantize_per_tensor") != std::string::npos);
}

static_assert(flat_ops<qd::quantized_decomposed_ops>::size == 12);
static_assert(qd::quantize_per_tensor_default::info().name == "quantized_decomposed::quantize_per_tensor");

} // namespace
