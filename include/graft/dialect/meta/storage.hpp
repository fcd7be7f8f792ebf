#pragma once

#include <graft/config.hpp>
#include <graft/dialect/meta/creation.hpp>

namespace graft {

/// empty_strided: with the strides asked for, which may let elements overlap.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_empty_strided(call<tensor_spec> const& c);

/// _empty_dim_order: in an order of dimensions that is contiguous or channels-last.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_empty_dim_order(call<tensor_spec> const& c);

/// resize_: `self` with other sizes, of which it may have to take more memory.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_resize(call<tensor_spec> const& c);

/// sym_is_contiguous: whether the elements lie in the order of a memory format.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_sym_is_contiguous(call<tensor_spec> const& c);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/meta/vec.hpp>

#    include <cstddef>
#    include <cstdint>
#    include <optional>

namespace graft {

GRAFT_CONSTEXPR value_spec meta_empty_strided(call<tensor_spec> const& c) {
    tensor_spec result = detail::created(c, default_dtype, c.integers("size"));
    vec<sym_int> const& strides = c.integers("stride");
    if (strides.size() != result.dim())
        detail::reject(c, "'stride' has ", strides.size(), " entries for ", result.dim(), " dimensions");
    for (sym_int const& stride : strides)
        if (known_lt(stride, 0) == true)
            detail::reject(c, "'stride' is ", detail::shape_text(strides));
    result.strides = strides;
    return result;
}

GRAFT_CONSTEXPR value_spec meta_empty_dim_order(call<tensor_spec> const& c) {
    tensor_spec result = detail::created(c, default_dtype, c.integers("size"));
    vec<sym_int> const* const order = c.optional_integers("dim_order");
    if (order == nullptr)
        return result;
    auto const is = [&](std::size_t rank, vec<sym_int> const& wanted) {
        return order->size() == rank && *order == wanted;
    };
    vec<sym_int> ascending;
    for (std::size_t d = 0; d < order->size(); ++d)
        ascending.push_back(static_cast<std::int64_t>(d));
    bool const last = is(4, {0, 2, 3, 1}) || is(5, {0, 2, 3, 4, 1});
    if (!last && *order != ascending)
        detail::reject(c, "'dim_order' ", detail::shape_text(*order), " is neither contiguous nor channels-last");
    if (last && order->size() != result.dim())
        detail::reject(c, "'dim_order' has ", order->size(), " entries for ", result.dim(), " dimensions");
    if (last)
        result.strides = channels_last_strides(result.sizes);
    return result;
}

GRAFT_CONSTEXPR value_spec meta_resize(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    tensor_spec result = self;
    vec<sym_int> const& sizes = c.integers("size");
    for (sym_int const& size : sizes)
        if (known_lt(size, 0) == true)
            detail::reject(c, "a size is negative in ", detail::shape_text(sizes));
    if (!(sizes == self.sizes)) {
        result.sizes = sizes;
        result.strides = contiguous_strides(sizes);
    }
    if (std::optional<memory_format> const format = c.memory_format("memory_format")) {
        if (*format == memory_format::preserve)
            detail::reject(c, "'memory_format' cannot be torch.preserve_format");
        result.strides = detail::strides_in(c, result, *format);
    }
    return result;
}

GRAFT_CONSTEXPR value_spec meta_sym_is_contiguous(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    switch (c.memory_format("memory_format").value_or(memory_format::contiguous)) {
    case memory_format::channels_last: return value_spec::of_boolean(self.dim() == 4 && is_channels_last(self) ? 1 : 0);
    case memory_format::channels_last_3d:
        return value_spec::of_boolean(self.dim() == 5 && is_channels_last(self) ? 1 : 0);
    default: return value_spec::of_boolean(is_contiguous(self) ? 1 : 0);
    }
}

} // namespace graft
#endif
