#pragma once

#include <graft/config.hpp>
#include <graft/dialect/meta/broadcast.hpp>
#include <graft/dialect/meta/view.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <cstddef>

namespace graft {

namespace detail {

constexpr void require_index_dtype(call<tensor_spec> const& c, char const* argument, tensor_spec const& index) {
    if (index.dtype != dtype::i64 && index.dtype != dtype::i32)
        reject(c, "'", argument, "' must be torch.int64 or torch.int32, not ", torch_name(index.dtype));
}

} // namespace detail

/// index: rows, columns, ... picked by tensors of indices; masks are not supported.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_index(call<tensor_spec> const& c);

/// index_put: `self` with other values at the indices.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_index_put(call<tensor_spec> const& c);

/// index_put_: `self`, written to.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_index_put_inplace(call<tensor_spec> const& c) {
    static_cast<void>(meta_index_put(c));
    return c.tensor("self");
}

/// embedding: the rows of a matrix that the indices name.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_embedding(call<tensor_spec> const& c);

/// index_select: the slices along a dimension that a vector of indices names.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_index_select(call<tensor_spec> const& c);

/// slice_scatter, select_scatter, diagonal_scatter, as_strided_scatter: `self` with `src` in the place of the part
/// that `View` gives.
template <meta_function View>
[[nodiscard]] constexpr value_spec meta_scatter_into(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    vec<sym_int> const part = View(c).tensor.sizes, &given = c.tensor("src").sizes;
    // Sizes that are symbolic may be equal though they are written in another way.
    bool fits = part.size() == given.size();
    for (std::size_t d = 0; fits && d < part.size(); ++d)
        fits = part[d] == given[d] || part[d].is_symbolic() || given[d].is_symbolic();
    if (!fits)
        detail::reject_sizes(c, "self", "src");
    return detail::cloned_as_is(self);
}

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <utility>

