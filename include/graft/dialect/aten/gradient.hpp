#pragma once

#include <graft/config.hpp>
#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/convolution.hpp>
#include <graft/dialect/meta/normalization.hpp>
#include <graft/dialect/meta/pooling.hpp>
#include <graft/dialect/op_list.hpp>

namespace graft {

/// convolution_backward: the gradients of input, weight and bias.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_convolution_backward(call<tensor_spec> const& c);

/// native_layer_norm_backward: the gradients of input, weight and bias.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_layer_norm_backward(call<tensor_spec> const& c);

/// native_group_norm_backward: the gradients of input, weight and bias.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_group_norm_backward(call<tensor_spec> const& c);

/// embedding_dense_backward: the gradient of each row of the weight.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_embedding_backward(call<tensor_spec> const& c);

} // namespace graft

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

#if defined(GRAFT_CORE_BODIES)
#    include <graft/meta/vec.hpp>
#    include <graft/symbolic/math.hpp>

#    include <cstddef>
#    include <utility>

namespace graft {
namespace detail {

/// The gradients, of which those that are not asked for are None.
[[nodiscard]] constexpr value_spec wanted_gradients(call<tensor_spec> const& c, vec<value_spec> gradients) {
    vec<scalar> const& mask = c.numbers("output_mask");
    if (mask.size() != gradients.size())
        reject(c, "'output_mask' has ", mask.size(), " values, not ", gradients.size());
    for (std::size_t i = 0; i < gradients.size(); ++i)
        if (!mask[i].to<bool>())
            gradients[i] = {};
    return value_spec::of_list(std::move(gradients));
}

/// Requires that a tensor has this dtype.
constexpr void require_dtype(call<tensor_spec> const& c, char const* argument, dtype d) {
    if (c.tensor(argument).dtype != d)
        reject(c, "'", argument, "' is ", torch_name(c.tensor(argument).dtype), ", not ", torch_name(d));
}

/// Requires that a tensor has so many elements.
constexpr void require_count(call<tensor_spec> const& c, char const* argument, sym_int const& count) {
    if (tensor_spec const* given = c.optional_tensor(argument))
        if (certainly_differ(given->numel(), count))
            reject(c, "'", argument, "' ", shape_text(given->sizes), " has not ", text(count), " elements");
}

} // namespace detail

GRAFT_CONSTEXPR value_spec meta_convolution_backward(call<tensor_spec> const& c) {
    tensor_spec const &input = c.tensor("input"), &weight = c.tensor("weight"), &grad = c.tensor("grad_output");
    std::size_t const spatial = detail::spatial_dims(c);
    detail::require_domain(c, dtype_domain::floating_point, input.dtype);
    detail::require_dtype(c, "grad_output", input.dtype);
    if (input.dim() != weight.dim())
        detail::reject_sizes(c, "input", "weight");
    tensor_spec const result = detail::convolved(c, input, weight, nullptr, detail::convolution_arguments(c, spatial));
    bool fits = grad.dim() == result.dim();
    for (std::size_t d = 0; fits && d < result.dim(); ++d)
        fits = !detail::certainly_differ(grad.sizes[d], result.sizes[d]);
    if (!fits)
        detail::reject(c, "'grad_output' is ", detail::shape_text(grad.sizes), ", not ",
                       detail::shape_text(result.sizes));
    bool const last = suggests_channels_last(input) || suggests_channels_last(weight);
    return detail::wanted_gradients(c, {detail::new_image(input, input.sizes, last),
                                        detail::new_image(weight, weight.sizes, last),
                                        detail::new_tensor(input, input.dtype, {result.sizes[1]})});
}

GRAFT_CONSTEXPR value_spec meta_layer_norm_backward(call<tensor_spec> const& c) {
    tensor_spec const& input = c.tensor("input");
    std::size_t const first = detail::first_normalized(c);
    detail::require_dtype(c, "grad_out", input.dtype);
    if (!(c.tensor("grad_out").sizes == input.sizes))
        detail::reject_sizes(c, "grad_out", "input");
    sym_int rows = 1;
    for (std::size_t d = 0; d < first; ++d)
        rows *= input.sizes[d];
    for (char const* argument : {"mean", "rstd"})
        detail::require_count(c, argument, rows);
    tensor_spec const* const weight = c.optional_tensor("weight");
    dtype const d = weight == nullptr ? input.dtype : weight->dtype;
    tensor_spec const each = detail::new_tensor(input, d, c.integers("normalized_shape"));
    return detail::wanted_gradients(c, {detail::new_tensor(input, input.dtype, input.sizes), each, each});
}

GRAFT_CONSTEXPR value_spec meta_group_norm_backward(call<tensor_spec> const& c) {
    tensor_spec const& input = c.tensor("input");
    detail::require_domain(c, dtype_domain::floating_point, input.dtype);
    detail::require_dtype(c, "grad_out", input.dtype);
    detail::require_given_groups(c);
    sym_int const &batch = c.integer("N"), &channels = c.integer("C"), &groups = c.integer("group");
    for (char const* argument : {"grad_out", "input"})
        detail::require_count(c, argument, batch * channels * c.integer("HxW"));
    for (char const* argument : {"mean", "rstd"})
        detail::require_count(c, argument, batch * groups);
    detail::require_count(c, "weight", channels);
    tensor_spec const* const weight = c.optional_tensor("weight");
    tensor_spec const each =
        detail::new_tensor(input, weight == nullptr ? c.tensor("mean").dtype : weight->dtype, {channels});
    return detail::wanted_gradients(c,
                                    {detail::new_image(input, input.sizes, suggests_channels_last(input)), each, each});
}

GRAFT_CONSTEXPR value_spec meta_embedding_backward(call<tensor_spec> const& c) {
    tensor_spec const &grad = c.tensor("grad_output"), &indices = c.tensor("indices");
    if (indices.dtype != dtype::i64 && indices.dtype != dtype::i32)
        detail::reject(c, "'indices' must be torch.int64 or torch.int32, not ", torch_name(indices.dtype));
    if (known_lt(c.integer("num_weights"), 0) == true)
        detail::reject(c, "'num_weights' is ", text(c.integer("num_weights")));
    if (grad.dim() == 0 || detail::certainly_differ(grad.numel(), indices.numel() * grad.sizes.back()))
        detail::reject_sizes(c, "grad_output", "indices");
    return detail::new_tensor(grad, grad.dtype, {c.integer("num_weights"), grad.sizes.back()});
}

} // namespace graft
#endif
