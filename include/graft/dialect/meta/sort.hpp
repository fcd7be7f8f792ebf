#pragma once

#include <graft/config.hpp>
#include <graft/dialect/meta/domain.hpp>
#include <graft/dialect/meta/result.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/value_spec.hpp>

namespace graft {

namespace detail {

/// Indices of the sizes and strides of a tensor.
[[nodiscard]] constexpr tensor_spec indices_like(tensor_spec values) {
    values.dtype = dtype::i64;
    return values;
}

/// The elements of `self` in another order along `dim`, which must exist.
[[nodiscard]] GRAFT_CONSTEXPR tensor_spec reordered(call<tensor_spec> const& c);

} // namespace detail

/// sort: the elements in order, and where they were.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_sort(call<tensor_spec> const& c) {
    tensor_spec const values = detail::reordered(c);
    return value_spec::of_list({values, detail::indices_like(values)});
}

/// argsort: where the elements in order were.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_argsort(call<tensor_spec> const& c) {
    return detail::indices_like(detail::reordered(c));
}

/// cummax, cummin: running extrema, and where they are.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_cumulative_extremum(call<tensor_spec> const& c);

/// topk: the `k` first elements in order, and where they were.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_topk(call<tensor_spec> const& c);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <cstddef>
#    include <utility>

namespace graft {
namespace detail {

GRAFT_CONSTEXPR tensor_spec reordered(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    require_domain(c, dtype_domain::ordered, self.dtype);
    static_cast<void>(dim_argument(c, "dim", self.dim()));
    return new_tensor(self, self.dtype, self.sizes, similar_strides(self));
}

} // namespace detail

GRAFT_CONSTEXPR value_spec meta_cumulative_extremum(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    static_cast<void>(detail::reordered(c));
    tensor_spec const values = detail::new_tensor(self, self.dtype, self.sizes);
    return value_spec::of_list({values, detail::indices_like(values)});
}

GRAFT_CONSTEXPR value_spec meta_topk(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    detail::require_domain(c, dtype_domain::countable, self.dtype);
    std::size_t const d = detail::dim_argument(c, "dim", self.dim());
    sym_int const& k = c.integer("k");
    sym_int const size = self.dim() == 0 ? sym_int(1) : self.sizes[d];
    if (known_lt(k, 0) == true || known_lt(size, k) == true)
        detail::reject(c, "'k' is ", text(k), " for a dimension of size ", text(size));
    vec<sym_int> sizes = self.sizes;
    if (self.dim() != 0)
        sizes[d] = k;
    tensor_spec const values = detail::new_tensor(self, self.dtype, std::move(sizes));
    return value_spec::of_list({values, detail::indices_like(values)});
}

} // namespace graft
#endif
