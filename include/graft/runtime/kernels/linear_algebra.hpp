#pragma once

#include <graft/dialect/aten/linear_algebra.hpp>
#include <graft/kernel/attention.hpp>
#include <graft/kernel/matmul.hpp>
#include <graft/runtime/kernels/adapter.hpp>

namespace graft {

namespace detail {

/// Products of two tensors.
template <auto const& Kernel>
struct product_kernel {
    static void run(call<tensor> const& c, std::span<tensor> results) {
        Kernel(c.tensor(0), c.tensor(1), results[0]);
    }
};

} // namespace detail

template <> struct kernel_of<decltype(aten::mm.default_)> : detail::product_kernel<kernel::mm> {};
template <> struct kernel_of<decltype(aten::bmm.default_)> : detail::product_kernel<kernel::bmm> {};
template <> struct kernel_of<decltype(aten::matmul.default_)> : detail::product_kernel<kernel::matmul> {};

template <>
struct kernel_of<decltype(aten::addmm.default_)> {
    static void run(call<tensor> const& c, std::span<tensor> results) {
        kernel::addmm(c.tensor("self"), c.tensor("mat1"), c.tensor("mat2"), c.number("beta"),
                      c.number("alpha"), results[0]);
    }
};

template <>
struct kernel_of<decltype(aten::baddbmm.default_)> {
    static void run(call<tensor> const& c, std::span<tensor> results) {
        kernel::baddbmm(c.tensor("self"), c.tensor("batch1"), c.tensor("batch2"), c.number("beta"),
                        c.number("alpha"), results[0]);
    }
};

/// Each element of a column times each of a row.
template <>
struct kernel_of<decltype(aten::outer.default_)> {
    static void run(call<tensor> const& c, std::span<tensor> results) {
        kernel::mul(kernel::unsqueeze(c.tensor("self"), 1), c.tensor("vec2"), results[0]);
    }
};

template <> struct kernel_of<decltype(aten::ger.default_)> : kernel_of<decltype(aten::outer.default_)> {};

template <>
struct kernel_of<decltype(aten::linear.default_)> {
    static void run(call<tensor> const& c, std::span<tensor> results) {
        if (c.tensor("weight").dim() == 1)
            return kernel::matmul(c.tensor("input"), c.tensor("weight"), results[0]);
        kernel::linear(c.tensor("input"), c.tensor("weight"), c.optional_tensor("bias"), results[0]);
    }
};

template <>
struct kernel_of<decltype(aten::scaled_dot_product_attention.default_)> {
    static void run(call<tensor> const& c, std::span<tensor> results) {
        double const dropped = c.real("dropout_p");
        if (!(dropped >= 0 && dropped <= 1))
            raise(errc::invalid_argument, c.op().name, ": 'dropout_p' must lie in [0, 1]");
        kernel::scaled_dot_product_attention(c.tensor("query"), c.tensor("key"), c.tensor("value"),
                                             c.optional_tensor("attn_mask"), c.boolean("is_causal"),
                                             c.optional_real("scale"), c.boolean("enable_gqa"), results[0], dropped);
    }
};

} // namespace graft
