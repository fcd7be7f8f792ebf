#pragma once

#include <graft/core/block_cache.hpp>
#include <graft/kernel/arithmetic.hpp>
#include <graft/kernel/dispatch.hpp>
#include <graft/kernel/extremum.hpp>
#include <graft/kernel/rows.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace graft::kernel {

/// A scan along a dimension in the dtype of the result: `out[i] = D::combine(out[i - 1],
/// self[i])`, of which the first is the element itself.
template <class D>
struct scan {
    void operator()(tensor const& self, std::int64_t dim, tensor& out) const {
        scratch_vector<bool> const marked = detail::mark_dim(self.dim(), dim);
        dispatch_wide(out.dtype(), D::name, [&]<class T>() {
            detail::dense_rows<T> const rows(self, marked);
            detail::row_results<T> results(out, marked);
            for (std::int64_t i = 0; rows.length() != 0 && i < rows.count(); ++i) {
                results[i][0] = rows[i][0];
                for (std::size_t k = 1; k < rows[i].size(); ++k)
                    results[i][k] = D::combine(results[i][k - 1], rows[i][k]);
            }
            results.finish();
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
inline void cumulative_extremum(std::string_view op, tensor const& self, std::int64_t dim,
                                bool largest, tensor& values, tensor& indices) {
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

} // namespace graft::kernel
