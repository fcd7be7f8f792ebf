#pragma once

#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/elementwise.hpp>
#include <graft/dialect/meta/quantize.hpp>
#include <graft/dialect/op_list.hpp>

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
