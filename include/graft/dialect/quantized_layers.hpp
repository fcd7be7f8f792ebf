#pragma once

#include <graft/dialect/aten/convolution.hpp>
#include <graft/dialect/aten/linear_algebra.hpp>
#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/pooling.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/meta/fixed_string.hpp>
#include <graft/meta/vec.hpp>

#include <cstddef>
#include <string_view>
#include <type_traits>
#include <utility>

namespace graft::detail {

/// The parts of a schema, one after the other.
template <std::size_t... N>
[[nodiscard]] consteval auto joined(fixed_string<N> const&... parts) {
    char text[(N + ... + 1) - sizeof...(N)]{};
    std::size_t at = 0;
    auto const append = [&](std::string_view part) {
        for (char const c : part)
            text[at++] = c;
    };
    (append(parts.view()), ...);
    return fixed_string(text);
}

/// What the schemas of layers have in common.
struct layer_text {
    static constexpr fixed_string input{
        "Tensor input, float scale, int zero_point, int quant_min, int quant_max, ScalarType dtype, "};
    static constexpr fixed_string output{
        "float out_scale, int out_zero_point, int out_quant_min, int out_quant_max, ScalarType out_dtype) -> Tensor"};
    static constexpr fixed_string windows{
        "Tensor? bias, SymInt[] stride, SymInt[] padding, SymInt[] dilation, SymInt groups, "};
    static constexpr fixed_string per_channel{
        "Tensor weight, Tensor weight_scales, Tensor? weight_zero_points, int weight_quant_min, int weight_quant_max, "
        "ScalarType weight_dtype, "};
    static constexpr fixed_string per_tensor{
        "Tensor weight, float weight_scale, int weight_zero_point, int weight_quant_min, int weight_quant_max, "
        "ScalarType weight_dtype, "};
};

/// The types of ops.
template <auto const&... Ops>
using types_of = op_list<std::remove_cvref_t<decltype(Ops)>...>;

} // namespace graft::detail

