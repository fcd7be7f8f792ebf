#pragma once

#include <graft/dialect/aten/normalization.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/reduce/complex_reduce.hpp>
#include <graft/kernel/reduce/layer_norm.hpp>
#include <graft/kernel/reduce/softmax.hpp>
#include <graft/runtime/kernels/adapter.hpp>

namespace graft {

namespace detail::inline GRAFT_INSTRUCTION_SET {

/// How many elements are normalized together.
[[nodiscard]] inline std::int64_t normalized_elements(call<tensor> const& c) {
    return numel(integers_of(c, "normalized_shape"));
}

/// Of elements as the dtype of the result holds them.
template <auto const& Kernel>
struct softmax_kernel_of {
    static void run(call<tensor> const& c, auto results) {
        Kernel(elements_in(c.tensor("self"), results[0].dtype()), integer_of(c, "dim"), results[0]);
    }
};

} // namespace detail::inline GRAFT_INSTRUCTION_SET

template <>
struct kernel_of<aten::layer_norm_default> {
    static void run(call<tensor> const& c, auto results) {
        kernel::layer_norm(c.tensor("input"), detail::normalized_elements(c), c.optional_tensor("weight"),
                           c.optional_tensor("bias"), c.real("eps"), results[0]);
    }
};

template <>
struct kernel_of<aten::native_layer_norm_default> {
    static void run(call<tensor> const& c, auto results) {
        kernel::layer_norm(c.tensor("input"), detail::normalized_elements(c), c.optional_tensor("weight"),
                           c.optional_tensor("bias"), c.real("eps"), results[0], &results[1], &results[2]);
    }
};

/// Of real numbers multiplied with complex weights the real parts remain.
template <>
struct kernel_of<aten::rms_norm_default> {
    static void run(call<tensor> const& c, auto results) {
        tensor const& input = c.tensor("input");
        double const epsilon = c.optional_real("eps").value_or(detail::rms_epsilon(input.dtype()));
        if (is_complex(input.dtype())) {
            kernel::complex_rms_norm(input, detail::normalized_elements(c), c.optional_tensor("weight"), epsilon,
                                     results[0]);
        } else {
            tensor const* weight = c.optional_tensor("weight");
            tensor real;
            if (weight != nullptr && is_complex(weight->dtype())) {
                real = detail::complex_part(*weight, 0);
                weight = &real;
            }
            kernel::layer_norm(input, detail::normalized_elements(c), weight, nullptr, epsilon, results[0], nullptr,
                               nullptr, kernel::layer_norm_t::centered::no);
        }
    }
};

template <>
struct kernel_of<aten::group_norm_default> {
    static void run(call<tensor> const& c, auto results) {
        kernel::group_norm(c.tensor("input"), detail::integer_of(c, "num_groups"), c.optional_tensor("weight"),
                           c.optional_tensor("bias"), c.real("eps"), results[0]);
    }
};

template <>
struct kernel_of<aten::native_group_norm_default> {
    static void run(call<tensor> const& c, auto results) {
        // The sizes are those of the arguments, whatever the dimensions of 'input'.
        tensor const image = kernel::reshape(
            c.tensor("input"), {detail::integer_of(c, "N"), detail::integer_of(c, "C"), detail::integer_of(c, "HxW")});
        kernel::group_norm(image, detail::integer_of(c, "group"), c.optional_tensor("weight"),
                           c.optional_tensor("bias"), c.real("eps"), results[0], &results[1], &results[2]);
    }
};

template <>
struct kernel_of<aten::_softmax_default> : detail::softmax_kernel_of<kernel::softmax> {};
template <>
struct kernel_of<aten::softmax_int> : detail::softmax_kernel_of<kernel::softmax> {};
template <>
struct kernel_of<aten::_log_softmax_default> : detail::softmax_kernel_of<kernel::log_softmax> {};
template <>
struct kernel_of<aten::log_softmax_int> : detail::softmax_kernel_of<kernel::log_softmax> {};

} // namespace graft
