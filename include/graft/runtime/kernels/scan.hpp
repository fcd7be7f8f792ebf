#pragma once

#include <graft/dialect/aten/reduction.hpp>
#include <graft/dialect/aten/sort.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/index/sort.hpp>
#include <graft/kernel/index/topk.hpp>
#include <graft/kernel/reduce/complex_reduce.hpp>
#include <graft/kernel/reduce/scan.hpp>
#include <graft/runtime/kernels/adapter.hpp>

namespace graft {

namespace detail::inline GRAFT_INSTRUCTION_SET {

/// True of a number, and where there is none: it is what it is scanned to, of any dtype.
[[nodiscard]] inline bool has_no_others(tensor const& self) { return self.dim() == 0 || self.numel() == 0; }

/// Scans along `dim`: `Complex` for a complex result, else `Real`, of elements as the dtype of the result holds them.
/// With `Copies` a number is what it is scanned to, whatever its dtype, and so is nothing.
template <auto const& Real, auto const& Complex, bool Copies = true>
struct number_scan_kernel {
    static void run(call<tensor> const& c, auto results) {
        if (Copies && has_no_others(c.tensor("self")))
            kernel::copy(c.tensor("self"), results[0]);
        else if (is_complex(results[0].dtype()))
            Complex(c.tensor("self"), integer_of(c, "dim"), results[0]);
        else
            Real(elements_in(c.tensor("self"), results[0].dtype()), integer_of(c, "dim"), results[0]);
    }
};

template <bool Largest>
struct cumulative_extremum_kernel {
    static void run(call<tensor> const& c, auto results) {
        if (has_no_others(c.tensor("self"))) {
            kernel::copy(c.tensor("self"), results[0]);
            return kernel::fill(results[1], 0);
        }
        kernel::cumulative_extremum(c.op().name, c.tensor("self"), integer_of(c, "dim"), Largest, results[0],
                                    results[1]);
    }
};

struct sort_kernel {
    static void run(call<tensor> const& c, auto results) {
        kernel::sort(c.op().name, c.tensor("self"), integer_of(c, "dim"), c.boolean("descending"), &results[0],
                     results[1]);
    }
};

struct argsort_kernel {
    static void run(call<tensor> const& c, auto results) {
        kernel::sort(c.op().name, c.tensor("self"), integer_of(c, "dim"), c.boolean("descending"), nullptr, results[0]);
    }
};

} // namespace detail::inline GRAFT_INSTRUCTION_SET

template <>
struct kernel_of<aten::cumsum_default> : detail::number_scan_kernel<kernel::cumsum, kernel::complex_cumsum> {};
template <>
struct kernel_of<aten::cumprod_default> : detail::number_scan_kernel<kernel::cumprod, kernel::complex_cumprod> {};
template <>
struct kernel_of<aten::logcumsumexp_default>
    : detail::number_scan_kernel<kernel::logcumsumexp, kernel::complex_logcumsumexp, false> {};
template <>
struct kernel_of<aten::cummax_default> : detail::cumulative_extremum_kernel<true> {};
template <>
struct kernel_of<aten::cummin_default> : detail::cumulative_extremum_kernel<false> {};
template <>
struct kernel_of<aten::sort_default> : detail::sort_kernel {};
template <>
struct kernel_of<aten::sort_stable> : detail::sort_kernel {};
template <>
struct kernel_of<aten::argsort_default> : detail::argsort_kernel {};
template <>
struct kernel_of<aten::argsort_stable> : detail::argsort_kernel {};

template <>
struct kernel_of<aten::topk_default> {
    static void run(call<tensor> const& c, auto results) {
        kernel::topk(c.op().name, c.tensor("self"), detail::integer_of(c, "dim"), c.boolean("largest"),
                     c.boolean("sorted"), results[0], results[1]);
    }
};

} // namespace graft
