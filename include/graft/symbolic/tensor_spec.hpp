#pragma once

#include <graft/core/device.hpp>
#include <graft/core/dtype.hpp>
#include <graft/core/layout.hpp>
#include <graft/core/shape.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/sym_int.hpp>

#include <cstddef>
#include <utility>

namespace graft {

/// A symbolic size against a constant other than 1 is that constant: it is equal to it or 1.
[[nodiscard]] constexpr sym_int broadcast_size(sym_int const& a, sym_int const& b, std::size_t dim) {
    if (a == b || b == 1)
        return a;
    if (a == 1)
        return b;
    if (a.is_symbolic() && b.is_symbolic())
        raise(errc::unsupported, "cannot decide whether two symbolic sizes are equal at dimension ", dim);
    if (a.is_symbolic())
        return b;
    if (b.is_symbolic())
        return a;
    detail::raise_broadcast(a.value(), b.value(), dim);
}

/// What is known of a tensor without its elements: what FX calls a fake tensor.
struct tensor_spec {
    graft::dtype dtype = graft::dtype::undefined;  ///< of its elements
    vec<sym_int> sizes;                            ///< an extent for each dimension
    vec<sym_int> strides;                          ///< in elements, one for each dimension
    sym_int storage_offset;                        ///< in elements
    device dev;                                    ///< where it lives
    bool requires_grad = false;                    ///< what torch.export recorded
    graft::layout layout = graft::layout::strided; ///< strided, or a sparse one

    /// The rank.
    [[nodiscard]] constexpr std::size_t dim() const { return sizes.size(); }
    /// How many elements it has: the product of its sizes.
    [[nodiscard]] constexpr sym_int numel() const { return graft::numel(sizes); }

    friend constexpr bool operator==(tensor_spec const&, tensor_spec const&) = default;
};

/// True if the elements lie densely in row-major order for every value of the symbols.
[[nodiscard]] constexpr bool is_contiguous(tensor_spec const& spec) { return is_contiguous(spec.sizes, spec.strides); }

/// The spec of a new contiguous tensor on the CPU.
[[nodiscard]] constexpr tensor_spec make_spec(dtype d, vec<sym_int> sizes) {
    tensor_spec spec;
    spec.dtype = d;
    spec.strides = contiguous_strides(sizes);
    spec.sizes = std::move(sizes);
    return spec;
}

} // namespace graft
