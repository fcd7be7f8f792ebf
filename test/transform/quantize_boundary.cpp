#include <graft/transform/quantize_boundary.hpp>

#include <graft/lower/cpu_library.hpp>

#include <doctest/doctest.h>

#include "../io/raises.hpp"
#include "check_rewrite.hpp"

#include <array>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

constexpr quantization bytes{0.25, 3, -128, 127, dtype::i8};

value quantize(value v, quantization const& q = bytes) {
    return quantized_decomposed::quantize_per_tensor(v, q.scale, q.zero_point, q.quant_min, q.quant_max, q.dtype);
}
value dequantize(value v) {
    return quantized_decomposed::dequantize_per_tensor(v, bytes.scale, bytes.zero_point, bytes.quant_min,
                                                       bytes.quant_max, bytes.dtype);
}
constexpr std::array<std::size_t, 1> first{0};

TEST_CASE("quantize_boundary: a program takes and gives bytes, and says how they are numbers") {
    program_builder b;
    value const x = b.input("x", f32_spec({2, 5}));
    value const q = quantize(x);
    value const y = aten::relu(dequantize(q));
    exported_program p = b.finish({dequantize(quantize(y)), aten::neg(dequantize(quantize(x)))});
    exported_program const before = p;
    CHECK(quantize_inputs(p, first) == std::vector{bytes});
    CHECK(quantize_outputs(p, first) == std::vector{bytes});
    CHECK(calls(p) == "dequantize_per_tensor relu quantize_per_tensor dequantize_per_tensor neg");
    check_sound(p);
    tensor const numbers = random_inputs(before)[0];
    program_builder alone;
    exported_program quantizer = alone.finish({quantize(alone.input("x", f32_spec({2, 5})))});
    tensor const given = executor(quantizer, cpu_library()).run(std::vector{numbers})[0];
    std::vector<tensor> const expected = executor(before, cpu_library()).run(std::vector{numbers}),
                              got = executor(p, cpu_library()).run(std::vector{given});
    program_builder back;
    exported_program dequantizer = back.finish({dequantize(back.input("x", make_spec(dtype::i8, {2, 5})))});
    tensor const real = executor(dequantizer, cpu_library()).run(std::vector{got[0]})[0];
    CHECK(compare(expected[0], real, tolerance{}).agrees());
    CHECK(compare(expected[1], got[1], tolerance{}).agrees());
}

TEST_CASE("quantize_boundary: an input in use as it is, or quantized in two ways, is an error, as is another output") {
    program_builder b;
    value const x = b.input("x", f32_spec({2}));
    exported_program used = b.finish({quantize(x), aten::neg(x)});
    CHECK(
        sentence([&] { quantize_inputs(used, first); }).starts_with("quantize_inputs: the input 'x' is used as it is"));
    CHECK(sentence([&] { quantize_outputs(used, first); }) == "quantize_outputs: output 0 is not dequantized");
    program_builder c;
    value const y = c.input("y", f32_spec({2}));
    quantization const other{0.5, 3, -128, 127, dtype::i8};
    exported_program twice = c.finish({quantize(y), quantize(y, other)});
    CHECK(sentence([&] { quantize_inputs(twice, first); }).ends_with("is quantized in several ways"));
    constexpr std::array<std::size_t, 1> fourth{3};
    CHECK(sentence([&] { quantize_inputs(twice, fourth); }).ends_with("there is no input 3, only 1"));
}

} // namespace
