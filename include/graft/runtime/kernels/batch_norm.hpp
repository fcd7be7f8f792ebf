#pragma once

#include <graft/dialect/aten/batch_norm.hpp>
#include <graft/kernel/batch_statistics.hpp>
#include <graft/kernel/norm.hpp>
#include <graft/runtime/kernels/adapter.hpp>

#include <cmath>

namespace graft {

/// The running statistics are written, if there are any, or copies of them that are returned.
template <>
struct kernel_of<decltype(aten::_native_batch_norm_legit.default_)> {
    static void run(call<tensor> const& c, std::span<tensor> results) {
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
struct kernel_of<decltype(aten::_native_batch_norm_legit_functional.default_)>
    : kernel_of<decltype(aten::_native_batch_norm_legit.default_)> {};

template <>
struct kernel_of<decltype(aten::_native_batch_norm_legit.no_stats)>
    : kernel_of<decltype(aten::_native_batch_norm_legit.default_)> {};

} // namespace graft
