#pragma once

#include <graft/core/block_cache.hpp>
#include <graft/kernel/base/dispatch.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/index/radix_sort.hpp>
#include <graft/kernel/reduce/extremum.hpp>
#include <graft/kernel/reduce/rows.hpp>
#include <graft/meta/view.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// An element of a row and its place, which lie together while they are sorted.
template <class T>
struct placed {
    T value;
    std::int64_t place;
};

/// The elements of a row with their places, into memory that is used again.
template <class T>
void place_row(graft::view<T const> row, scratch_vector<placed<T>>& to) {
    to.resize(row.size());
    for (std::size_t i = 0; i < row.size(); ++i)
        to[i] = {row[i], static_cast<std::int64_t>(i)};
}

/// Sorts a row: the largest or the smallest first, equal elements as they are; NaN counts as the largest.
template <class T>
void sort_row(scratch_vector<placed<T>>& row, bool descending) {
    auto const before = [](placed<T> const& a, placed<T> const& b) { return is_beyond(b.value, a.value, true); };
    auto const after = [](placed<T> const& a, placed<T> const& b) { return is_beyond(a.value, b.value, true); };
    if (descending)
        std::stable_sort(row.begin(), row.end(), after);
    else
        std::stable_sort(row.begin(), row.end(), before);
}

/// Writes the elements that stand at places of a row, and the places; `place_of(k)` is the `k`th.
template <class T, class Place>
void write_places(graft::view<T const> row, Place const& place_of, graft::view<T> values,
                  graft::view<std::int64_t> places) {
    for (std::size_t k = 0; k < places.size(); ++k) {
        std::size_t const place = place_of(k);
        places[k] = static_cast<std::int64_t>(place);
        values[k] = row[place];
    }
}

/// Writes the elements of a row at the places that the first elements of `first` tell, and the places: as many as fit
/// into `places`.
template <class T>
void write_places(graft::view<T const> row, scratch_vector<placed<T>> const& first, graft::view<T> values,
                  graft::view<std::int64_t> places) {
    write_places(
        row, [&](std::size_t k) { return static_cast<std::size_t>(first[k].place); }, values, places);
}

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// The first elements of the sorted order along a dimension, as many as the results have, and
/// where they are; the values may be null.
void sort(std::string_view op, tensor const& self, std::int64_t dim, bool descending, tensor* values,
          tensor_parameter auto& indices) {
    scratch_vector<bool> const marked = detail::mark_dim(self.dim(), dim);
    dispatch_ordered(self.dtype(), op, [&]<class T>() {
        detail::dense_rows<T> const rows(self, marked);
        detail::row_results<std::int64_t> found(indices, marked);
        tensor unused = tensor::empty(indices.sizes(), dtype_of<T>);
        detail::row_results<T> sorted(values != nullptr ? *values : unused, marked);
        scratch_vector<detail::placed<T>> row;
        scratch_vector<std::uint64_t> keyed, spare;
        for (std::int64_t i = 0; i < rows.count(); ++i) {
            if (detail::key_places(rows[i], element_size(self.dtype()) <= 4, descending, keyed)) {
                detail::radix_sort(keyed, spare);
                auto const place_of = [&](std::size_t k) { return static_cast<std::uint32_t>(keyed[k]); };
                detail::write_places(rows[i], place_of, sorted[i], found[i]);
            } else {
                detail::place_row(rows[i], row);
                detail::sort_row(row, descending);
                detail::write_places(rows[i], row, sorted[i], found[i]);
            }
        }
        found.finish();
        if (values != nullptr)
            sorted.finish();
    });
}

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
