#pragma once

#include <graft/config.hpp>
#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/broadcast.hpp>
#include <graft/dialect/meta/elementwise.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/symbolic/value_spec.hpp>

namespace graft {

namespace detail {

/// Requires a scale for each index of dimension `axis`, or one for all, and as many zero points, if any.
GRAFT_CONSTEXPR void require_channels(call<tensor_spec> const& c);

} // namespace detail

/// quantize: floating-point numbers become integers of the dtype asked for.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_quantize(call<tensor_spec> const& c);

/// quantize_per_channel: with a scale for each index of dimension `axis`, or one for all.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_quantize_per_channel(call<tensor_spec> const& c) {
    detail::require_channels(c);
    return meta_quantize(c);
}

/// quantized_decomposed::add.scalar: of the dtype asked for.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_quantized_add_scalar(call<tensor_spec> const& c) {
    tensor_spec const& a = c.tensor("qa");
    return detail::new_tensor(a, *c.dtype("out_dtype"), a.sizes, preserved_strides(a));
}

/// convert_element_type: a copy of another dtype.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_convert(call<tensor_spec> const& c) {
    tensor_spec const& input = c.tensor("input");
    return detail::new_tensor(input, *c.dtype("dtype"), input.sizes, preserved_strides(input));
}

/// dequantize: integers of `dtype` become floating-point numbers.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_dequantize(call<tensor_spec> const& c);

/// dequantize_per_channel: with a scale for each index of dimension `axis`, or one for all.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_dequantize_per_channel(call<tensor_spec> const& c) {
    detail::require_channels(c);
    return meta_dequantize(c);
}

} // namespace graft

/// Conversions between numbers and their quantized form, and ops on the latter.
namespace graft::quantized_decomposed {

struct add_default : described_op<add_default, op_tags::none, meta_elementwise<dtype_rule::promoted>> {
    static constexpr schema_text text{
        "quantized_decomposed::add(Tensor a, float a_scale, int a_zero_point, int a_quant_min, "
        "int a_quant_max, Tensor b, float b_scale, int b_zero_point, int b_quant_min, int "
        "b_quant_max, float out_scale, int out_zero_point, int out_quant_min, int "
        "out_quant_max) -> Tensor qc"};
};
struct add_scalar : described_op<add_scalar, op_tags::none, meta_quantized_add_scalar> {
    static constexpr schema_text text{
        "quantized_decomposed::add.scalar(Tensor qa, float a_scale, int a_zero_point, int "
        "a_quant_min, int a_quant_max, ScalarType a_dtype, Scalar b, float out_scale, int "
        "out_zero_point, int out_quant_min, int out_quant_max, ScalarType out_dtype) -> "
        "Tensor"};
};
inline constexpr struct add_packet : packet<add_packet> {
    add_default default_;
    add_scalar scalar;
} add{};

struct add_relu_default : described_op<add_relu_default, op_tags::none, meta_elementwise<dtype_rule::promoted>> {
    static constexpr schema_text text{
        "quantized_decomposed::add_relu(Tensor a, float a_scale, int a_zero_point, int "
        "a_quant_min, int a_quant_max, Tensor b, float b_scale, int b_zero_point, int "
        "b_quant_min, int b_quant_max, float out_scale, int out_zero_point, int out_quant_min, "
        "int out_quant_max) -> Tensor qc"};
};
inline constexpr single_overload<add_relu_default> add_relu{};

struct convert_element_type_no_fuse : described_op<convert_element_type_no_fuse, op_tags::none, meta_convert> {
    static constexpr schema_text text{"quantized_decomposed::convert_element_type.no_fuse("
                                      "Tensor input, ScalarType dtype) -> Tensor"};
};
inline constexpr struct convert_element_type_packet : packet<convert_element_type_packet> {
    convert_element_type_no_fuse no_fuse;
} convert_element_type{};

struct dequantize_per_channel_default
    : described_op<dequantize_per_channel_default, op_tags::none, meta_dequantize_per_channel> {
    static constexpr schema_text text{
        "quantized_decomposed::dequantize_per_channel(Tensor input, Tensor scales, Tensor? "
        "zero_points, int axis, int quant_min, int quant_max, ScalarType dtype, *, ScalarType? "
        "out_dtype=None) -> Tensor"};
};
inline constexpr single_overload<dequantize_per_channel_default> dequantize_per_channel{};

struct dequantize_per_tensor_default : described_op<dequantize_per_tensor_default, op_tags::none, meta_dequantize> {
    static constexpr schema_text text{"quantized_decomposed::dequantize_per_tensor(Tensor input, float scale, int "
                                      "zero_point, int quant_min, int quant_max, ScalarType dtype, *, ScalarType? "
                                      "out_dtype=None) -> Tensor"};
};
struct dequantize_per_tensor_tensor : described_op<dequantize_per_tensor_tensor, op_tags::none, meta_dequantize> {
    static constexpr schema_text text{
        "quantized_decomposed::dequantize_per_tensor.tensor(Tensor input, Tensor scale, Tensor "
        "zero_point, int quant_min, int quant_max, ScalarType dtype, *, ScalarType? "
        "out_dtype=None) -> Tensor"};
    static constexpr out_names out{"Tensor_out"};
};
struct dequantize_per_tensor_tensor2 : described_op<dequantize_per_tensor_tensor2, op_tags::none, meta_dequantize> {
    static constexpr schema_text text{"quantized_decomposed::dequantize_per_tensor.tensor2(Tensor input, Tensor scale, "
                                      "Tensor zero_point, Tensor quant_min, Tensor quant_max, ScalarType dtype, *, "
                                      "ScalarType? out_dtype=None) -> Tensor"};
    static constexpr out_names out{"Tensor2_out"};
};
inline constexpr struct dequantize_per_tensor_packet : packet<dequantize_per_tensor_packet> {
    dequantize_per_tensor_default default_;
    dequantize_per_tensor_tensor tensor;
    dequantize_per_tensor_tensor2 tensor2;
} dequantize_per_tensor{};

struct quantize_per_channel_default
    : described_op<quantize_per_channel_default, op_tags::none, meta_quantize_per_channel> {
    static constexpr schema_text text{
        "quantized_decomposed::quantize_per_channel(Tensor input, Tensor scales, Tensor "
        "zero_points, int axis, int quant_min, int quant_max, ScalarType dtype) -> Tensor"};
};
inline constexpr single_overload<quantize_per_channel_default> quantize_per_channel{};

struct quantize_per_tensor_default : described_op<quantize_per_tensor_default, op_tags::none, meta_quantize> {
    static constexpr schema_text text{
        "quantized_decomposed::quantize_per_tensor(Tensor input, float scale, int zero_point, "
        "int quant_min, int quant_max, ScalarType dtype) -> Tensor"};
};
struct quantize_per_tensor_tensor : described_op<quantize_per_tensor_tensor, op_tags::none, meta_quantize> {
    static constexpr schema_text text{
        "quantized_decomposed::quantize_per_tensor.tensor(Tensor input, Tensor scale, Tensor "
        "zero_point, int quant_min, int quant_max, ScalarType dtype) -> Tensor"};
    static constexpr out_names out{"Tensor_out"};
};
struct quantize_per_tensor_tensor2 : described_op<quantize_per_tensor_tensor2, op_tags::none, meta_quantize> {
    static constexpr schema_text text{
        "quantized_decomposed::quantize_per_tensor.tensor2(Tensor input, Tensor scale, Tensor "
        "zero_point, Tensor quant_min, Tensor quant_max, ScalarType dtype) -> Tensor"};
    static constexpr out_names out{"Tensor2_out"};
};
inline constexpr struct quantize_per_tensor_packet : packet<quantize_per_tensor_packet> {
    quantize_per_tensor_default default_;
    quantize_per_tensor_tensor tensor;
    quantize_per_tensor_tensor2 tensor2;
} quantize_per_tensor{};

/// Every op of this header.
using quantized_decomposed_ops = overloads_of<add, add_relu, convert_element_type, dequantize_per_channel,
                                              dequantize_per_tensor, quantize_per_channel, quantize_per_tensor>;

} // namespace graft::quantized_decomposed

