#pragma once

#include <graft/core/tensor.hpp>
#include <graft/dialect/aten/complex.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/elementwise/complex.hpp>
#include <graft/runtime/kernels/adapter.hpp>
#include <graft/runtime/kernels/view.hpp>

namespace graft {
namespace detail::inline GRAFT_INSTRUCTION_SET {

/// An op that shows its argument differently, and of complex numbers the conjugates, which are new.
struct conjugate_view_kernel {
    static void run(call<tensor> const& c, auto results) {
        tensor conjugates = c.tensor(0);
        if (is_complex(conjugates.dtype())) {
            conjugates = tensor::empty(conjugates.sizes(), conjugates.dtype());
            kernel::conj(c.tensor(0), conjugates);
        }
        call<tensor> shown = c;
        shown.set(0, conjugates);
        run_views<show_view>(shown, results, c.op().meta);
    }
};

} // namespace detail::inline GRAFT_INSTRUCTION_SET

template <>
struct kernel_of<aten::adjoint_default> : detail::conjugate_view_kernel {};
template <>
struct kernel_of<aten::mH_default> : detail::conjugate_view_kernel {};
template <>
struct kernel_of<aten::view_as_real_default> : detail::bytes_kernel<meta_view_as_real> {};
template <>
struct kernel_of<aten::view_as_complex_default> : detail::bytes_kernel<meta_view_as_complex> {};

template <>
struct kernel_of<aten::view_as_real_copy_default> {
    static void run(call<tensor> const& c, auto results) { kernel::copy(c.tensor("self").view_as_real(), results[0]); }
};

template <>
struct kernel_of<aten::view_as_complex_copy_default> {
    static void run(call<tensor> const& c, auto results) {
        tensor parts = results[0].view_as_real();
        kernel::copy(c.tensor("self"), parts);
    }
};

template <>
struct kernel_of<aten::complex_default> {
    static void run(call<tensor> const& c, auto results) {
        tensor real = detail::complex_part(results[0], 0), imaginary = detail::complex_part(results[0], 1);
        kernel::copy(c.tensor("real"), real);
        kernel::copy(c.tensor("imag"), imaginary);
    }
};

} // namespace graft
