#pragma once

#include <graft/core/dim_vector.hpp>
#include <graft/core/dtype.hpp>
#include <graft/core/error.hpp>
#include <graft/dialect/aten/convolution.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/convolution/conv.hpp>
#include <graft/kernel/convolution/conv_transpose.hpp>
#include <graft/runtime/kernels/adapter.hpp>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// The lists that a convolution is given, and the options that refer to them.
struct convolution_lists {
    dim_vector stride, padding, dilation, output_padding;
    kernel::convolution_options options;

    convolution_lists(call<tensor> const& c, bool transposed)
        : stride(integers_of(c, "stride")), padding(integers_of(c, "padding")), dilation(integers_of(c, "dilation")),
          output_padding(transposed ? integers_of(c, "output_padding") : dim_vector{}),
          options{stride, padding, dilation, transposed, output_padding, integer_of(c, "groups")} {}
    convolution_lists(convolution_lists const&) = delete;
    convolution_lists& operator=(convolution_lists const&) = delete;
};

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET

namespace graft::inline GRAFT_INSTRUCTION_SET {

/// Runs a convolution op with the argument names of `aten::convolution`; `then` is applied to the results, which are
/// not complex unless it is none.
inline void run_convolution(call<tensor> const& c, tensor& out, bool transposed, kernel::activation const& then = {}) {
    detail::convolution_lists const lists(c, transposed);
    if (is_complex(out.dtype()) && !then.is_none())
        raise(errc::unsupported, c.op().name, ": complex numbers cannot be clamped");
    auto const convolve = [&](tensor const& input, tensor const& weight, tensor const* bias, tensor& result) {
        if (transposed)
            kernel::conv_transpose(input, weight, bias, lists.options, result, then);
        else
            kernel::convolution(input, weight, bias, lists.options, result, then);
    };
    tensor const &input = c.tensor("input"), &weight = c.tensor("weight");
    tensor const* const bias = c.optional_tensor("bias");
    if (is_complex(out.dtype()))
        kernel::complex_convolution(input, weight, bias, out, convolve);
    else
        convolve(input, weight, bias, out);
}

} // namespace graft::inline GRAFT_INSTRUCTION_SET

namespace graft {
namespace detail::inline GRAFT_INSTRUCTION_SET {

template <bool Transposed>
struct conv_kernel {
    static void run(call<tensor> const& c, auto results) { run_convolution(c, results[0], Transposed); }
};

} // namespace detail::inline GRAFT_INSTRUCTION_SET

template <>
struct kernel_of<decltype(aten::conv1d.default_)> : detail::conv_kernel<false> {};
template <>
struct kernel_of<decltype(aten::conv2d.default_)> : detail::conv_kernel<false> {};
template <>
struct kernel_of<decltype(aten::conv3d.default_)> : detail::conv_kernel<false> {};
template <>
struct kernel_of<aten::conv_transpose1d_default> : detail::conv_kernel<true> {};
template <>
struct kernel_of<aten::conv_transpose2d_input> : detail::conv_kernel<true> {};
template <>
struct kernel_of<aten::conv_transpose3d_input> : detail::conv_kernel<true> {};

template <>
struct kernel_of<aten::convolution_default> {
    static void run(call<tensor> const& c, auto results) { run_convolution(c, results[0], c.boolean("transposed")); }
};

} // namespace graft
