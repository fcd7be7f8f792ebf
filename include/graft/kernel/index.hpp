#pragma once

#include <graft/core/dim_vector.hpp>
#include <graft/core/error.hpp>
#include <graft/core/shape.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/convert.hpp>
#include <graft/kernel/copy.hpp>
#include <graft/kernel/dense.hpp>
#include <graft/kernel/loop_nest.hpp>
#include <graft/kernel/view.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace graft::detail {

/// The indices as dense i64, which is the only integer dtype besides i32 that indices may have.
[[nodiscard]] inline tensor as_indices(std::string_view op, tensor const& index) {
    if (index.dtype() != dtype::i64 && index.dtype() != dtype::i32)
        raise(errc::invalid_argument, op, ": indices must be i64 or i32, not ",
              fx_name(index.dtype()));
    return as_dense(index, dtype::i64);
}

inline void require_index(std::string_view op, std::int64_t index, std::int64_t size) {
    if (index < 0 || index >= size)
        raise(errc::invalid_argument, op, ": index ", index, " is out of range for the size ",
              size);
}

inline void require_same_dtype(std::string_view op, tensor const& self, tensor const& out) {
    if (self.dtype() != out.dtype())
        raise(errc::invalid_argument, op, ": argument and result differ in dtype");
}

} // namespace graft::detail

namespace graft::kernel {

/// The slices of a dimension at the indices, a tensor of at most one dimension, one after the
/// other.
inline void index_select(tensor const& self, std::int64_t dim, tensor const& index,
                         tensor& out) {
    tensor const indices = detail::as_indices("index_select", index);
    tensor const from = self.dim() == 0 ? unsqueeze(self, 0) : self;
    tensor const to = out.dim() == 0 ? unsqueeze(out, 0) : out;
    std::size_t const d = wrap_dim(dim, from.dim());
    if (index.dim() > 1 || to.dim() != from.dim() || to.sizes()[d] != indices.numel())
        raise(errc::invalid_argument, "index_select: the result needs ", indices.numel(),
              " slices of dimension ", d);
    detail::require_same_dtype("index_select", self, out);
    for (std::int64_t i = 0; i < indices.numel(); ++i) {
        std::int64_t const at = indices.data<std::int64_t>()[i];
        detail::require_index("index_select", at, from.sizes()[d]);
        tensor part = select(to, dim, i);
        copy(select(from, dim, at), part);
    }
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
        copy_row(width, to, element, weight.data() + at * weight.stride(0) * element,
                 weight.stride(1) * element);
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
        raise(errc::invalid_argument, "gather: the index has ", index.dim(),
              " dimensions, the argument ", self.dim());
    dim_vector strides = from.strides();
    for (std::size_t i = 0; i < from.dim(); ++i)
        if (i != d && positions.sizes()[i] > from.sizes()[i])
            raise(errc::invalid_argument,
                  "gather: the index is larger than the argument in dimension ", i);
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
    detail::row_function const copy_one = detail::copy_function(from.element_size());
    nest.for_each_row([&](std::byte* const* at) {
        for (std::int64_t i = 0; i < nest.row_size(); ++i) {
            std::int64_t const k =
                *reinterpret_cast<std::int64_t const*>(at[2] + i * nest.row_stride(2));
            detail::require_index("gather", k, size);
            copy_one(1, at[0] + i * nest.row_stride(0), element,
                     at[1] + i * nest.row_stride(1) + k * step, element);
        }
    });
}

} // namespace graft::kernel
