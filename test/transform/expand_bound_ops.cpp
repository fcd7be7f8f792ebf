#include <graft/transform/expand_bound_ops.hpp>

#include <doctest/doctest.h>

#include <graft/pattern/list.hpp>
#include <graft/rewrite/driver.hpp>
#include <graft/transform/quantized_layers.hpp>

#include "check_rewrite.hpp"

#include <array>
#include <random>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

/// Two ops of a backend: the root of a sum of squares, and a tensor behind its largest elements.
struct length_t : op<length_t> {
    static constexpr schema_text text{"mine::length(Tensor x, Scalar scale=2, *, bool keep=False) -> Tensor"};
    static constexpr op_tags tags = op_tags::backend;
    static constexpr value_spec meta(call<tensor_spec> const& c) { return c.tensor("x"); }
};
constexpr length_t length;
constexpr auto length_meaning =
    bind_pattern_to_op(length, aten::sqrt(aten::mul.Scalar(aten::mul.Tensor(var<"x">, var<"x">), var<"scale">)));

struct largest_t : op<largest_t> {
    static constexpr schema_text text{"mine::largest(Tensor x, SymInt k) -> Tensor"};
    static constexpr op_tags tags = op_tags::backend;
    static constexpr value_spec meta(call<tensor_spec> const& c) {
        tensor_spec result = c.tensor("x");
        result.sizes.back() = result.sizes.back() + c["k"].integer;
        return result;
    }
};
constexpr largest_t largest;
constexpr auto largest_meaning =
    bind_pattern_to_op(largest, aten::cat(list(out<0>(aten::topk(var<"x">, var<"k">)), var<"x">), -1));

constexpr std::array<bound_op, 2> meanings{length_meaning.view(), largest_meaning.view()};

TEST_CASE("expand_bound_ops: the calls of the pattern take the op's place, with its defaults and metadata") {
    program_builder b;
    value const x = b.input("x", f32_spec({2, 3}));
    exported_program p = b.finish({aten::neg(length(x)), length(x, 3)});
    CHECK(expand_bound_ops(p, meanings) == 2);
    CHECK(calls(p) == "mul.Tensor mul.Scalar sqrt neg mul.Tensor mul.Scalar sqrt");
    check_sound(p);
    program_builder same;
    value const y = same.input("x", f32_spec({2, 3}));
    auto const length_of = [&](int scale) { return aten::sqrt(aten::mul.Scalar(aten::mul.Tensor(y, y), scale)); };
    check_same_outputs(same.finish({aten::neg(length_of(2)), length_of(3)}), p);
}

TEST_CASE("expand_bound_ops: lists and items of the pattern are nodes, too") {
    program_builder b;
    value const x = b.input("x", f32_spec({2, 3}));
    exported_program p = b.finish({largest(x, 2)});
    CHECK(expand_bound_ops(p, meanings) == 1);
    CHECK(calls(p) == "topk getitem cat");
    check_sound(p);
}

TEST_CASE("expand_bound_ops: layers of quantized numbers go back to what they were made of") {
    constexpr std::array one{1, 1}, zero{0, 0};
    std::mt19937 random{5};
    program_builder b;
    auto const weight = [&](std::string const& name, std::vector<sym_int> const& sizes) {
        return b.parameter(name, random_input(make_spec(dtype::f32, sizes), random));
    };
    value const w = weight("w", {4, 3, 3, 3}), bias = weight("b", {4});
    value const x = b.input("x", make_spec(dtype::i8, {2, 3, 6, 6}));
    value const real = quantized_decomposed::dequantize_per_tensor(x, 0.25, 3, -128, 127, dtype::i8);
    value const c = aten::relu(aten::convolution(real, w, bias, one, one, one, false, zero, 1));
    exported_program p = b.finish({quantized_decomposed::quantize_per_tensor(c, 0.5, -7, -128, 127, dtype::i8)});
    exported_program const before = p;
    CHECK(rewrite(p.graph(), quantized::layers<>).rewrites == 1);
    update_output_names(p);
    CHECK(calls(p) == "convolution_relu");
    CHECK(expand_bound_ops(p, quantized::layer_meanings<>) == 1);
    CHECK(calls(p) == "dequantize_per_tensor convolution relu quantize_per_tensor");
    check_sound(p);
    check_same_outputs(before, p);
}

TEST_CASE("expand_bound_ops: a program without such ops stays as it is") {
    program_builder b;
    value const x = b.input("x", f32_spec({2, 3}));
    exported_program p = b.finish({aten::neg(x)});
    CHECK(expand_bound_ops(p, meanings) == 0);
    CHECK(calls(p) == "neg");
}

} // namespace
