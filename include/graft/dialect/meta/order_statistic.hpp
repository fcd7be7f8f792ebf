#pragma once

#include <graft/config.hpp>
#include <graft/dialect/meta/reduction.hpp>
#include <graft/symbolic/value_spec.hpp>

namespace graft {

namespace detail {

/// A value of `self` for what is left when `dim` is reduced, and where it was.
[[nodiscard]] GRAFT_CONSTEXPR value_spec picked_with_indices(call<tensor_spec> const& c, dtype_domain domain);

} // namespace detail

/// kthvalue: 'k' counts from 1.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_kthvalue(call<tensor_spec> const& c);

/// mode: the most frequent value along a dimension, and where it is.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_mode(call<tensor_spec> const& c) {
    return detail::picked_with_indices(c, dtype_domain::ordered);
}

/// median.dim, nanmedian.dim: the middle value along a dimension, and where it is.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_median_dim(call<tensor_spec> const& c) {
    return detail::picked_with_indices(c, dtype_domain::countable);
}

/// median, nanmedian: the middle of all elements.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_median(call<tensor_spec> const& c) {
    detail::require_domain(c, dtype_domain::countable, c.tensor("self").dtype);
    return detail::reduced(c, c.tensor("self").dtype);
}

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <cstddef>
#    include <utility>

namespace graft {
namespace detail {

GRAFT_CONSTEXPR value_spec picked_with_indices(call<tensor_spec> const& c, dtype_domain domain) {
    tensor_spec const& self = c.tensor("self");
    require_domain(c, domain, self.dtype);
    require_elements(c);
    tensor_spec values = reduced(c, self.dtype);
    tensor_spec const indices = reduced(c, dtype::i64);
    return value_spec::of_list({std::move(values), indices});
}

} // namespace detail

GRAFT_CONSTEXPR value_spec meta_kthvalue(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    std::size_t const d = detail::dim_argument(c, "dim", self.dim());
    sym_int const& k = c.integer("k");
    sym_int const size = self.dim() == 0 ? sym_int(1) : self.sizes[d];
    if (known_le(k, 0) == true || known_lt(size, k) == true)
        detail::reject(c, "'k' must be between 1 and the size of the dimension");
    return detail::picked_with_indices(c, dtype_domain::countable);
}

} // namespace graft
#endif
