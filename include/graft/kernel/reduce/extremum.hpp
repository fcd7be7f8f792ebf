#pragma once

#include <graft/core/block_cache.hpp>
#include <graft/kernel/base/arithmetic.hpp>
#include <graft/kernel/base/dispatch.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/reduce/reduce.hpp>
#include <graft/kernel/reduce/rows.hpp>
#include <graft/meta/view.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// One element of each row along these dimensions, without any of all elements: `pick(row)` says where it is in
/// the row, which has elements. Its value and place are written; either result may be null.
template <class Pick>
void pick_element(std::string_view op, tensor const& self, graft::view<std::int64_t const> dims, tensor* values,
                  tensor* indices, Pick const& pick) {
    scratch_vector<bool> const marked = detail::reduced_dims(op, self.dim(), dims);
    dispatch_ordered(self.dtype(), op, [&]<class T>() {
        detail::dense_rows<T> const rows(self, marked);
        if (rows.length() == 0 && rows.count() != 0)
            raise(errc::invalid_argument, op, ": an empty dimension has no such element");
        tensor found = tensor::empty({rows.count()}, dtype::i64);
        tensor picked = tensor::empty({rows.count()}, dtype_of<T>);
        for (std::int64_t i = 0; i < rows.count(); ++i) {
            std::size_t const at = pick(rows[i]);
            found.data<std::int64_t>()[i] = static_cast<std::int64_t>(at);
            picked.data<T>()[i] = rows[i][at];
        }
        if (values != nullptr)
            copy(picked.view(values->sizes()), *values);
        if (indices != nullptr)
            copy(found.view(indices->sizes()), *indices);
    });
}

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET

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
