#pragma once

#include <graft/dialect/aten.hpp>
#include <graft/dialect/quantized_decomposed.hpp>
#include <graft/dialect/quantized_layers.hpp>
#include <graft/rewrite/bind_pattern.hpp>
#include <graft/rewrite/rule_set.hpp>

#include <array>

// Layers between quantized numbers, each in one backend op.

namespace graft::detail {

template <class Use = void, auto input = var<"input">>
constexpr auto real_input() {
    return quantized_decomposed::dequantize_per_tensor(input, var<"scale">, var<"zero_point">, var<"quant_min">,
                                                       var<"quant_max">, var<"dtype">);
}
template <class Real>
constexpr auto quantized_output(Real const& real) {
    return quantized_decomposed::quantize_per_tensor(real, var<"out_scale">, var<"out_zero_point">,
                                                     var<"out_quant_min">, var<"out_quant_max">, var<"out_dtype">);
}
template <class Use = void, auto weight = var<"weight">>
constexpr auto real_weight_per_channel() {
    return quantized_decomposed::dequantize_per_channel(weight, var<"weight_scales">, var<"weight_zero_points">, 0,
                                                        var<"weight_quant_min">, var<"weight_quant_max">,
                                                        var<"weight_dtype">);
}
template <class Use = void, auto weight = var<"weight">>
constexpr auto real_weight_per_tensor() {
    return quantized_decomposed::dequantize_per_tensor(weight, var<"weight_scale">, var<"weight_zero_point">,
                                                       var<"weight_quant_min">, var<"weight_quant_max">,
                                                       var<"weight_dtype">);
}
template <class Weight>
constexpr auto real_convolution(Weight const& weight) {
    return aten::convolution(real_input<Weight>(), weight, var<"bias">, var<"stride">, var<"padding">, var<"dilation">,
                             false, ints(0, 0), var<"groups">);
}
template <class Use = void, auto bias = var<"bias">>
constexpr auto real_addmm() {
    return aten::addmm(bias, real_input<Use>(), var<"mat2">);
}
template <class Weight>
constexpr auto real_linear(Weight const& weight) {
    return aten::addmm(var<"bias">, real_input<Weight>(), aten::permute_copy(weight, ints(1, 0)));
}
template <class Weight>
constexpr auto real_product(Weight const& weight) {
    return aten::mm(real_input<Weight>(), aten::permute_copy(weight, ints(1, 0)));
}
template <class Use = void, auto self = var<"self">>
constexpr auto largest_of_windows() {
    return out<0>(one_use(aten::max_pool2d_with_indices(self, var<"kernel_size">, var<"stride">, var<"padding">,
                                                        var<"dilation">, var<"ceil_mode">)));
}

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

// A call of a layer whose weight is of bytes; `more` stands between the weight and the output's numbers.
template <class Op, class... More>
constexpr auto call_per_channel(Op const& op, More const&... more) {
    return op(var<"input">, var<"scale">, var<"zero_point">, var<"quant_min">, var<"quant_max">, var<"dtype">,
              var<"weight">, var<"weight_scales">, var<"weight_zero_points">, var<"weight_quant_min">,
              var<"weight_quant_max">, var<"weight_dtype">, more..., var<"out_scale">, var<"out_zero_point">,
              var<"out_quant_min">, var<"out_quant_max">, var<"out_dtype">);
}
template <class Op, class... More>
constexpr auto call_per_tensor(Op const& op, More const&... more) {
    return op(var<"input">, var<"scale">, var<"zero_point">, var<"quant_min">, var<"quant_max">, var<"dtype">,
              var<"weight">, var<"weight_scale">, var<"weight_zero_point">, var<"weight_quant_min">,
              var<"weight_quant_max">, var<"weight_dtype">, more..., var<"out_scale">, var<"out_zero_point">,
              var<"out_quant_min">, var<"out_quant_max">, var<"out_dtype">);
}

// The rule that puts a layer of a weight of bytes in the place of what it computes.
template <fixed_string Name, class Real, class Call>
constexpr auto byte_layer_rule(Real const& real, Call const& layer) {
    return rule<Name>(quantized_output(one_use(real)) >> layer,
                      where(var<"input">.in(dtype::i8, dtype::u8), var<"weight">.in(dtype::i8, dtype::u8)));
}

} // namespace graft::detail

