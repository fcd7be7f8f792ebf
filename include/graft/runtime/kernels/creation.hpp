#pragma once

#include <graft/dialect/aten/creation.hpp>
#include <graft/dialect/aten/index.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/dense.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/index/index.hpp>
#include <graft/meta/view.hpp>
#include <graft/runtime/kernels/adapter.hpp>

namespace graft {

namespace detail::inline GRAFT_INSTRUCTION_SET {

/// Fills the result with a number that the op implies.
template <int Number>
struct constant_kernel {
    static void run(call<tensor> const&, auto results) { kernel::fill(results[0], Number); }
};

/// Fills the result with the number that an argument gives.
struct fill_kernel {
    static void run(call<tensor> const& c, auto results) {
        kernel::fill(results[0], c.number(c.op().find_argument("fill_value") >= 0 ? "fill_value" : "s"));
    }
};

/// Numbers from `start`, 0 without one, `step` apart, 1 without one.
struct arange_kernel {
    static void run(call<tensor> const& c, auto results) {
        auto const given = [&](char const* name, int otherwise) {
            return c.op().find_argument(name) >= 0 ? c.number(name) : scalar(otherwise);
        };
        kernel::arange(given("start", 0), given("step", 1), results[0]);
    }
};

} // namespace detail::inline GRAFT_INSTRUCTION_SET

template <>
struct kernel_of<aten::full_default> : detail::fill_kernel {};
template <>
struct kernel_of<aten::full_like_default> : detail::fill_kernel {};

template <>
struct kernel_of<aten::scalar_tensor_default> : detail::fill_kernel {};

template <>
struct kernel_of<aten::zeros_default> : detail::constant_kernel<0> {};
template <>
struct kernel_of<aten::zeros_like_default> : detail::constant_kernel<0> {};
template <>
struct kernel_of<aten::ones_default> : detail::constant_kernel<1> {};
template <>
struct kernel_of<aten::ones_like_default> : detail::constant_kernel<1> {};
template <>
struct kernel_of<aten::new_zeros_default> : detail::constant_kernel<0> {};
template <>
struct kernel_of<aten::new_ones_default> : detail::constant_kernel<1> {};
template <>
struct kernel_of<aten::new_empty_default> : detail::constant_kernel<0> {};
template <>
struct kernel_of<aten::new_full_default> : detail::fill_kernel {};
/// What is called empty is zero, so that programs are deterministic.
template <>
struct kernel_of<aten::empty_memory_format> : detail::constant_kernel<0> {};
template <>
struct kernel_of<aten::empty_like_default> : detail::constant_kernel<0> {};
template <>
struct kernel_of<aten::arange_default> : detail::arange_kernel {};
template <>
struct kernel_of<aten::arange_start> : detail::arange_kernel {};
template <>
struct kernel_of<aten::arange_start_step> : detail::arange_kernel {};

template <>
struct kernel_of<decltype(aten::eye.default_)> {
    static void run(call<tensor> const&, auto results) { kernel::eye(results[0]); }
};

template <>
struct kernel_of<aten::embedding_default> {
    static void run(call<tensor> const& c, auto results) {
        kernel::embedding(c.tensor("weight"), c.tensor("indices"), results[0]);
    }
};

} // namespace graft
