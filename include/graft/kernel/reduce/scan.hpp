#pragma once

#include <graft/core/block_cache.hpp>
#include <graft/kernel/base/arithmetic.hpp>
#include <graft/kernel/base/dispatch.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/reduce/extremum.hpp>
#include <graft/kernel/reduce/rows.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// Scans `Rows` rows of `n` elements that follow each other, computed as `T`, side by side: none waits for what another
/// adds up to.
template <class D, class T, std::int64_t Rows, class S>
void scan_rows(std::int64_t n, S const* __restrict from, S* __restrict to) {
    std::array<T, Rows> total{};
    for (std::int64_t k = 0; k < n; ++k)
        for (std::int64_t r = 0; r < Rows; ++r) {
            T const x = static_cast<T>(from[r * n + k]);
            T& sum = total[static_cast<std::size_t>(r)];
            sum = k == 0 ? x : D::combine(sum, x);
            to[r * n + k] = static_cast<S>(sum);
        }
}

/// Scans along the marked dimension elements that are brought to `S` and computed as `T`.
template <class D, class T, class S>
void scan_as(tensor const& self, scratch_vector<bool> const& marked, tensor& out) {
    constexpr std::int64_t together = 4;
    dense_rows<S> const rows(self, marked);
    row_results<S> results(out, marked);
    std::int64_t i = 0;
    for (; i + together <= rows.count(); i += together)
        scan_rows<D, T, together>(rows.length(), rows[i].data(), results[i].data());
    for (; i < rows.count(); ++i)
        scan_rows<D, T, 1>(rows.length(), rows[i].data(), results[i].data());
    results.finish();
}

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// A scan along a dimension: `out[i] = D::combine(out[i - 1], self[i])`, of which the first is the element itself, in
/// i64 or double, or in float as PyTorch does for 16 bits, rounded to the dtype of the result. The result does not
/// overlap the argument.
template <class D>
struct scan {
    void operator()(tensor const& self, std::int64_t dim, tensor& out) const {
        scratch_vector<bool> const marked = detail::mark_dim(self.dim(), dim);
        dispatch_wide(out.dtype(), D::name, [&]<class T>() {
            if constexpr (std::same_as<T, double>) {
                if (self.dtype() == dtype::f32 && out.dtype() == dtype::f32)
                    return detail::scan_as<D, T, float>(self, marked, out);
                if (out.dtype() == dtype::f16 || out.dtype() == dtype::bf16)
                    return detail::scan_as<D, float, float>(self, marked, out);
            }
            detail::scan_as<D, T, T>(self, marked, out);
        });
    }
};

/// The sums of all elements up to each.
inline constexpr struct cumsum_t : scan<cumsum_t> {
    static constexpr std::string_view name = "cumsum";
    static constexpr auto combine(auto total, auto x) { return detail::sum_of(total, x); }
} cumsum{};

/// The products of all elements up to each.
inline constexpr struct cumprod_t : scan<cumprod_t> {
    static constexpr std::string_view name = "cumprod";
    static constexpr auto combine(auto total, auto x) { return detail::product_of(total, x); }
} cumprod{};

/// The logarithms of the sums of e^x of all elements up to each.
inline constexpr struct logcumsumexp_t : scan<logcumsumexp_t> {
    static constexpr std::string_view name = "logcumsumexp";
    template <class T>
    static T combine(T sum_before, T next) {
        double const total = static_cast<double>(sum_before), x = static_cast<double>(next);
        if (total != total || x != x)
            return static_cast<T>(total + x);
        double const high = std::max(total, x), low = std::min(total, x);
        bool const same = high == low && std::isinf(high);
        return static_cast<T>(same ? high : high + std::log1p(std::exp(low - high)));
    }
} logcumsumexp{};

/// The largest element, or the smallest, up to each, and where the last of them is.
void cumulative_extremum(std::string_view op, tensor const& self, std::int64_t dim, bool largest,
                         tensor_parameter auto& values, tensor& indices) {
    scratch_vector<bool> const marked = detail::mark_dim(self.dim(), dim);
    dispatch_wide(self.dtype(), op, [&]<class T>() {
        detail::dense_rows<T> const rows(self, marked);
        detail::row_results<T> best(values, marked);
        detail::row_results<std::int64_t> found(indices, marked);
        for (std::int64_t i = 0; i < rows.count(); ++i) {
            std::size_t at = 0;
            for (std::size_t k = 0; k < rows[i].size(); ++k) {
                if (!detail::is_beyond(rows[i][at], rows[i][k], largest))
                    at = k;
                best[i][k] = rows[i][at];
                found[i][k] = static_cast<std::int64_t>(at);
            }
        }
        best.finish();
        found.finish();
    });
}

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
