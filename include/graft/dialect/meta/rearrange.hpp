#pragma once

#include <graft/config.hpp>
#include <graft/dialect/meta/broadcast.hpp>
#include <graft/dialect/meta/domain.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <cstddef>

namespace graft {

namespace detail {

/// `self` padded by pairs of widths, the last dimension first; negative widths cut.
[[nodiscard]] GRAFT_CONSTEXPR tensor_spec padded(call<tensor_spec> const& c, char const* argument = "pad");

} // namespace detail

/// constant_pad_nd.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_pad(call<tensor_spec> const& c);

/// pad: with a number, or with elements of `self`, which has then one or two dimensions more than are padded, of which
/// there are 1 to 3.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_pad_mode(call<tensor_spec> const& c);

namespace detail {

/// An error where the channels, or a spatial dimension behind them, are empty.
GRAFT_CONSTEXPR void require_elements(call<tensor_spec> const& c, tensor_spec const& self, std::size_t spatial);

} // namespace detail

/// reflection_pad2d, replication_pad2d: of so many spatial dimensions behind the channels, with
/// or without a batch, which alone may be empty.
template <std::size_t Spatial>
[[nodiscard]] constexpr value_spec meta_pad_spatial(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    detail::require_domain(c, dtype_domain::not_boolean, self.dtype);
    if (self.dim() != Spatial + 1 && self.dim() != Spatial + 2)
        detail::reject(c, "'self' must have ", Spatial + 1, " or ", Spatial + 2, " dimensions, not ", self.dim());
    if (c.integers("padding").size() != 2 * Spatial)
        detail::reject(c, "'padding' has ", c.integers("padding").size(), " entries, not ", 2 * Spatial);
    detail::require_elements(c, self, Spatial);
    tensor_spec result = detail::padded(c, "padding");
    if (Spatial == 3)
        result.strides = contiguous_strides(result.sizes);
    for (std::size_t d = self.dim() - Spatial; d < self.dim(); ++d)
        if (known_lt(result.sizes[d], 1) == true)
            detail::reject(c, "'padding' ", detail::shape_text(c.integers("padding")), " leaves nothing of 'self' ",
                           detail::shape_text(self.sizes));
    return result;
}

/// flip: the sizes of `self`, in its memory format.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_flip(call<tensor_spec> const& c);

/// roll: as many shifts as dims, or one shift of all elements in a row.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_roll(call<tensor_spec> const& c);

/// tril, triu: the sizes of a batch of matrices.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_triangle(call<tensor_spec> const& c);

/// repeat: `self` so many times along each dimension, of which there may be new ones in front.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_repeat(call<tensor_spec> const& c);

/// pixel_shuffle: channels become rows and columns.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_pixel_shuffle(call<tensor_spec> const& c);

/// pixel_unshuffle: rows and columns become channels.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_pixel_unshuffle(call<tensor_spec> const& c);

/// glu: half of `self` along a dimension.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_glu(call<tensor_spec> const& c);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/symbolic/math.hpp>

#    include <array>
#    include <string_view>
#    include <utility>

namespace graft {
namespace detail {

GRAFT_CONSTEXPR tensor_spec padded(call<tensor_spec> const& c, char const* argument) {
    tensor_spec const& self = c.tensor("self");
    vec<sym_int> const& pad = c.integers(argument);
    if (pad.size() % 2 != 0 || pad.size() / 2 > self.dim())
        reject(c, "'", argument, "' has ", pad.size(), " entries for ", self.dim(), " dimensions");
    vec<sym_int> sizes = self.sizes;
    for (std::size_t i = 0; i < pad.size() / 2; ++i) {
        sym_int& size = sizes[sizes.size() - 1 - i];
        size += pad[2 * i] + pad[2 * i + 1];
        if (known_lt(size, 0) == true)
            reject(c, "'", argument, "' ", shape_text(pad), " cuts more than 'self' ", shape_text(self.sizes), " has");
    }
    return new_image(self, std::move(sizes), suggests_channels_last(self));
}

} // namespace detail

GRAFT_CONSTEXPR value_spec meta_pad(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    vec<sym_int> const& pad = c.integers("pad");
    tensor_spec result = detail::padded(c);
    // What is cut only, or stays, is a copy of a part.
    if (std::all_of(pad.begin(), pad.end(), [](sym_int const& p) { return known_le(p, 0) == true; }))
        result.strides = preserved_strides(detail::new_tensor(self, self.dtype, result.sizes, self.strides));
    return result;
}

GRAFT_CONSTEXPR void detail::require_elements(call<tensor_spec> const& c, tensor_spec const& self,
                                              std::size_t spatial) {
    for (std::size_t d = self.dim() - spatial - 1; d < self.dim(); ++d)
        if (self.sizes[d] == 0)
            detail::reject(c, "'self' is ", detail::shape_text(self.sizes));
}

GRAFT_CONSTEXPR value_spec meta_pad_mode(call<tensor_spec> const& c) {
    std::string_view const mode = c.string("mode");
    if (mode == "constant")
        return meta_pad(c);
    if (c.optional_real("value").value_or(0.0) != 0.0)
        detail::reject(c, "the mode '", mode, "' takes no 'value'");
    tensor_spec const& self = c.tensor("self");
    std::size_t const entries = c.integers("pad").size(), padded = entries / 2;
    if (entries % 2 != 0 || padded < 1 || padded > 3 || (self.dim() != padded + 1 && self.dim() != padded + 2))
        detail::reject(c, "the mode '", mode, "' does not pad a 'self' of ", self.dim(), " dimensions by ", entries,
                       " entries");
    if (mode != "circular")
        detail::require_elements(c, self, padded);
    return meta_pad(c);
}

GRAFT_CONSTEXPR value_spec meta_flip(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    static_cast<void>(detail::named_dims(c, "dims", c.integers("dims"), self.dim()));
    return detail::new_tensor(self, self.dtype, self.sizes, similar_strides(self));
}

GRAFT_CONSTEXPR value_spec meta_roll(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    std::size_t const shifts = c.integers("shifts").size(), dims = c.integers("dims").size();
    if (shifts == 0 || (shifts != dims && !(dims == 0 && shifts == 1)))
        detail::reject(c, "'shifts' has ", shifts, " entries and 'dims' ", dims);
    if (self.dim() == 0 && dims != 0)
        detail::reject(c, "'dims' names a dimension, but 'self' has none");
    for (sym_int const& dim : c.integers("dims"))
        static_cast<void>(detail::checked_dim(c, "dims", dim, self.dim()));
    return detail::new_tensor(self, self.dtype, self.sizes);
}

GRAFT_CONSTEXPR value_spec meta_triangle(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    if (self.dim() < 2)
        detail::reject(c, "'self' must have at least 2 dimensions, not ", self.dim());
    // The elements that a mask keeps, and zeros.
    vec<sym_int> const matrix(self.sizes.end() - 2, self.sizes.end());
    std::array const operands{detail::new_tensor(self, dtype::boolean, matrix), self};
    return detail::made_contiguous(detail::combined(self.dtype, operands, true));
}

GRAFT_CONSTEXPR value_spec meta_repeat(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    vec<sym_int> sizes = c.integers("repeats");
    if (sizes.size() < self.dim())
        detail::reject(c, "'repeats' has ", sizes.size(), " entries for ", self.dim(), " dimensions");
    for (std::size_t d = 0; d < sizes.size(); ++d) {
        if (known_lt(sizes[d], 0) == true)
            detail::reject(c, "'repeats' is ", detail::shape_text(c.integers("repeats")));
        if (d + self.dim() >= sizes.size())
            sizes[d] *= self.sizes[d + self.dim() - sizes.size()];
    }
    return detail::new_tensor(self, self.dtype, std::move(sizes));
}

GRAFT_CONSTEXPR value_spec meta_pixel_shuffle(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    sym_int const& factor = c.integer("upscale_factor");
    if (self.dim() < 3 || known_lt(0, factor) == false)
        detail::reject(c, "'self' ", detail::shape_text(self.sizes), " cannot be scaled up by ", text(factor));
    std::size_t const channels = self.dim() - 3;
    vec<sym_int> sizes = self.sizes;
    if (detail::certainly_differ(mod(sizes[channels], factor * factor), 0))
        detail::reject(c, "the channels of 'self' ", detail::shape_text(sizes),
                       " are not divisible by the square of 'upscale_factor'");
    sizes[channels] = floor_div(sizes[channels], factor * factor);
    sizes[channels + 1] *= factor;
    sizes[channels + 2] *= factor;
    return detail::new_tensor(self, self.dtype, std::move(sizes));
}

GRAFT_CONSTEXPR value_spec meta_pixel_unshuffle(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    sym_int const& factor = c.integer("downscale_factor");
    if (self.dim() < 3 || known_lt(0, factor) == false)
        detail::reject(c, "'self' ", detail::shape_text(self.sizes), " cannot be scaled down by ", text(factor));
    vec<sym_int> sizes = self.sizes;
    for (std::size_t d = self.dim() - 2; d < self.dim(); ++d) {
        if (detail::certainly_differ(mod(sizes[d], factor), 0))
            detail::reject(c, "'self' ", detail::shape_text(self.sizes), " is not divisible by 'downscale_factor'");
        sizes[d] = floor_div(sizes[d], factor);
    }
    sizes[self.dim() - 3] *= factor * factor;
    return detail::new_tensor(self, self.dtype, std::move(sizes));
}

GRAFT_CONSTEXPR value_spec meta_glu(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    detail::require_domain(c, dtype_domain::floating_point, self.dtype);
    if (self.dim() == 0)
        detail::reject(c, "'self' has no dimension to halve");
    std::size_t const d = detail::dim_argument(c, "dim", self.dim());
    vec<sym_int> sizes = self.sizes;
    if (detail::certainly_differ(mod(sizes[d], 2), 0))
        detail::reject(c, "dimension ", d, " of 'self' ", detail::shape_text(sizes), " is odd");
    sizes[d] = floor_div(sizes[d], 2);
    vec<sym_int> strides = contiguous_strides(sizes);
    if (!(self.numel() == 0))
        strides = joint_strides(sizes, {&self.strides, 1});
    return detail::new_tensor(self, self.dtype, std::move(sizes), std::move(strides));
}

} // namespace graft
#endif
