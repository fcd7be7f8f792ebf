#pragma once

#include <graft/core/block_cache.hpp>
#include <graft/kernel/dispatch.hpp>
#include <graft/kernel/extremum.hpp>
#include <graft/kernel/rows.hpp>
#include <graft/kernel/sort.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace graft::detail {

/// Puts the `k` largest or smallest elements of a row first. Which of equal ones these are is what PyTorch's partial
/// sort leaves; NaN counts as the largest.
template <class T>
void sort_first(scratch_vector<placed<T>>& row, std::int64_t k, bool largest, bool sorted) {
    auto const before = [largest](placed<T> const& a, placed<T> const& b) {
        return largest ? is_beyond(a.value, b.value, true) : is_beyond(b.value, a.value, true);
    };
    if (k == 0)
        return;
    if (k <= static_cast<std::int64_t>(row.size()) / 64) {
        std::partial_sort(row.begin(), row.begin() + k, row.end(), before);
        return;
    }
    std::nth_element(row.begin(), row.begin() + k - 1, row.end(), before);
    if (sorted)
        std::sort(row.begin(), row.begin() + k - 1, before);
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
        scratch_vector<detail::placed<T>> row;
        for (std::int64_t i = 0; i < rows.count(); ++i) {
            detail::place_row(rows[i], row);
            detail::sort_first(row, std::ssize(found[i]), largest, sorted);
            for (std::size_t k = 0; k < found[i].size(); ++k) {
                found[i][k] = row[k].place;
                first[i][k] = row[k].value;
            }
        }
        found.finish();
        first.finish();
    });
}

} // namespace graft::kernel
