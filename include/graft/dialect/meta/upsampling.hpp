#pragma once

#include <graft/config.hpp>
#include <graft/dialect/meta/domain.hpp>
#include <graft/dialect/meta/result.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <cstddef>

namespace graft {

namespace detail {

/// The size that a factor makes of a dimension.
[[nodiscard]] GRAFT_CONSTEXPR sym_int scaled_size(sym_int const& size, double factor);

/// Images with as many dimensions behind batch and channels, of the sizes asked for.
[[nodiscard]] GRAFT_CONSTEXPR tensor_spec upsampled_image(call<tensor_spec> const& c, std::size_t spatial);

} // namespace detail

/// An upsampling of images that have this many dimensions behind batch and channels.
template <std::size_t Spatial>
[[nodiscard]] constexpr value_spec meta_upsampling(call<tensor_spec> const& c) {
    if (c.tensor(0).dtype != dtype::u8)
        detail::require_domain(c, dtype_domain::floating_point, c.tensor(0).dtype);
    return detail::upsampled_image(c, Spatial);
}

/// An upsampling of images with weighted means, of dtypes that have them unless nothing is resized.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_upsample_antialiased(call<tensor_spec> const& c);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/error.hpp>
#    include <graft/meta/vec.hpp>
#    include <graft/symbolic/math.hpp>

#    include <bit>
#    include <cstdint>
#    include <string_view>
#    include <utility>

namespace graft {
namespace detail {

GRAFT_CONSTEXPR sym_int scaled_size(sym_int const& size, double factor) {
    auto const cut_off = [&](double scaled) {
        if (!(scaled >= -0x1p63 && scaled < 0x1p63)) // nor NaN
            raise(errc::invalid_argument, "a dimension of size ", text(size), ", scaled, does not fit into 64 bits");
        return static_cast<std::int64_t>(scaled);
    };
    std::int64_t const whole = cut_off(factor);
    if (static_cast<double>(whole) == factor)
        return size * whole;
    if (size.is_symbolic()) {
        sym_int const by(sym_function::real, {sym_int(std::bit_cast<std::int64_t>(factor))});
        return apply(sym_function::trunc_to_int, {apply(sym_function::to_float, {size}) * by});
    }
    return cut_off(static_cast<double>(size.value()) * factor);
}

/// The sizes asked for, as they are or by factors.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE vec<sym_int> upsampled_sizes(call<tensor_spec> const& c, std::size_t spatial) {
    bool const by_factor = c.op().find_argument("scale_factors") >= 0 && c.has("scale_factors");
    if (by_factor == c.has("output_size"))
        reject(c, "exactly one of 'output_size' and 'scale_factors' must be given");
    if ((by_factor ? c.numbers("scale_factors").size() : c.integers("output_size").size()) != spatial)
        reject(c, by_factor ? "'scale_factors'" : "'output_size'", " must have ", spatial, " entries");
    if (!by_factor)
        return c.integers("output_size");
    vec<sym_int> sizes;
    for (std::size_t d = 0; d < spatial; ++d)
        sizes.push_back(scaled_size(c.tensor(0).sizes[2 + d], c.numbers("scale_factors")[d].to<double>()));
    return sizes;
}

GRAFT_CONSTEXPR tensor_spec upsampled_image(call<tensor_spec> const& c, std::size_t spatial) {
    tensor_spec const& input = c.tensor(0);
    std::string_view const name = c.op().arguments[0].name;
    if (input.dim() != spatial + 2)
        reject(c, "'", name, "' must have ", spatial + 2, " dimensions, not ", input.dim());
    vec<sym_int> const wanted = upsampled_sizes(c, spatial);
    vec<sym_int> sizes = input.sizes;
    for (std::size_t d = 1; d < sizes.size(); ++d)
        if (sizes[d] == 0)
            reject(c, "'", name, "' is ", shape_text(input.sizes));
    for (std::size_t d = 0; d < spatial; ++d) {
        sizes[2 + d] = wanted[d];
        if (known_lt(0, wanted[d]) == false)
            reject(c, "the result has the sizes ", shape_text(sizes));
    }
    return new_image(input, std::move(sizes), suggests_channels_last(input));
}

} // namespace detail

GRAFT_CONSTEXPR value_spec meta_upsample_antialiased(call<tensor_spec> const& c) {
    tensor_spec const& input = c.tensor(0);
    tensor_spec result = detail::upsampled_image(c, 2);
    if (result.sizes != input.sizes && input.dtype != dtype::u8 && input.dtype != dtype::f32 &&
        input.dtype != dtype::f64)
        detail::reject(c, "it is not defined for ", torch_name(input.dtype));
    return result;
}

} // namespace graft
#endif
