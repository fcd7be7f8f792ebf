#pragma once

#include <graft/core/checked.hpp>
#include <graft/core/dim_vector.hpp>
#include <graft/core/shape.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/base/operand.hpp>
#include <graft/kernel/base/view.hpp>
#include <graft/kernel/index/index.hpp>
#include <graft/meta/view.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring> // memset

// Copies of elements to other places. Results must not overlap arguments.

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// The last three dimensions as these five, in this order.
inline void move_blocks(tensor const& self, std::array<std::int64_t, 5> const& sizes,
                        std::array<std::int64_t, 5> const& order, tensor& out) {
    dim_vector split(self.sizes().begin(), self.sizes().end() - 3), moved;
    auto const rank = static_cast<std::int64_t>(split.size());
    split.insert(split.end(), sizes.begin(), sizes.end());
    for (std::int64_t d = 0; d < rank; ++d)
        moved.push_back(d);
    for (std::int64_t const d : order)
        moved.push_back(rank + d);
    tensor const blocks = kernel::permute(kernel::reshape(self, split), moved);
    tensor to = kernel::view(out, blocks.sizes());
    kernel::copy(blocks, to);
}

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// `take` into a new tensor.
[[nodiscard]] inline tensor taken(tensor const& self, std::size_t d, graft::view<std::int64_t const> indices) {
    dim_vector sizes = self.sizes();
    sizes[d] = std::ssize(indices);
    tensor out = tensor::empty(std::move(sizes), self.dtype());
    take(self, d, indices, out);
    return out;
}

/// The tensors one after the other along a new dimension.
inline constexpr struct stack_t {
    void operator()(graft::view<tensor const> tensors, std::int64_t dim, tensor& out) const {
        auto const d = static_cast<std::int64_t>(wrap_dim(dim, out.dim()));
        for (std::size_t i = 0; i < tensors.size(); ++i) {
            tensor part = select(out, d, static_cast<std::int64_t>(i));
            copy(tensors[i], part);
        }
    }
} stack{};

/// The tensor as often along each dimension as fills the result, which is contiguous.
inline void repeat(tensor const& self, tensor& out) {
    dim_vector split, part;
    std::size_t const added = out.dim() - self.dim();
    for (std::size_t d = 0; d < out.dim(); ++d) {
        std::int64_t const size = d < added ? 1 : self.sizes()[d - added];
        split.push_back(size == 0 ? 0 : out.sizes()[d] / size);
        split.push_back(size);
        part.insert(part.end(), {1, size});
    }
    tensor to = view(out, split);
    copy(reshape(self, part), to);
}

/// The order of the elements reversed along the dims.
inline void flip(tensor const& self, graft::view<std::int64_t const> dims, tensor& out) {
    if (self.numel() == 0)
        return;
    dim_vector strides = self.strides();
    std::int64_t last = 0;
    for (std::int64_t const dim : dims) {
        if (self.dim() == 0)
            break;
        std::size_t const d = wrap_dim(dim, self.dim());
        last += (self.sizes()[d] - 1) * strides[d];
        strides[d] = -strides[d];
    }
    auto const bytes = static_cast<std::int64_t>(self.element_size());
    copy(operand(self.data() + last * bytes, self.dtype(), self.sizes(), strides), out);
}

/// The elements moved by so many places along each dim, round the end to the beginning.
inline void roll(tensor const& self, graft::view<std::int64_t const> shifts, graft::view<std::int64_t const> dims,
                 tensor& out) {
    tensor from = self;
    for (std::size_t k = 0; k < dims.size() && self.numel() != 0; ++k) {
        auto const d = static_cast<std::int64_t>(wrap_dim(dims[k], self.dim()));
        std::int64_t const size = self.size(d), first = (size - shifts[k] % size) % size;
        tensor to = tensor::empty(self.sizes(), self.dtype());
        tensor front = slice(to, d, 0, size - first), back = slice(to, d, size - first, size);
        copy(slice(from, d, first, size), front);
        copy(slice(from, d, 0, first), back);
        from = to;
    }
    copy(from, out);
}

/// The tensor in the middle of a number, by pairs of widths for the dimensions from the last;
/// negative widths cut.
inline void constant_pad(tensor const& self, graft::view<std::int64_t const> pad, scalar value, tensor& out) {
    if (std::any_of(pad.begin(), pad.end(), [](std::int64_t width) { return width > 0; }))
        fill(out, value);
    tensor from = self, to = out;
    for (std::size_t i = 0; i < pad.size() / 2; ++i) {
        auto const d = static_cast<std::int64_t>(self.dim() - 1 - i);
        std::int64_t const before = pad[2 * i], after = pad[2 * i + 1];
        auto const cut = [&](tensor const& t, std::int64_t begin, std::int64_t end) {
            return slice(t, d, std::max<std::int64_t>(begin, 0), t.size(d) - std::max<std::int64_t>(end, 0));
        };
        from = cut(from, checked_sub(0, before), checked_sub(0, after));
        to = cut(to, before, after);
    }
    copy(from, to);
}

/// The elements of matrices on and below a diagonal, or on and above it; the others are 0.
inline void triangle(tensor const& self, std::int64_t diagonal, bool upper, tensor& out) {
    tensor whole = out.is_contiguous() ? out : tensor::empty(out.sizes(), out.dtype());
    copy(self, whole);
    auto const bytes = static_cast<std::int64_t>(out.element_size()), rows = out.size(-2), columns = out.size(-1);
    std::int64_t const after = upper ? 0 : 1;
    std::byte* row = whole.data();
    for (std::int64_t i = 0, n = out.numel() == 0 ? 0 : out.numel() / columns; i < n; ++i, row += columns * bytes) {
        std::int64_t const at = std::clamp(checked_add(i % rows, diagonal), -after, columns - after) + after;
        std::memset(row + (upper ? 0 : at * bytes), 0, static_cast<std::size_t>((upper ? at : columns - at) * bytes));
    }
    if (!out.is_contiguous())
        copy(whole, out);
}

/// Blocks of factor * factor channels become blocks of an image.
inline void pixel_shuffle(tensor const& self, std::int64_t factor, tensor& out) {
    detail::move_blocks(self, {out.size(-3), factor, factor, self.size(-2), self.size(-1)}, {0, 3, 1, 4, 2}, out);
}

/// Blocks of an image become factor * factor channels.
inline void pixel_unshuffle(tensor const& self, std::int64_t factor, tensor& out) {
    detail::move_blocks(self, {self.size(-3), out.size(-2), factor, out.size(-1), factor}, {0, 2, 4, 1, 3}, out);
}

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
