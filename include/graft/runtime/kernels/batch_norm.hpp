#pragma once

#include <graft/dialect/aten/batch_norm.hpp>
#include <graft/dialect/aten/normalization.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/reduce/norm.hpp>
#include <graft/runtime/evaluate.hpp>
#include <graft/runtime/kernels/adapter.hpp>

#include <cmath>

namespace graft {

namespace detail::inline GRAFT_INSTRUCTION_SET {

/// Normalisation by statistics that are given: the mean and variance of training are not written.
inline void run_batch_norm(call<tensor> const& c, tensor& out) {
    kernel::batch_norm(c.tensor("input"), c.optional_tensor("weight"), c.optional_tensor("bias"),
                       c.tensor("running_mean"), c.tensor("running_var"), c.real("eps"), out);
}

} // namespace detail::inline GRAFT_INSTRUCTION_SET

/// The running statistics are written, if there are any, or copies of them that are returned.
template <>
struct kernel_of<aten::_native_batch_norm_legit_default> {
    static void run(call<tensor> const& c, auto results) {
        tensor const& input = c.tensor("input");
        double const eps = c.real("eps");
        auto const normalize = [&](tensor const& mean, tensor const& variance) {
            kernel::batch_norm(input, c.optional_tensor("weight"), c.optional_tensor("bias"), mean, variance, eps,
                               results[0]);
        };
        bool const copies = results.size() == 5;
        if (copies) {
            kernel::copy(c.tensor("running_mean"), results[3]);
            kernel::copy(c.tensor("running_var"), results[4]);
        }
        if (!c.boolean("training"))
            return normalize(c.tensor("running_mean"), c.tensor("running_var"));
        kernel::batch_statistics const statistics(input);
        normalize(statistics.mean, statistics.variance);
        tensor scale = tensor::empty(statistics.variance.sizes(), dtype::f64);
        for (std::int64_t i = 0; i < scale.numel(); ++i)
            scale.data<double>()[i] = 1 / std::sqrt(statistics.variance.data<double>()[i] + eps);
        kernel::copy(statistics.mean, results[1]);
        kernel::copy(scale, results[2]);
        if (copies)
            statistics.update(c.real("momentum"), results[3], results[4]);
        else if (c.op().find_argument("running_mean") >= 0)
            statistics.update(c.real("momentum"), c.tensor("running_mean"), c.tensor("running_var"));
    }
};

template <>
struct kernel_of<aten::_native_batch_norm_legit_functional_default>
    : kernel_of<aten::_native_batch_norm_legit_default> {};

template <>
struct kernel_of<aten::_native_batch_norm_legit_no_stats> : kernel_of<aten::_native_batch_norm_legit_default> {};

/// Training normalises by the statistics of the batch and writes the running ones, if there are any.
template <>
struct kernel_of<aten::batch_norm_default> {
    static void run(call<tensor> const& c, auto results) {
        if (results[0].numel() == 0)
            return;
        if (!c.boolean("training"))
            return detail::run_batch_norm(c, results[0]);
        using with_statistics = decltype(aten::_native_batch_norm_legit.default_);
        using without = decltype(aten::_native_batch_norm_legit.no_stats); // the same kernel
        bool const runs = c.has("running_mean") && c.has("running_var");
        call<tensor> made(runs ? with_statistics::info() : without::info());
        for (schema_argument const& slot : made.op().arguments)
            made.set(slot.name, c[slot.name]);
        kernel::copy(evaluate(made, &kernel_of<with_statistics>::run).front(), results[0]);
    }
};

/// The saved mean and variance are empty, as PyTorch's are.
template <>
struct kernel_of<aten::_native_batch_norm_legit_no_training_default> {
    static void run(call<tensor> const& c, auto results) { detail::run_batch_norm(c, results[0]); }
};

} // namespace graft
