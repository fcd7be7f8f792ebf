#include <graft/runtime/kernels/quantized_layers.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/evaluate_pattern.hpp>
#include <graft/runtime/kernels/activation.hpp>
#include <graft/runtime/kernels/linear_algebra.hpp>
#include <graft/runtime/kernels/quantize.hpp>
#include <graft/runtime/kernels/view.hpp>
#include <graft/transform/quantized_layers.hpp>

#include "../../kernel/byte_reference.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace graft;

struct byte_ops {
    using members = quantized::layer_ops;
};

// A layer has no kernel for every call: where none is prepared, it runs by its pattern.
static_assert(has_kernel<quantized::max_pool2d_t> && !has_run<quantized::max_pool2d_t>);
static_assert(kernels_of<byte_ops>().entries().size() == 13);
static_assert(kernels_of<byte_ops>().find(quantized::max_pool2d.info()) == nullptr);

constexpr kernel_library library() {
    return {
        kernel_table(kernel_set<decltype(aten::convolution.default_), decltype(aten::relu.default_),
                                decltype(aten::addmm.default_), decltype(aten::mm.default_),
                                decltype(aten::permute_copy.default_), decltype(aten::max_pool2d_with_indices.default_),
                                decltype(quantized_decomposed::quantize_per_tensor.default_),
                                decltype(quantized_decomposed::dequantize_per_tensor.default_),
                                decltype(quantized_decomposed::dequantize_per_channel.default_)>),
        quantized::layer_meanings<>};
}

tensor byte_tensor(std::vector<std::int64_t> const& sizes, bool is_signed, std::vector<std::uint8_t> const& bytes) {
    tensor t = tensor::empty(sizes, is_signed ? dtype::i8 : dtype::u8);
    std::memcpy(detail::writable_bytes(t), bytes.data(), bytes.size());
    return t;
}

/// A call of a layer of bytes with random numbers.
struct random_call {
    tensor input, weight, scales, zeros, bias;
    detail::byte_layer layer;
    graft::call<tensor> c;

    random_call(op_info const& op, std::vector<std::int64_t> const& in, std::vector<std::int64_t> const& sizes,
                std::mt19937& random)
        : c(op) {
        std::int64_t const channels = sizes[0], depth = numel(sizes) / channels;
        bool const per_channel = op.find_argument("weight_scales") >= 0;
        layer = graft_test::random_layer(channels, depth, random);
        layer.output.cuts_negative = op.name.find("_relu") != std::string_view::npos;
        if (!per_channel)
            for (std::size_t i = 1; i < layer.weight_scales.size(); ++i) {
                layer.weight_scales[i] = layer.weight_scales[0];
                layer.weight_zero_points[i] = layer.weight_zero_points[0];
            }
        layer.bias.resize(static_cast<std::size_t>(channels), 0.5f);
        input = byte_tensor(in, layer.input.is_signed, graft_test::random_bytes(numel(in), random));
        weight = byte_tensor(sizes, layer.weight_is_signed, graft_test::random_bytes(numel(sizes), random));
        scales = tensor::empty({channels}, dtype::f64);
        zeros = tensor::empty({channels}, dtype::i64);
        bias = tensor::empty({channels}, dtype::f32);
        std::copy(layer.weight_scales.begin(), layer.weight_scales.end(), scales.data<double>());
        std::copy(layer.weight_zero_points.begin(), layer.weight_zero_points.end(), zeros.data<std::int64_t>());
        std::copy(layer.bias.begin(), layer.bias.end(), bias.data<float>());
        set_range("", input.dtype(), layer.input);
        set_range("out_", layer.output.is_signed ? dtype::i8 : dtype::u8, layer.output);
        c.set("input", input).set("weight", weight).set("weight_dtype", weight.dtype());
        c.set("weight_quant_min", layer.weight_is_signed ? -128 : 0);
        c.set("weight_quant_max", layer.weight_is_signed ? 127 : 255);
        if (per_channel)
            c.set("weight_scales", scales).set("weight_zero_points", zeros);
        else
            c.set("weight_scale", layer.weight_scales[0]).set("weight_zero_point", layer.weight_zero_points[0]);
        if (op.find_argument("bias") >= 0)
            c.set("bias", bias);
        else
            layer.bias.clear();
    }

    void set_range(std::string const& prefix, dtype d, detail::byte_range const& range) {
        c.set((prefix + "scale").c_str(), range.scale).set((prefix + "zero_point").c_str(), range.zero_point);
        c.set((prefix + "quant_min").c_str(), range.least).set((prefix + "quant_max").c_str(), range.most);
        c.set((prefix + "dtype").c_str(), d);
    }

    [[nodiscard]] prepared_kernel prepare(std::vector<tensor> const& results, bool all_constant = true) const {
        constant_arguments constant;
        for (std::size_t i = 0; all_constant && i < c.op().arguments.size(); ++i)
            constant.add(i);
        return kernels_of<byte_ops>().find_entry(c.op())->prepare(c, results, constant);
    }

