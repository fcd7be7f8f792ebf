#pragma once

#include <graft/config.hpp>
#include <graft/core/dim_vector.hpp>
#include <graft/core/scalar.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/base/operand.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring> // memcpy

namespace graft::detail {

/// Copies a matrix of `columns` dense rows to one of as many dense columns, whose `rows` lie `to_stride` bytes apart;
/// the former columns lie `from_stride` bytes apart. The two do not overlap.
using transpose_function = void (*)(std::int64_t rows, std::int64_t columns, std::byte* to, std::int64_t to_stride,
                                    std::byte const* from, std::int64_t from_stride);

using words [[gnu::vector_size(16)]] = std::uint32_t;

/// A matrix of four by four elements of four bytes, as `transpose_tiles`, in registers.
inline void transpose_words(std::byte* to, std::int64_t to_stride, std::byte const* from, std::int64_t from_stride) {
    std::array<words, 4> column;
    for (std::size_t i = 0; i < 4; ++i, from += from_stride)
        std::memcpy(&column[i], from, sizeof(words));
    words const upper01 = __builtin_shufflevector(column[0], column[1], 0, 4, 1, 5),
                upper23 = __builtin_shufflevector(column[2], column[3], 0, 4, 1, 5),
                lower01 = __builtin_shufflevector(column[0], column[1], 2, 6, 3, 7),
                lower23 = __builtin_shufflevector(column[2], column[3], 2, 6, 3, 7);
    std::array<words, 4> const row{
        __builtin_shufflevector(upper01, upper23, 0, 1, 4, 5), __builtin_shufflevector(upper01, upper23, 2, 3, 6, 7),
        __builtin_shufflevector(lower01, lower23, 0, 1, 4, 5), __builtin_shufflevector(lower01, lower23, 2, 3, 6, 7)};
    for (std::size_t i = 0; i < 4; ++i, to += to_stride)
        std::memcpy(to, &row[i], sizeof(words));
}

/// Goes by tiles whose rows are a cache line on either side, so that each line is loaded and stored once.
template <std::size_t Bytes>
void transpose_tiles(std::int64_t rows, std::int64_t columns, std::byte* to, std::int64_t to_stride,
                     std::byte const* from, std::int64_t from_stride) {
    constexpr std::int64_t bytes = Bytes, side = 64 / bytes;
    for (std::int64_t row = 0; row < rows; row += side)
        for (std::int64_t column = 0; column < columns; column += side) {
            std::int64_t const height = std::min(side, rows - row), width = std::min(side, columns - column);
            std::byte* line = to + row * to_stride + column * bytes;
            std::byte const* first = from + column * from_stride + row * bytes;
            if (Bytes == 4 && height == side && width == side) {
                for (std::int64_t i = 0; i < side; i += 4)
                    for (std::int64_t j = 0; j < side; j += 4)
                        transpose_words(line + i * to_stride + j * bytes, to_stride,
                                        first + j * from_stride + i * bytes, from_stride);
                continue;
            }
            for (std::int64_t i = 0; i < height; ++i, line += to_stride, first += bytes)
                if (width == side)
                    for (std::int64_t j = 0; j < side; ++j)
                        std::memcpy(line + j * bytes, first + j * from_stride, Bytes);
                else
                    for (std::int64_t j = 0; j < width; ++j)
                        std::memcpy(line + j * bytes, first + j * from_stride, Bytes);
        }
}

/// The function for elements of 1, 2, 4, 8 or 16 bytes.
[[nodiscard]] transpose_function transpose_by_tiles(std::size_t element_bytes);

} // namespace graft::detail

namespace graft::kernel {

/// Writes the elements, converted and broadcast as needed, to `out`, whatever the layouts; see
/// `detail::convert_element` for what a conversion does. A number fills `out`. The two must not
/// overlap.
void copy(operand self, tensor& out);

/// Puts one number into every element; one that is out of range of the dtype is an error, unless, as in PyTorch, there
/// is one element only, a float of 16 or 8 bits.
void fill(tensor& out, scalar value);

/// The elements under other sizes: a view where the strides allow it, else a contiguous copy.
[[nodiscard]] tensor reshape(tensor const& self, dim_vector sizes);

/// The tensors one after the other along a dimension; empty 1-d tensors are passed over as in
/// PyTorch.
inline constexpr struct cat_t {
    void operator()(graft::view<tensor const> tensors, std::int64_t dim, tensor& out) const;
} cat{};

} // namespace graft::kernel

#if defined(GRAFT_KERNELS_BODIES)
#    include <graft/core/error.hpp>
#    include <graft/core/fitted_number.hpp>
#    include <graft/core/shape.hpp>
#    include <graft/kernel/base/convert.hpp>
#    include <graft/kernel/base/loop_nest.hpp>
#    include <graft/kernel/base/view.hpp>

#    include <utility>

