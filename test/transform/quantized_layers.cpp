#include <graft/transform/quantized_layers.hpp>

#include <graft/lower/cpu_library.hpp>

#include <doctest/doctest.h>

#include "check_rewrite.hpp"

#include <array>
#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

/// Bytes as numbers, and numbers as bytes.
value real(value v) { return quantized_decomposed::dequantize_per_tensor(v, 0.25, 3, -128, 127, dtype::i8); }
value bytes(value v) { return quantized_decomposed::quantize_per_tensor(v, 0.5, -7, -128, 127, dtype::i8); }

kernel_library library() {
    kernel_library all = cpu_library();
    all.bound = quantized::layer_meanings<>;
    return all;
}

/// What is left of the program's calls, which give the same as before.
std::string fused(exported_program p) {
    exported_program const before = p;
    rewrite_result const result = rewrite(p.graph(), quantized::layers<>);
    CHECK(result.unsound == 0);
    update_output_names(p);
    check_sound(p);
    std::vector<tensor> const inputs = random_inputs(before);
    std::vector<tensor> const expected = executor(before, cpu_library()).run(inputs),
                              got = executor(p, library()).run(inputs);
    for (std::size_t i = 0; i < got.size(); ++i)
        CHECK(compare(expected[i], got[i], tolerance{}).agrees());
    return calls(p);
}

struct layers_builder : program_builder {
    std::mt19937 random{3};
    value weight(std::string const& name, std::vector<sym_int> const& sizes) {
        return parameter(name, random_input(make_spec(dtype::f32, sizes), random));
    }
    value input_bytes(std::vector<sym_int> const& sizes) { return input("x", make_spec(dtype::i8, sizes)); }
};

TEST_CASE("quantized layers: a convolution between bytes is one op, with and without relu and bias") {
    constexpr std::array one{1, 1}, zero{0, 0};
    for (bool const has_bias : {true, false})
        for (bool const has_relu : {true, false}) {
            layers_builder b;
            value const w = b.weight("w", {4, 3, 3, 3}), bias = b.weight("b", {4}), x = b.input_bytes({2, 3, 6, 6});
            auto const added = has_bias ? std::optional<value>(bias) : std::nullopt;
            value const c = aten::convolution(real(x), w, added, one, one, one, false, zero, 1);
            CHECK(fused(b.finish({bytes(has_relu ? aten::relu(c) : c)})) ==
                  (has_relu ? "convolution_relu" : "convolution"));
        }
}

TEST_CASE("quantized layers: a linear layer between bytes is one op, with and without relu") {
    for (bool const has_relu : {true, false}) {
        layers_builder b;
        value const w = b.weight("w", {5, 4}), bias = b.weight("b", {4}), x = b.input_bytes({3, 5});
        value const y = aten::addmm(bias, real(x), w);
        CHECK(fused(b.finish({bytes(has_relu ? aten::relu(y) : y)})) == (has_relu ? "addmm_relu" : "addmm"));
    }
}

/// A weight of bytes as numbers: one scale for each output channel, or one for all.
struct byte_weight_builder : layers_builder {
    bool per_channel;
    explicit byte_weight_builder(bool channels) : per_channel(channels) {}
    value real_weight(std::vector<sym_int> const& sizes) {
        value const w = parameter("w", random_input(make_spec(dtype::i8, sizes), random));
        if (!per_channel)
            return quantized_decomposed::dequantize_per_tensor(w, 0.125, 1, -127, 127, dtype::i8);
        std::vector<sym_int> const channels(1, sizes[0]);
        tensor scales = random_input(make_spec(dtype::f32, channels), random);
        for (std::int64_t i = 0; i < scales.numel(); ++i)
            scales.data<float>()[i] = 0.125f * static_cast<float>(i + 1);
        value const s = parameter("s", scales);
        value const z = parameter("z", random_input(make_spec(dtype::i64, channels), random));
        return quantized_decomposed::dequantize_per_channel(w, s, z, 0, -127, 127, dtype::i8);
    }
};

TEST_CASE("quantized layers: a convolution with a weight of bytes keeps the bytes") {
    constexpr std::array one{1, 1}, zero{0, 0};
    for (bool const per_channel : {true, false})
        for (bool const has_relu : {true, false}) {
            byte_weight_builder b(per_channel);
            value const w = b.real_weight({4, 3, 3, 3}), x = b.input_bytes({2, 3, 6, 6});
            value const c = aten::convolution(real(x), w, std::optional<value>{}, one, one, one, false, zero, 1);
            CHECK(fused(b.finish({bytes(has_relu ? aten::relu(c) : c)})) ==
                  std::string(has_relu ? "convolution_relu" : "convolution") +
                      (per_channel ? ".per_channel" : ".per_tensor"));
        }
}

TEST_CASE("quantized layers: a linear layer with a weight of bytes keeps the bytes, with and without a bias") {
    constexpr std::array swapped{1, 0};
    for (bool const per_channel : {true, false})
        for (bool const has_relu : {true, false})
            for (bool const has_bias : {true, false}) {
                byte_weight_builder b(per_channel);
                value const bias = b.weight("b", {4}), x = b.input_bytes({3, 5});
                value const w = aten::permute_copy(b.real_weight({4, 5}), swapped);
                value const y = has_bias ? aten::addmm(bias, real(x), w) : aten::mm(real(x), w);
                CHECK(fused(b.finish({bytes(has_relu ? aten::relu(y) : y)})) ==
                      std::string(has_bias ? "linear" : "product") + (has_relu ? "_relu" : "") +
                          (per_channel ? ".per_channel" : ".per_tensor"));
            }
}

TEST_CASE("quantized layers: a scale for each of another dimension of a weight is no layer of bytes") {
    layers_builder b;
    value const w = b.parameter("w", random_input(make_spec(dtype::i8, {4, 5}), b.random));
    value const s = b.weight("s", {5}), z = b.parameter("z", tensor::full({5}, dtype::i64, 0));
    value const x = b.input_bytes({3, 5}), bias = b.weight("b", {4});
    value const weight = quantized_decomposed::dequantize_per_channel(w, s, z, 1, -127, 127, dtype::i8);
    value const y = aten::addmm(bias, real(x), aten::permute_copy(weight, std::array{1, 0}));
    CHECK(fused(b.finish({bytes(y)})) == "dequantize_per_channel permute_copy addmm");
}

TEST_CASE("quantized layers: a maximum pool of bytes without its indices, not of numbers") {
    constexpr std::array two{2, 2}, zero{0, 0}, one{1, 1};
    for (dtype const d : {dtype::i8, dtype::f32}) {
        program_builder b;
        value const x = b.input("x", make_spec(d, {1, 2, 6, 6}));
        value const pool = aten::max_pool2d_with_indices(x, two, two, zero, one, false);
        CHECK(fused(b.finish({b.item(pool, 0)})) ==
              (d == dtype::i8 ? "max_pool2d.bytes" : "max_pool2d_with_indices getitem"));
    }
}

TEST_CASE("quantized layers: what something else uses as numbers stays") {
    layers_builder b;
    value const w = b.weight("w", {5, 4}), bias = b.weight("b", {4}), x = b.input_bytes({3, 5});
    value const y = aten::addmm(bias, real(x), w);
    CHECK(fused(b.finish({bytes(y), aten::neg(y)})) == "dequantize_per_tensor addmm quantize_per_tensor neg");
}

} // namespace
