#pragma once

#include <graft/dialect/aten/reduction.hpp>
#include <graft/kernel/reduce.hpp>
#include <graft/runtime/kernels/adapter.hpp>

namespace graft {

namespace detail {

/// Reductions over `dim`, over everything where it is None or empty or the op has no such argument.
template <auto const& Kernel, bool HasDim>
struct reduction_kernel {
    static void run(call<tensor> const& c, std::span<tensor> results) {
        std::vector<std::int64_t> dims;
        if constexpr (HasDim)
            dims = integers_of(c, "dim");
        Kernel(c.tensor("self"), dims, results[0]);
    }
};

} // namespace detail

template <> struct kernel_of<decltype(aten::sum.default_)> : detail::reduction_kernel<kernel::sum, false> {};
template <> struct kernel_of<decltype(aten::sum.dim_IntList)> : detail::reduction_kernel<kernel::sum, true> {};
template <> struct kernel_of<decltype(aten::mean.default_)> : detail::reduction_kernel<kernel::mean, false> {};
template <> struct kernel_of<decltype(aten::mean.dim)> : detail::reduction_kernel<kernel::mean, true> {};
template <> struct kernel_of<decltype(aten::amax.default_)> : detail::reduction_kernel<kernel::amax, true> {};

} // namespace graft
