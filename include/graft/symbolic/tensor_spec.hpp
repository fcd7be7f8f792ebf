#pragma once

#include <graft/core/device.hpp>
#include <graft/core/dtype.hpp>
#include <graft/core/layout.hpp>
#include <graft/core/shape.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/broadcast_size.hpp>
#include <graft/symbolic/sym_int.hpp>

#include <cstddef>
#include <utility>

namespace graft {

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
