#pragma once

#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/upsampling.hpp>
#include <graft/dialect/op_list.hpp>

/// Images scaled by samples of their elements, in one to three dimensions.
namespace graft::aten {

struct upsample_nearest1d_default : described_op<upsample_nearest1d_default, op_tags::none, meta_upsampling<1>> {
    static constexpr schema_text text{
        "aten::upsample_nearest1d(Tensor self, SymInt[1] output_size, float? scales=None) -> Tensor"};
};

struct _upsample_nearest_exact1d_default
    : described_op<_upsample_nearest_exact1d_default, op_tags::none, meta_upsampling<1>> {
    static constexpr schema_text text{
        "aten::_upsample_nearest_exact1d(Tensor self, SymInt[1] output_size, float? scales=None) -> Tensor"};
};

struct upsample_nearest1d_vec : described_op<upsample_nearest1d_vec, op_tags::no_out, meta_upsampling<1>> {
    static constexpr schema_text text{
        "aten::upsample_nearest1d.vec(Tensor input, SymInt[]? output_size, float[]? scale_factors) -> Tensor"};
};
inline constexpr default_or_vec<upsample_nearest1d_default, upsample_nearest1d_vec> upsample_nearest1d{};

struct _upsample_nearest_exact1d_vec
    : described_op<_upsample_nearest_exact1d_vec, op_tags::no_out, meta_upsampling<1>> {
    static constexpr schema_text text{
        "aten::_upsample_nearest_exact1d.vec(Tensor input, SymInt[]? output_size, float[]? scale_factors) -> Tensor"};
};
inline constexpr default_or_vec<_upsample_nearest_exact1d_default, _upsample_nearest_exact1d_vec>
    _upsample_nearest_exact1d{};

struct upsample_nearest2d_default : described_op<upsample_nearest2d_default, op_tags::none, meta_upsampling<2>> {
    static constexpr schema_text text{
        "aten::upsample_nearest2d(Tensor self, SymInt[2] output_size, float? scales_h=None, float? scales_w=None) -> "
        "Tensor"};
};

struct upsample_nearest2d_vec : described_op<upsample_nearest2d_vec, op_tags::core, meta_upsampling<2>> {
    static constexpr schema_text text{
        "aten::upsample_nearest2d.vec(Tensor input, SymInt[]? output_size, float[]? scale_factors) -> Tensor"};
};
inline constexpr default_or_vec<upsample_nearest2d_default, upsample_nearest2d_vec> upsample_nearest2d{};

struct _upsample_nearest_exact2d_default
    : described_op<_upsample_nearest_exact2d_default, op_tags::none, meta_upsampling<2>> {
    static constexpr schema_text text{
        "aten::_upsample_nearest_exact2d(Tensor self, SymInt[2] output_size, float? scales_h=None, float? "
        "scales_w=None) -> Tensor"};
};

struct _upsample_nearest_exact2d_vec
    : described_op<_upsample_nearest_exact2d_vec, op_tags::no_out, meta_upsampling<2>> {
    static constexpr schema_text text{
        "aten::_upsample_nearest_exact2d.vec(Tensor input, SymInt[]? output_size, float[]? scale_factors) -> Tensor"};
};
inline constexpr default_or_vec<_upsample_nearest_exact2d_default, _upsample_nearest_exact2d_vec>
    _upsample_nearest_exact2d{};

struct upsample_nearest3d_default : described_op<upsample_nearest3d_default, op_tags::none, meta_upsampling<3>> {
    static constexpr schema_text text{
        "aten::upsample_nearest3d(Tensor self, SymInt[3] output_size, float? scales_d=None, float? scales_h=None, "
        "float? scales_w=None) -> Tensor"};
};

struct _upsample_nearest_exact3d_default
    : described_op<_upsample_nearest_exact3d_default, op_tags::none, meta_upsampling<3>> {
    static constexpr schema_text text{
        "aten::_upsample_nearest_exact3d(Tensor self, SymInt[3] output_size, float? scales_d=None, float? "
        "scales_h=None, float? scales_w=None) -> Tensor"};
};

struct upsample_nearest3d_vec : described_op<upsample_nearest3d_vec, op_tags::no_out, meta_upsampling<3>> {
    static constexpr schema_text text{
        "aten::upsample_nearest3d.vec(Tensor input, SymInt[]? output_size, float[]? scale_factors) -> Tensor"};
};
inline constexpr default_or_vec<upsample_nearest3d_default, upsample_nearest3d_vec> upsample_nearest3d{};

struct _upsample_nearest_exact3d_vec
    : described_op<_upsample_nearest_exact3d_vec, op_tags::no_out, meta_upsampling<3>> {
    static constexpr schema_text text{
        "aten::_upsample_nearest_exact3d.vec(Tensor input, SymInt[]? output_size, float[]? scale_factors) -> Tensor"};
};
inline constexpr default_or_vec<_upsample_nearest_exact3d_default, _upsample_nearest_exact3d_vec>
    _upsample_nearest_exact3d{};

struct upsample_linear1d_default : described_op<upsample_linear1d_default, op_tags::none, meta_upsampling<1>> {
    static constexpr schema_text text{
        "aten::upsample_linear1d(Tensor self, SymInt[1] output_size, bool align_corners, float? scales=None) -> "
        "Tensor"};
};

struct upsample_linear1d_vec : described_op<upsample_linear1d_vec, op_tags::no_out, meta_upsampling<1>> {
    static constexpr schema_text text{
        "aten::upsample_linear1d.vec(Tensor input, SymInt[]? output_size, bool align_corners, float[]? "
        "scale_factors) -> Tensor"};
};
inline constexpr default_or_vec<upsample_linear1d_default, upsample_linear1d_vec> upsample_linear1d{};

struct upsample_bilinear2d_default : described_op<upsample_bilinear2d_default, op_tags::none, meta_upsampling<2>> {
    static constexpr schema_text text{
        "aten::upsample_bilinear2d(Tensor self, SymInt[2] output_size, bool align_corners, float? scales_h=None, "
        "float? scales_w=None) -> Tensor"};
};

struct upsample_bilinear2d_vec : described_op<upsample_bilinear2d_vec, op_tags::core, meta_upsampling<2>> {
    static constexpr schema_text text{
        "aten::upsample_bilinear2d.vec(Tensor input, SymInt[]? output_size, bool align_corners, float[]? "
        "scale_factors) -> Tensor"};
};
inline constexpr default_or_vec<upsample_bilinear2d_default, upsample_bilinear2d_vec> upsample_bilinear2d{};

struct upsample_trilinear3d_default : described_op<upsample_trilinear3d_default, op_tags::none, meta_upsampling<3>> {
    static constexpr schema_text text{
        "aten::upsample_trilinear3d(Tensor self, SymInt[3] output_size, bool align_corners, float? scales_d=None, "
        "float? scales_h=None, float? scales_w=None) -> Tensor"};
};

struct upsample_trilinear3d_vec : described_op<upsample_trilinear3d_vec, op_tags::no_out, meta_upsampling<3>> {
    static constexpr schema_text text{
        "aten::upsample_trilinear3d.vec(Tensor input, SymInt[]? output_size, bool align_corners, float[]? "
        "scale_factors) -> Tensor"};
};
inline constexpr default_or_vec<upsample_trilinear3d_default, upsample_trilinear3d_vec> upsample_trilinear3d{};

struct upsample_bicubic2d_default : described_op<upsample_bicubic2d_default, op_tags::none, meta_upsampling<2>> {
    static constexpr schema_text text{
        "aten::upsample_bicubic2d(Tensor self, SymInt[2] output_size, bool align_corners, float? scales_h=None, "
        "float? scales_w=None) -> Tensor"};
};

struct upsample_bicubic2d_vec : described_op<upsample_bicubic2d_vec, op_tags::no_out, meta_upsampling<2>> {
    static constexpr schema_text text{
        "aten::upsample_bicubic2d.vec(Tensor input, SymInt[]? output_size, bool align_corners, float[]? "
        "scale_factors) -> Tensor"};
};
inline constexpr default_or_vec<upsample_bicubic2d_default, upsample_bicubic2d_vec> upsample_bicubic2d{};

struct _upsample_bicubic2d_aa_default
    : described_op<_upsample_bicubic2d_aa_default, op_tags::none, meta_upsampling<2>> {
    static constexpr schema_text text{
        "aten::_upsample_bicubic2d_aa(Tensor self, SymInt[2] output_size, bool align_corners, float? scales_h=None, "
        "float? scales_w=None) -> Tensor"};
};
struct _upsample_bicubic2d_aa_vec : described_op<_upsample_bicubic2d_aa_vec, op_tags::no_out, meta_upsampling<2>> {
    static constexpr schema_text text{
        "aten::_upsample_bicubic2d_aa.vec(Tensor input, SymInt[]? output_size, bool align_corners, float[]? "
        "scale_factors) -> Tensor"};
};
inline constexpr default_or_vec<_upsample_bicubic2d_aa_default, _upsample_bicubic2d_aa_vec> _upsample_bicubic2d_aa{};

/// Every op of this header.
using upsampling_ops =
    overloads_of<upsample_nearest1d, _upsample_nearest_exact1d, upsample_nearest2d, _upsample_nearest_exact2d,
                 upsample_nearest3d, _upsample_nearest_exact3d, upsample_linear1d, upsample_bilinear2d,
                 upsample_trilinear3d, upsample_bicubic2d, _upsample_bicubic2d_aa>;

} // namespace graft::aten
