#pragma once

#include <graft/dialect/aten/complex.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/elementwise/complex_parts.hpp>
#include <graft/meta/view.hpp>
#include <graft/runtime/kernels/adapter.hpp>
#include <graft/runtime/kernels/view.hpp>

namespace graft {

template <> struct kernel_of<aten::view_as_real_default> : detail::bytes_kernel<meta_view_as_real> {};
template <> struct kernel_of<aten::view_as_complex_default> : detail::bytes_kernel<meta_view_as_complex> {};

template <>
struct kernel_of<aten::view_as_real_copy_default> {
    static void run(call<tensor> const& c, view<tensor> results) {
        kernel::copy(kernel::view_as_real(c.tensor("self")), results[0]);
    }
};

template <>
struct kernel_of<aten::view_as_complex_copy_default> {
    static void run(call<tensor> const& c, view<tensor> results) {
        tensor parts = kernel::view_as_real(results[0]);
        kernel::copy(c.tensor("self"), parts);
    }
};

template <>
struct kernel_of<aten::complex_default> {
    static void run(call<tensor> const& c, view<tensor> results) {
        tensor real = detail::complex_part(results[0], 0), imaginary = detail::complex_part(results[0], 1);
        kernel::copy(c.tensor("real"), real);
        kernel::copy(c.tensor("imag"), imaginary);
    }
};

} // namespace graft
