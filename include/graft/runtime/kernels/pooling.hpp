#pragma once

#include <graft/dialect/aten/pooling.hpp>
#include <graft/kernel/avg_pool.hpp>
#include <graft/kernel/max_pool.hpp>
#include <graft/runtime/kernels/adapter.hpp>

namespace graft {

namespace detail {

/// The lists that a pooling op is given, and the options that refer to them.
struct pool_lists {
    std::vector<std::int64_t> kernel_size, stride, padding, dilation;
    kernel::pool_options options;

    explicit pool_lists(call<tensor> const& c, bool dilated)
        : kernel_size(integers_of(c, "kernel_size")), stride(integers_of(c, "stride")),
          padding(integers_of(c, "padding")),
          dilation(dilated ? integers_of(c, "dilation") : std::vector<std::int64_t>{}),
          options{kernel_size, stride, padding, dilation, c.boolean("ceil_mode")} {}
    pool_lists(pool_lists const&) = delete;
    pool_lists& operator=(pool_lists const&) = delete;
};

} // namespace detail

template <>
struct kernel_of<decltype(aten::max_pool2d.default_)> {
    static void run(call<tensor> const& c, std::span<tensor> results) {
        kernel::max_pool2d(c.tensor("self"), detail::pool_lists(c, true).options, results[0]);
    }
};

template <>
struct kernel_of<decltype(aten::max_pool2d_with_indices.default_)> {
    static void run(call<tensor> const& c, std::span<tensor> results) {
        kernel::max_pool2d_with_indices(c.tensor("self"), detail::pool_lists(c, true).options, results[0],
                                        results[1]);
    }
};

template <>
struct kernel_of<decltype(aten::avg_pool2d.default_)> {
    static void run(call<tensor> const& c, std::span<tensor> results) {
        sym_int const* const divisor = c.optional_integer("divisor_override");
        kernel::avg_pool2d(c.tensor("self"), detail::pool_lists(c, false).options,
                           c.boolean("count_include_pad"),
                           divisor ? std::optional(divisor->value()) : std::nullopt, results[0]);
    }
};

template <>
struct kernel_of<decltype(aten::adaptive_avg_pool2d.default_)> {
    static void run(call<tensor> const& c, std::span<tensor> results) {
        kernel::adaptive_avg_pool2d(c.tensor("self"), results[0]);
    }
};

template <>
struct kernel_of<decltype(aten::_adaptive_avg_pool2d.default_)>
    : kernel_of<decltype(aten::adaptive_avg_pool2d.default_)> {};

} // namespace graft
