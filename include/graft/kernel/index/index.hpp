#pragma once

#include <graft/core/dim_vector.hpp>
#include <graft/core/error.hpp>
#include <graft/core/shape.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/base/convert.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/dense.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/base/loop_nest.hpp>
#include <graft/kernel/base/view.hpp>
#include <graft/meta/view.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring> // memcpy
#include <string_view>
#include <type_traits> // integral_constant

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// The indices as dense i64, which is the only integer dtype besides i32 that indices may have.
[[nodiscard]] inline tensor as_indices(std::string_view op, tensor const& index) {
    if (index.dtype() != dtype::i64 && index.dtype() != dtype::i32)
        raise(errc::invalid_argument, op, ": indices must be i64 or i32, not ", fx_name(index.dtype()));
    return as_dense(index, dtype::i64);
}

inline void require_index(std::string_view op, std::int64_t index, std::int64_t size) {
    if (index < 0 || index >= size)
        raise(errc::invalid_argument, op, ": index ", index, " is out of range for the size ", size);
}

inline void require_same_dtype(std::string_view op, tensor const& self, tensor const& out) {
    if (self.dtype() != out.dtype())
        raise(errc::invalid_argument, op, ": argument and result differ in dtype");
}

/// The slices of dimension `d` of a contiguous tensor at these places, one after the other, to another.
inline void copy_slices(tensor const& from, std::size_t d, graft::view<std::int64_t const> places, tensor const& to) {
    std::size_t bytes = from.element_size(), planes = 1;
    for (std::size_t i = 0; i < from.dim(); ++i)
        (i < d ? planes : bytes) *= i == d ? 1 : static_cast<std::size_t>(to.sizes()[i]);
    if (to.numel() == 0)
        return;
    std::byte const* plane = from.data();
    std::byte* slice = to.data();
    std::size_t const step = static_cast<std::size_t>(from.sizes()[d]) * bytes;
    auto const copy_all = [&](auto length) { // which may be a constant
        for (std::size_t i = 0; i < planes; ++i, plane += step)
            for (std::int64_t const at : places) {
                std::memcpy(slice, plane + static_cast<std::size_t>(at) * length, length);
                slice += length;
            }
    };
    switch (bytes) {
    case 1: return copy_all(std::integral_constant<std::size_t, 1>{});
    case 2: return copy_all(std::integral_constant<std::size_t, 2>{});
    case 4: return copy_all(std::integral_constant<std::size_t, 4>{});
    case 8: return copy_all(std::integral_constant<std::size_t, 8>{});
    default: return copy_all(bytes);
    }
}

/// True if all of `n` places lie in a dimension of this size.
[[nodiscard]] inline bool all_inside(std::int64_t n, std::int64_t const* places, std::int64_t size) {
    std::uint64_t signs = 0; // the highest bit is that of a place below 0, or after the last
    for (std::int64_t i = 0; i < n; ++i) {
        auto const at = static_cast<std::uint64_t>(places[i]);
        signs |= at | (static_cast<std::uint64_t>(size - 1) - at);
    }
    return signs >> 63 == 0;
}

/// A row of `n` elements from places `step` bytes apart, which the indices count; strides are in bytes.
template <std::size_t Bytes>
void gather_row(std::int64_t n, std::byte* to, std::int64_t to_stride, std::byte const* from, std::int64_t from_stride,
                std::byte const* index, std::int64_t index_stride, std::int64_t step, std::int64_t size) {
    constexpr std::int64_t bytes = Bytes;
    auto const* const places = reinterpret_cast<std::int64_t const*>(index);
    bool const dense = index_stride == sizeof(std::int64_t);
    if (dense && to_stride == bytes && from_stride == 0 && step == bytes && all_inside(n, places, size)) {
        for (std::int64_t i = 0; i < n; ++i)
            std::memcpy(to + i * bytes, from + places[i] * bytes, Bytes);
        return;
    }
    for (std::int64_t i = 0; i < n; ++i, index += index_stride) {
        std::int64_t const at = *reinterpret_cast<std::int64_t const*>(index);
        require_index("gather", at, size);
        std::memcpy(to + i * to_stride, from + i * from_stride + at * step, Bytes);
    }
}