/// Layers that take and give quantized tensors.
namespace graft::quantized {

/// The base of a layer `D` that computes what `Layer` does of `input`, whose arguments it has by name.
template <class D, class Layer>
struct layer : op<D> {
    static constexpr op_tags tags = op_tags::backend; ///< it is no op of ATen or Edge
    /// The result of `Layer` on real numbers, as the dtype `out_dtype`.
    static constexpr value_spec meta(call<tensor_spec> const& c) {
        auto const real = [&](char const* argument) {
            tensor_spec spec = c.tensor(argument);
            spec.dtype = dtype::f32;
            return spec;
        };
        graft::call<tensor_spec> inner(Layer::info());
        for (schema_argument const& argument : Layer::info().arguments)
            if (int const slot = c.op().find_argument(argument.name); slot >= 0)
                inner.set(argument.name, c[slot]);
        value_spec result = D::complete(inner, c, real);
        result.tensor.dtype = c.dtype("out_dtype").value();
        return result;
    }
};

/// `aten::convolution` that is not transposed.
template <class D>
struct convolution_layer : layer<D, decltype(aten::convolution.default_)> {
    /// Infers the result of the convolution on real numbers.
    static constexpr value_spec complete(call<tensor_spec>& inner, call<tensor_spec> const& c, auto const& real) {
        tensor_spec const input = real("input"), weight = real("weight");
        inner.set("input", input).set("weight", weight).set("transposed", false);
        inner.set("output_padding", vec<sym_int>(input.dim() < 2 ? 0 : input.dim() - 2, 0));
        static_cast<void>(c);
        return infer(inner);
    }
};

/// `aten::addmm` of a bias and the product of `input` and `mat2`.
template <class D>
struct addmm_layer : layer<D, decltype(aten::addmm.default_)> {
    /// Infers the result of the product and the bias on real numbers.
    static constexpr value_spec complete(call<tensor_spec>& inner, call<tensor_spec> const& c, auto const& real) {
        tensor_spec const input = real("input");
        inner.set("self", c.tensor("bias")).set("mat1", input);
        return infer(inner);
    }
};

/// The product of `input` and the transposed `weight`, to which a bias may be added.
template <class D>
struct linear_layer : layer<D, decltype(aten::mm.default_)> {
    /// Infers the result of the product on real numbers; a weight that is no matrix is an error.
    static constexpr value_spec complete(call<tensor_spec>& inner, call<tensor_spec> const& c, auto const& real) {
        tensor_spec const input = real("input");
        tensor_spec weight = real("weight");
        if (weight.dim() != 2)
            detail::reject(c, "'weight' must have 2 dimensions, not ", weight.dim());
        std::swap(weight.sizes[0], weight.sizes[1]);
        inner.set("self", input).set("mat2", weight);
        return infer(inner);
    }
};

//=== of real weights ===//

struct convolution_t : convolution_layer<convolution_t> {
    static constexpr fixed_string text =
        detail::joined(fixed_string("quantized::convolution("), detail::layer_text::input,
                       fixed_string("Tensor weight, "), detail::layer_text::windows, detail::layer_text::output);
};
inline constexpr convolution_t convolution;

struct convolution_relu_t : convolution_layer<convolution_relu_t> {
    static constexpr fixed_string text =
        detail::joined(fixed_string("quantized::convolution_relu("), detail::layer_text::input,
                       fixed_string("Tensor weight, "), detail::layer_text::windows, detail::layer_text::output);
};
inline constexpr convolution_relu_t convolution_relu;

struct addmm_t : addmm_layer<addmm_t> {
    static constexpr fixed_string text =
        detail::joined(fixed_string("quantized::addmm(Tensor bias, "), detail::layer_text::input,
                       fixed_string("Tensor mat2, "), detail::layer_text::output);
};
inline constexpr addmm_t addmm;

struct addmm_relu_t : addmm_layer<addmm_relu_t> {
    static constexpr fixed_string text =
        detail::joined(fixed_string("quantized::addmm_relu(Tensor bias, "), detail::layer_text::input,
                       fixed_string("Tensor mat2, "), detail::layer_text::output);
};
inline constexpr addmm_relu_t addmm_relu;

//=== of quantized weights, whose output channels are their first dimension ===//

/// A convolution whose schema begins with `Name`; `Weight` says how its weight is quantized.
template <fixed_string Name, auto const& Weight>
struct byte_convolution_layer : convolution_layer<byte_convolution_layer<Name, Weight>> {
    static constexpr fixed_string text = detail::joined(Name, detail::layer_text::input, Weight,
                                                        detail::layer_text::windows, detail::layer_text::output);
};
/// A linear layer whose schema begins with `Name`; `Weight` says how its weight is quantized, `Bias` is the argument of
/// its bias, or empty.
template <fixed_string Name, auto const& Weight, fixed_string Bias>
struct byte_linear_layer : linear_layer<byte_linear_layer<Name, Weight, Bias>> {
    static constexpr fixed_string text =
        detail::joined(Name, detail::layer_text::input, Weight, Bias, detail::layer_text::output);
};

inline constexpr byte_convolution_layer<"quantized::convolution.per_channel(", detail::layer_text::per_channel>
    convolution_per_channel;
inline constexpr byte_convolution_layer<"quantized::convolution.per_tensor(", detail::layer_text::per_tensor>
    convolution_per_tensor;
inline constexpr byte_convolution_layer<"quantized::convolution_relu.per_channel(", detail::layer_text::per_channel>
    convolution_relu_per_channel;
inline constexpr byte_convolution_layer<"quantized::convolution_relu.per_tensor(", detail::layer_text::per_tensor>
    convolution_relu_per_tensor;

inline constexpr byte_linear_layer<"quantized::linear.per_channel(", detail::layer_text::per_channel, "Tensor bias, ">
    linear_per_channel;
inline constexpr byte_linear_layer<"quantized::linear.per_tensor(", detail::layer_text::per_tensor, "Tensor bias, ">
    linear_per_tensor;
inline constexpr byte_linear_layer<"quantized::linear_relu.per_channel(", detail::layer_text::per_channel,
                                   "Tensor bias, ">
    linear_relu_per_channel;
inline constexpr byte_linear_layer<"quantized::linear_relu.per_tensor(", detail::layer_text::per_tensor,
                                   "Tensor bias, ">
    linear_relu_per_tensor;
inline constexpr byte_linear_layer<"quantized::product.per_channel(", detail::layer_text::per_channel, "">
    product_per_channel;
inline constexpr byte_linear_layer<"quantized::product.per_tensor(", detail::layer_text::per_tensor, "">
    product_per_tensor;
inline constexpr byte_linear_layer<"quantized::product_relu.per_channel(", detail::layer_text::per_channel, "">
    product_relu_per_channel;
inline constexpr byte_linear_layer<"quantized::product_relu.per_tensor(", detail::layer_text::per_tensor, "">
    product_relu_per_tensor;

//=== between layers ===//

/// The first result of `aten::max_pool2d_with_indices`, of bytes. PyTorch has another `quantized::max_pool2d`.
struct max_pool2d_t : described_op<max_pool2d_t, op_tags::backend, meta_max_pool<2>> {
    static constexpr schema_text text{
        "quantized::max_pool2d.bytes(Tensor self, int[2] kernel_size, int[2] stride=[], int[2] padding=0, "
        "int[2] dilation=1, bool ceil_mode=False) -> Tensor"};
};
inline constexpr max_pool2d_t max_pool2d;

/// Those with a weight of bytes.
using byte_convolution_ops = detail::types_of<convolution_per_channel, convolution_per_tensor,
                                              convolution_relu_per_channel, convolution_relu_per_tensor>;
using byte_linear_ops =
    detail::types_of<linear_per_channel, linear_per_tensor, linear_relu_per_channel, linear_relu_per_tensor,
                     product_per_channel, product_per_tensor, product_relu_per_channel, product_relu_per_tensor>;

/// Every op of this header.
using layer_ops = join_ops<op_list<convolution_t, convolution_relu_t, addmm_t, addmm_relu_t, max_pool2d_t>,
                           byte_convolution_ops, byte_linear_ops>;

} // namespace graft::quantized