namespace graft::quantized {

/// What each layer computes, of images of two dimensions: the pattern that it stands for, bound to it.
/// @{
template <class Use = void, auto weight = var<"weight">>
inline constexpr auto convolution_meaning =
    bind_pattern_to_op(convolution, detail::quantized_output(detail::real_convolution(weight)));
template <class Use = void, auto weight = var<"weight">>
inline constexpr auto convolution_relu_meaning =
    bind_pattern_to_op(convolution_relu, detail::quantized_output(aten::relu(detail::real_convolution(weight))));
template <class Use = void>
inline constexpr auto addmm_meaning = bind_pattern_to_op(addmm, detail::quantized_output(detail::real_addmm<Use>()));
template <class Use = void>
inline constexpr auto addmm_relu_meaning =
    bind_pattern_to_op(addmm_relu, detail::quantized_output(aten::relu(detail::real_addmm<Use>())));

template <class Use = void>
inline constexpr auto convolution_per_channel_meaning =
    bind_pattern_to_op(convolution_per_channel,
                       detail::quantized_output(detail::real_convolution(detail::real_weight_per_channel<Use>())));
template <class Use = void>
inline constexpr auto convolution_per_tensor_meaning = bind_pattern_to_op(
    convolution_per_tensor, detail::quantized_output(detail::real_convolution(detail::real_weight_per_tensor<Use>())));
template <class Use = void>
inline constexpr auto convolution_relu_per_channel_meaning = bind_pattern_to_op(
    convolution_relu_per_channel,
    detail::quantized_output(aten::relu(detail::real_convolution(detail::real_weight_per_channel<Use>()))));
template <class Use = void>
inline constexpr auto convolution_relu_per_tensor_meaning = bind_pattern_to_op(
    convolution_relu_per_tensor,
    detail::quantized_output(aten::relu(detail::real_convolution(detail::real_weight_per_tensor<Use>()))));

template <class Use = void>
inline constexpr auto linear_per_channel_meaning = bind_pattern_to_op(
    linear_per_channel, detail::quantized_output(detail::real_linear(detail::real_weight_per_channel<Use>())));
template <class Use = void>
inline constexpr auto linear_per_tensor_meaning = bind_pattern_to_op(
    linear_per_tensor, detail::quantized_output(detail::real_linear(detail::real_weight_per_tensor<Use>())));
template <class Use = void>
inline constexpr auto linear_relu_per_channel_meaning = bind_pattern_to_op(
    linear_relu_per_channel,
    detail::quantized_output(aten::relu(detail::real_linear(detail::real_weight_per_channel<Use>()))));
template <class Use = void>
inline constexpr auto linear_relu_per_tensor_meaning = bind_pattern_to_op(
    linear_relu_per_tensor,
    detail::quantized_output(aten::relu(detail::real_linear(detail::real_weight_per_tensor<Use>()))));

template <class Use = void>
inline constexpr auto product_per_channel_meaning = bind_pattern_to_op(
    product_per_channel, detail::quantized_output(detail::real_product(detail::real_weight_per_channel<Use>())));
template <class Use = void>
inline constexpr auto product_per_tensor_meaning = bind_pattern_to_op(
    product_per_tensor, detail::quantized_output(detail::real_product(detail::real_weight_per_tensor<Use>())));
template <class Use = void>
inline constexpr auto product_relu_per_channel_meaning = bind_pattern_to_op(
    product_relu_per_channel,
    detail::quantized_output(aten::relu(detail::real_product(detail::real_weight_per_channel<Use>()))));
template <class Use = void>
inline constexpr auto product_relu_per_tensor_meaning = bind_pattern_to_op(
    product_relu_per_tensor,
    detail::quantized_output(aten::relu(detail::real_product(detail::real_weight_per_tensor<Use>()))));

template <class Use = void>
inline constexpr auto max_pool2d_meaning = bind_pattern_to_op(max_pool2d, detail::largest_of_windows<Use>());
/// @}

/// All of them, for a `kernel_library`.
template <class Use = void>
inline constexpr std::array<bound_op, 17> layer_meanings{convolution_meaning<Use>.view(),
                                                         convolution_relu_meaning<Use>.view(),
                                                         addmm_meaning<Use>.view(),
                                                         addmm_relu_meaning<Use>.view(),
                                                         convolution_per_channel_meaning<Use>.view(),
                                                         convolution_per_tensor_meaning<Use>.view(),
                                                         convolution_relu_per_channel_meaning<Use>.view(),
                                                         convolution_relu_per_tensor_meaning<Use>.view(),
                                                         linear_per_channel_meaning<Use>.view(),
                                                         linear_per_tensor_meaning<Use>.view(),
                                                         linear_relu_per_channel_meaning<Use>.view(),
                                                         linear_relu_per_tensor_meaning<Use>.view(),
                                                         product_per_channel_meaning<Use>.view(),
                                                         product_per_tensor_meaning<Use>.view(),
                                                         product_relu_per_channel_meaning<Use>.view(),
                                                         product_relu_per_tensor_meaning<Use>.view(),
                                                         max_pool2d_meaning<Use>.view()};

/// Layers whose input is dequantized and whose output, which nothing else uses, is quantized. Those whose weight is
/// dequantized keep its bytes, and a kernel may compute with integers: what it gives differs from what the reals give
/// by one at most, and only where the real number lies, but for its rounding, between two integers. All others compute
/// the same numbers as before.
template <class Use = void, auto bias = var<"bias">, auto weight = var<"weight">>
inline constexpr auto layers = [] {
    constexpr auto windows = [](auto const& call, auto const& op) {
        return call(op, bias, var<"stride">, var<"padding">, var<"dilation">, var<"groups">);
    };
    constexpr auto per_channel = [](auto const& op, auto const&... more) {
        return detail::call_per_channel(op, more...);
    };
    constexpr auto per_tensor = [](auto const& op, auto const&... more) {
        return detail::call_per_tensor(op, more...);
    };
    constexpr auto channels = detail::real_weight_per_channel<Use>();
    constexpr auto one = detail::real_weight_per_tensor<Use>();
    return rules<"quantized_layers">(
        detail::byte_layer_rule<"quantized-convolution-relu-per-channel">(
            aten::relu(one_use(detail::real_convolution(channels))),
            windows(per_channel, convolution_relu_per_channel)),
        detail::byte_layer_rule<"quantized-convolution-relu-per-tensor">(
            aten::relu(one_use(detail::real_convolution(one))), windows(per_tensor, convolution_relu_per_tensor)),
        detail::byte_layer_rule<"quantized-convolution-per-channel">(detail::real_convolution(channels),
                                                                     windows(per_channel, convolution_per_channel)),
        detail::byte_layer_rule<"quantized-convolution-per-tensor">(detail::real_convolution(one),
                                                                    windows(per_tensor, convolution_per_tensor)),
        detail::byte_layer_rule<"quantized-linear-relu-per-channel">(aten::relu(one_use(detail::real_linear(channels))),
                                                                     per_channel(linear_relu_per_channel, bias)),
        detail::byte_layer_rule<"quantized-linear-relu-per-tensor">(aten::relu(one_use(detail::real_linear(one))),
                                                                    per_tensor(linear_relu_per_tensor, bias)),
        detail::byte_layer_rule<"quantized-linear-per-channel">(detail::real_linear(channels),
                                                                per_channel(linear_per_channel, bias)),
        detail::byte_layer_rule<"quantized-linear-per-tensor">(detail::real_linear(one),
                                                               per_tensor(linear_per_tensor, bias)),
        detail::byte_layer_rule<"quantized-product-relu-per-channel">(
            aten::relu(one_use(detail::real_product(channels))), per_channel(product_relu_per_channel)),
        detail::byte_layer_rule<"quantized-product-relu-per-tensor">(aten::relu(one_use(detail::real_product(one))),
                                                                     per_tensor(product_relu_per_tensor)),
        detail::byte_layer_rule<"quantized-product-per-channel">(detail::real_product(channels),
                                                                 per_channel(product_per_channel)),
        detail::byte_layer_rule<"quantized-product-per-tensor">(detail::real_product(one),
                                                                per_tensor(product_per_tensor)),
        rule<"quantized-convolution-relu">(
            detail::quantized_output(one_use(aten::relu(one_use(detail::real_convolution(weight))))) >>
            detail::convolution_call(convolution_relu)),
        rule<"quantized-convolution">(detail::quantized_output(one_use(detail::real_convolution(weight))) >>
                                      detail::convolution_call(convolution)),
        rule<"quantized-addmm-relu">(
            detail::quantized_output(one_use(aten::relu(one_use(detail::real_addmm<Use>())))) >>
            detail::addmm_call(addmm_relu)),
        rule<"quantized-addmm">(detail::quantized_output(one_use(detail::real_addmm<Use>())) >>
                                detail::addmm_call(addmm)),
        rule<"quantized-max_pool2d-values">(detail::largest_of_windows<Use>() >>
                                                max_pool2d(var<"self">, var<"kernel_size">, var<"stride">,
                                                           var<"padding">, var<"dilation">, var<"ceil_mode">),
                                            where(var<"self">.in(dtype::i8, dtype::u8))));
}();

} // namespace graft::quantized
