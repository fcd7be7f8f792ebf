#pragma once

#include <graft/config.hpp>
#include <graft/core/shape.hpp>
#include <graft/dialect/meta/result.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/math.hpp>
#include <graft/symbolic/value_spec.hpp>

namespace graft {

namespace detail {

/// Rejects a tensor that holds no matrices of floating-point numbers.
GRAFT_CONSTEXPR void require_matrices(call<tensor_spec> const& c, char const* name);

/// Rejects a tensor whose matrices are not square.
GRAFT_CONSTEXPR void require_square(call<tensor_spec> const& c, char const* name);

/// New matrices whose columns lie one after the other.
[[nodiscard]] GRAFT_CONSTEXPR tensor_spec new_columns(tensor_spec const& like, vec<sym_int> sizes);

} // namespace detail

/// det: a number for each matrix.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_det(call<tensor_spec> const& c);

/// slogdet: two numbers for each matrix.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_slogdet(call<tensor_spec> const& c);

/// inverse: as many matrices of the same size.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_inverse(call<tensor_spec> const& c) {
    detail::require_matrices(c, "self");
    detail::require_square(c, "self");
    return detail::new_columns(c.tensor("self"), c.tensor("self").sizes);
}

/// matrix_exp: the same; of 16-bit numbers too.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_matrix_exp(call<tensor_spec> const& c);

/// pinverse: matrices with rows and columns exchanged.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_pinverse(call<tensor_spec> const& c);

/// lu_solve: as many columns as there are right-hand sides, for each of the broadcast batches.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_lu_solve(call<tensor_spec> const& c);

} // namespace graft

#if defined(GRAFT_DIALECT_BODIES)
#    include <cstddef>
#    include <utility>

namespace graft {
namespace detail {

GRAFT_CONSTEXPR void require_matrices(call<tensor_spec> const& c, char const* name) {
    tensor_spec const& t = c.tensor(name);
    if (t.dim() < 2)
        reject(c, "'", name, "' must have at least 2 dimensions, not ", t.dim());
    if (t.dtype != dtype::f32 && t.dtype != dtype::f64)
        reject(c, "'", name, "' must be torch.float32 or torch.float64, not ", torch_name(t.dtype));
}

GRAFT_CONSTEXPR void require_square(call<tensor_spec> const& c, char const* name) {
    tensor_spec const& t = c.tensor(name);
    if (certainly_differ(t.sizes[t.dim() - 1], t.sizes[t.dim() - 2]))
        reject(c, "the matrices of '", name, "' ", shape_text(t.sizes), " are not square");
}

/// What comes before the last `own` sizes.
[[nodiscard]] constexpr vec<sym_int> batch_sizes(tensor_spec const& t, std::size_t own) {
    return {t.sizes.begin(), t.sizes.end() - static_cast<std::ptrdiff_t>(own)};
}

GRAFT_CONSTEXPR tensor_spec new_columns(tensor_spec const& like, vec<sym_int> sizes) {
    tensor_spec result = new_tensor(like, like.dtype, std::move(sizes));
    std::size_t const rank = result.dim();
    result.strides[rank - 2] = 1;
    result.strides[rank - 1] = max(result.sizes[rank - 2], 1);
    return result;
}

} // namespace detail

GRAFT_CONSTEXPR value_spec meta_det(call<tensor_spec> const& c) {
    detail::require_matrices(c, "self");
    detail::require_square(c, "self");
    tensor_spec const& self = c.tensor("self");
    return detail::new_tensor(self, self.dtype, detail::batch_sizes(self, 2));
}

GRAFT_CONSTEXPR value_spec meta_slogdet(call<tensor_spec> const& c) {
    value_spec const numbers = meta_det(c);
    vec<value_spec> items;
    items.push_back(numbers);
    items.push_back(numbers);
    return value_spec::of_list(std::move(items));
}

GRAFT_CONSTEXPR value_spec meta_matrix_exp(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    if (self.dim() < 2)
        detail::reject(c, "'self' must have at least 2 dimensions, not ", self.dim());
    if (!is_floating_point(self.dtype))
        detail::reject(c, "'self' must be floating-point, not ", torch_name(self.dtype));
    detail::require_square(c, "self");
    return detail::new_tensor(self, self.dtype, self.sizes);
}

GRAFT_CONSTEXPR value_spec meta_pinverse(call<tensor_spec> const& c) {
    detail::require_matrices(c, "self");
    tensor_spec const& self = c.tensor("self");
    vec<sym_int> sizes = self.sizes;
    std::swap(sizes[sizes.size() - 1], sizes[sizes.size() - 2]);
    return detail::new_tensor(self, self.dtype, std::move(sizes));
}

GRAFT_CONSTEXPR value_spec meta_lu_solve(call<tensor_spec> const& c) {
    detail::require_matrices(c, "self");
    detail::require_matrices(c, "LU_data");
    detail::require_square(c, "LU_data");
    tensor_spec const &self = c.tensor("self"), &factors = c.tensor("LU_data"), &pivots = c.tensor("LU_pivots");
    detail::require_one_dtype(c, "self", "LU_data");
    if (pivots.dtype != dtype::i32)
        detail::reject(c, "'LU_pivots' must be torch.int32, not ", torch_name(pivots.dtype));
    vec<sym_int> wanted = detail::batch_sizes(factors, 1);
    bool fits = pivots.dim() == wanted.size();
    for (std::size_t d = 0; fits && d < wanted.size(); ++d)
        fits = !detail::certainly_differ(pivots.sizes[d], wanted[d]);
    if (!fits)
        detail::reject_sizes(c, "LU_data", "LU_pivots");
    sym_int const& rows = self.sizes[self.dim() - 2];
    if (detail::certainly_differ(rows, factors.sizes.back()))
        detail::reject_sizes(c, "self", "LU_data");
    vec<sym_int> sizes = broadcast_sizes(detail::batch_sizes(self, 2), detail::batch_sizes(factors, 2));
    sizes.push_back(rows);
    sizes.push_back(self.sizes.back());
    return detail::new_columns(self, std::move(sizes));
}

} // namespace graft
#endif
