#pragma once

#include <graft/core/block_cache.hpp>
#include <graft/kernel/dispatch.hpp>
#include <graft/kernel/extremum.hpp>
#include <graft/kernel/rows.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <string_view>

namespace graft::detail {

/// The places of a row, those of the `k` largest or smallest elements first. Which of equal ones these are is what
/// PyTorch's partial sort leaves; NaN counts as the largest.
template <class T>
[[nodiscard]] scratch_vector<std::int64_t> partial_order(std::span<T const> row, std::int64_t k, bool largest,
                                                      bool sorted) {
    scratch_vector<std::int64_t> order(row.size());
    std::iota(order.begin(), order.end(), std::int64_t{0});
    auto const before = [&](std::int64_t a, std::int64_t b) {
        T const x = row[static_cast<std::size_t>(a)], y = row[static_cast<std::size_t>(b)];
        return largest ? is_beyond(x, y, true) : is_beyond(y, x, true);
    };
    if (k == 0)
        return order;
    if (k <= static_cast<std::int64_t>(row.size()) / 64) {
        std::partial_sort(order.begin(), order.begin() + k, order.end(), before);
        return order;
    }
    std::nth_element(order.begin(), order.begin() + k - 1, order.end(), before);
    if (sorted)
        std::sort(order.begin(), order.begin() + k - 1, before);
    return order;
}

} // namespace graft::detail

namespace graft::kernel {

/// The largest or smallest elements along a dimension, as many as the results have, and where they are.
inline void topk(std::string_view op, tensor const& self, std::int64_t dim, bool largest, bool sorted,
                 tensor& values, tensor& indices) {
    scratch_vector<bool> const marked = detail::mark_dim(self.dim(), dim);
    dispatch_wide(self.dtype(), op, [&]<class T>() {
        detail::dense_rows<T> const rows(self, marked);
        detail::row_results<std::int64_t> found(indices, marked);
        detail::row_results<T> first(values, marked);
        for (std::int64_t i = 0; i < rows.count(); ++i) {
            scratch_vector<std::int64_t> const order =
                detail::partial_order(rows[i], std::ssize(found[i]), largest, sorted);
            for (std::size_t k = 0; k < found[i].size(); ++k) {
                found[i][k] = order[k];
                first[i][k] = rows[i][static_cast<std::size_t>(order[k])];
            }
        }
        found.finish();
        first.finish();
    });
}

} // namespace graft::kernel