namespace graft {
namespace detail {

/// True when an index is a mask: how many elements it picks depends on its own elements.
[[nodiscard]] constexpr bool has_mask(vec<tensor_spec const*> const& indices) {
    for (tensor_spec const* index : indices)
        if (index != nullptr && (index->dtype == dtype::boolean || index->dtype == dtype::u8))
            return true;
    return false;
}

/// True when the only index is a mask that one number goes to. PyTorch fills it with what is the number in the dtype of
/// `self`; a complex number is none in another one.
[[nodiscard]] constexpr bool puts_number_at_mask(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    tensor_spec const& values = c.tensor("values");
    std::size_t masks = 0, places = 0;
    for (tensor_spec const* index : c.tensors("indices")) {
        places += index != nullptr ? 1U : 0U;
        masks += index != nullptr && index->dtype == dtype::boolean ? 1U : 0U;
    }
    return masks == 1 && places == 1 && !c.boolean("accumulate") && values.numel() == 1 &&
           (is_complex(self.dtype) || !is_complex(values.dtype));
}

/// What indices make of the dimensions of `self`: the sizes that they are broadcast to, and where these stand in
/// the result, at the first index if the indices are neighbours, else in front.
struct indexed_place {
    vec<sym_int> common{};
    std::size_t front = 0;
};

[[nodiscard]] constexpr indexed_place place_of_indices(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    vec<tensor_spec const*> const& indices = c.tensors("indices");
    if (indices.size() > self.dim())
        reject(c, "'indices' has ", indices.size(), " entries for ", self.dim(), " dimensions");
    indexed_place place;
    std::size_t last = 0, count = 0;
    for (std::size_t d = 0; d < indices.size(); ++d) {
        if (indices[d] == nullptr)
            continue;
        require_index_dtype(c, "indices", *indices[d]);
        place.common = broadcast_sizes(place.common, indices[d]->sizes);
        place.front = count == 0 ? d : place.front;
        last = d;
        ++count;
    }
    if (count == 0)
        reject(c, "'indices' has no tensor");
    if (last + 1 - place.front != count)
        place.front = 0;
    return place;
}

/// Numbers for the dimensions of `self` that have no index, with those for the indexed ones in their place.
[[nodiscard]] constexpr vec<sym_int> around_indices(call<tensor_spec> const& c, vec<sym_int> numbers,
                                                    vec<sym_int> const& indexed, std::size_t front) {
    vec<tensor_spec const*> const& indices = c.tensors("indices");
    vec<sym_int> result;
    for (std::size_t d = 0; d < numbers.size(); ++d)
        if (d >= indices.size() || indices[d] == nullptr)
            result.push_back(std::move(numbers[d]));
    result.insert(result.begin() + static_cast<std::ptrdiff_t>(front), indexed.begin(), indexed.end());
    return result;
}

/// The sizes of `self[indices]`.
[[nodiscard]] constexpr vec<sym_int> indexed_sizes(call<tensor_spec> const& c) {
    indexed_place const place = place_of_indices(c);
    return around_indices(c, c.tensor("self").sizes, place.common, place.front);
}

} // namespace detail

GRAFT_CONSTEXPR value_spec meta_index(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    if (detail::has_mask(c.tensors("indices")))
        raise(errc::unsupported, c.op().name, ": the sizes of the result depend on the elements of a mask");
    // The order of dimensions in memory is that of `self`.
    detail::indexed_place const place = detail::place_of_indices(c);
    vec<sym_int> const nowhere(place.common.size(), 0);
    vec<sym_int> sizes = detail::around_indices(c, self.sizes, place.common, place.front);
    vec<sym_int> strides = detail::around_indices(c, self.strides, nowhere, place.front);
    // Where numbers index, torch looks at the strides of the first dimensions, indexed or not.
    if (place.common.empty() && place.front + 1 < self.dim())
        strides.assign(self.strides.begin(), self.strides.begin() + static_cast<std::ptrdiff_t>(sizes.size()));
    if (self.numel() == 0)
        strides = contiguous_strides(sizes);
    else
        strides = joint_strides(sizes, {&strides, 1});
    return detail::new_tensor(self, self.dtype, std::move(sizes), std::move(strides));
}

GRAFT_CONSTEXPR value_spec meta_index_put(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    tensor_spec const& values = c.tensor("values");
    if (!detail::puts_number_at_mask(c))
        detail::require_one_dtype(c, "values", "self");
    if (!detail::has_mask(c.tensors("indices"))) {
        vec<sym_int> const sizes = detail::indexed_sizes(c);
        if (!(broadcast_sizes(sizes, values.sizes) == sizes))
            detail::reject(c, "'values' ", detail::shape_text(values.sizes), " cannot be expanded to the indexed part ",
                           detail::shape_text(sizes));
    }
    return detail::new_tensor(self, self.dtype, self.sizes, preserved_strides(self));
}

GRAFT_CONSTEXPR value_spec meta_embedding(call<tensor_spec> const& c) {
    tensor_spec const& weight = c.tensor("weight");
    tensor_spec const& indices = c.tensor("indices");
    detail::require_rank(c, "weight", 2);
    detail::require_index_dtype(c, "indices", indices);
    vec<sym_int> sizes = indices.sizes;
    sizes.push_back(weight.sizes[1]);
    return detail::new_tensor(weight, weight.dtype, std::move(sizes));
}

GRAFT_CONSTEXPR value_spec meta_index_select(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    tensor_spec const& index = c.tensor("index");
    std::size_t const d = detail::dim_argument(c, "dim", self.dim());
    detail::require_index_dtype(c, "index", index);
    if (index.dim() > 1)
        detail::reject(c, "'index' must be a vector, not ", detail::shape_text(index.sizes));
    vec<sym_int> sizes = self.sizes;
    if (d < sizes.size())
        sizes[d] = index.numel();
    else if (detail::certainly_differ(index.numel(), 1))
        detail::reject(c, "'index' has ", text(index.numel()), " entries for a number");
    return detail::new_tensor(self, self.dtype, std::move(sizes));
}

} // namespace graft
#endif
