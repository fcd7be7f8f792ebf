#pragma once

#include <graft/kernel/pool.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace graft::detail {

/// The largest of the bytes under each window over height and width: first those of a column of a window, for the whole
/// line, then those of neighbouring columns.
template <class T>
class byte_max_pool {
public:
    explicit byte_max_pool(pool_geometry const& g)
        : g_(g), line_(static_cast<std::size_t>(std::max(g.width().in + g.width().padding, reach(g.width()))), lowest) {}

    void run(std::int64_t planes, T const* in, T* out) {
        window const &height = g_.height(), &width = g_.width();
        T* const line = line_.data() + width.padding;
        for (std::int64_t p = 0; p < planes; ++p, in += g_.plane())
            for (std::int64_t oh = 0; oh < height.out; ++oh, out += width.out) {
                std::fill_n(line, width.in, lowest);
                for (std::int64_t kh = 0; kh < height.size; ++kh)
                    if (std::int64_t const h = oh * height.stride + height.first(kh); h >= 0 && h < height.in)
                        raise_line(line, in + h * width.in, 1, width.in);
                std::fill_n(out, width.out, lowest);
                for (std::int64_t kw = 0; kw < width.size; ++kw)
                    raise_line(out, line_.data() + kw * width.dilation, width.stride, width.out);
            }
    }

private:
    static constexpr T lowest = std::numeric_limits<T>::lowest();

    // How much of a line the windows see.
    static std::int64_t reach(window const& w) { return (w.out - 1) * w.stride + (w.size - 1) * w.dilation + 1; }

    static void raise_line(T* __restrict to, T const* __restrict from, std::int64_t step, std::int64_t count) {
        if (step == 1)
            for (std::int64_t i = 0; i < count; ++i)
                to[i] = std::max(to[i], from[i]);
        else if (step == 2)
            for (std::int64_t i = 0; i < count; ++i)
                to[i] = std::max(to[i], from[2 * i]);
        else
            for (std::int64_t i = 0; i < count; ++i)
                to[i] = std::max(to[i], from[i * step]);
    }

    pool_geometry g_;
    std::vector<T> line_;  // with what the padding before and behind it counts as
};

} // namespace graft::detail
