#pragma once

#include <graft/config.hpp>
#include <graft/dialect/meta/reject.hpp>
#include <graft/dialect/meta/strides.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <utility>

namespace graft::detail {

/// A new tensor on the device of `like`.
[[nodiscard]] constexpr tensor_spec new_tensor(tensor_spec const& like, dtype d, vec<sym_int> sizes,
                                               vec<sym_int> strides) {
    tensor_spec result;
    result.dtype = d;
    result.sizes = std::move(sizes);
    result.strides = std::move(strides);
    result.dev = like.dev;
    result.layout = like.layout;
    return result;
}

/// A new tensor with contiguous strides on the device of `like`.
[[nodiscard]] constexpr tensor_spec new_tensor(tensor_spec const& like, dtype d, vec<sym_int> sizes) {
    vec<sym_int> strides = contiguous_strides(sizes);
    return new_tensor(like, d, std::move(sizes), std::move(strides));
}

/// The tensor itself if it is contiguous, else a contiguous copy.
[[nodiscard]] constexpr tensor_spec made_contiguous(tensor_spec of) {
    if (!is_contiguous(of))
        of = new_tensor(of, of.dtype, of.sizes);
    return of;
}

/// A new tensor with the dtype and device of `like`, channels-last where `channels_last` says so, else contiguous.
[[nodiscard]] constexpr tensor_spec new_image(tensor_spec const& like, vec<sym_int> sizes, bool channels_last) {
    tensor_spec image = new_tensor(like, like.dtype, std::move(sizes));
    if (channels_last)
        image.strides = channels_last_strides(image.sizes);
    return image;
}

/// A view of `of`: the same storage seen with other sizes, strides and offset.
[[nodiscard]] constexpr tensor_spec new_view(tensor_spec const& of, vec<sym_int> sizes, vec<sym_int> strides,
                                             sym_int offset) {
    tensor_spec result = new_tensor(of, of.dtype, std::move(sizes), std::move(strides));
    result.storage_offset = std::move(offset);
    return result;
}

/// The stride of a dimension of size 1 in front of all others.
[[nodiscard]] constexpr sym_int outer_stride(tensor_spec const& of) {
    if (of.dim() == 0)
        return 1;
    return of.sizes[0] * of.strides[0];
}

/// A copy of `of` with its very strides, gaps included, unless several indices share an
/// element.
[[nodiscard]] GRAFT_CONSTEXPR tensor_spec cloned_as_is(tensor_spec const& of);

/// The strides that a copy of `of` has in a memory format; `preserve` keeps the order of `of`.
[[nodiscard]] GRAFT_CONSTEXPR vec<sym_int> strides_in(call<tensor_spec> const& c, tensor_spec const& of,
                                                      memory_format format);

} // namespace graft::detail

#if defined(GRAFT_CORE_BODIES)

namespace graft::detail {

GRAFT_CONSTEXPR tensor_spec cloned_as_is(tensor_spec const& of) {
    for (std::size_t d = 0; d < of.dim(); ++d)
        if (of.strides[d] == 0 && !(of.sizes[d] == 1))
            return new_tensor(of, of.dtype, of.sizes, preserved_strides(of));
    return new_view(of, of.sizes, of.strides, of.storage_offset);
}

GRAFT_CONSTEXPR vec<sym_int> strides_in(call<tensor_spec> const& c, tensor_spec const& of, memory_format format) {
    switch (format) {
    case memory_format::contiguous: return contiguous_strides(of.sizes);
    case memory_format::preserve: return preserved_strides(of);
    case memory_format::channels_last:
    case memory_format::channels_last_3d: break;
    }
    std::size_t const rank = format == memory_format::channels_last ? 4 : 5;
    if (of.dim() != rank)
        reject(c, "the memory format needs ", rank, " dimensions, not ", of.dim());
    return channels_last_strides(of.sizes);
}

} // namespace graft::detail
#endif
