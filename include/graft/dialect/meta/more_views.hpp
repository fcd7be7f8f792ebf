#pragma once

#include <graft/config.hpp>
#include <graft/dialect/meta/view.hpp>
#include <graft/symbolic/value_spec.hpp>

namespace graft {

/// diagonal: two dimensions become one, at the end.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_diagonal(call<tensor_spec> const& c);

/// narrow: `length` elements from `start` on along a dimension.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_narrow(call<tensor_spec> const& c);

/// unfold: windows of `size` elements, `step` apart along a dimension, in a new last one.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_unfold(call<tensor_spec> const& c);

/// movedim: dimensions moved to other places, the others in order between them.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_movedim(call<tensor_spec> const& c);

/// swapaxes: the two dimensions are called axes.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_swapaxes(call<tensor_spec> const& c);

/// expand_as: `self` expanded to the sizes of `other`.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_expand_as(call<tensor_spec> const& c) {
    return detail::expanded(c, c.tensor("self"), c.tensor("other").sizes);
}

/// mT: the last two dimensions exchanged; a tensor without dimensions is itself.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_matrix_transpose(call<tensor_spec> const& c);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/meta/vec.hpp>

#    include <algorithm>
#    include <cstddef>
#    include <cstdint>
#    include <utility>

namespace graft {

GRAFT_CONSTEXPR value_spec meta_diagonal(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    std::size_t const a = detail::dim_argument(c, "dim1", self.dim());
    std::size_t const b = detail::dim_argument(c, "dim2", self.dim());
    if (a == b)
        detail::reject(c, "'dim1' and 'dim2' are both ", a);
    sym_int const& offset = c.integer("offset");
    bool const above = known_le(0, offset) == true;
    sym_int const rows = above ? self.sizes[a] : self.sizes[a] + offset;
    sym_int const columns = above ? self.sizes[b] - offset : self.sizes[b];
    sym_int size = max(min(rows, columns), 0);
    sym_int start = self.storage_offset;
    if (!(size == 0))
        start += above ? offset * self.strides[b] : -offset * self.strides[a];
    tensor_spec view = detail::new_view(self, self.sizes, self.strides, std::move(start));
    sym_int stride = self.strides[a] + self.strides[b];
    for (std::size_t const d : {std::max(a, b), std::min(a, b)}) {
        view.sizes.erase(view.sizes.begin() + static_cast<std::ptrdiff_t>(d));
        view.strides.erase(view.strides.begin() + static_cast<std::ptrdiff_t>(d));
    }
    view.sizes.push_back(std::move(size));
    view.strides.push_back(std::move(stride));
    return view;
}

GRAFT_CONSTEXPR value_spec meta_narrow(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    if (self.dim() == 0)
        detail::reject(c, "'self' has no dimension to narrow");
    std::size_t const d = detail::dim_argument(c, "dim", self.dim());
    sym_int const& length = c.integer("length");
    sym_int const& size = self.sizes[d];
    sym_int const& given = c.integer("start");
    if (known_le(-size, given) == false || known_le(given, size) == false)
        detail::reject(c, "'start' is out of range of a dimension of size ", text(size));
    sym_int const start = detail::wrapped_index(given, size);
    if (known_lt(length, 0) == true || known_le(start + length, size) == false)
        detail::reject(c, "'start' and 'length' are out of range of a dimension of size ", text(size));
    return detail::narrowed(self, d, start, length);
}

GRAFT_CONSTEXPR value_spec meta_unfold(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    std::size_t const d = detail::dim_argument(c, "dimension", self.dim());
    sym_int const& size = c.integer("size");
    sym_int const& step = c.integer("step");
    sym_int const have = self.dim() == 0 ? sym_int(1) : self.sizes[d];
    if (known_lt(size, 0) == true || known_le(step, 0) == true || known_le(size, have) == false)
        detail::reject(c, "'size' ", text(size), " and 'step' ", text(step), " do not fit a dimension of size ",
                       text(have));
    tensor_spec view = detail::new_view(self, self.sizes, self.strides, self.storage_offset);
    view.sizes.push_back(size);
    view.strides.push_back(self.dim() == 0 ? sym_int(1) : self.strides[d]);
    if (self.dim() != 0) {
        view.sizes[d] = floor_div(have - size, step) + 1;
        view.strides[d] *= step;
    }
    return view;
}

GRAFT_CONSTEXPR value_spec meta_movedim(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    auto const dims = [&](char const* argument) {
        return c[argument].kind == argument_kind::integer ? vec{c.integer(argument)} : c.integers(argument);
    };
    vec<sym_int> const from = dims("source"), to = dims("destination");
    if (from.size() != to.size())
        detail::reject(c, "'source' and 'destination' have different lengths");
    vec<std::uint8_t> moved = detail::named_dims(c, "source", from, self.dim());
    vec<std::uint8_t> const taken = detail::named_dims(c, "destination", to, self.dim());
    vec<std::size_t> order(self.dim(), 0);
    for (std::size_t i = 0; i < from.size() && self.dim() != 0; ++i)
        order[detail::checked_dim(c, "destination", to[i], self.dim())] =
            detail::checked_dim(c, "source", from[i], self.dim());
    std::size_t next = 0;
    for (std::size_t d = 0; d < self.dim(); ++d) {
        if (taken[d] != 0)
            continue;
        while (moved[next] != 0)
            ++next;
        order[d] = next++;
    }
    return detail::permuted(self, order);
}

GRAFT_CONSTEXPR value_spec meta_swapaxes(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    bool const axes = c.op().find_argument("axis0") >= 0;
    std::size_t const a = detail::dim_argument(c, axes ? "axis0" : "dim0", self.dim());
    std::size_t const b = detail::dim_argument(c, axes ? "axis1" : "dim1", self.dim());
    return detail::transposed(self, a, b);
}

GRAFT_CONSTEXPR value_spec meta_matrix_transpose(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    if (self.dim() == 0)
        return self;
    if (self.dim() == 1)
        detail::reject(c, "'self' must have at least 2 dimensions, not 1");
    return detail::transposed(self, self.dim() - 2, self.dim() - 1);
}

} // namespace graft
#endif
