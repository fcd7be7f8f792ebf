#pragma once

#include <graft/config.hpp>
#include <graft/core/promotion.hpp>
#include <graft/dialect/meta/domain.hpp>
#include <graft/dialect/meta/result.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <cstdint>

namespace graft {

namespace detail {

/// For each dimension of `self` whether the call reduces it: those that its `dim` names, all
/// without one.
[[nodiscard]] GRAFT_CONSTEXPR vec<std::uint8_t> reduced_dims(call<tensor_spec> const& c);

/// The result of a reduction: contiguous, without the reduced dimensions or with them at
/// size 1.
[[nodiscard]] GRAFT_CONSTEXPR tensor_spec reduced(call<tensor_spec> const& c, dtype d);

/// The dtype that the call asks for, else that of `self`.
[[nodiscard]] constexpr dtype requested_dtype(call<tensor_spec> const& c, dtype otherwise) {
    int const slot = c.op().find_argument("dtype");
    return slot < 0 ? otherwise : c.dtype(slot).value_or(otherwise);
}

/// A reduction that has no value for no elements needs some.
GRAFT_CONSTEXPR void require_elements(call<tensor_spec> const& c);

} // namespace detail

/// sum, prod: integers become i64 unless a dtype is asked for.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_sum(call<tensor_spec> const& c) {
    return detail::reduced(c, detail::requested_dtype(c, integral_to_i64(c.tensor(0).dtype)));
}

/// mean, std, var, norms: of floating-point or complex elements.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_mean(call<tensor_spec> const& c);

/// std, var, vector_norm: as mean, with a real result.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_deviation(call<tensor_spec> const& c) {
    tensor_spec result = meta_mean(c).tensor;
    result.dtype = real_part(result.dtype);
    return result;
}

/// var_mean, std_mean: a deviation and the mean that it is from.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_deviation_and_mean(call<tensor_spec> const& c) {
    return value_spec::of_list({meta_deviation(c), meta_mean(c)});
}

/// amax, amin: of the dtype of `self`.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_extremum(call<tensor_spec> const& c) {
    detail::require_elements(c);
    return detail::reduced(c, c.tensor(0).dtype);
}

/// logsumexp: integers become floats.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_logsumexp(call<tensor_spec> const& c) {
    return detail::reduced(c, integral_to_float(c.tensor(0).dtype));
}

/// count_nonzero: of any elements.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_count(call<tensor_spec> const& c) {
    return detail::reduced(c, dtype::i64);
}

/// aminmax: both extrema.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_both_extrema(call<tensor_spec> const& c) {
    value_spec const extremum = meta_extremum(c);
    return value_spec::of_list({extremum, extremum});
}

/// any, all: boolean, but of u8 for u8.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_truth(call<tensor_spec> const& c) {
    return detail::reduced(c, c.tensor(0).dtype == dtype::u8 ? dtype::u8 : dtype::boolean);
}

/// any.dims, all.dims: as any and all, but a list without dims reduces nothing.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_truth_of_dims(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor(0);
    value_spec truth = meta_truth(c);
    if (c.has("dim") && c.integers("dim").empty())
        truth.tensor = detail::new_tensor(self, truth.tensor.dtype, self.sizes, preserved_strides(self));
    return truth;
}

/// argmax, argmin: an index.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_argument_of_extremum(call<tensor_spec> const& c) {
    detail::require_domain(c, dtype_domain::countable, c.tensor(0).dtype);
    detail::require_elements(c);
    return detail::reduced(c, dtype::i64);
}

/// max.dim, min.dim: the values and their indices.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_extremum_with_indices(call<tensor_spec> const& c) {
    detail::require_elements(c);
    return value_spec::of_list({detail::reduced(c, c.tensor(0).dtype), detail::reduced(c, dtype::i64)});
}

/// cumsum: the sizes of `self`; integers become i64 unless a dtype is asked for.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_cumulative(call<tensor_spec> const& c);

/// logcumsumexp: the same of floating-point numbers.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_logcumsumexp(call<tensor_spec> const& c) {
    detail::require_domain(c, dtype_domain::inexact, c.tensor("self").dtype);
    return meta_cumulative(c);
}

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <cstddef>
#    include <utility>

namespace graft {
namespace detail {

GRAFT_CONSTEXPR vec<std::uint8_t> reduced_dims(call<tensor_spec> const& c) {
    std::size_t const rank = c.tensor(0).dim();
    int const slot = c.op().find_argument("dim");
    vec<sym_int> dims;
    if (slot >= 0 && c[slot].kind == argument_kind::integers)
        dims = c.integers(slot);
    else if (slot >= 0 && c.has(slot))
        dims.push_back(c.integer(slot));
    if (dims.empty())
        return vec<std::uint8_t>(rank, 1);
    return named_dims(c, "dim", dims, rank);
}

/// True when the call keeps reduced dimensions with the size 1.
[[nodiscard]] constexpr bool keeps_dims(call<tensor_spec> const& c) {
    return c.op().find_argument("keepdim") >= 0 && c.boolean("keepdim");
}

GRAFT_CONSTEXPR tensor_spec reduced(call<tensor_spec> const& c, dtype d) {
    tensor_spec const& self = c.tensor(0);
    vec<std::uint8_t> const gone = reduced_dims(c);
    vec<sym_int> sizes;
    for (std::size_t i = 0; i < self.dim(); ++i)
        if (gone[i] == 0)
            sizes.push_back(self.sizes[i]);
        else if (keeps_dims(c))
            sizes.push_back(1);
    return new_tensor(self, d, std::move(sizes));
}

GRAFT_CONSTEXPR void require_elements(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor(0);
    vec<std::uint8_t> const gone = reduced_dims(c);
    for (std::size_t i = 0; i < self.dim(); ++i)
        if (gone[i] != 0 && self.sizes[i] == 0)
            reject(c, "'self' has no elements to reduce in dimension ", i);
}

} // namespace detail

GRAFT_CONSTEXPR value_spec meta_mean(call<tensor_spec> const& c) {
    dtype const d = detail::requested_dtype(c, c.tensor(0).dtype);
    if (is_integral(d, true))
        detail::reject(c, "'", c.op().arguments[0].name, "' must be floating-point or complex, not ", torch_name(d));
    return detail::reduced(c, d);
}

GRAFT_CONSTEXPR value_spec meta_cumulative(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    static_cast<void>(detail::dim_argument(c, "dim", self.dim()));
    dtype const d = detail::requested_dtype(c, integral_to_i64(self.dtype));
    if (d == dtype::boolean && self.dim() != 0 && !(self.numel() == 0))
        detail::reject(c, "it is not defined for torch.bool");
    return detail::new_tensor(self, d, self.sizes);
}

} // namespace graft
#endif
