#pragma once

#include <graft/dialect/aten/selection.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/index/search.hpp>
#include <graft/kernel/reduce/extremum.hpp>
#include <graft/kernel/reduce/order_statistic.hpp>
#include <graft/runtime/kernels/adapter.hpp>
#include <graft/runtime/kernels/reduction.hpp>

#include <limits>

namespace graft {

namespace detail::inline GRAFT_INSTRUCTION_SET {

/// The middle of a row, or of all elements; that of no elements is a NaN.
template <bool PassOverNan>
struct median_kernel {
    static void run(call<tensor> const& c, auto results) {
        tensor const& self = c.tensor("self");
        if (self.numel() == 0 && results.size() == 1)
            return is_floating_point(self.dtype()) ? kernel::fill(results[0], std::numeric_limits<double>::quiet_NaN())
                                                   : kernel::fill(results[0], std::numeric_limits<std::int64_t>::min());
        kernel::pick_element(c.op().name, self, dims_of(c), &results[0], results.size() > 1 ? &results[1] : nullptr,
                             [](auto row) { return find_median(row, PassOverNan); });
    }
};

/// Where values go in the sorted rows of the argument `Rows`.
template <int Rows, int Values>
struct search_kernel {
    static void run(call<tensor> const& c, auto results) {
        bool const told = c.op().find_argument("side") >= 0;
        bool const right = c.boolean("right") || (told && c.string("side") == "right");
        kernel::search_sorted(c.op().name, c.tensor(Rows), told ? c.optional_tensor("sorter") : nullptr,
                              operand_of(c, Values), right, results[0]);
    }
};

} // namespace detail::inline GRAFT_INSTRUCTION_SET

template <>
struct kernel_of<aten::kthvalue_default> {
    static void run(call<tensor> const& c, auto results) {
        std::int64_t const k = detail::integer_of(c, "k");
        kernel::pick_element(c.op().name, c.tensor("self"), detail::dims_of(c), &results[0], &results[1],
                             [k](auto row) { return detail::find_kth(row, k); });
    }
};

template <>
struct kernel_of<aten::mode_default> {
    static void run(call<tensor> const& c, auto results) {
        kernel::pick_element(c.op().name, c.tensor("self"), detail::dims_of(c), &results[0], &results[1],
                             [](auto row) { return detail::find_mode(row); });
    }
};

template <>
struct kernel_of<aten::median_default> : detail::median_kernel<false> {};
template <>
struct kernel_of<aten::median_dim> : detail::median_kernel<false> {};
template <>
struct kernel_of<aten::nanmedian_default> : detail::median_kernel<true> {};
template <>
struct kernel_of<aten::nanmedian_dim> : detail::median_kernel<true> {};

template <>
struct kernel_of<aten::bucketize_tensor> : detail::search_kernel<1, 0> {};
template <>
struct kernel_of<aten::bucketize_scalar> : detail::search_kernel<1, 0> {};
template <>
struct kernel_of<aten::searchsorted_tensor> : detail::search_kernel<0, 1> {};
template <>
struct kernel_of<aten::searchsorted_scalar> : detail::search_kernel<0, 1> {};

} // namespace graft
