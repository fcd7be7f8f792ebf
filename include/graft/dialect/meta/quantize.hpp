#pragma once

#include <graft/config.hpp>
#include <graft/dialect/meta/broadcast.hpp>
#include <graft/symbolic/value_spec.hpp>

namespace graft {

namespace detail {

/// Requires a scale for each index of dimension `axis`.
GRAFT_CONSTEXPR void require_channels(call<tensor_spec> const& c);

} // namespace detail

/// quantize: floating-point numbers become integers of the dtype asked for.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_quantize(call<tensor_spec> const& c);

/// quantize_per_channel: with a scale for each index of dimension `axis`.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_quantize_per_channel(call<tensor_spec> const& c) {
    detail::require_channels(c);
    return meta_quantize(c);
}

/// quantized_decomposed::add.scalar: of the dtype asked for.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_quantized_add_scalar(call<tensor_spec> const& c) {
    tensor_spec const& a = c.tensor("qa");
    return detail::new_tensor(a, *c.dtype("out_dtype"), a.sizes, preserved_strides(a));
}

/// convert_element_type: a copy of another dtype.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_convert(call<tensor_spec> const& c) {
    tensor_spec const& input = c.tensor("input");
    return detail::new_tensor(input, *c.dtype("dtype"), input.sizes, preserved_strides(input));
}

/// dequantize: integers of `dtype` become floating-point numbers.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_dequantize(call<tensor_spec> const& c);

/// dequantize_per_channel: with a scale for each index of dimension `axis`.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_dequantize_per_channel(call<tensor_spec> const& c) {
    detail::require_channels(c);
    return meta_dequantize(c);
}

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <cstddef>

namespace graft {
namespace detail {

GRAFT_CONSTEXPR void require_channels(call<tensor_spec> const& c) {
    tensor_spec const& input = c.tensor("input");
    tensor_spec const& scales = c.tensor("scales");
    std::size_t const axis = dim_argument(c, "axis", input.dim());
    if (input.dim() == 0)
        reject(c, "'input' has no dimension, and so no channels");
    if (certainly_differ(scales.numel(), input.sizes[axis]))
        reject_sizes(c, "input", "scales");
}

/// Requires that a scale or zero point given as a tensor is one number.
constexpr void require_numbers(call<tensor_spec> const& c) {
    for (char const* argument : {"scale", "zero_point"})
        if (c[argument].kind == argument_kind::tensor && certainly_differ(c.tensor(argument).numel(), 1))
            reject(c, "'", argument, "' is ", shape_text(c.tensor(argument).sizes), ", not one number");
}

/// Checks that the least and the greatest level, where they are numbers, are of the dtype.
constexpr void require_levels(call<tensor_spec> const& c) {
    dtype const d = *c.dtype("dtype");
    for (char const* const name : {"quant_min", "quant_max"}) {
        if (!is_integral(d, false) || c[name].kind != argument_kind::integer || c[name].integer.is_symbolic())
            continue;
        std::int64_t const level = c[name].integer.value();
        if (level < lowest_integer(d) || level > highest_integer(d))
            reject(c, "'", name, "' is ", level, ", which ", torch_name(d), " cannot hold");
    }
}

} // namespace detail

GRAFT_CONSTEXPR value_spec meta_quantize(call<tensor_spec> const& c) {
    tensor_spec const& input = c.tensor("input");
    if (!is_floating_point(input.dtype) || input.dtype == dtype::f64)
        detail::reject(c, "'input' must be f32 or narrower, not ", torch_name(input.dtype));
    if (c.op().find_argument("scale") >= 0)
        detail::require_numbers(c);
    detail::require_levels(c);
    return detail::new_tensor(input, *c.dtype("dtype"), input.sizes, similar_strides(input));
}

GRAFT_CONSTEXPR value_spec meta_dequantize(call<tensor_spec> const& c) {
    tensor_spec const& input = c.tensor("input");
    if (input.dtype != *c.dtype("dtype"))
        detail::reject(c, "'input' is ", torch_name(input.dtype), ", not ", torch_name(*c.dtype("dtype")));
    detail::require_levels(c);
    return detail::new_tensor(input, c.dtype("out_dtype").value_or(default_dtype), input.sizes,
                              preserved_strides(input));
}

} // namespace graft
#endif
