#include <graft/dialect/quantized_layers.hpp>

#include <doctest/doctest.h>

#include <graft/schema/infer.hpp>

#include <array>
#include <string>
#include <vector>

namespace {

using namespace graft;

/// A call with quantized bytes of these sizes, and a weight of bytes with a scale for each of its channels.
struct layer_call {
    tensor_spec input, weight, scales, zeros, bias;
    call<tensor_spec> c;

    layer_call(op_info const& op, std::vector<sym_int> const& in, std::vector<sym_int> const& sizes)
        : input(make_spec(dtype::u8, in)), weight(make_spec(dtype::i8, sizes)),
          scales(make_spec(dtype::f32, std::vector<sym_int>(1, sizes[0]))),
          zeros(make_spec(dtype::i64, std::vector<sym_int>(1, sizes[0]))),
          bias(make_spec(dtype::f32, std::vector<sym_int>(1, sizes[0]))), c(op) {
        c.set("input", input).set("scale", 0.5).set("zero_point", 3).set("quant_min", 0).set("quant_max", 255);
        c.set("dtype", dtype::u8).set("weight", weight).set("weight_scales", scales).set("weight_zero_points", zeros);
        c.set("weight_quant_min", -127).set("weight_quant_max", 127).set("weight_dtype", dtype::i8);
        c.set("out_scale", 0.25).set("out_zero_point", 0).set("out_quant_min", -128).set("out_quant_max", 127);
        c.set("out_dtype", dtype::i8);
    }
};

TEST_CASE("quantized layers: the schemas are well formed and each op has a name of its own") {
    CHECK(quantized::convolution_relu_per_channel.info().name == "quantized::convolution_relu.per_channel");
    CHECK(quantized::product_per_tensor.info().name == "quantized::product.per_tensor");
    CHECK(quantized::convolution_relu.info().arguments.size() == 17);
    CHECK(quantized::convolution_per_channel.info().arguments.size() == 22);
    CHECK(quantized::linear_per_tensor.info().arguments.size() == 18);
    CHECK(quantized::linear_per_tensor.info().find_argument("weight_scale") == 7);
}

TEST_CASE("quantized layers: a convolution has the sizes of the real one and the dtype it is told") {
    layer_call l(quantized::convolution_per_channel.info(), {2, 3, 9, 8}, {4, 3, 3, 2});
    l.c.set("bias", l.bias).set("stride", std::array{2, 1}).set("padding", std::array{1, 0});
    l.c.set("dilation", std::array{1, 1}).set("groups", 1);
    value_spec const result = infer(l.c);
    CHECK(result.tensor.dtype == dtype::i8);
    CHECK(result.tensor.sizes == std::vector<sym_int>{2, 4, 5, 7});
}

TEST_CASE("quantized layers: a linear layer has a column for each row of its weight") {
    layer_call l(quantized::linear_relu_per_channel.info(), {5, 6}, {4, 6});
    l.c.set("bias", l.bias);
    CHECK(infer(l.c).tensor.sizes == std::vector<sym_int>{5, 4});
    CHECK(infer(l.c).tensor.dtype == dtype::i8);
    layer_call wrong(quantized::product_per_channel.info(), {5, 6}, {4, 7});
    CHECK_THROWS_AS(static_cast<void>(infer(wrong.c)), error);
}

TEST_CASE("quantized layers: a maximum pool keeps the dtype") {
    call<tensor_spec> c(quantized::max_pool2d.info());
    tensor_spec const image = make_spec(dtype::u8, {1, 2, 6, 7});
    c.set("self", image).set("kernel_size", std::array{2, 2}).set("stride", std::array{2, 2});
    c.set("padding", std::array{0, 0}).set("dilation", std::array{1, 1}).set("ceil_mode", false);
    CHECK(infer(c).tensor.sizes == std::vector<sym_int>{1, 2, 3, 3});
    CHECK(infer(c).tensor.dtype == dtype::u8);
}

} // namespace
