#pragma once

#include <graft/core/element.hpp>
#include <graft/core/error.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/arithmetic.hpp>
#include <graft/kernel/dense.hpp>
#include <graft/kernel/dispatch.hpp>
#include <graft/kernel/padded.hpp>
#include <graft/kernel/pool.hpp>
#include <graft/kernel/reduce.hpp>
#include <graft/kernel/window.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace graft::detail {

/// The sum under each window over the number of its elements, or over `divisor` unless that is
/// 0.
struct avg_pool_line {
    bool count_include_pad;
    std::int64_t divisor;

    template <class T>
    static constexpr T fill = T{};

    template <class T>
    void operator()(pool_geometry const& g, std::int64_t oh, std::vector<T const*> const& lines,
                    T* out) const {
        fold_lines(g.width().out, out, lines, T{},
                   [](T a, T b, std::size_t) { return sum_of(a, b); });
        std::int64_t const rows = covered(g.height(), oh);
        for (std::int64_t i = 0; i < g.width().out; ++i) {
            std::int64_t const count = divisor != 0 ? divisor : rows * covered(g.width(), i);
            out[i] = count == 0 ? T{} : out[i] / static_cast<T>(count);
        }
    }

private:
    [[nodiscard]] std::int64_t covered(window const& w, std::int64_t i) const {
        std::int64_t const begin = i * w.stride - w.padding, end = begin + w.size;
        return count_include_pad ? std::min(end, w.in + w.padding) - begin
                                 : std::min(end, w.in) - std::max<std::int64_t>(begin, 0);
    }
};

} // namespace graft::detail

namespace graft::kernel {

/// The mean under each window, padding counted as zeros if asked for, or the sum over a given
/// divisor.
inline constexpr struct avg_pool2d_t {
    template <auto const& Dtypes = numeric>
    void operator()(tensor const& self, pool_options const& options, bool count_include_pad,
                    std::optional<std::int64_t> divisor, tensor& out) const {
        if (divisor == 0)
            raise(errc::invalid_argument, "avg_pool2d: the divisor must not be zero");
        detail::pool_geometry const g("avg_pool2d", self, out, options);
        detail::pool<Dtypes>("avg_pool2d", g, self, out,
                             detail::avg_pool_line{count_include_pad, divisor.value_or(0)});
    }
} avg_pool2d{};

/// The mean over windows that divide the plane into as many parts as the result has elements.
inline constexpr struct adaptive_avg_pool2d_t {
    template <auto const& Dtypes = floating>
    void operator()(tensor const& self, tensor& out) const {
        if ((self.dim() != 3 && self.dim() != 4) || out.dim() != self.dim() ||
            !std::equal(self.sizes().begin(), self.sizes().end() - 2, out.sizes().begin()))
            raise(errc::invalid_argument, "adaptive_avg_pool2d takes a tensor of 3 or 4 "
                                          "dimensions and changes the last two");
        if (self.numel() == 0 && out.numel() != 0)
            raise(errc::invalid_argument, "adaptive_avg_pool2d: the argument has no elements");
        std::int64_t const height = self.size(-2), width = self.size(-1);
        std::int64_t const lines = out.size(-2), columns = out.size(-1);
        dispatch_compute<Dtypes>(out.dtype(), "adaptive_avg_pool2d", [&]<class T>() {
            tensor const from = detail::as_dense(self, dtype_of<T>);
            detail::dense_result<T> to(out);
            T const* in = from.data<T>();
            T* at = to.data();
            for (T* end = at + out.numel(); at != end; in += height * width)
                for (std::int64_t i = 0; i < lines * columns; ++i) {
                    auto const part = [](std::int64_t k, std::int64_t parts,
                                         std::int64_t size) {
                        return std::pair(k * size / parts,
                                         ((k + 1) * size + parts - 1) / parts);
                    };
                    auto const [top, bottom] = part(i / columns, lines, height);
                    auto const [left, right] = part(i % columns, columns, width);
                    T total = 0;
                    for (std::int64_t h = top; h < bottom; ++h)
                        total += detail::reduce_row<detail::sum_reducer>(right - left,
                                                                         in + h * width + left);
                    *at++ = total / static_cast<T>((bottom - top) * (right - left));
                }
            to.finish();
        });
    }
} adaptive_avg_pool2d{};

} // namespace graft::kernel
