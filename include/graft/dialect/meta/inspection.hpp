#pragma once

#include <graft/config.hpp>
#include <graft/dialect/meta/reject.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/value_spec.hpp>

namespace graft {

/// numel: how many elements there are.
[[nodiscard]] constexpr value_spec meta_numel(call<tensor_spec> const& c) {
    return value_spec::of_integer(c.tensor("self").numel());
}

namespace detail {

/// The number that a dimension of `self` has.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec of_dim(call<tensor_spec> const& c, vec<sym_int> const& numbers) {
    if (numbers.empty())
        reject(c, "'self' has no dimensions");
    return value_spec::of_integer(numbers[dim_argument(c, "dim", numbers.size())]);
}

} // namespace detail

/// size.int: the size of a dimension.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_size_of_dim(call<tensor_spec> const& c) {
    return detail::of_dim(c, c.tensor("self").sizes);
}

/// stride.int: the stride of a dimension.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_stride_of_dim(call<tensor_spec> const& c) {
    return detail::of_dim(c, c.tensor("self").strides);
}

/// is_floating_point and its like: whether the dtype is of a kind.
template <bool (*Is)(dtype)>
[[nodiscard]] constexpr value_spec meta_dtype_is(call<tensor_spec> const& c) {
    return value_spec::of_boolean(Is(c.tensor("self").dtype) ? 1 : 0);
}

/// is_conj, is_neg: a lazy conjugate or negative, which no tensor here is.
[[nodiscard]] constexpr value_spec meta_never(call<tensor_spec> const&) { return value_spec::of_boolean(0); }

} // namespace graft
