#pragma once

#include <graft/config.hpp>
#include <graft/dialect/meta/elementwise.hpp>
#include <graft/dialect/meta/fourier.hpp>

namespace graft {

/// polygamma: of integers floats; the order comes first.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_polygamma(call<tensor_spec> const& c);
template <>
inline constexpr op_tags meta_tags<meta_polygamma> = op_tags::pointwise;

/// frexp: mantissas of the same dtype, and their exponents.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_frexp(call<tensor_spec> const& c);

/// polar: complex numbers whose parts have the dtype of both arguments.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_polar(call<tensor_spec> const& c);
template <>
inline constexpr op_tags meta_tags<meta_polar> = op_tags::pointwise;

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/meta/vec.hpp>

#    include <utility>

namespace graft {

GRAFT_CONSTEXPR value_spec meta_polygamma(call<tensor_spec> const& c) {
    if (known_lt(c.integer("n"), 0) == true)
        detail::reject(c, "'n' must not be negative");
    return detail::broadcast_result(c, integral_to_float(c.tensor("self").dtype));
}

GRAFT_CONSTEXPR value_spec meta_frexp(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    detail::require_domain(c, dtype_domain::floating_point, self.dtype);
    vec<value_spec> items;
    items.push_back(detail::broadcast_result(c, self.dtype));
    items.push_back(detail::broadcast_result(c, dtype::i32));
    return value_spec::of_list(std::move(items));
}

GRAFT_CONSTEXPR value_spec meta_polar(call<tensor_spec> const& c) {
    tensor_spec const& length = c.tensor("abs");
    detail::require_domain(c, dtype_domain::floating_point, length.dtype);
    if (length.dtype == dtype::bf16)
        detail::reject(c, "it is not defined for torch.bfloat16");
    detail::require_one_dtype(c, "angle", "abs");
    return detail::broadcast_result(c, detail::complex_of(length.dtype));
}

} // namespace graft
#endif
