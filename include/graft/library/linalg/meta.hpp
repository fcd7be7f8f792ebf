#pragma once

#include <graft/config.hpp>
#include <graft/core/dtype.hpp>
#include <graft/dialect/meta/reject.hpp>
#include <graft/dialect/meta/result.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/math.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <cstddef>
#include <initializer_list>
#include <utility>

/// What is known of results of linear algebra: sizes, and strides by columns as LAPACK leaves matrices.
namespace graft::detail {

/// Requires matrices of floating-point or complex numbers.
GRAFT_CONSTEXPR_INLINE void require_fields(call<tensor_spec> const& c, char const* argument) {
    tensor_spec const& t = c.tensor(argument);
    if (t.dim() < 2)
        reject(c, "'", argument, "' must have at least 2 dimensions, not ", t.dim());
    if (t.dtype != dtype::f32 && t.dtype != dtype::f64 && t.dtype != dtype::c64 && t.dtype != dtype::c128)
        reject(c, "'", argument, "' must be of float32, float64, complex64 or complex128, not ", torch_name(t.dtype));
}

GRAFT_CONSTEXPR_INLINE void require_square_fields(call<tensor_spec> const& c, char const* argument) {
    require_fields(c, argument);
    vec<sym_int> const& sizes = c.tensor(argument).sizes;
    if (certainly_differ(sizes[sizes.size() - 2], sizes.back()))
        reject(c, "'", argument, "' must be square matrices, not ", shape_text(sizes));
}

/// The sizes but for the last two.
[[nodiscard]] constexpr vec<sym_int> batches_of(tensor_spec const& t, std::size_t inner = 2) {
    return vec<sym_int>(t.sizes.begin(), t.sizes.end() - static_cast<std::ptrdiff_t>(inner));
}

[[nodiscard]] constexpr vec<sym_int> with_inner(vec<sym_int> sizes, std::initializer_list<sym_int> inner) {
    for (sym_int const& size : inner)
        sizes.push_back(size);
    return sizes;
}

/// Matrices whose columns lie together.
[[nodiscard]] constexpr tensor_spec by_columns(tensor_spec const& like, vec<sym_int> sizes) {
    tensor_spec made = new_tensor(like, like.dtype, std::move(sizes));
    std::size_t const last = made.dim() - 1;
    made.strides[last - 1] = 1;
    made.strides[last] = made.sizes[last - 1] == 0 ? sym_int(1) : made.sizes[last - 1];
    return made;
}

/// A result of no elements, where one is not asked for.
[[nodiscard]] constexpr tensor_spec left_out(tensor_spec const& like, dtype d) { return new_tensor(like, d, {0}); }

[[nodiscard]] GRAFT_CONSTEXPR_INLINE sym_int smaller_side(tensor_spec const& t) {
    return min(t.sizes[t.dim() - 2], t.sizes.back());
}

/// The batches of both, broadcast.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE vec<sym_int> common_batches(call<tensor_spec> const& c, char const* a,
                                                                 char const* b, vec<sym_int> left, vec<sym_int> right) {
    if (left.size() < right.size())
        std::swap(left, right);
    for (std::size_t i = 1; i <= right.size(); ++i) {
        sym_int& here = left[left.size() - i];
        sym_int const& other = right[right.size() - i];
        if (here == 1)
            here = other;
        else if (!(other == 1) && certainly_differ(here, other))
            reject_sizes(c, a, b);
    }
    return left;
}

} // namespace graft::detail
