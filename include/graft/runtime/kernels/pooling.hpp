#pragma once

#include <graft/core/dim_vector.hpp>
#include <graft/dialect/aten/pooling.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/image/avg_pool.hpp>
#include <graft/kernel/image/max_pool.hpp>
#include <graft/runtime/kernels/adapter.hpp>
#include <graft/runtime/kernels/reduction.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace graft {

namespace detail::inline GRAFT_INSTRUCTION_SET {

/// The lists that a pooling op is given, and the options that refer to them.
struct pool_lists {
    dim_vector kernel_size, stride, padding, dilation;
    kernel::pool_options options;

    explicit pool_lists(call<tensor> const& c, bool dilated)
        : kernel_size(integers_of(c, "kernel_size")), stride(integers_of(c, "stride")),
          padding(integers_of(c, "padding")), dilation(dilated ? integers_of(c, "dilation") : dim_vector{}),
          options{kernel_size, stride, padding, dilation, c.boolean("ceil_mode")} {}
    pool_lists(pool_lists const&) = delete;
    pool_lists& operator=(pool_lists const&) = delete;
};

template <auto const& Kernel>
struct max_pool_kernel {
    static void run(call<tensor> const& c, auto results) {
        Kernel(c.tensor("self"), pool_lists(c, true).options, results[0]);
    }
};

template <auto const& Kernel>
struct max_pool_indices_kernel {
    static void run(call<tensor> const& c, auto results) {
        Kernel(c.tensor("self"), pool_lists(c, true).options, results[0], results[1]);
    }
};

/// What a mean is divided by if it is not the number of its elements.
[[nodiscard]] inline std::optional<std::int64_t> divisor_of(call<tensor> const& c) {
    int const slot = c.op().find_argument("divisor_override");
    if (slot < 0 || !c.has(slot))
        return std::nullopt;
    return integer_of(c, slot);
}

template <auto const& Kernel>
struct avg_pool_kernel {
    static void run(call<tensor> const& c, auto results) {
        Kernel(c.tensor("self"), pool_lists(c, false).options, c.boolean("count_include_pad"), divisor_of(c),
               results[0]);
    }
};

template <auto const& Kernel>
struct adaptive_pool_kernel {
    static void run(call<tensor> const& c, auto results) { Kernel(c.tensor("self"), results[0]); }
};

/// For one element a mean, which there is of more tensors.
template <auto const& Kernel>
struct adaptive_mean_kernel {
    static void run(call<tensor> const& c, auto results) {
        tensor const& self = c.tensor("self");
        dim_vector const output = integers_of(c, "output_size");
        if (std::any_of(output.begin(), output.end(), [](std::int64_t size) { return size != 1; }))
            return Kernel(self, results[0]);
        dim_vector dims;
        for (std::size_t d = self.dim() - output.size(); d < self.dim(); ++d)
            dims.push_back(static_cast<std::int64_t>(d));
        mean_over(self, dims, results[0]);
    }
};

} // namespace detail::inline GRAFT_INSTRUCTION_SET

template <>
struct kernel_of<aten::max_pool2d_default> : detail::max_pool_kernel<kernel::max_pool2d> {};
template <>
struct kernel_of<aten::max_pool2d_with_indices_default>
    : detail::max_pool_indices_kernel<kernel::max_pool2d_with_indices> {};
template <>
struct kernel_of<aten::max_pool3d_with_indices_default>
    : detail::max_pool_indices_kernel<kernel::max_pool3d_with_indices> {};
template <>
struct kernel_of<aten::avg_pool1d_default> : detail::avg_pool_kernel<kernel::avg_pool1d> {};
template <>
struct kernel_of<aten::avg_pool2d_default> : detail::avg_pool_kernel<kernel::avg_pool2d> {};
template <>
struct kernel_of<aten::avg_pool3d_default> : detail::avg_pool_kernel<kernel::avg_pool3d> {};
template <>
struct kernel_of<aten::adaptive_avg_pool1d_default> : detail::adaptive_mean_kernel<kernel::adaptive_avg_pool1d> {};
template <>
struct kernel_of<aten::adaptive_avg_pool2d_default> : detail::adaptive_mean_kernel<kernel::adaptive_avg_pool2d> {};
template <>
struct kernel_of<aten::_adaptive_avg_pool2d_default> : detail::adaptive_pool_kernel<kernel::adaptive_avg_pool2d> {};
template <>
struct kernel_of<aten::_adaptive_avg_pool3d_default> : detail::adaptive_pool_kernel<kernel::adaptive_avg_pool3d> {};

} // namespace graft
