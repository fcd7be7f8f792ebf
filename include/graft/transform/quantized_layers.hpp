#pragma once

#include <graft/dialect/aten.hpp>
#include <graft/dialect/quantized_decomposed.hpp>
#include <graft/rewrite/bind_pattern.hpp>
#include <graft/rewrite/rule_set.hpp>
#include <graft/schema/infer.hpp>

#include <array>
#include <cstddef>
#include <vector>

// Layers between quantized numbers, each in one backend op.

/// Layers that take and give quantized tensors.
namespace graft::quantized {

/// The base of a layer `D` that computes what `Layer` does of `input`, whose arguments it has by name.
template <class D, class Layer>
struct layer : op<D> {
    static constexpr op_tags tags = op_tags::backend;
    static constexpr value_spec meta(call<tensor_spec> const& c) {
        tensor_spec real = c.tensor("input");
        real.dtype = dtype::f32;
        graft::call<tensor_spec> inner(Layer::info());
        for (schema_argument const& argument : Layer::info().arguments)
            if (int const slot = c.op().find_argument(argument.name); slot >= 0 && argument.name != "input")
                inner.set(argument.name, c[slot]);
        D::complete(inner, c, real);
        value_spec result = infer(inner);
        result.tensor.dtype = c.dtype("out_dtype").value();
        return result;
    }
};

/// `aten::convolution` that is not transposed.
template <class D>
struct convolution_layer : layer<D, decltype(aten::convolution.default_)> {
    static constexpr void complete(call<tensor_spec>& inner, call<tensor_spec> const&, tensor_spec const& real) {
        inner.set("input", real);
        inner.set("transposed", false);
        inner.set("output_padding", std::vector<sym_int>(real.dim() - 2, 0));
    }
};

/// `aten::addmm` of a bias and the product of `input` and `mat2`.
template <class D>
struct addmm_layer : layer<D, decltype(aten::addmm.default_)> {
    static constexpr void complete(call<tensor_spec>& inner, call<tensor_spec> const& c, tensor_spec const& real) {
        inner.set("self", c.tensor("bias"));
        inner.set("mat1", real);
    }
};

struct convolution_t : convolution_layer<convolution_t> {
    static constexpr fixed_string text{
        "quantized::convolution(Tensor input, float scale, int zero_point, int quant_min, int quant_max, ScalarType "
        "dtype, Tensor weight, Tensor? bias, SymInt[] stride, SymInt[] padding, SymInt[] dilation, SymInt groups, "
        "float out_scale, int out_zero_point, int out_quant_min, int out_quant_max, ScalarType out_dtype) -> Tensor"};
};
inline constexpr convolution_t convolution;

struct convolution_relu_t : convolution_layer<convolution_relu_t> {
    static constexpr fixed_string text{
        "quantized::convolution_relu(Tensor input, float scale, int zero_point, int quant_min, int quant_max, "
        "ScalarType dtype, Tensor weight, Tensor? bias, SymInt[] stride, SymInt[] padding, SymInt[] dilation, SymInt "
        "groups, float out_scale, int out_zero_point, int out_quant_min, int out_quant_max, ScalarType out_dtype) -> "
        "Tensor"};
};
inline constexpr convolution_relu_t convolution_relu;

struct addmm_t : addmm_layer<addmm_t> {
    static constexpr fixed_string text{
        "quantized::addmm(Tensor bias, Tensor input, float scale, int zero_point, int quant_min, int quant_max, "
        "ScalarType dtype, Tensor mat2, float out_scale, int out_zero_point, int out_quant_min, int out_quant_max, "
        "ScalarType out_dtype) -> Tensor"};
};
inline constexpr addmm_t addmm;

struct addmm_relu_t : addmm_layer<addmm_relu_t> {
    static constexpr fixed_string text{
        "quantized::addmm_relu(Tensor bias, Tensor input, float scale, int zero_point, int quant_min, int quant_max, "
        "ScalarType dtype, Tensor mat2, float out_scale, int out_zero_point, int out_quant_min, int out_quant_max, "
        "ScalarType out_dtype) -> Tensor"};
};
inline constexpr addmm_relu_t addmm_relu;

/// Every op of this header.
using layer_ops = op_list<convolution_t, convolution_relu_t, addmm_t, addmm_relu_t>;

} // namespace graft::quantized

