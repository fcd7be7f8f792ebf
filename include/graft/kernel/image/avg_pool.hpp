#pragma once

#include <graft/core/block_cache.hpp>
#include <graft/core/checked.hpp>
#include <graft/core/element.hpp>
#include <graft/core/error.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/base/arithmetic.hpp>
#include <graft/kernel/base/dense.hpp>
#include <graft/kernel/base/dispatch.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/image/padded.hpp>
#include <graft/kernel/image/pool.hpp>
#include <graft/kernel/image/window.hpp>
#include <graft/kernel/reduce/reduce.hpp>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// The sum under each window over the number of its elements, or over `divisor` unless that is
/// 0.
struct avg_pool_line {
    pool_geometry const& asked;
    bool count_include_pad;
    std::int64_t divisor;

    template <class T>
    static constexpr T fill = T{};

    template <class T>
    void operator()(pool_geometry const& g, std::int64_t od, std::int64_t oh, scratch_vector<T const*> const& lines,
                    T* out) const {
        fold_lines(g.width().out, out, lines, T{}, [](T a, T b, std::size_t) { return sum_of(a, b); });
        std::int64_t const lines_covered = covered_lines(od, oh);
        for (std::int64_t i = 0; i < g.width().out; ++i)
            out[i] = mean(out[i], lines_covered, i);
    }

    /// How many lines count of those that the windows in a line of the result cover.
    [[nodiscard]] std::int64_t covered_lines(std::int64_t od, std::int64_t oh) const {
        return divisor != 0 ? 0 : checked_mul(covered(asked.depth(), od), covered(asked.height(), oh));
    }

    /// The sum under window `ow` of a line over what it is divided by.
    template <class T>
    [[nodiscard]] T mean(T sum, std::int64_t lines_covered, std::int64_t ow) const {
        std::int64_t const count = divisor != 0 ? divisor : checked_mul(lines_covered, covered(asked.width(), ow));
        if (count == 0)
            return T{};
        if constexpr (std::integral<T>)
            if (count == -1) // the lowest integer has no opposite
                return difference_of(T{0}, sum);
        return sum / static_cast<T>(count);
    }

private:
    /// How many positions count of those that window `i` covers.
    [[nodiscard]] std::int64_t covered(window const& w, std::int64_t i) const {
        std::int64_t const begin = i * w.stride - w.padding, end = begin + w.size;
        return count_include_pad ? std::min(end, w.in + w.padding) - begin
                                 : std::min(end, w.in) - std::max<std::int64_t>(begin, 0);
    }
};

/// The parts into which an adaptive pooling divides the last dimensions; they may overlap.
struct part_geometry {
    std::array<std::int64_t, 3> in{1, 1, 1}, parts{1, 1, 1};

    part_geometry(std::string_view op, tensor const& self, tensor const& out, std::size_t spatial) {
        auto const kept = static_cast<std::ptrdiff_t>(spatial);
        if ((self.dim() != spatial + 1 && self.dim() != spatial + 2) || out.dim() != self.dim() ||
            !std::equal(self.sizes().begin(), self.sizes().end() - kept, out.sizes().begin()))
            raise(errc::invalid_argument, op, " takes a tensor of ", spatial + 1, " or ", spatial + 2,
                  " dimensions and changes the last ", spatial);
        if (self.numel() == 0 && out.numel() != 0)
            raise(errc::invalid_argument, op, ": the argument has no elements");
        std::copy(self.sizes().end() - kept, self.sizes().end(), in.end() - kept);
        std::copy(out.sizes().end() - kept, out.sizes().end(), parts.end() - kept);
    }

    /// How many elements of the argument belong to one plane.
    [[nodiscard]] std::int64_t plane() const { return in[0] * in[1] * in[2]; }

    /// Calls `f(count, for_each_row)` for every part of a plane, `count` its number of elements;
    /// `for_each_row(g)` calls `g(first, n)` for its rows.
    template <class F>
    void for_each_part(F&& f) const {
        std::array<std::pair<std::int64_t, std::int64_t>, 3> range;
        for (std::int64_t i = 0; i < parts[0] * parts[1] * parts[2]; ++i) {
            std::array<std::int64_t, 3> const k{i / (parts[1] * parts[2]), i / parts[2] % parts[1], i % parts[2]};
            std::int64_t count = 1;
            for (std::size_t d = 0; d < 3; ++d) {
                range[d] = {k[d] * in[d] / parts[d], ((k[d] + 1) * in[d] + parts[d] - 1) / parts[d]};
                count *= range[d].second - range[d].first;
            }
            f(count, [&](auto&& g) {
                for (std::int64_t d = range[0].first; d < range[0].second; ++d)
                    for (std::int64_t h = range[1].first; h < range[1].second; ++h)
                        g((d * in[1] + h) * in[2] + range[2].first, range[2].second - range[2].first);
            });
        }
    }
};

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// The mean under each window, padding counted as zeros if asked for, or the sum over a given
/// divisor.
template <std::size_t Spatial>
struct avg_pool_t {
    template <auto const& Dtypes = numeric>
    void operator()(tensor const& self, pool_options const& options, bool count_include_pad,
                    std::optional<std::int64_t> divisor, tensor& out) const {
        if (divisor == 0)
            raise(errc::invalid_argument, "avg_pool: the divisor must not be zero");
        detail::pool_geometry const g("avg_pool", self, out, options, Spatial);
        detail::pool<Dtypes>("avg_pool", g.seen(), self, out,
                             detail::avg_pool_line{g, count_include_pad, divisor.value_or(0)});
    }
};
inline constexpr avg_pool_t<1> avg_pool1d{};
inline constexpr avg_pool_t<2> avg_pool2d{};
inline constexpr avg_pool_t<3> avg_pool3d{};

/// The mean over windows that divide the plane into as many parts as the result has elements.
template <std::size_t Spatial>
struct adaptive_avg_pool_t {
    template <auto const& Dtypes = floating>
    void operator()(tensor const& self, tensor& out) const {
        detail::part_geometry const g("adaptive_avg_pool", self, out, Spatial);
        dispatch_compute<Dtypes>(out.dtype(), "adaptive_avg_pool", [&]<class T>() {
            tensor const from = detail::as_dense(self, dtype_of<T>);
            detail::dense_result<T> to(out);
            T const* in = from.data<T>();
            T* at = to.data();
            for (T* end = at + out.numel(); at != end; in += g.plane())
                g.for_each_part([&](std::int64_t count, auto const& for_each_row) {
                    T total = 0;
                    for_each_row([&](std::int64_t first, std::int64_t n) {
                        total += detail::reduce_row<detail::sum_reducer>(n, in + first);
                    });
                    *at++ = total / static_cast<T>(count);
                });
            to.finish();
        });
    }
};
inline constexpr adaptive_avg_pool_t<1> adaptive_avg_pool1d{};
inline constexpr adaptive_avg_pool_t<2> adaptive_avg_pool2d{};
inline constexpr adaptive_avg_pool_t<3> adaptive_avg_pool3d{};

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
