#pragma once

#include <graft/config.hpp>
#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/convolution.hpp>
#include <graft/dialect/meta/domain.hpp>
#include <graft/dialect/meta/rearrange.hpp>
#include <graft/dialect/meta/upsampling.hpp>
#include <graft/dialect/op_list.hpp>

namespace graft {

/// col2im: overlapping blocks, which are columns, added up to images.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_col2im(call<tensor_spec> const& c);

/// grid_sampler_2d, grid_sampler_3d: the elements of images or volumes, or what lies between them, at places that a
/// grid gives.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_grid_sampler(call<tensor_spec> const& c);

} // namespace graft

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

#if defined(GRAFT_CORE_BODIES)
#    include <graft/meta/vec.hpp>
#    include <graft/symbolic/math.hpp>

#    include <cstddef>
#    include <utility>

namespace graft {
namespace detail {

/// Requires two numbers that are not less than `least`.
[[nodiscard]] constexpr vec<sym_int> const& pair_argument(call<tensor_spec> const& c, char const* argument, int least) {
    vec<sym_int> const& values = c.integers(argument);
    bool fits = values.size() == 2;
    for (sym_int const& value : values)
        fits = fits && known_lt(value, least) != true;
    if (!fits)
        reject(c, "'", argument, "' is ", shape_text(values));
    return values;
}

} // namespace detail

GRAFT_CONSTEXPR value_spec meta_col2im(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    if (self.dtype != dtype::boolean)
        detail::require_domain(c, dtype_domain::inexact, self.dtype);
    vec<sym_int> const& output = c.integers("output_size");
    vec<sym_int> const& kernel = detail::pair_argument(c, "kernel_size", 1);
    vec<sym_int> const& dilation = detail::pair_argument(c, "dilation", 1);
    vec<sym_int> const& padding = detail::pair_argument(c, "padding", 0);
    vec<sym_int> const& stride = detail::pair_argument(c, "stride", 1);
    if (self.dim() != 2 && self.dim() != 3)
        detail::reject(c, "'self' must have 2 or 3 dimensions, not ", self.dim());
    if (output.size() != 2 || known_lt(output[0], 1) == true || known_lt(output[1], 1) == true)
        detail::reject(c, "'output_size' is ", detail::shape_text(output));
    sym_int const &columns = self.sizes[self.dim() - 2], taps = kernel[0] * kernel[1];
    sym_int blocks = 1;
    for (std::size_t i = 0; i < 2; ++i)
        blocks *= floor_div(output[i] + 2 * padding[i] - dilation[i] * (kernel[i] - 1) - 1, stride[i]) + 1;
    if (columns == 0 || self.sizes.back() == 0 || detail::certainly_differ(mod(columns, taps), 0) ||
        detail::certainly_differ(self.sizes.back(), blocks) || known_lt(blocks, 1) == true)
        detail::reject(c, "'self' ", detail::shape_text(self.sizes), " is not ", text(blocks),
                       " blocks of so many times ", text(taps), " elements");
    vec<sym_int> sizes(self.sizes.begin(), self.sizes.end() - 2);
    sizes.insert(sizes.end(), {floor_div(columns, taps), output[0], output[1]});
    return detail::new_tensor(self, self.dtype, std::move(sizes));
}

GRAFT_CONSTEXPR value_spec meta_grid_sampler(call<tensor_spec> const& c) {
    tensor_spec const &input = c.tensor("input"), &grid = c.tensor("grid");
    detail::require_domain(c, dtype_domain::floating_point, input.dtype);
    std::size_t const rank = c.op().name.ends_with("3d") ? 5 : 4;
    detail::require_rank(c, "input", rank);
    detail::require_rank(c, "grid", rank);
    detail::require_one_dtype(c, "grid", "input");
    bool fits = !detail::certainly_differ(input.sizes[0], grid.sizes[0]) &&
                !detail::certainly_differ(grid.sizes.back(), static_cast<std::int64_t>(rank) - 2);
    for (std::size_t d = 2; d < rank; ++d)
        fits = fits && !(input.sizes[d] == 0);
    if (!fits)
        detail::reject_sizes(c, "input", "grid");
    for (char const* argument : {"interpolation_mode", "padding_mode"})
        if (known_lt(c.integer(argument), 0) == true || known_lt(2, c.integer(argument)) == true)
            detail::reject(c, "'", argument, "' must be 0, 1 or 2, not ", text(c.integer(argument)));
    vec<sym_int> sizes{input.sizes[0], input.sizes[1]};
    sizes.insert(sizes.end(), grid.sizes.begin() + 1, grid.sizes.end() - 1);
    return detail::new_tensor(input, input.dtype, std::move(sizes));
}

} // namespace graft
#endif
