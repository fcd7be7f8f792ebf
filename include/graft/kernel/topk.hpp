#pragma once

#include <graft/core/block_cache.hpp>
#include <graft/kernel/dispatch.hpp>
#include <graft/kernel/extremum.hpp>
#include <graft/kernel/rows.hpp>
#include <graft/kernel/sort.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace graft::detail {

/// Where in a block of a row the elements are that may come before `last`, the others may not; returns how many.
template <bool Largest, class T, std::size_t Block>
[[nodiscard]] std::size_t find_before(T const* row, T last, std::array<std::int64_t, Block>& places) {
    auto const may = [last](T x) { return Largest ? !(x <= last) : !(x >= last); };
    bits_of_t<T> any = 0;
    for (std::size_t i = 0; i < Block; ++i)
        any |= mask_of<T>(may(row[i]));
    std::size_t count = 0;
    for (std::size_t i = 0; any != 0 && i < Block; ++i) {
        places[count] = static_cast<std::int64_t>(i);
        count += may(row[i]);
    }
    return count;
}

/// Puts the `k` largest or smallest elements of a row first. Which of equal ones these are is what PyTorch's partial
/// sort leaves; NaN counts as the largest.
template <class T>
void sort_first(std::span<T const> from, scratch_vector<placed<T>>& row, std::int64_t k, bool largest, bool sorted) {
    auto const before = [largest](placed<T> const& a, placed<T> const& b) {
        return largest ? is_beyond(a.value, b.value, true) : is_beyond(b.value, a.value, true);
    };
    auto const size = std::ssize(from);
    if (k == 0)
        return;
    if (k > size / 64) {
        place_row(from, row);
        std::nth_element(row.begin(), row.begin() + k - 1, row.end(), before);
        if (sorted)
            std::sort(row.begin(), row.begin() + k - 1, before);
        return;
    }
    // As std::partial_sort does it: a heap of the first ones, the last of them at its top.
    place_row(from.first(static_cast<std::size_t>(k)), row);
    std::make_heap(row.begin(), row.end(), before);
    row.resize(row.size() + 1);
    auto const offer = [&](std::int64_t i) {
        row.back() = {from[static_cast<std::size_t>(i)], i};
        if (before(row.back(), row[0]))
            std::pop_heap(row.begin(), row.end(), before); // the top leaves, the new one takes its place
    };
    std::array<std::int64_t, 32> places;
    std::int64_t i = k;
    for (; i + std::ssize(places) <= size; i += std::ssize(places)) {
        std::size_t const count = largest ? find_before<true>(from.data() + i, row[0].value, places)
                                          : find_before<false>(from.data() + i, row[0].value, places);
        for (std::size_t c = 0; c < count; ++c)
            offer(i + places[c]);
    }
    for (; i < size; ++i)
        offer(i);
    std::sort_heap(row.begin(), row.end() - 1, before);
}

} // namespace graft::detail

namespace graft::kernel {

/// The largest or smallest elements along a dimension, as many as the results have, and where they are.
inline void topk(std::string_view op, tensor const& self, std::int64_t dim, bool largest, bool sorted,
                 tensor& values, tensor& indices) {
    scratch_vector<bool> const marked = detail::mark_dim(self.dim(), dim);
    dispatch_ordered(self.dtype(), op, [&]<class T>() {
        detail::dense_rows<T> const rows(self, marked);
        detail::row_results<std::int64_t> found(indices, marked);
        detail::row_results<T> first(values, marked);
        scratch_vector<detail::placed<T>> row;
        for (std::int64_t i = 0; i < rows.count(); ++i) {
            detail::sort_first(rows[i], row, std::ssize(found[i]), largest, sorted);
            detail::write_places(rows[i], row, first[i], found[i]);
        }
        found.finish();
        first.finish();
    });
}

} // namespace graft::kernel