namespace graft::detail {

constexpr auto real_input() {
    return quantized_decomposed::dequantize_per_tensor(var<"input">, var<"scale">, var<"zero_point">,
                                                       var<"quant_min">, var<"quant_max">, var<"dtype">);
}
template <class Real>
constexpr auto quantized_output(Real const& real) {
    return quantized_decomposed::quantize_per_tensor(real, var<"out_scale">, var<"out_zero_point">,
                                                     var<"out_quant_min">, var<"out_quant_max">, var<"out_dtype">);
}
constexpr auto real_convolution() {
    return aten::convolution(real_input(), var<"weight">, var<"bias">, var<"stride">, var<"padding">,
                             var<"dilation">, false, ints(0, 0), var<"groups">);
}
constexpr auto real_addmm() { return aten::addmm(var<"bias">, real_input(), var<"mat2">); }

template <class Op>
constexpr auto convolution_call(Op const& op) {
    return op(var<"input">, var<"scale">, var<"zero_point">, var<"quant_min">, var<"quant_max">, var<"dtype">,
              var<"weight">, var<"bias">, var<"stride">, var<"padding">, var<"dilation">, var<"groups">,
              var<"out_scale">, var<"out_zero_point">, var<"out_quant_min">, var<"out_quant_max">, var<"out_dtype">);
}
template <class Op>
constexpr auto addmm_call(Op const& op) {
    return op(var<"bias">, var<"input">, var<"scale">, var<"zero_point">, var<"quant_min">, var<"quant_max">,
              var<"dtype">, var<"mat2">, var<"out_scale">, var<"out_zero_point">, var<"out_quant_min">,
              var<"out_quant_max">, var<"out_dtype">);
}

} // namespace graft::detail

namespace graft::quantized {

/// What each layer computes; of images of two dimensions.
inline constexpr auto convolution_meaning =
    bind_pattern_to_op(convolution, detail::quantized_output(detail::real_convolution()));
inline constexpr auto convolution_relu_meaning =
    bind_pattern_to_op(convolution_relu, detail::quantized_output(aten::relu(detail::real_convolution())));
inline constexpr auto addmm_meaning = bind_pattern_to_op(addmm, detail::quantized_output(detail::real_addmm()));
inline constexpr auto addmm_relu_meaning =
    bind_pattern_to_op(addmm_relu, detail::quantized_output(aten::relu(detail::real_addmm())));

/// All of them, for a `kernel_library`.
inline constexpr std::array<bound_op, 4> layer_meanings{convolution_meaning.view(), convolution_relu_meaning.view(),
                                                        addmm_meaning.view(), addmm_relu_meaning.view()};

/// Layers whose input is dequantized and whose output, which nothing else uses, is quantized. They compute the same
/// numbers as before: weights and biases are real.
inline constexpr auto layers = rules(
    rule<"quantized-convolution-relu">(
        detail::quantized_output(one_use(aten::relu(one_use(detail::real_convolution())))) >>
        detail::convolution_call(convolution_relu)),
    rule<"quantized-convolution">(detail::quantized_output(one_use(detail::real_convolution())) >>
                                  detail::convolution_call(convolution)),
    rule<"quantized-addmm-relu">(detail::quantized_output(one_use(aten::relu(one_use(detail::real_addmm())))) >>
                                 detail::addmm_call(addmm_relu)),
    rule<"quantized-addmm">(detail::quantized_output(one_use(detail::real_addmm())) >> detail::addmm_call(addmm)));

} // namespace graft::quantized
