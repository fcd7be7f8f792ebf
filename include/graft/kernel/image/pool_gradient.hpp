#pragma once

#include <graft/core/tensor.hpp>
#include <graft/kernel/base/arithmetic.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/dense.hpp>
#include <graft/kernel/base/dispatch.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/image/avg_pool.hpp>
#include <graft/kernel/image/pool.hpp>
#include <graft/kernel/index/index.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// Calls `f(grad, to)` for each plane of a gradient of a pooling's result and that of its argument, which begins as
/// zeros; in i64 or double.
template <class F>
void for_each_plane(std::string_view op, tensor const& grad, std::int64_t grad_plane, std::int64_t plane, tensor& out,
                    F&& f) {
    kernel::dispatch_wide(out.dtype(), op, [&]<class T>() {
        tensor const from = as_dense(grad, dtype_of<T>);
        tensor sums = tensor::zeros(out.sizes(), dtype_of<T>);
        T const* in = from.template data<T>();
        T* to = sums.template data<T>();
        if (grad.numel() != 0)
            for (T const* end = in + grad.numel(); in != end; in += grad_plane, to += plane)
                f(in, to);
        kernel::copy(sums, out);
    });
}

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// What the gradient of the means gives each element of the argument of `avg_pool2d`.
inline void avg_pool2d_gradient(tensor const& grad, pool_options const& options, bool count_include_pad,
                                std::optional<std::int64_t> divisor, tensor& out) {
    detail::pool_geometry const g("avg_pool2d_backward", out, grad, options);
    detail::avg_pool_line const line{g, count_include_pad, divisor.value_or(0)};
    detail::window const &height = g.height(), &width = g.width();
    detail::for_each_plane("avg_pool2d_backward", grad, height.out * width.out, g.plane(), out,
                           [&]<class T>(T const* in, T* to) {
                               auto const covered = [](detail::window const& w, std::int64_t i) {
                                   std::int64_t const first = i * w.stride - w.padding;
                                   return std::pair(std::max<std::int64_t>(first, 0), std::min(first + w.size, w.in));
                               };
                               for (std::int64_t i = 0; i < height.out * width.out; ++i) {
                                   std::int64_t const h = i / width.out, w = i % width.out;
                                   T const share = line.mean(in[i], line.covered_lines(0, h), w);
                                   auto const [top, bottom] = covered(height, h);
                                   auto const [left, right] = covered(width, w);
                                   for (std::int64_t y = top; y < bottom; ++y)
                                       for (std::int64_t x = left; x < right; ++x)
                                           to[y * width.in + x] = detail::sum_of(to[y * width.in + x], share);
                               }
                           });
}

/// What the gradient of the maxima gives the elements of the argument that they are, by their indices in its planes.
inline void max_pool2d_gradient(tensor const& grad, tensor const& indices, tensor& out) {
    tensor const positions = detail::as_indices("max_pool2d_backward", indices);
    std::int64_t const* at = positions.data<std::int64_t>();
    std::int64_t const grad_plane = grad.size(-1) * grad.size(-2), plane = out.size(-1) * out.size(-2);
    detail::for_each_plane("max_pool2d_backward", grad, grad_plane, plane, out, [&](auto const* in, auto* to) {
        for (std::int64_t i = 0; i < grad_plane; ++i, ++at) {
            detail::require_index("max_pool2d_backward", *at, plane);
            to[*at] += in[i];
        }
    });
}

/// What the gradient of the means gives each element of the argument of `adaptive_avg_pool2d`.
inline void adaptive_avg_pool2d_gradient(tensor const& grad, tensor& out) {
    detail::part_geometry const g("adaptive_avg_pool2d_backward", out, grad, 2);
    detail::for_each_plane("adaptive_avg_pool2d_backward", grad, g.parts[1] * g.parts[2], g.plane(), out,
                           [&]<class T>(T const* in, T* to) {
                               g.for_each_part([&](std::int64_t count, auto const& for_each_row) {
                                   T const each = *in++ / static_cast<T>(count);
                                   for_each_row([&](std::int64_t first, std::int64_t n) {
                                       for (std::int64_t i = 0; i < n; ++i)
                                           to[first + i] += each;
                                   });
                               });
                           });
}

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
