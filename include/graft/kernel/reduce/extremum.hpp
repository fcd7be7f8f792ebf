#pragma once

#include <graft/kernel/base/arithmetic.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/reduce/pick.hpp>
#include <graft/kernel/reduce/reduce.hpp>
#include <graft/meta/view.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// True if `a` comes before `b` when the largest, or the smallest, is first; a NaN comes first.
template <class T>
[[nodiscard]] constexpr bool is_beyond(T a, T b, bool largest) {
    if (is_nan(a))
        return !is_nan(b);
    return !is_nan(b) && (largest ? a > b : a < b);
}

/// Where the largest or smallest element of a row is: the first of several.
template <class T>
[[nodiscard]] std::size_t find_extremum(graft::view<T const> row, bool largest) {
    auto const n = std::ssize(row);
    T const best = largest ? reduce_row<max_reducer>(n, row.data()) : reduce_row<min_reducer>(n, row.data());
    if (is_nan(best))
        return static_cast<std::size_t>(std::find_if(row.begin(), row.end(), is_nan<T>) - row.begin());
    constexpr std::size_t block = 32;
    std::size_t at = 0;
    for (bits_of_t<T> found = 0; at + block <= row.size(); at += block) {
        for (std::size_t i = 0; i < block; ++i)
            found |= mask_of<T>(row[at + i] == best);
        if (found != 0)
            break;
    }
    while (row[at] != best)
        ++at;
    return at;
}

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// The largest elements along a dimension, or the smallest, and where they are; either result
/// may be null, without a dimension all elements are one row.
inline void extremum(std::string_view op, tensor const& self, graft::view<std::int64_t const> dims, bool largest,
                     tensor* values, tensor* indices) {
    pick_element(op, self, dims, values, indices, [largest](auto row) { return detail::find_extremum(row, largest); });
}

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
