#pragma once

#include <graft/core/block_cache.hpp>
#include <graft/kernel/base/arithmetic.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/meta/view.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
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

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET
