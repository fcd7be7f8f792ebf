#pragma once

#include <graft/core/block_cache.hpp>
#include <graft/core/dim_vector.hpp>
#include <graft/core/error.hpp>
#include <graft/core/shape.hpp>
#include <graft/core/tensor.hpp>
#include <graft/meta/view.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <utility>

// Views: tensors that show the elements of another under other sizes, without copying one.

namespace graft::detail {

/// Strides that show the elements under the new sizes, if there are any; as many elements are
/// asked for.
[[nodiscard]] inline std::optional<dim_vector> view_strides(tensor const& self, dim_vector const& sizes) {
    if (self.numel() == 0 || self.is_contiguous())
        return contiguous_strides(sizes);
    dim_vector strides(sizes.size(), 1);
    std::size_t d = self.dim(), next = sizes.size();
    // From the right: a run of old dimensions that is dense in itself makes a run of new ones.
    while (d > 0) {
        std::int64_t const step = self.strides()[d - 1];
        std::int64_t run = 1;
        do
            run *= self.sizes()[--d];
        while (d > 0 && (self.sizes()[d - 1] == 1 || self.strides()[d - 1] == run * step));
        std::int64_t made = 1;
        while (next > 0 && (made < run || sizes[next - 1] == 1)) {
            strides[next - 1] = made * step;
            made *= sizes[--next];
        }
        if (made != run)
            return std::nullopt;
    }
    return strides;
}

/// Replaces one size of -1 by what is left; an error unless the sizes have `numel` elements.
inline void infer_view_size(dim_vector& sizes, std::int64_t numel) {
    std::int64_t known = 1;
    std::int64_t* unknown = nullptr;
    for (std::int64_t& size : sizes) {
        if (size == -1 && unknown == nullptr)
            unknown = &size;
        else if (size < 0)
            raise(errc::invalid_argument, "view: ", size, " is no size");
        else
            known = checked_mul(known, size);
    }
    if (unknown != nullptr && known > 0 && numel % known == 0)
        *unknown = numel / known;
    else if (unknown != nullptr || known != numel)
        raise(errc::invalid_argument, "view: the sizes do not hold ", numel, " elements");
}

/// The view from an element on; one without elements starts where the tensor does, as there may
/// be no such element.
[[nodiscard]] inline tensor view_from(tensor const& self, dim_vector sizes, dim_vector strides, std::int64_t offset) {
    bool const empty = numel(sizes) == 0;
    return self.as_strided(std::move(sizes), std::move(strides), self.storage_offset() + (empty ? 0 : offset));
}

} // namespace graft::detail

