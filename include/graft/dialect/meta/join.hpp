#pragma once

#include <graft/config.hpp>
#include <graft/dialect/meta/broadcast.hpp>
#include <graft/symbolic/value_spec.hpp>

namespace graft {

/// cat: the tensors agree in all dimensions but one; an empty vector counts as nothing, as in
/// torch.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_cat(call<tensor_spec> const& c);
template <>
inline constexpr op_tags meta_tags<meta_cat> = op_tags::promotes;

/// stack: tensors of equal sizes along a new dimension.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_stack(call<tensor_spec> const& c);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/meta/vec.hpp>

#    include <cstddef>
#    include <utility>

namespace graft {
namespace detail {

/// The tensors of a list, of which there must be one, and the dtype that they are promoted to.
[[nodiscard]] constexpr dtype joined_dtype(call<tensor_spec> const& c, vec<tensor_spec const*> const& tensors) {
    if (tensors.empty())
        reject(c, "'tensors' is empty");
    vec<promotion_operand> operands;
    for (tensor_spec const* tensor : tensors)
        operands.push_back(promoted_operand(*tensor));
    dtype const promoted = result_type(operands);
    if (promoted == dtype::undefined)
        reject(c, "the dtypes of 'tensors' have no common dtype");
    return promoted;
}

/// The strides of tensors put together: channels-last if every one suggests it.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE vec<sym_int> joined_strides(vec<tensor_spec const*> const& tensors,
                                                                 vec<sym_int> const& sizes) {
    for (tensor_spec const* tensor : tensors)
        if (!suggests_channels_last(*tensor))
            return contiguous_strides(sizes);
    return channels_last_strides(sizes);
}

} // namespace detail

GRAFT_CONSTEXPR value_spec meta_cat(call<tensor_spec> const& c) {
    vec<tensor_spec const*> const& tensors = c.tensors("tensors");
    dtype const promoted = detail::joined_dtype(c, tensors);
    vec<tensor_spec const*> joined;
    for (tensor_spec const* tensor : tensors)
        if (!(tensor->dim() == 1 && tensor->sizes[0] == 0))
            joined.push_back(tensor);
    if (joined.empty())
        return detail::new_tensor(*tensors[0], promoted, {0});
    vec<sym_int> sizes = joined[0]->sizes;
    if (sizes.empty())
        detail::reject(c, "'tensors' has a tensor without dimensions");
    std::size_t const dim = detail::dim_argument(c, "dim", sizes.size());
    sizes[dim] = 0;
    for (tensor_spec const* tensor : joined) {
        if (tensor->dim() != sizes.size())
            detail::reject(c, "'tensors' has tensors of ", sizes.size(), " and of ", tensor->dim(), " dimensions");
        for (std::size_t d = 0; d < sizes.size(); ++d)
            if (d == dim)
                sizes[d] += tensor->sizes[d];
            else if (detail::certainly_differ(sizes[d], tensor->sizes[d]))
                detail::reject(c, "'tensors' has the sizes ", text(sizes[d]), " and ", text(tensor->sizes[d]),
                               " in dimension ", d);
    }
    vec<sym_int> strides = detail::joined_strides(joined, sizes);
    return detail::new_tensor(*joined[0], promoted, std::move(sizes), std::move(strides));
}

GRAFT_CONSTEXPR value_spec meta_stack(call<tensor_spec> const& c) {
    vec<tensor_spec const*> const& tensors = c.tensors("tensors");
    dtype const promoted = detail::joined_dtype(c, tensors);
    vec<sym_int> sizes = tensors[0]->sizes;
    std::size_t const dim = detail::dim_argument(c, "dim", sizes.size() + 1);
    for (tensor_spec const* tensor : tensors) {
        bool equal = tensor->dim() == sizes.size();
        for (std::size_t d = 0; equal && d < sizes.size(); ++d)
            equal = !detail::certainly_differ(sizes[d], tensor->sizes[d]);
        if (!equal)
            detail::reject(c, "'tensors' has the sizes ", detail::shape_text(sizes), " and ",
                           detail::shape_text(tensor->sizes));
    }
    sizes.insert(sizes.begin() + static_cast<std::ptrdiff_t>(dim), tensors.size());
    return detail::new_tensor(*tensors[0], promoted, std::move(sizes));
}

} // namespace graft
#endif
