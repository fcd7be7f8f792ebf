#pragma once

#include <graft/core/block_cache.hpp>
#include <graft/core/checked.hpp>
#include <graft/core/dim_vector.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/base/dense.hpp>
#include <graft/kernel/base/dispatch.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/convolution/conv.hpp>
#include <graft/kernel/convolution/conv_geometry.hpp>
#include <graft/kernel/convolution/conv_transpose.hpp>
#include <graft/kernel/product/gemm.hpp>
#include <graft/meta/view.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// Adds what each kernel element sees of dense images, weighed by the gradients of what they give.
template <class T>
void add_weight_gradient(conv_geometry const& g, T const* image, T const* grad, T* weight) {
    std::int64_t const plane = g.out_plane(), depth = g.in_channels * g.taps();
    // So many positions at once as fit the second-level cache.
    constexpr std::int64_t tile_bytes = 512 * 1024;
    std::int64_t const tile =
        std::clamp<std::int64_t>(tile_bytes / static_cast<std::int64_t>(sizeof(T)) / std::max<std::int64_t>(depth, 1),
                                 1, std::max<std::int64_t>(plane, 1));
    scratch_vector<T> columns(static_cast<std::size_t>(tile * depth));
    for (std::int64_t i = 0; i < g.batch * g.groups; ++i) {
        T* const to = weight + i % g.groups * g.out_channels * depth;
        for (std::int64_t begin = 0; begin < plane; begin += tile) {
            std::int64_t const count = std::min(tile, plane - begin);
            image_to_columns(g, image, begin, begin + count, columns.data());
            multiply_matrices(matrix_view<T>{to, g.out_channels, depth, depth, 1},
                              matrix_view<T const>{grad + begin, g.out_channels, count, plane, 1},
                              matrix_view<T const>{columns.data(), count, depth, 1, count});
        }
        image += g.in_channels * g.in_plane();
        grad += g.out_channels * plane;
    }
}

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// The gradient of the argument of a convolution, transposed or not, from that of its result.
inline void convolution_input_gradient(tensor const& grad, tensor const& weight, convolution_options const& options,
                                       tensor& out) {
    if (options.transposed) {
        convolution_options forward = options;
        forward.transposed = false;
        return convolution(grad, weight, nullptr, forward, out);
    }
    if (grad.numel() == 0)
        return fill(out, 0);
    std::size_t const spatial = weight.dim() - 2;
    dim_vector rest;
    for (std::size_t i = 0; i < spatial; ++i) {
        auto const setting = [&](graft::view<std::int64_t const> values, std::int64_t least) {
            return detail::window_setting("convolution_backward", "a setting", values, i, spatial, least);
        };
        std::size_t const d = out.dim() - spatial + i;
        std::int64_t const reach = checked_mul(setting(options.dilation, 1), weight.sizes()[i + 2] - 1);
        std::int64_t const last = checked_mul(grad.sizes()[d] - 1, setting(options.stride, 1));
        std::int64_t const padded = checked_add(out.sizes()[d], checked_mul(2, setting(options.padding, 0)));
        rest.push_back(checked_sub(checked_sub(padded, last), checked_add(reach, 1)));
    }
    convolution_options backward = options;
    backward.output_padding = rest;
    conv_transpose(grad, weight, nullptr, backward, out);
}

/// The gradient of the weight of a convolution, transposed or not, from that of its result.
void convolution_weight_gradient(tensor const& grad, tensor const& input, convolution_options const& options,
                                 tensor_parameter auto& out) {
    tensor const &image = options.transposed ? grad : input, &result = options.transposed ? input : grad;
    detail::conv_geometry const g(image, out, nullptr, result, options);
    if (out.numel() == 0)
        return;
    detail::dispatch_product<floating>(out.dtype(), "convolution_backward", [&]<class T>() {
        tensor const from = detail::as_dense(image, dtype_of<T>), weights = detail::as_dense(result, dtype_of<T>);
        tensor sums = tensor::zeros(out.sizes(), dtype_of<T>);
        detail::add_weight_gradient(g, from.data<T>(), weights.data<T>(), sums.data<T>());
        copy(sums, out);
    });
}

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