namespace graft::detail {

GRAFT_INLINE transpose_function transpose_by_tiles(std::size_t element_bytes) {
    switch (element_bytes) {
    case 1: return transpose_tiles<1>;
    case 2: return transpose_tiles<2>;
    case 4: return transpose_tiles<4>;
    case 8: return transpose_tiles<8>;
    default: return transpose_tiles<16>;
    }
}

/// Copies where one side or both are complex numbers: a real number has the imaginary part 0, which is lost on the
/// way back.
inline void copy_complex(loop_nest const& nest, dtype to, dtype from) {
    std::size_t const to_bytes = element_size(real_part(to)), from_bytes = element_size(real_part(from));
    row_function const row = row_conversion(real_part(to), real_part(from)), spread = copy_function(to_bytes);
    constexpr std::array<std::byte, sizeof(double)> zero{};
    nest.for_each_row([&](std::byte* const* at) {
        std::int64_t const n = nest.row_size(), to_step = nest.row_stride(0), from_step = nest.row_stride(1);
        row(n, at[0], to_step, at[1], from_step);
        if (is_complex(to) && is_complex(from)) {
            row(n, at[0] + to_bytes, to_step, at[1] + from_bytes, from_step);
        } else if (is_complex(to)) {
            spread(n, at[0] + to_bytes, to_step, zero.data(), 0);
        } else if (to == dtype::boolean) {
            for (std::int64_t i = 0; i < n; ++i) {
                std::byte imaginary{};
                row(1, &imaginary, 1, at[1] + i * from_step + from_bytes, from_step);
                at[0][i * to_step] |= imaginary;
            }
        }
    });
}

} // namespace graft::detail

namespace graft::kernel {

GRAFT_INLINE void copy(operand self, tensor& out) {
    // The inner loop walks through the result, unless it is short there, as of pixels that become the last dimension.
    constexpr std::int64_t short_row = 16;
    auto const nest_along = [&](std::size_t primary) {
        detail::loop_nest nest("copy", out.sizes());
        nest.add(out);
        nest.add(self.data(), element_size(self.dtype()), self.sizes(), self.strides());
        nest.simplify(primary);
        return nest;
    };
    detail::loop_nest nest = nest_along(0);
    if (out.numel() > short_row && nest.row_size() < short_row)
        nest = nest_along(1);
    if (out.dtype() != self.dtype() && (is_complex(out.dtype()) || is_complex(self.dtype())))
        return detail::copy_complex(nest, out.dtype(), self.dtype());
    if (out.dtype() == self.dtype() && out.dtype() != dtype::boolean && nest.dense_row(0) && !nest.dense_row(1) &&
        nest.pull_dense(1)) {
        detail::transpose_function const transpose = detail::transpose_by_tiles(out.element_size());
        return nest.for_each_plane([&](std::byte* const* at) {
            transpose(nest.plane_rows(), nest.row_size(), at[0], nest.plane_stride(0), at[1], nest.row_stride(1));
        });
    }
    detail::row_function const row = detail::row_conversion(out.dtype(), self.dtype());
    if (nest.row_stride(1) == 0) { // one element for a row, which is converted once
        detail::row_function const spread = detail::copy_function(out.element_size());
        std::int64_t const step = nest.row_stride(0);
        return nest.for_each_row([&](std::byte* const* at) {
            row(1, at[0], 0, at[1], 0);
            spread(nest.row_size() - 1, at[0] + step, step, at[0], 0);
        });
    }
    nest.for_each_row(
        [&](std::byte* const* at) { row(nest.row_size(), at[0], nest.row_stride(0), at[1], nest.row_stride(1)); });
}

GRAFT_INLINE void fill(tensor& out, scalar value) {
    dtype const d = out.dtype();
    bool const takes_all = out.numel() == 1 && element_size(d) <= 2 && is_floating_point(d);
    copy(takes_all ? converted_to(d, value) : fitted_to(d, value), out);
}

GRAFT_INLINE tensor reshape(tensor const& self, dim_vector sizes) {
    detail::infer_view_size(sizes, self.numel());
    if (detail::view_strides(self, sizes))
        return view(self, std::move(sizes));
    tensor result = tensor::empty(self.sizes(), self.dtype());
    copy(self, result);
    return result.view(std::move(sizes));
}

GRAFT_INLINE void cat_t::operator()(graft::view<tensor const> tensors, std::int64_t dim, tensor& out) const {
    std::int64_t at = 0;
    for (tensor const& t : tensors) {
        if (t.dim() == 1 && t.numel() == 0)
            continue;
        if (t.dim() != out.dim() || t.dim() == 0)
            raise(errc::invalid_argument, "cat: a tensor of ", t.dim(), " dimensions does not go into a result of ",
                  out.dim());
        std::size_t const d = wrap_dim(dim, t.dim());
        for (std::size_t i = 0; i < t.dim(); ++i)
            if (i != d && t.sizes()[i] != out.sizes()[i])
                raise(errc::invalid_argument, "cat: sizes must match except in dimension ", d, ", expected ",
                      out.sizes()[i], " but got ", t.sizes()[i]);
        std::int64_t const end = at + t.sizes()[d];
        if (end > out.sizes()[d])
            raise(errc::invalid_argument, "cat: the tensors are larger than the result");
        tensor part = slice(out, dim, at, end);
        copy(t, part);
        at = end;
    }
    if (at != (out.dim() == 0 ? 0 : out.size(dim)) && out.numel() != 0)
        raise(errc::invalid_argument, "cat: the tensors are smaller than the result");
}

} // namespace graft::kernel
#endif
