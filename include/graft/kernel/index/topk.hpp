#pragma once

#include <graft/core/block_cache.hpp>
#include <graft/kernel/base/dispatch.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/index/sort.hpp>
#include <graft/kernel/reduce/extremum.hpp>
#include <graft/kernel/reduce/rows.hpp>
#include <graft/meta/view.hpp>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional> // identity
#include <string_view>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// Where in a block of a row the elements are that may come before `last`, the others may not; returns how many.
template <bool Largest, class T, std::size_t Block>
[[nodiscard]] std::size_t find_before(T const* row, T last, std::array<std::size_t, Block>& places) {
    auto const may = [last](T x) { return Largest ? !(x <= last) : !(x >= last); };
    bits_of_t<T> any = 0;
    for (std::size_t i = 0; i < Block; ++i)
        any |= mask_of<T>(may(row[i]));
    std::size_t count = 0;
    for (std::size_t i = 0; any != 0 && i < Block; ++i) {
        places[count] = i;
        count += may(row[i]);
    }
    return count;
}

/// Sorts the first items of a row to the front of `items`, one longer, as std::partial_sort does it: by a heap of the
/// first ones, the last of them at its top. `item_of(i)` is the item of a place.
template <class T, class Items, class ItemOf, class PlaceOf, class Before>
void sort_in_heap(graft::view<T const> from, bool largest, Items& items, ItemOf const& item_of, PlaceOf const& place_of,
                  Before const& before) {
    std::make_heap(items.begin(), items.end() - 1, before);
    auto const offer = [&](std::size_t i) {
        items.back() = item_of(i);
        if (before(items.back(), items[0]))
            std::pop_heap(items.begin(), items.end(), before); // the top leaves, the new one takes its place
    };
    std::array<std::size_t, 32> places;
    std::size_t i = items.size() - 1;
    for (; i + places.size() <= from.size(); i += places.size()) {
        T const worst = from[place_of(items[0])];
        std::size_t const count = largest ? find_before<true>(from.data() + i, worst, places)
                                          : find_before<false>(from.data() + i, worst, places);
        for (std::size_t c = 0; c < count; ++c)
            offer(i + places[c]);
    }
    for (; i < from.size(); ++i)
        offer(i);
    std::sort_heap(items.begin(), items.end() - 1, before);
}

/// Where the first `k` items of a row are.
template <class T, class ItemOf, class PlaceOf, class Before>
void find_first(graft::view<T const> from, std::int64_t k, bool largest, bool sorted, ItemOf const& item_of,
                PlaceOf const& place_of, Before const& before, scratch_vector<std::size_t>& found) {
    bool const few = k <= std::ssize(from) / 64;
    scratch_vector<decltype(item_of(0))> items(few ? static_cast<std::size_t>(k) + 1 : from.size());
    auto const first = items.begin(), last = first + k;
    for (std::size_t i = 0; i < items.size(); ++i)
        items[i] = item_of(i);
    if (few)
        sort_in_heap(from, largest, items, item_of, place_of, before);
    else {
        std::nth_element(first, last - 1, items.end(), before);
        if (sorted)
            std::sort(first, last - 1, before);
    }
    found.resize(static_cast<std::size_t>(k));
    std::transform(first, last, found.begin(), place_of);
}

/// Where the `k` largest or smallest elements of a row are. Which of equal ones these are is what PyTorch's partial
/// sort leaves; NaN counts as the largest.
template <class T>
void find_first(graft::view<T const> from, std::int64_t k, bool largest, bool sorted,
                scratch_vector<std::size_t>& found) {
    if (k == 0)
        return;
    if constexpr (std::same_as<T, float>)
        if (from.size() <= UINT32_MAX)
            return find_first(
                from, k, largest, sorted,
                [from, turned = largest ? UINT32_MAX : 0](std::size_t i) {
                    return keyed_place(order_key(from[i]) ^ turned, i);
                },
                [](std::uint64_t x) { return std::size_t{x & UINT32_MAX}; },
                [](std::uint64_t a, std::uint64_t b) { return a >> 32 < b >> 32; }, found);
    find_first(
        from, k, largest, sorted, [](std::size_t i) { return i; }, std::identity{},
        [=](std::size_t a, std::size_t b) {
            return largest ? is_beyond(from[a], from[b], true) : is_beyond(from[b], from[a], true);
        },
        found);
}

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// The largest or smallest elements along a dimension, as many as the results have, and where they are.
void topk(std::string_view op, tensor const& self, std::int64_t dim, bool largest, bool sorted,
          tensor_parameter auto& values, tensor& indices) {
    scratch_vector<bool> const marked = detail::mark_dim(self.dim(), dim);
    dispatch_ordered(self.dtype(), op, [&]<class T>() {
        detail::dense_rows<T> const rows(self, marked);
        detail::row_results<std::int64_t> found(indices, marked);
        detail::row_results<T> first(values, marked);
        scratch_vector<std::size_t> at;
        for (std::int64_t i = 0; i < rows.count(); ++i) {
            detail::find_first(rows[i], std::ssize(found[i]), largest, sorted, at);
            detail::write_places(
                rows[i], [&](std::size_t k) { return at[k]; }, first[i], found[i]);
        }
        found.finish();
        first.finish();
    });
}

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
