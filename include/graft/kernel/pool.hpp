#pragma once

#include <graft/core/element.hpp>
#include <graft/core/error.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/dense.hpp>
#include <graft/kernel/dispatch.hpp>
#include <graft/kernel/padded.hpp>
#include <graft/kernel/window.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

// Pooling over height and width, the last two of 3 or 4 dimensions. Results must not overlap
// arguments.

namespace graft::kernel {

/// The settings of a pooling; a list of one value counts for every spatial dimension, an empty
/// stride is the kernel size.
struct pool_options {
    std::span<std::int64_t const> kernel_size;
    std::span<std::int64_t const> stride = {};
    std::span<std::int64_t const> padding = {};
    std::span<std::int64_t const> dilation = {};
    bool ceil_mode = false;
};

} // namespace graft::kernel

namespace graft::detail {

/// The windows of a pooling over height and width, the last two dimensions; the others are
/// planes.
struct pool_geometry {
    std::array<window, 3> windows;

    pool_geometry(std::string_view op, tensor const& self, tensor const& out,
                  kernel::pool_options const& options) {
        if ((self.dim() != 3 && self.dim() != 4) || out.dim() != self.dim())
            raise(errc::invalid_argument, op, " takes a tensor of 3 or 4 dimensions, not ",
                  self.dim());
        bool fits =
            std::equal(self.sizes().begin(), self.sizes().end() - 2, out.sizes().begin());
        for (std::size_t i = 0; i < 2; ++i) {
            window& w = windows[1 + i];
            auto const setting = [&](std::string_view name,
                                     std::span<std::int64_t const> values, std::int64_t least,
                                     std::int64_t otherwise) {
                return values.empty() ? otherwise
                                      : window_setting(op, name, values, i, 2, least);
            };
            w.in = self.sizes()[self.dim() - 2 + i];
            w.size = window_setting(op, "kernel_size", options.kernel_size, i, 2, 1);
            w.stride = setting("stride", options.stride, 1, w.size);
            w.padding = setting("padding", options.padding, 0, 0);
            w.dilation = setting("dilation", options.dilation, 1, 1);
            if (w.padding > w.size / 2)
                raise(errc::invalid_argument, op, ": a padding of ", w.padding,
                      " is more than half of the kernel size ", w.size);
            w.slide(op, options.ceil_mode);
            fits = fits && out.sizes()[out.dim() - 2 + i] == w.out;
        }
        if (!fits)
            raise(errc::invalid_argument, op,
                  ": the result does not have the size that the arguments give");
    }

    [[nodiscard]] window const& height() const { return windows[1]; }
    [[nodiscard]] window const& width() const { return windows[2]; }
};

/// Calls `f(geometry, h, lines, out)` for every line of every plane of the result, `h` its
/// number and `lines` what it sees under each tap, in the type in which products are computed.
template <auto const& Dtypes, class F>
void pool(std::string_view op, pool_geometry const& g, tensor const& self, tensor& out, F f) {
    if (out.numel() == 0)
        return;
    dispatch_product<Dtypes>(out.dtype(), op, [&]<class T>() {
        tensor const from = as_dense(self, dtype_of<T>);
        dense_result<T> to(out);
        padded_image<T> image(g.windows, F::template fill<T>);
        std::vector<T const*> lines;
        T const* in = from.data<T>();
        for (T *at = to.data(), *end = at + out.numel(); at != end;
             in += g.height().in * g.width().in) {
            image.load(in);
            for (std::int64_t h = 0; h < g.height().out; ++h, at += g.width().out) {
                image.lines(0, h, lines);
                f(g, h, lines, at);
            }
        }
        to.finish();
    });
}

} // namespace graft::detail