namespace graft::kernel {

/// The elements in the same order under other sizes, one of which may be -1; an error if only a
/// copy could show them so.
[[nodiscard]] inline tensor view(tensor const& self, dim_vector sizes) {
    detail::infer_view_size(sizes, self.numel());
    auto strides = detail::view_strides(self, sizes);
    if (!strides)
        raise(errc::invalid_argument, "view: the strides of the tensor do not allow these sizes");
    return self.as_strided(std::move(sizes), *std::move(strides), self.storage_offset());
}

/// The tensor repeated along dimensions of size 1 and new leading ones; -1 keeps a size.
[[nodiscard]] inline tensor expand(tensor const& self, dim_vector sizes) {
    if (sizes.size() < self.dim())
        raise(errc::invalid_argument, "expand: ", sizes.size(), " sizes for a tensor of ", self.dim(), " dimensions");
    std::size_t const added = sizes.size() - self.dim();
    dim_vector strides(sizes.size(), 0);
    for (std::size_t d = 0; d < sizes.size(); ++d) {
        std::int64_t const old = d < added ? 1 : self.sizes()[d - added];
        if (sizes[d] == -1 && d >= added)
            sizes[d] = old;
        if (sizes[d] < 0 || (sizes[d] != old && old != 1))
            raise(errc::invalid_argument, "expand: the size ", old, " does not expand to ", sizes[d], " at dimension ",
                  d);
        if (d >= added && sizes[d] == old)
            strides[d] = self.strides()[d - added];
    }
    return self.as_strided(std::move(sizes), std::move(strides), self.storage_offset());
}

/// The dimensions in another order, each counted from the end if negative.
[[nodiscard]] inline tensor permute(tensor const& self, graft::view<std::int64_t const> dims) {
    if (dims.size() != self.dim())
        raise(errc::invalid_argument, "permute: ", dims.size(), " dimensions for a tensor of ", self.dim());
    dim_vector sizes, strides;
    scratch_vector<bool> seen(dims.size(), false);
    for (std::int64_t dim : dims) {
        std::size_t const d = wrap_dim(dim, self.dim());
        if (seen[d])
            raise(errc::invalid_argument, "permute: dimension ", d, " is named twice");
        seen[d] = true;
        sizes.push_back(self.sizes()[d]);
        strides.push_back(self.strides()[d]);
    }
    return self.as_strided(std::move(sizes), std::move(strides), self.storage_offset());
}

/// Two dimensions swapped.
[[nodiscard]] inline tensor transpose(tensor const& self, std::int64_t dim0, std::int64_t dim1) {
    dim_vector dims(self.dim());
    std::iota(dims.begin(), dims.end(), 0);
    std::size_t const a = wrap_dim(dim0, self.dim()), b = wrap_dim(dim1, self.dim());
    if (!dims.empty())
        std::swap(dims[a], dims[b]);
    return permute(self, dims);
}

/// The part of a dimension at one index, without that dimension; negative counts from the end.
[[nodiscard]] inline tensor select(tensor const& self, std::int64_t dim, std::int64_t index) {
    if (self.dim() == 0)
        raise(errc::invalid_argument, "select: a 0-dim tensor has no dimension to select from");
    auto const d = static_cast<std::ptrdiff_t>(wrap_dim(dim, self.dim()));
    dim_vector sizes = self.sizes(), strides = self.strides();
    std::int64_t const size = sizes[static_cast<std::size_t>(d)];
    if (index < -size || index >= size)
        raise(errc::invalid_argument, "select: index ", index, " is out of range for dimension ", d, " with size ",
              size);
    std::int64_t const offset = (index < 0 ? index + size : index) * strides[static_cast<std::size_t>(d)];
    sizes.erase(sizes.begin() + d);
    strides.erase(strides.begin() + d);
    return detail::view_from(self, std::move(sizes), std::move(strides), offset);
}

/// Every `step`-th index of a dimension from `start` to before `end`, both clamped as in
/// Python.
[[nodiscard]] inline tensor slice(tensor const& self, std::int64_t dim, std::optional<std::int64_t> start = {},
                                  std::optional<std::int64_t> end = {}, std::int64_t step = 1) {
    if (self.dim() == 0)
        raise(errc::invalid_argument, "slice: a 0-dim tensor has no dimension to slice");
    if (step <= 0)
        raise(errc::invalid_argument, "slice: the step must be positive");
    std::size_t const d = wrap_dim(dim, self.dim());
    dim_vector sizes = self.sizes(), strides = self.strides();
    std::int64_t const size = sizes[d];
    auto const clamped = [&](std::int64_t at) { return std::clamp<std::int64_t>(at < 0 ? at + size : at, 0, size); };
    std::int64_t const first = clamped(start.value_or(0));
    std::int64_t const last = std::max(first, clamped(end.value_or(size)));
    sizes[d] = (last - first) / step + ((last - first) % step != 0);
    std::int64_t const offset = first * strides[d];
    strides[d] = sizes[d] > 1 ? strides[d] * step : strides[d];
    return detail::view_from(self, std::move(sizes), std::move(strides), offset);
}

/// A new dimension of size 1 in front of `dim`.
[[nodiscard]] inline tensor unsqueeze(tensor const& self, std::int64_t dim) {
    std::size_t const d = wrap_dim(dim, self.dim() + 1);
    dim_vector sizes = self.sizes(), strides = self.strides();
    std::int64_t const stride = d < self.dim() ? sizes[d] * strides[d] : 1;
    sizes.insert(sizes.begin() + static_cast<std::ptrdiff_t>(d), 1);
    strides.insert(strides.begin() + static_cast<std::ptrdiff_t>(d), stride);
    return self.as_strided(std::move(sizes), std::move(strides), self.storage_offset());
}

} // namespace graft::kernel
