#pragma once

#include <graft/dialect/aten/normalization.hpp>
#include <graft/kernel/norm.hpp>
#include <graft/kernel/softmax.hpp>
#include <graft/runtime/kernels/adapter.hpp>

namespace graft {

/// Inference only: training would write to the running statistics.
template <>
struct kernel_of<decltype(aten::batch_norm.default_)> {
    static void run(call<tensor> const& c, std::span<tensor> results) {
        if (c.boolean("training"))
            raise(errc::unsupported, "aten::batch_norm: training is not supported");
        kernel::batch_norm(c.tensor("input"), c.optional_tensor("weight"), c.optional_tensor("bias"),
                           c.tensor("running_mean"), c.tensor("running_var"), c.real("eps"), results[0]);
    }
};

/// The saved mean and variance are empty, as PyTorch's are.
template <>
struct kernel_of<decltype(aten::_native_batch_norm_legit_no_training.default_)> {
    static void run(call<tensor> const& c, std::span<tensor> results) {
        kernel::batch_norm(c.tensor("input"), c.optional_tensor("weight"), c.optional_tensor("bias"),
                           c.tensor("running_mean"), c.tensor("running_var"), c.real("eps"), results[0]);
    }
};

template <>
struct kernel_of<decltype(aten::_softmax.default_)> {
    static void run(call<tensor> const& c, std::span<tensor> results) {
        kernel::softmax(c.tensor("self"), detail::integer_of(c, "dim"), results[0]);
    }
};

template <>
struct kernel_of<decltype(aten::_log_softmax.default_)> {
    static void run(call<tensor> const& c, std::span<tensor> results) {
        kernel::log_softmax(c.tensor("self"), detail::integer_of(c, "dim"), results[0]);
    }
};

} // namespace graft
