#pragma once

#include <graft/core/error.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/arithmetic.hpp>
#include <graft/kernel/dense.hpp>
#include <graft/kernel/dispatch.hpp>
#include <graft/kernel/padded.hpp>
#include <graft/kernel/pool.hpp>
#include <graft/kernel/reduce.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace graft::detail {

/// The largest element under each window.
struct max_pool_line {
    template <class T>
    static constexpr T fill = max_reducer::initial<T>();

    template <class T>
    void operator()(pool_geometry const& g, std::int64_t, std::vector<T const*> const& lines,
                    T* out) const {
        fold_lines(g.width().out, out, lines, fill<T>,
                   [](T a, T b, std::size_t) { return max_of(a, b); });
    }
};

/// The same and where in the plane it is, written from `index` on: the first of equal ones, the
/// last NaN.
struct max_pool_index_line : max_pool_line {
    std::int64_t* index;

    template <class T>
    void operator()(pool_geometry const& g, std::int64_t oh, std::vector<T const*> const& lines,
                    T* out) {
        using tap_number = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;
        constexpr std::int64_t lanes = padded_image<T>::lanes;
        for (std::int64_t i = 0; i < g.width().out; i += lanes) {
            std::array<T, lanes> largest;
            std::array<tap_number, lanes> tap;
            largest.fill(fill<T>);
            tap.fill(-1);
            for (std::size_t t = 0; t < lines.size(); ++t)
                update(lines[t] + i, static_cast<tap_number>(t), largest.data(), tap.data());
            std::int64_t const n = std::min(lanes, g.width().out - i);
            std::copy_n(largest.begin(), n, out + i);
            for (std::int64_t j = 0; j < n; ++j)
                index[i + j] = position(g, oh, i + j, tap[static_cast<std::size_t>(j)]);
        }
        index += g.width().out;
    }

private:
    /// Not inlined: g++ 12 -O3 would jam it into the loop over the taps and not vectorise it.
    template <class T, class N>
    [[gnu::noinline]] static void update(T const* __restrict x, N number, T* __restrict largest,
                                         N* __restrict tap) {
        for (std::int64_t j = 0; j < padded_image<T>::lanes; ++j) {
            bits_of_t<T> const take = exceeds(x[j], largest[j]);
            largest[j] = blend(take, x[j], largest[j]);
            tap[j] = blend(take, number, tap[j]);
        }
    }

    /// Where an output's tap is in the plane; the first one inside it if no element exceeds the
    /// lowest.
    [[nodiscard]] static std::int64_t position(pool_geometry const& g, std::int64_t oh,
                                               std::int64_t ow, std::int64_t tap) {
        auto const along = [](window const& w, std::int64_t out, std::int64_t k) {
            return out * w.stride + w.first(k);
        };
        auto const inside = [&](window const& w, std::int64_t out) {
            std::int64_t const at = along(w, out, 0);
            return at >= 0 ? at : at + (-at + w.dilation - 1) / w.dilation * w.dilation;
        };
        if (tap < 0)
            return inside(g.height(), oh) * g.width().in + inside(g.width(), ow);
        return along(g.height(), oh, tap / g.width().size) * g.width().in +
               along(g.width(), ow, tap % g.width().size);
    }
};

} // namespace graft::detail

namespace graft::kernel {

/// The largest element under each window; NaN if there is one.
inline constexpr struct max_pool2d_t {
    template <auto const& Dtypes = numeric>
    void operator()(tensor const& self, pool_options const& options, tensor& out) const {
        detail::pool_geometry const g("max_pool2d", self, out, options);
        detail::pool<Dtypes>("max_pool2d", g, self, out, detail::max_pool_line{});
    }
} max_pool2d{};

/// The same, and the index of each in its plane, as i64.
inline constexpr struct max_pool2d_with_indices_t {
    template <auto const& Dtypes = numeric>
    void operator()(tensor const& self, pool_options const& options, tensor& out,
                    tensor& indices) const {
        detail::pool_geometry const g("max_pool2d_with_indices", self, out, options);
        if (indices.sizes() != out.sizes())
            raise(errc::invalid_argument,
                  "max_pool2d_with_indices: values and indices differ in size");
        detail::dense_result<std::int64_t> index(indices);
        detail::pool<Dtypes>("max_pool2d_with_indices", g, self, out,
                             detail::max_pool_index_line{{}, index.data()});
        index.finish();
    }
} max_pool2d_with_indices{};

} // namespace graft::kernel