[[nodiscard]] inline auto gather_function(std::size_t element_bytes) {
    switch (element_bytes) {
    case 1: return gather_row<1>;
    case 2: return gather_row<2>;
    case 4: return gather_row<4>;
    case 8: return gather_row<8>;
    default: return gather_row<16>;
    }
}

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// The slices of a dimension at these indices, all of which exist, one after the other.
inline void take(tensor const& self, std::size_t d, graft::view<std::int64_t const> indices, tensor& out) {
    dim_vector sizes = self.sizes();
    sizes[d] = std::ssize(indices);
    bool const moves = sizes == out.sizes() && self.dtype() == out.dtype() && out.is_contiguous();
    // To put as many elements in order first costs less than to take the slices one by one.
    if (moves && (self.is_contiguous() || std::ssize(indices) >= self.sizes()[d]))
        return detail::copy_slices(self.contiguous(), d, indices, out);
    auto const dim = static_cast<std::int64_t>(d);
    for (std::size_t i = 0; i < indices.size(); ++i) {
        tensor part = select(out, dim, static_cast<std::int64_t>(i));
        copy(select(self, dim, indices[i]), part);
    }
}

/// The slices of a dimension at the indices, a tensor of at most one dimension, one after the
/// other.
inline void index_select(tensor const& self, std::int64_t dim, tensor const& index, tensor& out) {
    tensor const indices = detail::as_indices("index_select", index);
    tensor const from = self.dim() == 0 ? unsqueeze(self, 0) : self;
    tensor to = out.dim() == 0 ? unsqueeze(out, 0) : out;
    std::size_t const d = wrap_dim(dim, from.dim());
    if (index.dim() > 1 || to.dim() != from.dim() || to.sizes()[d] != indices.numel())
        raise(errc::invalid_argument, "index_select: the result needs ", indices.numel(), " slices of dimension ", d);
    detail::require_same_dtype("index_select", self, out);
    graft::view const places(indices.data<std::int64_t>(), static_cast<std::size_t>(indices.numel()));
    for (std::int64_t const at : places)
        detail::require_index("index_select", at, from.sizes()[d]);
    take(from, d, places, to);
}

/// The rows of the weight, a matrix, at the indices, which have any shape.
inline void embedding(tensor const& weight, tensor const& indices, tensor& out) {
    if (weight.dim() != 2 || out.dim() != indices.dim() + 1 || out.size(-1) != weight.size(1) ||
        !std::equal(indices.sizes().begin(), indices.sizes().end(), out.sizes().begin()))
        raise(errc::invalid_argument, "embedding takes a matrix and gives a result of the "
                                      "indices' sizes and one row each");
    detail::require_same_dtype("embedding", weight, out);
    tensor const rows = detail::as_indices("embedding", indices);
    tensor result = out.is_contiguous() ? out : tensor::empty(out.sizes(), out.dtype());
    auto const element = static_cast<std::int64_t>(weight.element_size());
    std::int64_t const width = weight.size(1);
    detail::row_function const copy_row = detail::copy_function(weight.element_size());
    std::byte* to = result.data();
    for (std::int64_t i = 0; i < rows.numel(); ++i, to += width * element) {
        std::int64_t const at = rows.data<std::int64_t>()[i];
        detail::require_index("embedding", at, weight.size(0));
        copy_row(width, to, element, weight.data() + at * weight.stride(0) * element, weight.stride(1) * element);
    }
    if (!out.is_contiguous())
        copy(result, out);
}

/// `out[i][j]... = self[i][index[i][j]...]...` along the dimension; the index has the size of
/// the result.
inline void gather(tensor const& self, std::int64_t dim, tensor const& index, tensor& out) {
    tensor const from = self.dim() == 0 ? unsqueeze(self, 0) : self;
    tensor const positions = index.dim() == 0 ? unsqueeze(index, 0) : index;
    tensor const to = out.dim() == 0 ? unsqueeze(out, 0) : out;
    std::size_t const d = wrap_dim(dim, from.dim());
    if (to.sizes() != positions.sizes())
        raise(errc::invalid_argument, "gather: index and result differ in size");
    if (positions.numel() == 0)
        return;
    if (positions.dim() != from.dim())
        raise(errc::invalid_argument, "gather: the index has ", index.dim(), " dimensions, the argument ", self.dim());
    dim_vector strides = from.strides();
    for (std::size_t i = 0; i < from.dim(); ++i)
        if (i != d && positions.sizes()[i] > from.sizes()[i])
            raise(errc::invalid_argument, "gather: the index is larger than the argument in dimension ", i);
    detail::require_same_dtype("gather", self, out);
    tensor const indices = detail::as_indices("gather", positions);
    auto const element = static_cast<std::int64_t>(from.element_size());
    std::int64_t const size = from.sizes()[d], step = strides[d] * element;
    strides[d] = 0;
    detail::loop_nest nest("gather", to.sizes());
    nest.add(to);
    nest.add(from.data(), from.element_size(), to.sizes(), strides);
    nest.add(indices);
    nest.simplify();
    auto const row = detail::gather_function(from.element_size());
    nest.for_each_row([&](std::byte* const* at) {
        row(nest.row_size(), at[0], nest.row_stride(0), at[1], nest.row_stride(1), at[2], nest.row_stride(2), step,
            size);
    });
}

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
