#pragma once

#include <graft/config.hpp>
#include <graft/dialect/meta/result.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/math.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <cstddef>
#include <cstdint>

namespace graft {

namespace detail {

/// The view of `self` that has its dimensions in another order.
[[nodiscard]] GRAFT_CONSTEXPR tensor_spec permuted(tensor_spec const& self, vec<std::size_t> const& order);

/// `self` with two dimensions exchanged.
[[nodiscard]] GRAFT_CONSTEXPR tensor_spec transposed(tensor_spec self, std::size_t a, std::size_t b);

/// The part of `self` that begins at `start` and has `length` elements, `step` apart, along
/// `d`.
[[nodiscard]] GRAFT_CONSTEXPR tensor_spec narrowed(tensor_spec const& self, std::size_t d, sym_int const& start,
                                                   sym_int length, sym_int const& step = 1);

/// The slice of `self` at `index` along `d`, which it then lacks.
[[nodiscard]] GRAFT_CONSTEXPR tensor_spec selected(tensor_spec const& self, std::size_t d, sym_int const& index);

/// `self` without the size-1 dimensions among the named ones; an error of the code `unsupported` where what is computed
/// of symbols may be 1.
[[nodiscard]] GRAFT_CONSTEXPR tensor_spec squeezed(call<tensor_spec> const& c, tensor_spec const& self,
                                                   vec<std::uint8_t> const& named);

/// An index counted from the end if it is negative.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE sym_int wrapped_index(sym_int const& index, sym_int const& size) {
    return apply(sym_function::where, {apply(sym_function::lt, {index, 0}), index + size, index});
}

} // namespace detail

/// alias, detach: `self` itself.
[[nodiscard]] constexpr value_spec meta_alias(call<tensor_spec> const& c) { return c.tensor(0); }

/// permute: the dimensions in another order.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_permute(call<tensor_spec> const& c);

/// transpose.int: two dimensions exchanged.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_transpose(call<tensor_spec> const& c);

/// t: a matrix transposed; a vector or number as it is.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_t(call<tensor_spec> const& c);

/// numpy_T: all dimensions reversed.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_reverse_dims(call<tensor_spec> const& c) {
    vec<std::size_t> order;
    for (std::size_t d = c.tensor("self").dim(); d-- > 0;)
        order.push_back(d);
    return detail::permuted(c.tensor("self"), order);
}

/// unsqueeze: a dimension of size 1 more.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_unsqueeze(call<tensor_spec> const& c);

/// squeeze: the dimensions of size 1 removed.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_squeeze(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    return detail::squeezed(c, self, vec<std::uint8_t>(self.dim(), 1));
}

/// squeeze.dim, squeeze.dims: only those of the named dimensions that have size 1.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_squeeze_dims(call<tensor_spec> const& c);

namespace detail {

/// `self` expanded to these sizes, of which -1 keeps what there is.
[[nodiscard]] GRAFT_CONSTEXPR tensor_spec expanded(call<tensor_spec> const& c, tensor_spec const& self,
                                                   vec<sym_int> const& wanted);

} // namespace detail

/// expand: dimensions of size 1 repeated, and new ones in front.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_expand(call<tensor_spec> const& c);

/// slice.Tensor: every `step`th element of a dimension, from `start` to before `end`.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_slice(call<tensor_spec> const& c);

/// select.int: one element of a dimension, which is gone.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_select(call<tensor_spec> const& c);

/// as_strided: the sizes, strides and offset that are given.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_as_strided(call<tensor_spec> const& c);

namespace detail {

[[nodiscard]] GRAFT_CONSTEXPR value_spec copy_of_view(call<tensor_spec> const& c, meta_function view);

} // namespace detail

/// The contiguous copy of what a view op gives, be it one tensor or several: permute_copy,
/// split_copy.
template <meta_function View>
[[nodiscard]] constexpr value_spec meta_copy_of(call<tensor_spec> const& c) {
    return detail::copy_of_view(c, View);
}

/// view.dtype: the same bytes as elements of another dtype, of which more or fewer make up the last dimension.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_view_dtype(call<tensor_spec> const& c);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <limits>
#    include <utility>

