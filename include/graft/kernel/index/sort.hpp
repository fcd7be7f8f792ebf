#pragma once

#include <graft/core/block_cache.hpp>
#include <graft/kernel/base/arithmetic.hpp>
#include <graft/kernel/base/dispatch.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/reduce/extremum.hpp>
#include <graft/kernel/reduce/rows.hpp>
#include <graft/meta/view.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// A key of 32 bits above a place: what is sorted by the key, and by the place where keys are equal.
[[nodiscard]] constexpr std::uint64_t keyed_place(std::uint32_t key, std::size_t place) {
    return std::uint64_t{key} << 32 | place;
}

/// A number whose order is that of f32 elements: NaN is the largest, and the zeros are equal.
[[nodiscard]] constexpr std::uint32_t order_key(float x) {
    if (is_nan(x))
        return UINT32_MAX;
    auto const bits = std::bit_cast<std::uint32_t>(x == 0 ? 0.0f : x);
    return bits >> 31 != 0 ? ~bits : bits | std::uint32_t{1} << 31;
}

/// The elements of a row as keys above their places, the largest first if it is sorted `descending`; false if 32 bits
/// do not hold them. `is_narrow` says that the elements were made of ones of at most 4 bytes.
template <class T>
[[nodiscard]] bool key_places(graft::view<T const> row, bool is_narrow, bool descending,
                              scratch_vector<std::uint64_t>& to) {
    if (row.size() > UINT32_MAX)
        return false;
    to.resize(row.size());
    std::uint32_t const turned = descending ? UINT32_MAX : 0;
    if constexpr (std::floating_point<T>) {
        if (!is_narrow)
            return false;
        for (std::size_t i = 0; i < row.size(); ++i)
            to[i] = keyed_place(order_key(static_cast<float>(row[i])) ^ turned, i);
    } else {
        auto const [least, most] = std::minmax_element(row.begin(), row.end());
        auto const bits = [](T x) { return static_cast<std::uint64_t>(x); };
        if (least != row.end() && bits(*most) - bits(*least) > UINT32_MAX)
            return false;
        for (std::size_t i = 0; i < row.size(); ++i)
            to[i] = keyed_place(static_cast<std::uint32_t>(bits(row[i]) - bits(*least)) ^ turned, i);
    }
    return true;
}

/// Sorts keys above places, byte by byte of the key from the lowest (Knuth, The Art of Computer Programming 3, 5.2.5);
/// the places rise before. O(n), and `spare` gets as long as the row.
inline void radix_sort(scratch_vector<std::uint64_t>& row, scratch_vector<std::uint64_t>& spare) {
    if (row.size() < 128) { // less than the counters cost
        std::sort(row.begin(), row.end());
        return;
    }
    constexpr std::size_t bytes = 4, values = 256;
    std::array<std::array<std::uint32_t, values>, bytes> counts{};
    for (std::uint64_t const item : row)
        for (std::size_t b = 0; b < bytes; ++b)
            ++counts[b][item >> (32 + 8 * b) & 0xff];
    spare.resize(row.size());
    for (std::size_t b = 0; b < bytes; ++b) {
        std::array<std::uint32_t, values>& at = counts[b];
        if (at[row[0] >> (32 + 8 * b) & 0xff] == row.size())
            continue; // all have the same
        std::uint32_t before = 0;
        for (std::uint32_t& count : at)
            before += std::exchange(count, before);
        for (std::uint64_t const item : row)
            spare[at[item >> (32 + 8 * b) & 0xff]++] = item;
        row.swap(spare);
    }
}

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
    auto const run = [&]<class T>() {
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
    };
    if (self.dtype() == dtype::u64) // of which an i64 does not hold each
        run.template operator()<std::uint64_t>();
    else
        dispatch_ordered(self.dtype(), op, run);
}

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
