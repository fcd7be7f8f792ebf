#include <graft/transform/quantized_layers.hpp>

#include <doctest/doctest.h>

#include "check_rewrite.hpp"

#include <array>
#include <string>

namespace {

using namespace graft;
using namespace graft_test;

/// Bytes as numbers, and numbers as bytes.
value real(value v) { return quantized_decomposed::dequantize_per_tensor(v, 0.25, 3, -128, 127, dtype::i8); }
value bytes(value v) { return quantized_decomposed::quantize_per_tensor(v, 0.5, -7, -128, 127, dtype::i8); }

kernel_library library() {
    kernel_library all = all_test_kernels();
    all.bound = quantized::layer_meanings;
    return all;
}

/// What is left of the program's calls, which give the same as before.
std::string fused(exported_program p) {
    exported_program const before = p;
    rewrite_result const result = rewrite(p.graph(), quantized::layers);
    CHECK(result.unsound == 0);
    update_output_names(p);
    check_sound(p);
    std::vector<tensor> const inputs = random_inputs(before);
    std::vector<tensor> const expected = executor(before, all_test_kernels()).run(inputs),
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

TEST_CASE("quantized layers: what something else uses as numbers stays") {
    layers_builder b;
    value const w = b.weight("w", {5, 4}), bias = b.weight("b", {4}), x = b.input_bytes({3, 5});
    value const y = aten::addmm(bias, real(x), w);
    CHECK(fused(b.finish({bytes(y), aten::neg(y)})) == "dequantize_per_tensor addmm quantize_per_tensor neg");
}

} // namespace
