#pragma once

#include <graft/core/block_cache.hpp>
#include <graft/core/element.hpp>
#include <graft/core/error.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/base/dense.hpp>
#include <graft/kernel/base/dispatch.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/image/padded.hpp>
#include <graft/kernel/image/window.hpp>
#include <graft/meta/view.hpp>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

// Pooling over the last one to three dimensions, which a batch and channels may precede. Results must not
// overlap arguments.

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// The settings of a pooling; a list of one value counts for every spatial dimension, an empty
/// stride is the kernel size.
struct pool_options {
    graft::view<std::int64_t const> kernel_size;
    graft::view<std::int64_t const> stride = {};
    graft::view<std::int64_t const> padding = {};
    graft::view<std::int64_t const> dilation = {};
    bool ceil_mode = false;
};

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// The windows of a pooling over the last dimensions; the others are planes.
struct pool_geometry {
    std::array<window, 3> windows;

    pool_geometry(std::string_view op, tensor const& self, tensor const& out, kernel::pool_options const& options,
                  std::size_t spatial = 2) {
        if ((self.dim() != spatial + 1 && self.dim() != spatial + 2) || out.dim() != self.dim())
            raise(errc::invalid_argument, op, " takes a tensor of ", spatial + 1, " or ", spatial + 2,
                  " dimensions, not ", self.dim());
        std::size_t const first = self.dim() - spatial;
        bool fits = std::equal(self.sizes().begin(), self.sizes().end() - static_cast<std::ptrdiff_t>(spatial),
                               out.sizes().begin());
        for (std::size_t i = 0; i < spatial; ++i) {
            window& w = windows[3 - spatial + i];
            auto const setting = [&](std::string_view name, graft::view<std::int64_t const> values, std::int64_t least,
                                     std::int64_t otherwise) {
                return values.empty() ? otherwise : window_setting(op, name, values, i, spatial, least);
            };
            w.in = self.sizes()[first + i];
            w.size = window_setting(op, "kernel_size", options.kernel_size, i, spatial, 1);
            w.stride = setting("stride", options.stride, 1, w.size);
            w.padding = setting("padding", options.padding, 0, 0);
            w.dilation = setting("dilation", options.dilation, 1, 1);
            if (w.padding > w.size / 2)
                raise(errc::invalid_argument, op, ": a padding of ", w.padding,
                      " is more than half of the kernel size ", w.size);
            w.slide(op, options.ceil_mode);
            fits = fits && out.sizes()[first + i] == w.out;
        }
        if (!fits)
            raise(errc::invalid_argument, op, ": the result does not have the size that the arguments give");
    }

    /// This geometry without taps that see nothing but padding, wherever the windows are.
    [[nodiscard]] pool_geometry seen() const {
        pool_geometry g = *this;
        std::transform(windows.begin(), windows.end(), g.windows.begin(), [](window const& w) { return w.seen(); });
        return g;
    }

    [[nodiscard]] window const& depth() const { return windows[0]; }
    [[nodiscard]] window const& height() const { return windows[1]; }
    [[nodiscard]] window const& width() const { return windows[2]; }
    /// How many elements of the argument belong to one plane.
    [[nodiscard]] std::int64_t plane() const { return depth().in * height().in * width().in; }
};

/// Calls `f(geometry, d, h, lines, out)` for every line of every plane of the result, `d` and `h` its numbers and
/// `lines` what it sees under each tap, in the type in which products are computed.
template <auto const& Dtypes, class F>
void pool(std::string_view op, pool_geometry const& g, tensor const& self, tensor& out, F f) {
    if (out.numel() == 0)
        return;
    dtype const computed = product_dtype<Dtypes>(out.dtype(), op);
    tensor const from = as_dense(self, computed);
    dense_buffer result(out, computed);
    dispatch_product<Dtypes>(out.dtype(), op, [&]<class T>() {
        padded_image<T> image(g.windows, F::template fill<T>);
        scratch_vector<T const*> lines;
        T const* in = from.data<T>();
        T* const to = result.get().data<T>();
        for (T *at = to, *end = to + out.numel(); at != end; in += g.plane()) {
            image.load(in);
            for (std::int64_t line = 0; line < g.depth().out * g.height().out; ++line, at += g.width().out) {
                std::int64_t const d = line / g.height().out, h = line % g.height().out;
                image.lines(d, h, lines);
                f(g, d, h, lines, at);
            }
        }
        // A window of padding alone has the lowest number of the dtype, not of the type that is computed in.
        if constexpr (std::integral<T>)
            if (F::template fill<T> == std::numeric_limits<T>::lowest())
                std::replace(to, to + out.numel(), F::template fill<T>, lowest_integer(out.dtype()));
    });
    result.finish();
}

/// The largest element under each window of images with the channels last; NaN if there is one.
template <class T>
void max_pool_channels_last(pool_geometry const& g, std::int64_t images, std::int64_t channels, T const* in, T* out) {
    using limits = std::numeric_limits<T>;
    constexpr T least = limits::has_infinity ? -limits::infinity() : limits::lowest();
    window const &height = g.height(), &width = g.width();
    for (std::int64_t image = 0; image < images; ++image, in += g.plane() * channels)
        for (std::int64_t oh = 0; oh < height.out; ++oh)
            for (std::int64_t ow = 0; ow < width.out; ++ow, out += channels) {
                std::fill_n(out, channels, least);
                for (std::int64_t kh = 0; kh < height.size; ++kh)
                    for (std::int64_t kw = 0; kw < width.size; ++kw) {
                        std::int64_t const h = oh * height.stride + height.first(kh);
                        std::int64_t const w = ow * width.stride + width.first(kw);
                        if (h >= 0 && h < height.in && w >= 0 && w < width.in)
                            update_loop([](T a, T b) { return b > a || b != b ? b : a; }, channels, out,
                                        in + (h * width.in + w) * channels);
                    }
            }
}

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET
