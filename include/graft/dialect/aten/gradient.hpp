#pragma once

#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/gradient.hpp>
#include <graft/dialect/meta/pooling.hpp>
#include <graft/dialect/op_list.hpp>

/// What training needs: the gradients of arguments from those of results.
namespace graft::aten {

struct _adaptive_avg_pool2d_backward_default
    : described_op<_adaptive_avg_pool2d_backward_default, op_tags::core, meta_adaptive_pool_backward> {
    static constexpr schema_text text{"aten::_adaptive_avg_pool2d_backward(Tensor grad_output, Tensor self) -> Tensor"};
};
inline constexpr single_overload<_adaptive_avg_pool2d_backward_default> _adaptive_avg_pool2d_backward{};

struct avg_pool2d_backward_default : described_op<avg_pool2d_backward_default, op_tags::core, meta_avg_pool_backward> {
    static constexpr schema_text text{
        "aten::avg_pool2d_backward(Tensor grad_output, Tensor self, int[2] kernel_size, int[2] stride, int[2] "
        "padding, bool ceil_mode, bool count_include_pad, int? divisor_override) -> Tensor"};
    static constexpr out_names out{"grad_input", {"grad_input"}};
};
inline constexpr single_overload<avg_pool2d_backward_default> avg_pool2d_backward{};

struct convolution_backward_default
    : described_op<convolution_backward_default, op_tags::core, meta_convolution_backward> {
    static constexpr schema_text text{
        "aten::convolution_backward(Tensor grad_output, Tensor input, Tensor weight, SymInt[]? bias_sizes, SymInt[] "
        "stride, SymInt[] padding, SymInt[] dilation, bool transposed, SymInt[] output_padding, SymInt groups, "
        "bool[3] output_mask) -> (Tensor, Tensor, Tensor)"};
};
inline constexpr single_overload<convolution_backward_default> convolution_backward{};

struct embedding_dense_backward_default
    : described_op<embedding_dense_backward_default, op_tags::core, meta_embedding_backward> {
    static constexpr schema_text text{
        "aten::embedding_dense_backward(Tensor grad_output, Tensor indices, SymInt num_weights, SymInt padding_idx, "
        "bool scale_grad_by_freq) -> Tensor"};
};
inline constexpr single_overload<embedding_dense_backward_default> embedding_dense_backward{};

struct max_pool2d_with_indices_backward_default
    : described_op<max_pool2d_with_indices_backward_default, op_tags::core, meta_max_pool_backward> {
    static constexpr schema_text text{
        "aten::max_pool2d_with_indices_backward(Tensor grad_output, Tensor self, int[2] kernel_size, int[2] stride, "
        "int[2] padding, int[2] dilation, bool ceil_mode, Tensor indices) -> Tensor"};
    static constexpr out_names out{"grad_input", {"grad_input"}};
};
inline constexpr single_overload<max_pool2d_with_indices_backward_default> max_pool2d_with_indices_backward{};

struct native_group_norm_backward_default
    : described_op<native_group_norm_backward_default, op_tags::core, meta_group_norm_backward> {
    static constexpr schema_text text{
        "aten::native_group_norm_backward(Tensor grad_out, Tensor input, Tensor mean, Tensor rstd, Tensor? weight, "
        "SymInt N, SymInt C, SymInt HxW, int group, bool[3] output_mask) -> (Tensor, Tensor, Tensor)"};
};
inline constexpr single_overload<native_group_norm_backward_default> native_group_norm_backward{};

struct native_layer_norm_backward_default
    : described_op<native_layer_norm_backward_default, op_tags::core, meta_layer_norm_backward> {
    static constexpr schema_text text{
        "aten::native_layer_norm_backward(Tensor grad_out, Tensor input, SymInt[] normalized_shape, Tensor mean, "
        "Tensor rstd, Tensor? weight, Tensor? bias, bool[3] output_mask) -> (Tensor, Tensor, Tensor)"};
};
inline constexpr single_overload<native_layer_norm_backward_default> native_layer_norm_backward{};

/// Every op of this header.
using gradient_ops =
    overloads_of<_adaptive_avg_pool2d_backward, avg_pool2d_backward, convolution_backward, embedding_dense_backward,
                 max_pool2d_with_indices_backward, native_group_norm_backward, native_layer_norm_backward>;

} // namespace graft::aten
