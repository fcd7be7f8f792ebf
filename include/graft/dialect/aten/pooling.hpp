#pragma once

#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/pooling.hpp>
#include <graft/dialect/op_list.hpp>

/// Pooling of lines, images and volumes.
namespace graft::aten {

struct _adaptive_avg_pool2d_default : described_op<_adaptive_avg_pool2d_default, op_tags::core, meta_adaptive_pool<2>> {
    static constexpr schema_text text{"aten::_adaptive_avg_pool2d(Tensor self, SymInt[2] output_size) -> Tensor"};
};
inline constexpr single_overload<_adaptive_avg_pool2d_default> _adaptive_avg_pool2d{};

struct adaptive_avg_pool2d_default : described_op<adaptive_avg_pool2d_default, op_tags::none, meta_adaptive_mean<2>> {
    static constexpr schema_text text{"aten::adaptive_avg_pool2d(Tensor self, SymInt[2] output_size) -> Tensor"};
};
inline constexpr single_overload<adaptive_avg_pool2d_default> adaptive_avg_pool2d{};

struct avg_pool2d_default : described_op<avg_pool2d_default, op_tags::core, meta_avg_pool<2>> {
    static constexpr schema_text text{
        "aten::avg_pool2d(Tensor self, int[2] kernel_size, int[2] stride=[], int[2] padding=0, bool ceil_mode=False, "
        "bool count_include_pad=True, int? divisor_override=None) -> Tensor"};
};
inline constexpr single_overload<avg_pool2d_default> avg_pool2d{};

struct max_pool2d_default : described_op<max_pool2d_default, op_tags::no_out, meta_max_pool<2>> {
    static constexpr schema_text text{
        "aten::max_pool2d(Tensor self, int[2] kernel_size, int[2] stride=[], int[2] padding=0, int[2] dilation=1, "
        "bool ceil_mode=False) -> Tensor"};
};
inline constexpr single_overload<max_pool2d_default> max_pool2d{};

struct max_pool2d_with_indices_default
    : described_op<max_pool2d_with_indices_default, op_tags::core, meta_max_pool_with_indices<2>> {
    static constexpr schema_text text{
        "aten::max_pool2d_with_indices(Tensor self, int[2] kernel_size, int[2] stride=[], int[2] padding=0, int[2] "
        "dilation=1, bool ceil_mode=False) -> (Tensor, Tensor)"};
    static constexpr out_names out{"", {"out", "indices"}};
};
inline constexpr single_overload<max_pool2d_with_indices_default> max_pool2d_with_indices{};

/// The ops over images.
using pooling_ops =
    overloads_of<_adaptive_avg_pool2d, adaptive_avg_pool2d, avg_pool2d, max_pool2d, max_pool2d_with_indices>;

struct _adaptive_avg_pool3d_default : described_op<_adaptive_avg_pool3d_default, op_tags::core, meta_adaptive_pool<3>> {
    static constexpr schema_text text{"aten::_adaptive_avg_pool3d(Tensor self, SymInt[3] output_size) -> Tensor"};
};
inline constexpr single_overload<_adaptive_avg_pool3d_default> _adaptive_avg_pool3d{};

struct adaptive_avg_pool1d_default : described_op<adaptive_avg_pool1d_default, op_tags::core, meta_adaptive_mean<1>> {
    static constexpr schema_text text{"aten::adaptive_avg_pool1d(Tensor self, int[1] output_size) -> Tensor"};
};
inline constexpr single_overload<adaptive_avg_pool1d_default> adaptive_avg_pool1d{};

struct avg_pool1d_default : described_op<avg_pool1d_default, op_tags::core, meta_avg_pool<1>> {
    static constexpr schema_text text{
        "aten::avg_pool1d(Tensor self, int[1] kernel_size, int[1] stride=[], int[1] padding=[0], bool "
        "ceil_mode=False, bool count_include_pad=True) -> Tensor"};
};
inline constexpr single_overload<avg_pool1d_default> avg_pool1d{};

struct avg_pool3d_default : described_op<avg_pool3d_default, op_tags::core, meta_avg_pool<3>> {
    static constexpr schema_text text{
        "aten::avg_pool3d(Tensor self, int[3] kernel_size, int[3] stride=[], int[3] padding=0, bool ceil_mode=False, "
        "bool count_include_pad=True, int? divisor_override=None) -> Tensor"};
};
inline constexpr single_overload<avg_pool3d_default> avg_pool3d{};

struct max_pool3d_with_indices_default
    : described_op<max_pool3d_with_indices_default, op_tags::core, meta_max_pool_with_indices<3>> {
    static constexpr schema_text text{
        "aten::max_pool3d_with_indices(Tensor self, int[3] kernel_size, int[3] stride=[], int[3] padding=0, int[3] "
        "dilation=1, bool ceil_mode=False) -> (Tensor, Tensor)"};
    static constexpr out_names out{"", {"out", "indices"}};
};
inline constexpr single_overload<max_pool3d_with_indices_default> max_pool3d_with_indices{};

/// The ops over lines and volumes.
using spatial_pooling_ops =
    overloads_of<_adaptive_avg_pool3d, adaptive_avg_pool1d, avg_pool1d, avg_pool3d, max_pool3d_with_indices>;

} // namespace graft::aten
