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

/// The order of a row: the largest or the smallest first, equal elements as they are; NaN
/// counts as the largest.
template <class T>
[[nodiscard]] scratch_vector<std::int64_t> sorted_order(std::span<T const> row, bool descending) {
    scratch_vector<std::int64_t> order(row.size());
    std::iota(order.begin(), order.end(), std::int64_t{0});
    auto const at = [&](std::int64_t i) { return row[static_cast<std::size_t>(i)]; };
    std::stable_sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) {
        return descending ? is_beyond(at(a), at(b), true) : is_beyond(at(b), at(a), true);
    });
    return order;
}

} // namespace graft::detail

namespace graft::kernel {

/// The first elements of the sorted order along a dimension, as many as the results have, and
/// where they are; the values may be null.
inline void sort(std::string_view op, tensor const& self, std::int64_t dim, bool descending,
                 tensor* values, tensor& indices) {
    scratch_vector<bool> const marked = detail::mark_dim(self.dim(), dim);
    dispatch_wide(self.dtype(), op, [&]<class T>() {
        detail::dense_rows<T> const rows(self, marked);
        detail::row_results<std::int64_t> found(indices, marked);
        tensor unused = tensor::empty(indices.sizes(), dtype_of<T>);
        detail::row_results<T> sorted(values != nullptr ? *values : unused, marked);
        for (std::int64_t i = 0; i < rows.count(); ++i) {
            scratch_vector<std::int64_t> const order = detail::sorted_order(rows[i], descending);
            for (std::size_t k = 0; k < found[i].size(); ++k) {
                found[i][k] = order[k];
                sorted[i][k] = rows[i][static_cast<std::size_t>(order[k])];
            }
        }
        found.finish();
        if (values != nullptr)
            sorted.finish();
    });
}

} // namespace graft::kernel
