#pragma once

#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/sampling.hpp>
#include <graft/dialect/meta/upsampling.hpp>
#include <graft/dialect/op_list.hpp>

/// Images from samples of others.
namespace graft::aten {

struct _upsample_bilinear2d_aa_default
    : described_op<_upsample_bilinear2d_aa_default, op_tags::edge, meta_upsample_antialiased> {
    static constexpr schema_text text{
        "aten::_upsample_bilinear2d_aa(Tensor self, SymInt[2] output_size, bool align_corners, float? scales_h=None, "
        "float? scales_w=None) -> Tensor"};
};
struct _upsample_bilinear2d_aa_vec
    : described_op<_upsample_bilinear2d_aa_vec, op_tags::no_out, meta_upsample_antialiased> {
    static constexpr schema_text text{
        "aten::_upsample_bilinear2d_aa.vec(Tensor input, SymInt[]? output_size, bool align_corners, float[]? "
        "scale_factors) -> Tensor"};
};
inline constexpr default_or_vec<_upsample_bilinear2d_aa_default, _upsample_bilinear2d_aa_vec> _upsample_bilinear2d_aa{};

struct col2im_default : described_op<col2im_default, op_tags::core, meta_col2im> {
    static constexpr schema_text text{
        "aten::col2im(Tensor self, SymInt[2] output_size, int[2] kernel_size, int[2] dilation, int[2] padding, "
        "int[2] stride) -> Tensor"};
};
inline constexpr single_overload<col2im_default> col2im{};

struct grid_sampler_2d_default : described_op<grid_sampler_2d_default, op_tags::core, meta_grid_sampler> {
    static constexpr schema_text text{
        "aten::grid_sampler_2d(Tensor input, Tensor grid, int interpolation_mode, int padding_mode, bool "
        "align_corners) -> Tensor"};
};
inline constexpr single_overload<grid_sampler_2d_default> grid_sampler_2d{};

struct grid_sampler_3d_default : described_op<grid_sampler_3d_default, op_tags::none, meta_grid_sampler> {
    static constexpr schema_text text{
        "aten::grid_sampler_3d(Tensor input, Tensor grid, int interpolation_mode, int padding_mode, bool "
        "align_corners) -> Tensor"};
};
inline constexpr single_overload<grid_sampler_3d_default> grid_sampler_3d{};

/// Every op of this header.
using sampling_ops = overloads_of<_upsample_bilinear2d_aa, col2im, grid_sampler_2d, grid_sampler_3d>;

} // namespace graft::aten
