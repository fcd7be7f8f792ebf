#pragma once

#include <graft/core/element.hpp>
#include <graft/core/error.hpp>
#include <graft/core/promotion.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/base/dense.hpp>
#include <graft/kernel/base/dispatch.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/base/operand.hpp>

#include <cstdint>
#include <string_view>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// How many elements of a sorted row come before a value: those below it, with `right` those that equal it too.
/// `order`, unless null, says in which order the row is sorted. A NaN comes after every number.
template <class T>
[[nodiscard]] std::int64_t count_before(T const* row, std::int64_t const* order, std::int64_t size, T value,
                                        bool right) {
    std::int64_t low = 0, high = size;
    while (low < high) {
        std::int64_t const middle = low + (high - low) / 2;
        T const at = row[order != nullptr ? order[middle] : middle];
        bool const before = right ? !(at > value) : !(at >= value);
        low = before ? middle + 1 : low;
        high = before ? high : middle;
    }
    return low;
}

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// Where values would go in sorted rows: `sorted` is one row for all, or has one for each row of the values. They are
/// compared in the dtype that both are promoted to.
void search_sorted(std::string_view op, tensor const& sorted, tensor const* sorter, operand values, bool right,
                   tensor_parameter auto& out) {
    std::int64_t const size = sorted.size(-1);
    dtype const common = result_type({operand(sorted).promotion(), values.promotion()});
    dispatch_wide(common, op, [&]<class T>() {
        tensor given = tensor::empty(out.sizes(), common);
        copy(values, given);
        tensor const rows = detail::as_dense(detail::as_dense(sorted, common), dtype_of<T>);
        tensor const wanted = detail::as_dense(given, dtype_of<T>);
        tensor const order = sorter != nullptr ? detail::as_dense(*sorter, dtype::i64) : tensor();
        std::int64_t const* const places = sorter != nullptr ? order.data<std::int64_t>() : nullptr;
        for (std::int64_t i = 0; places != nullptr && i < order.numel(); ++i)
            if (places[i] < 0 || places[i] >= size)
                raise(errc::invalid_argument, op, ": 'sorter' has an index that is out of range");
        detail::dense_result<std::int64_t> found(out);
        std::int64_t const width = out.dim() == 0 ? 1 : out.size(-1);
        std::int64_t const step = sorted.dim() == 1 ? 0 : size;
        for (std::int64_t i = 0; i < out.numel(); ++i) {
            std::int64_t const row = i / width * step;
            found.data()[i] = detail::count_before(rows.data<T>() + row, places != nullptr ? places + row : nullptr,
                                                   size, wanted.data<T>()[i], right);
        }
        found.finish();
    });
}

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
