#pragma once

#include <graft/dialect/meta/domain.hpp>
#include <graft/dialect/meta/result.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace graft {
namespace detail {

/// The size that a factor makes of a dimension.
[[nodiscard]] constexpr sym_int scaled_size(sym_int const& size, double factor) {
    auto const whole = static_cast<std::int64_t>(factor);
    if (static_cast<double>(whole) == factor)
        return size * whole;
    return static_cast<std::int64_t>(static_cast<double>(size.value()) * factor);
}

/// The sizes asked for, as they are or by factors.
[[nodiscard]] constexpr std::vector<sym_int> upsampled_sizes(call<tensor_spec> const& c, std::size_t spatial) {
    bool const by_factor = c.op().find_argument("scale_factors") >= 0 && c.has("scale_factors");
    if (by_factor == c.has("output_size"))
        reject(c, "exactly one of 'output_size' and 'scale_factors' must be given");
    if ((by_factor ? c.numbers("scale_factors").size() : c.integers("output_size").size()) != spatial)
        reject(c, by_factor ? "'scale_factors'" : "'output_size'", " must have ", spatial, " entries");
    if (!by_factor)
        return c.integers("output_size");
    std::vector<sym_int> sizes;
    for (std::size_t d = 0; d < spatial; ++d)
        sizes.push_back(scaled_size(c.tensor(0).sizes[2 + d], c.numbers("scale_factors")[d].to<double>()));
    return sizes;
}

} // namespace detail

/// An upsampling of images that have this many dimensions behind batch and channels.
template <std::size_t Spatial>
[[nodiscard]] constexpr value_spec meta_upsampling(call<tensor_spec> const& c) {
    tensor_spec const& input = c.tensor(0);
    std::string_view const name = c.op().arguments[0].name;
    if (input.dtype != dtype::u8)
        detail::require_domain(c, dtype_domain::floating_point, input.dtype);
    if (input.dim() != Spatial + 2)
        detail::reject(c, "'", name, "' must have ", Spatial + 2, " dimensions, not ", input.dim());
    std::vector<sym_int> const wanted = detail::upsampled_sizes(c, Spatial);
    std::vector<sym_int> sizes = input.sizes;
    for (std::size_t d = 1; d < sizes.size(); ++d)
        if (sizes[d] == 0)
            detail::reject(c, "'", name, "' is ", detail::shape_text(input.sizes));
    for (std::size_t d = 0; d < Spatial; ++d) {
        sizes[2 + d] = wanted[d];
        if (known_lt(0, wanted[d]) == false)
            detail::reject(c, "the result has the sizes ", detail::shape_text(sizes));
    }
    return detail::new_image(input, std::move(sizes), suggests_channels_last(input));
}

} // namespace graft
