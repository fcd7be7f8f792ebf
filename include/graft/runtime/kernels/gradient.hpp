#pragma once

#include <graft/core/checked.hpp>
#include <graft/core/dim_vector.hpp>
#include <graft/dialect/aten/gradient.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/convolution/conv_gradient.hpp>
#include <graft/kernel/image/pool_gradient.hpp>
#include <graft/kernel/index/embedding_bag.hpp>
#include <graft/kernel/reduce/norm.hpp>
#include <graft/kernel/reduce/reduce.hpp>
#include <graft/meta/view.hpp>
#include <graft/runtime/kernels/adapter.hpp>
#include <graft/runtime/kernels/convolution.hpp>
#include <graft/runtime/kernels/pooling.hpp>

namespace graft {

namespace detail::inline GRAFT_INSTRUCTION_SET {

/// The result of this number, null if it is not asked for.
[[nodiscard]] inline tensor* wanted(view<tensor> results, std::size_t i) {
    return results[i].defined() ? &results[i] : nullptr;
}

/// The gradients of a normalization of rows of `n` elements; see `kernel::norm_gradient`.
inline void run_norm_gradient(call<tensor> const& c, std::int64_t n, std::int64_t groups, std::int64_t plane,
                              view<tensor> results) {
    kernel::norm_gradient(
        {c.tensor("grad_out"), c.tensor("input"), c.tensor("mean"), c.tensor("rstd"), c.optional_tensor("weight")}, n,
        groups, plane, wanted(results, 0), wanted(results, 1), wanted(results, 2));
}

} // namespace detail::inline GRAFT_INSTRUCTION_SET

template <>
struct kernel_of<aten::_adaptive_avg_pool2d_backward_default> {
    static void run(call<tensor> const& c, auto results) {
        kernel::adaptive_avg_pool2d_gradient(c.tensor("grad_output"), results[0]);
    }
};

template <>
struct kernel_of<aten::avg_pool2d_backward_default> {
    static void run(call<tensor> const& c, auto results) {
        kernel::avg_pool2d_gradient(c.tensor("grad_output"), detail::pool_lists(c, false).options,
                                    c.boolean("count_include_pad"), detail::divisor_of(c), results[0]);
    }
};

template <>
struct kernel_of<aten::max_pool2d_with_indices_backward_default> {
    static void run(call<tensor> const& c, auto results) {
        kernel::max_pool2d_gradient(c.tensor("grad_output"), c.tensor("indices"), results[0]);
    }
};

template <>
struct kernel_of<aten::convolution_backward_default> {
    static void run(call<tensor> const& c, auto results) {
        tensor const& grad = c.tensor("grad_output");
        detail::convolution_lists const lists(c, c.boolean("transposed"));
        if (tensor* const input = detail::wanted(results, 0))
            kernel::convolution_input_gradient(grad, c.tensor("weight"), lists.options, *input);
        if (tensor* const weight = detail::wanted(results, 1))
            kernel::convolution_weight_gradient(grad, c.tensor("input"), lists.options, *weight);
        if (tensor* const bias = detail::wanted(results, 2)) {
            dim_vector dims{0};
            for (std::size_t d = 2; d < grad.dim(); ++d)
                dims.push_back(static_cast<std::int64_t>(d));
            kernel::sum(grad, dims, *bias);
        }
    }
};

template <>
struct kernel_of<aten::native_layer_norm_backward_default> {
    static void run(call<tensor> const& c, auto results) {
        detail::run_norm_gradient(c, numel(detail::integers_of(c, "normalized_shape")), 1, 1, results);
    }
};

template <>
struct kernel_of<aten::native_group_norm_backward_default> {
    static void run(call<tensor> const& c, auto results) {
        std::int64_t const groups = detail::integer_of(c, "group"), plane = detail::integer_of(c, "HxW");
        detail::run_norm_gradient(c, checked_mul(detail::integer_of(c, "C") / groups, plane), groups, plane, results);
    }
};

template <>
struct kernel_of<aten::embedding_dense_backward_default> {
    static void run(call<tensor> const& c, auto results) {
        kernel::embedding_gradient(c.tensor("grad_output"), c.tensor("indices"), detail::integer_of(c, "padding_idx"),
                                   c.boolean("scale_grad_by_freq"), results[0]);
    }
};

} // namespace graft
