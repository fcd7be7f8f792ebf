#pragma once

#include <graft/dialect/aten/normalization.hpp>
#include <graft/kernel/layer_norm.hpp>
#include <graft/kernel/norm.hpp>
#include <graft/kernel/softmax.hpp>
#include <graft/runtime/evaluate.hpp>
#include <graft/runtime/kernels/adapter.hpp>
#include <graft/runtime/kernels/batch_norm.hpp>

#include <limits>

namespace graft {

namespace detail {

/// Normalisation by statistics that are given: the mean and variance of training are not written.
inline void run_batch_norm(call<tensor> const& c, tensor& out) {
    kernel::batch_norm(c.tensor("input"), c.optional_tensor("weight"), c.optional_tensor("bias"),
                       c.tensor("running_mean"), c.tensor("running_var"), c.real("eps"), out);
}

/// How many elements are normalized together.
[[nodiscard]] inline std::int64_t normalized_elements(call<tensor> const& c) {
    return numel(integers_of(c, "normalized_shape"));
}

template <auto const& Kernel>
struct softmax_kernel_of {
    static void run(call<tensor> const& c, std::span<tensor> results) {
        Kernel(c.tensor("self"), integer_of(c, "dim"), results[0]);
    }
};

} // namespace detail

/// Training normalises by the statistics of the batch and writes the running ones, if there are any.
template <>
struct kernel_of<decltype(aten::batch_norm.default_)> {
    static void run(call<tensor> const& c, std::span<tensor> results) {
        if (results[0].numel() == 0)
            return;
        if (!c.boolean("training"))
            return detail::run_batch_norm(c, results[0]);
        using with_statistics = decltype(aten::_native_batch_norm_legit.default_);
        using without = decltype(aten::_native_batch_norm_legit.no_stats);
        bool const runs = c.has("running_mean") && c.has("running_var");
        call<tensor> made(runs ? with_statistics::info() : without::info());
        for (schema_argument const& slot : made.op().arguments)
            made.set(slot.name, c[slot.name]);
        results[0] = evaluate(made, runs ? &kernel_of<with_statistics>::run : &kernel_of<without>::run).front();
    }
};

/// The saved mean and variance are empty, as PyTorch's are.
template <>
struct kernel_of<decltype(aten::_native_batch_norm_legit_no_training.default_)> {
    static void run(call<tensor> const& c, std::span<tensor> results) {
        detail::run_batch_norm(c, results[0]);
    }
};

template <>
struct kernel_of<decltype(aten::layer_norm.default_)> {
    static void run(call<tensor> const& c, std::span<tensor> results) {
        kernel::layer_norm(c.tensor("input"), detail::normalized_elements(c), c.optional_tensor("weight"),
                           c.optional_tensor("bias"), c.real("eps"), results[0]);
    }
};

template <>
struct kernel_of<decltype(aten::native_layer_norm.default_)> {
    static void run(call<tensor> const& c, std::span<tensor> results) {
        kernel::layer_norm(c.tensor("input"), detail::normalized_elements(c), c.optional_tensor("weight"),
                           c.optional_tensor("bias"), c.real("eps"), results[0], &results[1], &results[2]);
    }
};

/// Without an epsilon it is that of the dtype.
template <>
struct kernel_of<decltype(aten::rms_norm.default_)> {
    static void run(call<tensor> const& c, std::span<tensor> results) {
        tensor const& input = c.tensor("input");
        double const epsilon = visit_dtype(input.dtype(), []<class T>() -> double {
            if constexpr (real_element<T>)
                return static_cast<double>(std::numeric_limits<T>::epsilon());
            else
                raise(errc::unsupported, "aten::rms_norm: complex numbers are not supported");
        });
        kernel::layer_norm(input, detail::normalized_elements(c), c.optional_tensor("weight"), nullptr,
                           c.optional_real("eps").value_or(epsilon), results[0], nullptr, nullptr,
                           kernel::layer_norm_t::centered::no);
    }
};

template <>
struct kernel_of<decltype(aten::group_norm.default_)> {
    static void run(call<tensor> const& c, std::span<tensor> results) {
        kernel::group_norm(c.tensor("input"), detail::integer_of(c, "num_groups"), c.optional_tensor("weight"),
                           c.optional_tensor("bias"), c.real("eps"), results[0]);
    }
};

template <>
struct kernel_of<decltype(aten::native_group_norm.default_)> {
    static void run(call<tensor> const& c, std::span<tensor> results) {
        kernel::group_norm(c.tensor("input"), detail::integer_of(c, "group"), c.optional_tensor("weight"),
                           c.optional_tensor("bias"), c.real("eps"), results[0], &results[1], &results[2]);
    }
};

template <> struct kernel_of<decltype(aten::_softmax.default_)> : detail::softmax_kernel_of<kernel::softmax> {};
template <> struct kernel_of<decltype(aten::softmax.int_)> : detail::softmax_kernel_of<kernel::softmax> {};
template <> struct kernel_of<decltype(aten::_log_softmax.default_)> : detail::softmax_kernel_of<kernel::log_softmax> {};
template <> struct kernel_of<decltype(aten::log_softmax.int_)> : detail::softmax_kernel_of<kernel::log_softmax> {};

} // namespace graft
