#pragma once

#include <graft/config.hpp>
#include <graft/dialect/meta/domain.hpp>
#include <graft/dialect/meta/index.hpp>

namespace graft {

/// gather: an element of `self` for each of `index`.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_gather(call<tensor_spec> const& c);

/// scatter, scatter_add, scatter_reduce: `self` with a number or the elements of `src` where
/// `index` says.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_scatter(call<tensor_spec> const& c);

/// index_add: `self` with slices of `source` where `index` says.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_index_slices(call<tensor_spec> const& c);

/// index_copy: the index is torch.int64.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_index_copy(call<tensor_spec> const& c);

/// index_fill: `self` with a number in the slices that `index` names.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_index_fill(call<tensor_spec> const& c);

/// masked_scatter: `self` with the elements of `source` in order where a mask is true.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_masked_scatter(call<tensor_spec> const& c);

/// masked_select: the sizes depend on the elements.
[[nodiscard]] GRAFT_INLINE value_spec meta_masked_select(call<tensor_spec> const& c);

/// take: the elements of `self` in row-major order that `index` names.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_take(call<tensor_spec> const& c);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/meta/vec.hpp>

#    include <algorithm>
#    include <cstddef>

namespace graft {
namespace detail {

/// Requires an index along `dim` that is, in the other dimensions, not larger than `self`.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE std::size_t require_index_along(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    tensor_spec const& index = c.tensor("index");
    std::size_t const dim = dim_argument(c, "dim", self.dim());
    if (index.numel() == 0)
        return dim;
    require_index_dtype(c, "index", index);
    if ((index.dim() == 0 ? 1 : index.dim()) != (self.dim() == 0 ? 1 : self.dim()))
        reject(c, "'self' and 'index' must have the same number of dimensions");
    for (std::size_t d = 0; d < self.dim() && index.dim() == self.dim(); ++d)
        if (d != dim && known_lt(self.sizes[d], index.sizes[d]) == true)
            reject_sizes(c, "self", "index");
    return dim;
}

/// Requires a vector of indices of slices of `self`; gives the dimension.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE std::size_t require_index_of_slices(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    tensor_spec const& index = c.tensor("index");
    require_index_dtype(c, "index", index);
    if (index.dim() > 1)
        reject(c, "'index' must be a vector, not ", shape_text(index.sizes));
    return dim_argument(c, "dim", self.dim());
}

} // namespace detail

GRAFT_CONSTEXPR value_spec meta_gather(call<tensor_spec> const& c) {
    static_cast<void>(detail::require_index_along(c));
    tensor_spec const& self = c.tensor("self");
    return detail::new_tensor(self, self.dtype, c.tensor("index").sizes);
}

GRAFT_CONSTEXPR value_spec meta_scatter(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    tensor_spec const& index = c.tensor("index");
    static_cast<void>(detail::require_index_along(c));
    if (c.op().find_argument("src") >= 0) {
        tensor_spec const& src = c.tensor("src");
        detail::require_one_dtype(c, "src", "self");
        if (src.dim() != index.dim() && !(index.numel() == 0))
            detail::reject_sizes(c, "index", "src");
        for (std::size_t d = 0; d < index.dim() && !(index.numel() == 0); ++d)
            if (known_lt(src.sizes[d], index.sizes[d]) == true)
                detail::reject_sizes(c, "index", "src");
    }
    return detail::new_tensor(self, self.dtype, self.sizes);
}

GRAFT_CONSTEXPR value_spec meta_index_slices(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    tensor_spec const& source = c.tensor("source");
    std::size_t const d = detail::require_index_of_slices(c);
    detail::require_one_dtype(c, "source", "self");
    vec<sym_int> sizes = self.sizes;
    if (d < sizes.size())
        sizes[d] = c.tensor("index").numel();
    bool const fits = self.dim() == 0 || source.dim() == 0 ||
                      std::equal(source.sizes.begin(), source.sizes.end(), sizes.begin(), sizes.end(),
                                 [](sym_int const& a, sym_int const& b) { return !detail::certainly_differ(a, b); });
    if (!fits)
        detail::reject_sizes(c, "self", "source");
    return detail::new_tensor(self, self.dtype, self.sizes);
}

GRAFT_CONSTEXPR value_spec meta_index_copy(call<tensor_spec> const& c) {
    if (c.tensor("index").dtype != dtype::i64)
        detail::reject(c, "'index' must be torch.int64, not ", torch_name(c.tensor("index").dtype));
    return meta_index_slices(c);
}

GRAFT_CONSTEXPR value_spec meta_index_fill(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    static_cast<void>(detail::require_index_of_slices(c));
    if (c.tensor("index").dtype != dtype::i64)
        detail::reject(c, "'index' must be torch.int64, not ", torch_name(c.tensor("index").dtype));
    if (c["value"].kind == argument_kind::tensor && c.tensor("value").dim() != 0)
        detail::reject(c, "'value' must have no dimensions, not ", c.tensor("value").dim());
    return detail::new_tensor(self, self.dtype, self.sizes, preserved_strides(self));
}

GRAFT_CONSTEXPR value_spec meta_masked_scatter(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    detail::require_one_dtype(c, "source", "self");
    if (c.tensor("mask").dtype != dtype::boolean)
        detail::reject(c, "'mask' must be torch.bool, not ", torch_name(c.tensor("mask").dtype));
    return detail::new_tensor(self, self.dtype, broadcast_sizes(self.sizes, c.tensor("mask").sizes));
}

GRAFT_INLINE value_spec meta_masked_select(call<tensor_spec> const& c) {
    if (c.tensor("mask").dtype != dtype::boolean)
        detail::reject(c, "'mask' must be torch.bool, not ", torch_name(c.tensor("mask").dtype));
    raise(errc::unsupported, c.op().name, ": the sizes of the result depend on the elements of a mask");
}

GRAFT_CONSTEXPR value_spec meta_take(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    tensor_spec const& index = c.tensor("index");
    if (index.dtype != dtype::i64)
        detail::reject(c, "'index' must be torch.int64, not ", torch_name(index.dtype));
    return detail::new_tensor(self, self.dtype, index.sizes);
}

} // namespace graft
#endif
