#pragma once

#include <graft/dialect/aten/convolution.hpp>
#include <graft/kernel/conv.hpp>
#include <graft/runtime/kernels/adapter.hpp>

namespace graft {

/// Runs a convolution op with the argument names of `aten::convolution`; `then` is applied to the results.
inline void run_convolution(call<tensor> const& c, tensor& out, bool transposed,
                            kernel::activation const& then = {}) {
    std::vector<std::int64_t> const stride = detail::integers_of(c, "stride"),
                                    padding = detail::integers_of(c, "padding"),
                                    dilation = detail::integers_of(c, "dilation");
    kernel::convolution(c.tensor("input"), c.tensor("weight"), c.optional_tensor("bias"),
                        {stride, padding, dilation, transposed, {}, detail::integer_of(c, "groups")},
                        out, then);
}

template <>
struct kernel_of<decltype(aten::conv2d.default_)> {
    static void run(call<tensor> const& c, std::span<tensor> results) {
        run_convolution(c, results[0], false);
    }
};

template <>
struct kernel_of<decltype(aten::convolution.default_)> {
    static void run(call<tensor> const& c, std::span<tensor> results) {
        run_convolution(c, results[0], c.boolean("transposed"));
    }
};

} // namespace graft