#if defined(GRAFT_CORE_BODIES)
#    include <cstddef>

namespace graft {
namespace detail {

GRAFT_CONSTEXPR void require_channels(call<tensor_spec> const& c) {
    tensor_spec const& input = c.tensor("input");
    tensor_spec const& scales = c.tensor("scales");
    std::size_t const axis = dim_argument(c, "axis", input.dim());
    if (input.dim() == 0)
        reject(c, "'input' has no dimension, and so no channels");
    if (certainly_differ(scales.numel(), input.sizes[axis]) && certainly_differ(scales.numel(), 1))
        reject_sizes(c, "input", "scales");
    if (tensor_spec const* const zeros = c.optional_tensor("zero_points");
        zeros != nullptr && certainly_differ(zeros->numel(), scales.numel()))
        reject_sizes(c, "scales", "zero_points");
}

/// Requires that a scale or zero point given as a tensor is one number.
constexpr void require_numbers(call<tensor_spec> const& c) {
    for (char const* argument : {"scale", "zero_point"})
        if (c[argument].kind == argument_kind::tensor && certainly_differ(c.tensor(argument).numel(), 1))
            reject(c, "'", argument, "' is ", shape_text(c.tensor(argument).sizes), ", not one number");
}

/// Checks that the least and the greatest level, where they are numbers, are of the dtype.
constexpr void require_levels(call<tensor_spec> const& c) {
    dtype const d = *c.dtype("dtype");
    for (char const* const name : {"quant_min", "quant_max"}) {
        if (!is_integral(d, false) || c[name].kind != argument_kind::integer || c[name].integer.is_symbolic())
            continue;
        std::int64_t const level = c[name].integer.value();
        if (level < lowest_integer(d) || level > highest_integer(d))
            reject(c, "'", name, "' is ", level, ", which ", torch_name(d), " cannot hold");
    }
}

} // namespace detail

GRAFT_CONSTEXPR value_spec meta_quantize(call<tensor_spec> const& c) {
    tensor_spec const& input = c.tensor("input");
    if (!is_floating_point(input.dtype) || input.dtype == dtype::f64)
        detail::reject(c, "'input' must be f32 or narrower, not ", torch_name(input.dtype));
    if (c.op().find_argument("scale") >= 0)
        detail::require_numbers(c);
    detail::require_levels(c);
    return detail::new_tensor(input, *c.dtype("dtype"), input.sizes, similar_strides(input));
}

GRAFT_CONSTEXPR value_spec meta_dequantize(call<tensor_spec> const& c) {
    tensor_spec const& input = c.tensor("input");
    if (input.dtype != *c.dtype("dtype"))
        detail::reject(c, "'input' is ", torch_name(input.dtype), ", not ", torch_name(*c.dtype("dtype")));
    // PyTorch asks it of channels and tokens, not of a whole tensor.
    if (c.op().find_argument("scale") < 0)
        detail::require_levels(c);
    return detail::new_tensor(input, c.dtype("out_dtype").value_or(default_dtype), input.sizes,
                              preserved_strides(input));
}

} // namespace graft
#endif
