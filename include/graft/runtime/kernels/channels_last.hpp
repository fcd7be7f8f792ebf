#pragma once

#include <graft/dialect/channels_last.hpp>
#include <graft/dialect/conv_relu.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/base/view.hpp>
#include <graft/kernel/convolution/packed_convolution.hpp>
#include <graft/kernel/image/pool.hpp>
#include <graft/meta/view.hpp>
#include <graft/runtime/kernels/convolution.hpp>
#include <graft/runtime/kernels/epilogue.hpp>

#include <memory>

namespace graft {

namespace detail::inline GRAFT_INSTRUCTION_SET {

/// An image with the channels last, seen with the channels first.
[[nodiscard]] inline tensor channels_first_view(tensor const& t) {
    if (t.dim() != 4)
        raise(errc::invalid_argument, "channels_last: an image has 4 dimensions, not ", t.dim());
    auto const& s = t.sizes();
    auto const& d = t.strides();
    return t.as_strided({s[0], s[3], s[1], s[2]}, {d[0], d[3], d[1], d[2]}, t.storage_offset());
}

/// The weights of a call of `channels_last::convolution`, packed.
[[nodiscard]] inline packed_convolution packed_convolution_of(call<tensor> const& c, tensor const& result) {
    convolution_lists const lists(c, false);
    tensor const* const bias = c.optional_tensor("bias");
    conv_geometry const g(channels_first_view(c.tensor("input")), c.tensor("weight"), bias, channels_first_view(result),
                          lists.options);
    tensor const weight = as_dense(c.tensor("weight"), dtype::f32);
    tensor const start = bias == nullptr ? tensor() : as_dense(*bias, dtype::f32);
    return {g, weight.data<float>(), bias == nullptr ? nullptr : start.data<float>()};
}

/// Runs a call of `channels_last::convolution` with its weights packed.
inline void run_packed(packed_convolution& packed, call<tensor> const& c, tensor& result) {
    dense_argument<float> const in(c.tensor("input"));
    product_epilogue const epilogue(c, result);
    dense_result<float> out(result);
    packed.run(in.data(), epilogue.target(out.data(), 0));
    out.finish();
}

} // namespace detail::inline GRAFT_INSTRUCTION_SET

template <>
struct kernel_of<channels_last::convolution_t> {
    static void run(call<tensor> const& c, auto results) {
        if (results[0].numel() == 0)
            return;
        detail::packed_convolution packed = detail::packed_convolution_of(c, results[0]);
        detail::run_packed(packed, c, results[0]);
    }
    static prepared_kernel prepare(call<tensor> const& c, view<tensor const> results,
                                   constant_arguments const& constant) {
        if (!constant.contains(1) || (c.has("bias") && !constant.contains(2)))
            return {};
        auto const packed = std::make_shared<detail::packed_convolution>(detail::packed_convolution_of(c, results[0]));
        return [packed](call<tensor> const& again, view<tensor> to) { detail::run_packed(*packed, again, to[0]); };
    }
};

template <>
struct kernel_of<channels_last::max_pool2d_t> {
    static void run(call<tensor> const& c, auto results) {
        auto const kernel_size = detail::integers_of(c, "kernel_size"), stride = detail::integers_of(c, "stride"),
                   padding = detail::integers_of(c, "padding"), dilation = detail::integers_of(c, "dilation");
        detail::pool_geometry const g =
            detail::pool_geometry(c.op().name, detail::channels_first_view(c.tensor("input")),
                                  detail::channels_first_view(results[0]),
                                  {kernel_size, stride, padding, dilation, c.boolean("ceil_mode")})
                .seen();
        detail::dense_argument<float> const in(c.tensor("input"));
        detail::dense_result<float> out(results[0]);
        detail::max_pool_channels_last(g, results[0].size(0), results[0].size(3), in.data(), out.data());
        out.finish();
    }
};

/// The convolution's own loop, with the relu on its way out.
template <>
struct kernel_of<backend::conv_relu_t> {
    static void run(call<tensor> const& c, auto results) {
        run_convolution(c, results[0], false, kernel::activation::relu());
    }
};

} // namespace graft
