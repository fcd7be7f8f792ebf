#pragma once

#include <graft/dialect/aten/convolution.hpp>
#include <graft/kernel/conv.hpp>
#include <graft/kernel/conv_transpose.hpp>
#include <graft/runtime/kernels/adapter.hpp>

namespace graft {

/// Runs a convolution op with the argument names of `aten::convolution`; `then` is applied to the results.
inline void run_convolution(call<tensor> const& c, tensor& out, bool transposed,
                            kernel::activation const& then = {}) {
    std::vector<std::int64_t> const stride = detail::integers_of(c, "stride"),
                                    padding = detail::integers_of(c, "padding"),
                                    dilation = detail::integers_of(c, "dilation");
    std::vector<std::int64_t> output_padding;
    if (transposed)
        output_padding = detail::integers_of(c, "output_padding");
    kernel::convolution_options const options{stride,         padding, dilation, false,
                                              output_padding, detail::integer_of(c, "groups")};
    if (transposed)
        kernel::conv_transpose(c.tensor("input"), c.tensor("weight"), c.optional_tensor("bias"), options, out,
                               then);
    else
        kernel::convolution(c.tensor("input"), c.tensor("weight"), c.optional_tensor("bias"), options, out,
                            then);
}

namespace detail {

template <bool Transposed>
struct conv_kernel {
    static void run(call<tensor> const& c, std::span<tensor> results) {
        run_convolution(c, results[0], Transposed);
    }
};

} // namespace detail

template <> struct kernel_of<decltype(aten::conv1d.default_)> : detail::conv_kernel<false> {};
template <> struct kernel_of<decltype(aten::conv2d.default_)> : detail::conv_kernel<false> {};
template <> struct kernel_of<decltype(aten::conv3d.default_)> : detail::conv_kernel<false> {};
template <> struct kernel_of<decltype(aten::conv_transpose1d.default_)> : detail::conv_kernel<true> {};
template <> struct kernel_of<decltype(aten::conv_transpose2d.input)> : detail::conv_kernel<true> {};
template <> struct kernel_of<decltype(aten::conv_transpose3d.input)> : detail::conv_kernel<true> {};

template <>
struct kernel_of<decltype(aten::convolution.default_)> {
    static void run(call<tensor> const& c, std::span<tensor> results) {
        run_convolution(c, results[0], c.boolean("transposed"));
    }
};

} // namespace graft
