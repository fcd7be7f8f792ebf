// Header-only: what holds in constants needs bodies.
#include <graft/dialect/quantized_decomposed.hpp>

#include <graft/schema/infer.hpp>

#include "../io/raises.hpp"
#include "inferred.hpp"
#include "meta/specs.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

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

using namespace graft_test;
using quantized_decomposed::dequantize_per_channel;
using quantized_decomposed::dequantize_per_tensor;
using quantized_decomposed::quantize_per_tensor;

constexpr tensor_spec i8(std::vector<sym_int> sizes) { return make_spec(dtype::i8, std::move(sizes)); }

static_assert([] { return quantize_per_tensor(f32({s0(), 3}), 0.1, 0, -128, 127, dtype::i8) == i8({s0(), 3}); }());
static_assert([] { return dequantize_per_tensor(i8({s0(), 3}), 0.1, 0, -128, 127, dtype::i8) == f32({s0(), 3}); }());

} // namespace

TEST_CASE("quantize: the order of dimensions is kept both ways") {
    tensor_spec const columns = strided(f32({2, 3}), {1, 2});
    value_spec const quantized = quantize_per_tensor(columns, 0.1, 0, -128, 127, dtype::i8);
    CHECK(quantized == strided(i8({2, 3}), {1, 2}));
    CHECK(dequantize_per_tensor(quantized, 0.1, 0, -128, 127, dtype::i8) == columns);
    CHECK(dequantize_per_tensor(quantized, 0.1, 0, -128, 127, dtype::i8, "out_dtype"_a = dtype::f16).tensor.dtype ==
          dtype::f16);
}

TEST_CASE("quantize: a channel has its scale") {
    auto const channels = [](tensor_spec const& scales) {
        return dequantize_per_channel(i8({2, 3}), scales, nullptr, 1, -128, 127, dtype::i8);
    };
    CHECK(channels(f32({3})) == f32({2, 3}));
    CHECK_THROWS_WITH(static_cast<void>(channels(f32({2}))),
                      "graft: quantized_decomposed::dequantize_per_channel: the sizes of "
                      "'input' [2, 3] and 'scales' [2] do not fit");
    CHECK(channels(f32({1})) == f32({2, 3}));
    CHECK_THROWS_WITH(
        static_cast<void>(dequantize_per_channel(i8({2, 3}), f32({3}), i64({1}), 1, -128, 127, dtype::i8)),
        "graft: quantized_decomposed::dequantize_per_channel: the sizes of "
        "'scales' [3] and 'zero_points' [1] do not fit");
}

TEST_CASE("dequantize: PyTorch does not look at the levels of a whole tensor") {
    CHECK(dequantize_per_tensor(i8({2}), 0.1, 0, -128, 128, dtype::i8) == f32({2}));
    CHECK(dequantize_per_tensor.tensor(i8({2}), f32({1}), i64({1}), -129, 127, dtype::i8) == f32({2}));
}

TEST_CASE("quantize: other dtypes than the ones named are rejected") {
    CHECK_THROWS_WITH(static_cast<void>(quantize_per_tensor(i64({2}), 0.1, 0, -128, 127, dtype::i8)),
                      "graft: quantized_decomposed::quantize_per_tensor: 'input' must be f32 or narrower, "
                      "not torch.int64");
    CHECK_THROWS_WITH(static_cast<void>(dequantize_per_tensor(i8({2}), 0.1, 0, 0, 255, dtype::u8)),
                      "graft: quantized_decomposed::dequantize_per_tensor: 'input' is torch.int8, not "
                      "torch.uint8");
    CHECK_THROWS_WITH(
        static_cast<void>(quantize_per_tensor(f32({2}), 0.1, 0, -1, 255, dtype::u8)),
        "graft: quantized_decomposed::quantize_per_tensor: 'quant_min' is -1, which torch.uint8 cannot hold");
    CHECK_THROWS_WITH(
        static_cast<void>(dequantize_per_channel(i8({2}), f32({2}), i64({2}), 0, -128, 128, dtype::i8)),
        "graft: quantized_decomposed::dequantize_per_channel: 'quant_max' is 128, which torch.int8 cannot hold");
}
