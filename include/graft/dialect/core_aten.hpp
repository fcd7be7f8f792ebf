#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace graft {
namespace detail {

// The names after `aten::`, sorted. Those with PyTorch's tag `core`:
inline constexpr std::array<std::string_view, 193> core_aten_names{
    "_adaptive_avg_pool2d", "_adaptive_avg_pool2d_backward", "_adaptive_avg_pool3d",
    "_cdist_forward", "_embedding_bag", "_fft_c2r", "_fft_r2c", "_local_scalar_dense",
    "_log_softmax", "_native_batch_norm_legit", "_native_batch_norm_legit.no_stats",
    "_native_batch_norm_legit_no_training", "_pdist_forward", "_softmax", "_to_copy", "abs",
    "acos", "acosh", "adaptive_avg_pool1d", "add.Scalar", "add.Tensor", "addmm", "alias",
    "amax", "amin", "any", "any.dim", "any.dims", "arange.start_step", "argmax", "argmin",
    "as_strided", "asin", "asinh", "atan", "atan2", "atan2.out", "atanh", "avg_pool1d",
    "avg_pool2d", "avg_pool2d_backward", "avg_pool3d", "bitwise_and.Scalar",
    "bitwise_and.Tensor", "bitwise_not", "bitwise_or.Scalar", "bitwise_or.Tensor",
    "bitwise_xor.Scalar", "bitwise_xor.Tensor", "bmm", "cat", "ceil", "clamp", "clamp.Tensor",
    "clone", "col2im", "constant_pad_nd", "convolution", "convolution_backward", "copy", "cos",
    "cosh", "cumsum", "diagonal", "div.Scalar", "div.Scalar_mode", "div.Tensor",
    "div.Tensor_mode", "elu", "embedding", "embedding_dense_backward", "empty.memory_format",
    "empty_strided", "eq.Scalar", "eq.Tensor", "erf", "exp", "expand", "expm1", "fill.Scalar",
    "flip", "floor", "fmod.Scalar", "fmod.Tensor", "full", "full_like", "gather", "ge.Scalar",
    "ge.Tensor", "gelu", "grid_sampler_2d", "gt.Scalar", "gt.Tensor", "hardtanh",
    "index.Tensor", "index_put", "index_select", "isinf", "isnan", "le.Scalar", "le.Tensor",
    "leaky_relu", "log", "log10", "log1p", "log2", "logical_and", "logical_not", "logical_or",
    "logical_xor", "lt.Scalar", "lt.Tensor", "masked_scatter", "max.dim",
    "max_pool2d_with_indices", "max_pool2d_with_indices_backward", "max_pool3d_with_indices",
    "maximum", "mean", "mean.dim", "min.dim", "minimum", "mm", "mul.Scalar", "mul.Tensor",
    "native_dropout", "native_group_norm", "native_group_norm_backward", "native_layer_norm",
    "native_layer_norm_backward", "ne.Scalar", "ne.Tensor", "neg", "nonzero", "permute",
    "pow.Scalar", "pow.Tensor_Scalar", "pow.Tensor_Tensor", "prod", "prod.dim_int", "rand",
    "randn", "randperm", "reciprocal", "reflection_pad1d", "reflection_pad2d",
    "reflection_pad3d", "relu", "remainder.Scalar", "remainder.Tensor", "repeat",
    "replication_pad2d", "replication_pad3d", "resize_", "round", "rsqrt", "scalar_tensor",
    "scatter.src", "scatter.value", "scatter_add", "scatter_reduce.two", "select.int",
    "select_scatter", "sigmoid", "sign", "sin", "sinh", "slice.Tensor", "slice_scatter", "sort",
    "split_with_sizes", "sqrt", "squeeze.dim", "squeeze.dims", "sub.Scalar", "sub.Tensor",
    "sum.dim_IntList", "sym_is_contiguous", "sym_numel", "sym_size.int", "sym_storage_offset",
    "sym_stride.int", "tan", "tanh", "topk", "trunc", "unsqueeze", "upsample_bilinear2d.vec",
    "upsample_nearest2d.vec", "var.correction", "var.dim", "view", "where.self"};

// Those with the tag `view_copy`:
inline constexpr std::array<std::string_view, 22> view_copy_names{
    "alias_copy", "as_strided_copy", "detach_copy", "diagonal_copy", "expand_copy",
    "lift_fresh_copy", "narrow_copy", "permute_copy", "select_copy.int", "slice_copy.Tensor",
    "slice_scatter", "split_copy.Tensor", "split_with_sizes_copy", "squeeze_copy.dim",
    "squeeze_copy.dims", "t_copy", "transpose_copy.int", "unbind_copy.int", "unfold_copy",
    "unsqueeze_copy", "view_as_real_copy", "view_copy"};

// Those that ExecuTorch admits without a tag, because it keeps them or takes them away itself:
inline constexpr std::array<std::string_view, 10> edge_exception_names{
    "_assert_async.msg", "_assert_scalar", "_upsample_bilinear2d_aa", "dequantize.self", "max",
    "min", "mkldnn_rnn_layer", "quantize_per_tensor", "sym_constrain_range",
    "sym_constrain_range_for_size"};

// True when the list, which is sorted, has the name after `aten::`.
[[nodiscard]] constexpr bool has_aten_name(auto const& sorted, std::string_view name) {
    return name.substr(0, 6) == "aten::" &&
           std::binary_search(sorted.begin(), sorted.end(), name.substr(6));
}

} // namespace detail

/// True for an op of the Core ATen set by its name, `aten::add.Tensor`, whether it is described
/// or not.
[[nodiscard]] constexpr bool is_core_aten(std::string_view name) {
    return detail::has_aten_name(detail::core_aten_names, name);
}

/// True for an ATen op that the Edge dialect has: of the Core set, a copying view, or an
/// exception.
[[nodiscard]] constexpr bool is_edge_aten(std::string_view name) {
    return is_core_aten(name) || detail::has_aten_name(detail::view_copy_names, name) ||
           detail::has_aten_name(detail::edge_exception_names, name);
}

} // namespace graft
