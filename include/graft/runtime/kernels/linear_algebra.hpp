#pragma once

#include <graft/dialect/aten/linear_algebra.hpp>
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
struct kernel_of<decltype(aten::linear.default_)> {
    static void run(call<tensor> const& c, std::span<tensor> results) {
        kernel::linear(c.tensor("input"), c.tensor("weight"), c.optional_tensor("bias"), results[0]);
    }
};

} // namespace graft
