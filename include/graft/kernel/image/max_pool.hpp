#pragma once

#include <graft/core/block_cache.hpp>
#include <graft/core/error.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/base/arithmetic.hpp>
#include <graft/kernel/base/dense.hpp>
#include <graft/kernel/base/dispatch.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/image/padded.hpp>
#include <graft/kernel/image/pool.hpp>
#include <graft/kernel/reduce/reduce.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// The largest element under each window.
struct max_pool_line {
    template <class T>
    static constexpr T fill = max_reducer::initial<T>();

    template <class T>
    void operator()(pool_geometry const& g, std::int64_t, std::int64_t, scratch_vector<T const*> const& lines,
                    T* out) const {
        fold_lines(g.width().out, out, lines, fill<T>, [](T a, T b, std::size_t) { return max_of(a, b); });
    }
};

/// The largest element under each window, and where in the plane it is, written from `index` on: the first of equal
/// ones, the last NaN.
struct max_pool_index_line : max_pool_line {
    std::int64_t* index;

    template <class T>
    void operator()(pool_geometry const& g, std::int64_t od, std::int64_t oh, scratch_vector<T const*> const& lines,
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
                index[i + j] = position(g, od, oh, i + j, tap[static_cast<std::size_t>(j)]);
        }
        index += g.width().out;
    }

private:
    /// Not inlined: g++ 12 -O3 would jam it into the loop over the taps and not vectorise it.
    template <class T, class N>
    [[gnu::noinline]] static void update(T const* __restrict x, N number, T* __restrict largest, N* __restrict tap) {
        for (std::int64_t j = 0; j < padded_image<T>::lanes; ++j) {
            bits_of_t<T> const take = exceeds(x[j], largest[j]);
            largest[j] = blend(take, x[j], largest[j]);
            tap[j] = blend(take, number, tap[j]);
        }
    }

    /// Where an output's tap is in the plane; the first one inside it if no element exceeds the
    /// lowest.
    [[nodiscard, gnu::noinline]] static std::int64_t position(pool_geometry const& g, std::int64_t od, std::int64_t oh,
                                                              std::int64_t ow, std::int64_t tap) {
        auto const along = [tap](window const& w, std::int64_t out, std::int64_t k) {
            std::int64_t const first = out * w.stride + w.first(0);
            if (tap >= 0)
                return first + k * w.dilation;
            return first >= 0 ? first : first + (-first + w.dilation - 1) / w.dilation * w.dilation;
        };
        std::int64_t const row = tap / g.width().size;
        std::int64_t const d = along(g.depth(), od, row / g.height().size);
        std::int64_t const h = along(g.height(), oh, row % g.height().size);
        return (d * g.height().in + h) * g.width().in + along(g.width(), ow, tap % g.width().size);
    }
};

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// The largest element under each window; NaN if there is one.
template <std::size_t Spatial>
struct max_pool_t {
    template <auto const& Dtypes = numeric>
    void operator()(tensor const& self, pool_options const& options, tensor& out) const {
        detail::pool_geometry const g = detail::pool_geometry("max_pool", self, out, options, Spatial).seen();
        detail::pool<Dtypes>("max_pool", g, self, out, detail::max_pool_line{});
    }
};
inline constexpr max_pool_t<1> max_pool1d{};
inline constexpr max_pool_t<2> max_pool2d{};
inline constexpr max_pool_t<3> max_pool3d{};

/// The largest element under each window, NaN if there is one, and its index in its plane, as i64.
template <std::size_t Spatial>
struct max_pool_with_indices_t {
    template <auto const& Dtypes = numeric>
    void operator()(tensor const& self, pool_options const& options, tensor& out, tensor& indices) const {
        detail::pool_geometry const g =
            detail::pool_geometry("max_pool_with_indices", self, out, options, Spatial).seen();
        if (indices.sizes() != out.sizes())
            raise(errc::invalid_argument, "max_pool_with_indices: values and indices differ in size");
        detail::dense_result<std::int64_t> index(indices);
        detail::pool<Dtypes>("max_pool_with_indices", g, self, out, detail::max_pool_index_line{{}, index.data()});
        index.finish();
    }
};
inline constexpr max_pool_with_indices_t<1> max_pool1d_with_indices{};
inline constexpr max_pool_with_indices_t<2> max_pool2d_with_indices{};
inline constexpr max_pool_with_indices_t<3> max_pool3d_with_indices{};

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// Volumes that are cut into as many parts as a result has elements, which overlap where sizes do not divide.
struct adaptive_parts {
    std::array<std::int64_t, 3> in{1, 1, 1}, out{1, 1, 1};

    adaptive_parts(tensor const& self, tensor const& result, std::size_t spatial) {
        for (std::size_t d = 0; d < spatial; ++d) {
            in[3 - spatial + d] = self.sizes()[self.dim() - spatial + d];
            out[3 - spatial + d] = result.sizes()[result.dim() - spatial + d];
        }
    }
    [[nodiscard]] std::int64_t first(std::size_t d, std::int64_t i) const { return i * in[d] / out[d]; }
    [[nodiscard]] std::int64_t last(std::size_t d, std::int64_t i) const {
        return ((i + 1) * in[d] + out[d] - 1) / out[d];
    }
};

/// Where in a volume the largest element of a part is: the first of several, the last NaN.
template <class T>
[[nodiscard]] std::int64_t find_largest(adaptive_parts const& g, T const* volume,
                                        std::array<std::int64_t, 3> const& part) {
    std::int64_t best = -1;
    for (std::int64_t z = g.first(0, part[0]); z < g.last(0, part[0]); ++z)
        for (std::int64_t y = g.first(1, part[1]); y < g.last(1, part[1]); ++y)
            for (std::int64_t x = g.first(2, part[2]); x < g.last(2, part[2]); ++x) {
                std::int64_t const at = (z * g.in[1] + y) * g.in[2] + x;
                if (best < 0 || volume[at] > volume[best] || is_nan(volume[at]))
                    best = at;
            }
    return best;
}

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// The largest element of each part of the last `spatial` dimensions, and where in them it is.
void adaptive_max_pool(std::string_view op, tensor const& self, std::size_t spatial, tensor_parameter auto& out,
                       tensor& indices) {
    detail::adaptive_parts const g(self, out, spatial);
    dispatch_wide(self.dtype(), op, [&]<class T>() {
        tensor const from = detail::as_dense(self, dtype_of<T>);
        detail::dense_result<T> values(out);
        detail::dense_result<std::int64_t> places(indices);
        std::int64_t const volume = g.in[0] * g.in[1] * g.in[2], parts = g.out[0] * g.out[1] * g.out[2];
        for (std::int64_t i = 0; i < out.numel(); ++i) {
            std::int64_t const part = i % parts;
            T const* const begin = from.data<T>() + i / parts * volume;
            std::int64_t const at = detail::find_largest(
                g, begin, {part / (g.out[1] * g.out[2]), part / g.out[2] % g.out[1], part % g.out[2]});
            values.data()[i] = begin[at];
            places.data()[i] = at;
        }
        values.finish();
        places.finish();
    });
}

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