namespace graft {
namespace detail {

GRAFT_CONSTEXPR tensor_spec permuted(tensor_spec const& self, vec<std::size_t> const& order) {
    vec<sym_int> sizes, strides;
    for (std::size_t const d : order) {
        sizes.push_back(self.sizes[d]);
        strides.push_back(self.strides[d]);
    }
    return new_view(self, std::move(sizes), std::move(strides), self.storage_offset);
}

GRAFT_CONSTEXPR tensor_spec transposed(tensor_spec self, std::size_t a, std::size_t b) {
    if (a != b) {
        std::swap(self.sizes[a], self.sizes[b]);
        std::swap(self.strides[a], self.strides[b]);
    }
    return new_view(self, self.sizes, self.strides, self.storage_offset);
}

GRAFT_CONSTEXPR tensor_spec narrowed(tensor_spec const& self, std::size_t d, sym_int const& start, sym_int length,
                                     sym_int const& step) {
    tensor_spec part = new_view(self, self.sizes, self.strides, self.storage_offset + start * self.strides[d]);
    part.sizes[d] = std::move(length);
    part.strides[d] *= step;
    return part;
}

GRAFT_CONSTEXPR tensor_spec selected(tensor_spec const& self, std::size_t d, sym_int const& index) {
    tensor_spec part = narrowed(self, d, index, 1);
    part.sizes.erase(part.sizes.begin() + static_cast<std::ptrdiff_t>(d));
    part.strides.erase(part.strides.begin() + static_cast<std::ptrdiff_t>(d));
    return part;
}

GRAFT_CONSTEXPR tensor_spec squeezed(call<tensor_spec> const& c, tensor_spec const& self,
                                     vec<std::uint8_t> const& named) {
    vec<sym_int> sizes, strides;
    for (std::size_t d = 0; d < self.dim(); ++d) {
        if (named[d] != 0 && may_be_one(self.sizes[d]))
            raise(errc::unsupported, c.op().name, ": whether dimension ", d, " of size ", text(self.sizes[d]),
                  " stays is not known before the program runs");
        if (named[d] == 0 || known_eq(self.sizes[d], 1) != true) {
            sizes.push_back(self.sizes[d]);
            strides.push_back(self.strides[d]);
        }
    }
    return new_view(self, std::move(sizes), std::move(strides), self.storage_offset);
}

/// A slice's bound: wrapped, then moved into [0, size].
[[nodiscard]] GRAFT_CONSTEXPR_INLINE sym_int clamped_index(sym_int const& index, sym_int const& size) {
    if (index == std::numeric_limits<std::int64_t>::max() || known_le(size, index) == true)
        return size;
    return min(max(wrapped_index(index, size), 0), size);
}

} // namespace detail

GRAFT_CONSTEXPR value_spec meta_permute(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    vec<sym_int> const& dims = c.integers("dims");
    if (dims.size() != self.dim())
        detail::reject(c, "'dims' has ", dims.size(), " entries for ", self.dim(), " dimensions");
    static_cast<void>(detail::named_dims(c, "dims", dims, self.dim()));
    vec<std::size_t> order;
    for (sym_int const& dim : dims)
        order.push_back(detail::checked_dim(c, "dims", dim, self.dim()));
    return detail::permuted(self, order);
}

GRAFT_CONSTEXPR value_spec meta_transpose(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    std::size_t const a = detail::dim_argument(c, "dim0", self.dim());
    std::size_t const b = detail::dim_argument(c, "dim1", self.dim());
    return detail::transposed(self, a, b);
}

GRAFT_CONSTEXPR value_spec meta_t(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    if (self.dim() > 2)
        detail::reject(c, "'self' must have at most 2 dimensions, not ", self.dim());
    if (self.dim() < 2)
        return self;
    return detail::transposed(self, 0, 1);
}

GRAFT_CONSTEXPR value_spec meta_unsqueeze(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    std::size_t const d = detail::dim_argument(c, "dim", self.dim() + 1);
    tensor_spec view = detail::new_view(self, self.sizes, self.strides, self.storage_offset);
    sym_int stride = 1;
    if (d < self.dim())
        stride = self.sizes[d] * self.strides[d];
    view.sizes.insert(view.sizes.begin() + static_cast<std::ptrdiff_t>(d), 1);
    view.strides.insert(view.strides.begin() + static_cast<std::ptrdiff_t>(d), stride);
    return view;
}

GRAFT_CONSTEXPR value_spec meta_squeeze_dims(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    vec<sym_int> dims;
    if (c["dim"].kind == argument_kind::integer)
        dims.push_back(c.integer("dim"));
    else
        dims = c.integers("dim");
    return detail::squeezed(c, self, detail::named_dims(c, "dim", dims, self.dim()));
}

namespace detail {

GRAFT_CONSTEXPR tensor_spec expanded(call<tensor_spec> const& c, tensor_spec const& self, vec<sym_int> const& wanted) {
    vec<sym_int> sizes = wanted;
    if (sizes.size() < self.dim())
        reject(c, "'size' has ", sizes.size(), " entries for ", self.dim(), " dimensions");
    vec<sym_int> strides(sizes.size());
    std::size_t const added = sizes.size() - self.dim();
    for (std::size_t d = sizes.size(); d-- > 0;) {
        sym_int have = 1;
        if (d >= added) {
            have = self.sizes[d - added];
            strides[d] = self.strides[d - added];
        } else {
            strides[d] = outer_stride(self);
        }
        if (sizes[d] == -1 && d >= added)
            sizes[d] = have;
        if (known_lt(sizes[d], 0) == true)
            reject(c, "'size' is ", shape_text(wanted));
        if (have == 1 && !(sizes[d] == 1))
            strides[d] = 0;
        else if (certainly_differ(have, sizes[d]))
            reject(c, "'self' ", shape_text(self.sizes), " cannot be expanded to ", shape_text(wanted));
    }
    return new_view(self, std::move(sizes), std::move(strides), self.storage_offset);
}

} // namespace detail

GRAFT_CONSTEXPR value_spec meta_expand(call<tensor_spec> const& c) {
    return detail::expanded(c, c.tensor("self"), c.integers("size"));
}

GRAFT_CONSTEXPR value_spec meta_slice(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    if (self.dim() == 0)
        detail::reject(c, "'self' has no dimension to slice");
    std::size_t const d = detail::dim_argument(c, "dim", self.dim());
    sym_int const& step = c.integer("step");
    if (known_lt(0, step) == false)
        detail::reject(c, "'step' must be positive");
    sym_int const& size = self.sizes[d];
    sym_int start = 0, end = size;
    if (c.has("start"))
        start = detail::clamped_index(c.integer("start"), size);
    if (c.has("end"))
        end = detail::clamped_index(c.integer("end"), size);
    sym_int length = ceil_div(max(end - start, 0), step);
    return detail::narrowed(self, d, start, std::move(length), step);
}

GRAFT_CONSTEXPR value_spec meta_select(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    if (self.dim() == 0)
        detail::reject(c, "'self' has no dimension to select from");
    std::size_t const d = detail::dim_argument(c, "dim", self.dim());
    sym_int const& index = c.integer("index");
    sym_int const& size = self.sizes[d];
    if (known_lt(index, size) == false || known_le(-size, index) == false)
        detail::reject(c, "'index' is out of range of a dimension of size ", text(size));
    return detail::selected(self, d, detail::wrapped_index(index, size));
}

GRAFT_CONSTEXPR value_spec meta_as_strided(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    vec<sym_int> const& sizes = c.integers("size");
    vec<sym_int> const& strides = c.integers("stride");
    if (sizes.size() != strides.size())
        detail::reject(c, "'size' and 'stride' have different lengths");
    for (std::size_t d = 0; d < sizes.size(); ++d)
        if (known_lt(sizes[d], 0) == true || known_lt(strides[d], 0) == true)
            detail::reject(c, "'size' and 'stride' must not be negative");
    sym_int offset = self.storage_offset;
    if (c.has("storage_offset"))
        offset = c.integer("storage_offset");
    return detail::new_view(self, sizes, strides, std::move(offset));
}

namespace detail {

GRAFT_CONSTEXPR value_spec copy_of_view(call<tensor_spec> const& c, meta_function view) {
    value_spec result = view(c);
    auto const copy = [](tensor_spec const& shown) { return new_tensor(shown, shown.dtype, shown.sizes); };
    if (result.is_tensor())
        return copy(result.tensor);
    for (value_spec& item : result.items)
        item = copy(item.tensor);
    return result;
}

} // namespace detail

GRAFT_CONSTEXPR value_spec meta_view_dtype(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    dtype const d = c.dtype("dtype").value_or(self.dtype);
    auto const from = static_cast<std::int64_t>(element_size(self.dtype));
    auto const to = static_cast<std::int64_t>(element_size(d));
    tensor_spec result = self;
    result.dtype = d;
    if (from == to)
        return result;
    if (self.dim() == 0)
        detail::reject(c, "'self' has no dimension that elements of another size could make up");
    if (detail::certainly_differ(self.strides.back(), 1))
        detail::reject(c, "the last dimension of 'self' has the stride ", text(self.strides.back()), ", not 1");
    std::int64_t const more = from > to ? from / to : 1, fewer = to > from ? to / from : 1;
    auto const scaled = [&](sym_int const& number) {
        if (detail::certainly_differ(mod(number, fewer), 0))
            detail::reject(c, "the sizes, strides and offset of 'self' do not fit elements of ", to, " bytes");
        return floor_div(number * more, fewer);
    };
    result.sizes.back() = scaled(self.sizes.back());
    result.storage_offset = scaled(self.storage_offset);
    for (std::size_t i = 0; i + 1 < self.dim(); ++i)
        result.strides[i] = scaled(self.strides[i]);
    return result;
}

} // namespace graft
#endif