    /// How many bytes the kernel gives wrongly; one step at most, and in few bytes, it differs from the pattern.
    std::int64_t wrong(detail::conv_geometry const& g) {
        std::vector<tensor> const expected = evaluate(c, library());
        std::vector<tensor> results{tensor::empty(expected[0].sizes(), expected[0].dtype())};
        prepared_kernel const run = prepare(results);
        REQUIRE(run);
        run(c, results);
        auto const bytes = [](tensor& t) {
            std::uint8_t const* const first = detail::writable_bytes(t);
            return std::vector<std::uint8_t>(first, first + t.numel());
        };
        tensor pattern = expected[0];
        std::vector<std::uint8_t> const got = bytes(results[0]), wanted = bytes(pattern);
        std::int64_t differing = 0, far = 0;
        for (std::size_t i = 0; i < got.size(); ++i) {
            int const step = static_cast<std::int8_t>(static_cast<std::uint8_t>(got[i] - wanted[i]));
            differing += step != 0;
            far += step < -1 || step > 1;
        }
        CHECK(far == 0);
        CHECK(differing * 50 <= static_cast<std::int64_t>(got.size()));
        return graft_test::wrong_bytes(g, layer, bytes(input), bytes(weight), got);
    }
};

TEST_CASE("quantized layers: a convolution by integers is that of the pattern, but for ties") {
    graft_test::convolution_sizes const all[] = {{2, 3, 9, 8, 5, 3, 2, 1, 1, 1, 1},
                                                 {1, 8, 6, 6, 12, 3, 3, 2, 1, 1, 4},
                                                 {1, 6, 9, 9, 6, 3, 3, 1, 1, 2, 6},
                                                 {2, 20, 5, 5, 18, 1, 1, 1, 0, 1, 1},
                                                 {1, 16, 10, 10, 33, 3, 3, 1, 1, 1, 1}};
    std::mt19937 random(4);
    for (auto const& s : all)
        for (op_info const* const op :
             {&quantized::convolution_per_channel.info(), &quantized::convolution_relu_per_channel.info(),
              &quantized::convolution_per_tensor.info(), &quantized::convolution_relu_per_tensor.info()})
            for (int round = 0; round < 3; ++round) {
                random_call call(*op, {s.batch, s.channels, s.height, s.width},
                                 {s.out, s.channels / s.groups, s.kernel_height, s.kernel_width}, random);
                std::vector<std::int64_t> const two(2, s.stride), padding(2, s.padding), dilation(2, s.dilation);
                call.c.set("stride", two).set("padding", padding).set("dilation", dilation).set("groups", s.groups);
                CAPTURE(op->name);
                CHECK(call.wrong(s.geometry()) == 0);
            }
}

TEST_CASE("quantized layers: a linear layer by integers is that of the pattern, but for ties") {
    std::mt19937 random(5);
    for (op_info const* const op : {&quantized::linear_per_channel.info(), &quantized::linear_relu_per_channel.info(),
                                    &quantized::linear_per_tensor.info(), &quantized::linear_relu_per_tensor.info(),
                                    &quantized::product_per_channel.info(), &quantized::product_relu_per_channel.info(),
                                    &quantized::product_per_tensor.info(), &quantized::product_relu_per_tensor.info()})
        for (std::int64_t const depth : {1, 7, 100}) {
            random_call call(*op, {9, depth}, {21, depth}, random);
            CAPTURE(op->name);
            CHECK(call.wrong(graft_test::convolution_sizes{9, depth, 1, 1, 21, 1, 1, 1, 0, 1, 1}.geometry()) == 0);
        }
}

TEST_CASE("quantized layers: what integers cannot compute is left to the pattern") {
    std::mt19937 random(6);
    op_info const& op = quantized::linear_per_channel.info();
    auto const is_prepared = [&](auto const& change, dtype d = dtype::i8, bool constant = true) {
        random_call call(op, {2, 8}, {4, 8}, random);
        call.c.set("out_zero_point", 0).set("out_quant_min", -128).set("out_quant_max", 127).set("out_dtype", d);
        change(call);
        return call.prepare({tensor::empty({2, 4}, d)}, constant) != nullptr;
    };
    auto const nothing = [](random_call&) {};
    CHECK(is_prepared(nothing));
    CHECK_FALSE(is_prepared(nothing, dtype::i8, false));
    CHECK_FALSE(is_prepared(nothing, dtype::i16));
    CHECK_FALSE(is_prepared([](random_call& call) { call.c.set("out_quant_max", 128); }));
    CHECK_FALSE(
        is_prepared([](random_call& call) { call.bias.data<float>()[1] = std::numeric_limits<float>::quiet_NaN(); }));
    random_call const deep(op, {1, detail::byte_layer::most_products + 1}, {1, detail::byte_layer::most_products + 1},
                           random);
    CHECK_FALSE(deep.prepare({tensor::empty({1, 1}, deep.layer.output.is_signed ? dtype::i8 : dtype::u8)}));
}

TEST_CASE("quantized layers: a maximum pool of bytes, and of a part of a tensor, is that of the pattern") {
    std::mt19937 random(7);
    tensor const whole = byte_tensor({2, 20, 9, 8}, true, graft_test::random_bytes(2 * 20 * 9 * 8, random));
    for (tensor const& x : {whole, whole.as_strided({2, 20, 8, 9}, {1440, 72, 1, 8}, 0)}) {
        call<tensor> c(quantized::max_pool2d.info());
        c.set("self", x).set("kernel_size", std::array{3, 2}).set("stride", std::array{2, 2});
        c.set("padding", std::array{1, 0}).set("dilation", std::array{1, 1}).set("ceil_mode", false);
        std::vector<tensor> const expected = evaluate(c, library());
        std::vector<tensor> results{tensor::empty(expected[0].sizes(), dtype::i8)};
        prepared_kernel const run = kernels_of<byte_ops>().find_entry(c.op())->prepare(c, results, {});
        REQUIRE(run);
        run(c, results);
        CHECK(std::equal(results[0].data<std::int8_t>(), results[0].data<std::int8_t>() + results[0].numel(),
                         expected[0].data<std::int8_t>()));
    }
}

} // namespace
