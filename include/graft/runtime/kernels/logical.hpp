#pragma once

#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/bitwise.hpp>
#include <graft/dialect/aten/compare.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/elementwise/bits.hpp>
#include <graft/kernel/elementwise/complex_functions.hpp>
#include <graft/kernel/elementwise/predicate.hpp>
#include <graft/runtime/kernels/adapter.hpp>

namespace graft {

namespace detail::inline GRAFT_INSTRUCTION_SET {

/// Ops of two integers, which truth values are not.
template <auto const& Kernel>
struct integer_pair_kernel {
    static void run(call<tensor> const& c, auto results) {
        if (results[0].dtype() == dtype::boolean)
            raise(errc::invalid_argument, c.op().name, ": it is not defined for truth values");
        binary_kernel<Kernel>::run(c, results);
    }
};

} // namespace detail::inline GRAFT_INSTRUCTION_SET

template <>
struct kernel_of<decltype(aten::isnan.default_)> : detail::number_kernel<kernel::isnan, kernel::complex_isnan> {};
template <>
struct kernel_of<decltype(aten::isinf.default_)> : detail::number_kernel<kernel::isinf, kernel::complex_isinf> {};
template <>
struct kernel_of<decltype(aten::isfinite.default_)>
    : detail::number_kernel<kernel::isfinite, kernel::complex_isfinite> {};
template <>
struct kernel_of<decltype(aten::isposinf.default_)> : detail::unary_kernel<kernel::isposinf> {};
template <>
struct kernel_of<decltype(aten::isneginf.default_)> : detail::unary_kernel<kernel::isneginf> {};
template <>
struct kernel_of<decltype(aten::logical_not.default_)>
    : detail::number_kernel<kernel::logical_not, kernel::complex_logical_not> {};
template <>
struct kernel_of<decltype(aten::bitwise_not.default_)> : detail::unary_kernel<kernel::bitwise_not> {};
template <>
struct kernel_of<decltype(aten::logical_and.default_)>
    : detail::number_pair_kernel<kernel::logical_and, kernel::complex_logical_and> {};
template <>
struct kernel_of<decltype(aten::logical_or.default_)>
    : detail::number_pair_kernel<kernel::logical_or, kernel::complex_logical_or> {};
template <>
struct kernel_of<decltype(aten::logical_xor.default_)>
    : detail::number_pair_kernel<kernel::logical_xor, kernel::complex_logical_xor> {};
template <>
struct kernel_of<decltype(aten::gcd.default_)> : detail::integer_pair_kernel<kernel::gcd> {};
template <>
struct kernel_of<decltype(aten::lcm.default_)> : detail::integer_pair_kernel<kernel::lcm> {};
template <>
struct kernel_of<decltype(aten::bitwise_and.Tensor)> : detail::binary_kernel<kernel::bitwise_and> {};
template <>
struct kernel_of<decltype(aten::bitwise_and.Scalar)> : detail::binary_kernel<kernel::bitwise_and> {};
template <>
struct kernel_of<decltype(aten::bitwise_and.Scalar_Tensor)> : detail::binary_kernel<kernel::bitwise_and> {};
template <>
struct kernel_of<decltype(aten::bitwise_or.Tensor)> : detail::binary_kernel<kernel::bitwise_or> {};
template <>
struct kernel_of<decltype(aten::bitwise_or.Scalar)> : detail::binary_kernel<kernel::bitwise_or> {};
template <>
struct kernel_of<decltype(aten::bitwise_or.Scalar_Tensor)> : detail::binary_kernel<kernel::bitwise_or> {};
template <>
struct kernel_of<decltype(aten::bitwise_xor.Tensor)> : detail::binary_kernel<kernel::bitwise_xor> {};
template <>
struct kernel_of<decltype(aten::bitwise_xor.Scalar)> : detail::binary_kernel<kernel::bitwise_xor> {};
template <>
struct kernel_of<decltype(aten::bitwise_xor.Scalar_Tensor)> : detail::binary_kernel<kernel::bitwise_xor> {};
template <>
struct kernel_of<decltype(aten::bitwise_left_shift.Tensor)> : detail::binary_kernel<kernel::bitwise_left_shift> {};
template <>
struct kernel_of<decltype(aten::bitwise_left_shift.Tensor_Scalar)> : detail::binary_kernel<kernel::bitwise_left_shift> {
};
template <>
struct kernel_of<decltype(aten::bitwise_left_shift.Scalar_Tensor)> : detail::binary_kernel<kernel::bitwise_left_shift> {
};
template <>
struct kernel_of<decltype(aten::bitwise_right_shift.Tensor)> : detail::binary_kernel<kernel::bitwise_right_shift> {};
template <>
struct kernel_of<decltype(aten::bitwise_right_shift.Tensor_Scalar)>
    : detail::binary_kernel<kernel::bitwise_right_shift> {};
template <>
struct kernel_of<decltype(aten::bitwise_right_shift.Scalar_Tensor)>
    : detail::binary_kernel<kernel::bitwise_right_shift> {};
template <>
struct kernel_of<decltype(aten::dunder_and.Tensor)> : detail::binary_kernel<kernel::bitwise_and> {};
template <>
struct kernel_of<decltype(aten::dunder_and.Scalar)> : detail::binary_kernel<kernel::bitwise_and> {};
template <>
struct kernel_of<decltype(aten::dunder_or.Tensor)> : detail::binary_kernel<kernel::bitwise_or> {};
template <>
struct kernel_of<decltype(aten::dunder_or.Scalar)> : detail::binary_kernel<kernel::bitwise_or> {};
template <>
struct kernel_of<decltype(aten::dunder_xor.Tensor)> : detail::binary_kernel<kernel::bitwise_xor> {};
template <>
struct kernel_of<decltype(aten::dunder_xor.Scalar)> : detail::binary_kernel<kernel::bitwise_xor> {};
template <>
struct kernel_of<decltype(aten::dunder_lshift.Tensor)> : detail::binary_kernel<kernel::bitwise_left_shift> {};
template <>
struct kernel_of<decltype(aten::dunder_lshift.Scalar)> : detail::binary_kernel<kernel::bitwise_left_shift> {};
template <>
struct kernel_of<decltype(aten::dunder_rshift.Tensor)> : detail::binary_kernel<kernel::bitwise_right_shift> {};
template <>
struct kernel_of<decltype(aten::dunder_rshift.Scalar)> : detail::binary_kernel<kernel::bitwise_right_shift> {};

/// Every number that is not complex is real.
template <>
struct kernel_of<decltype(aten::isreal.default_)> {
    static void run(call<tensor> const& c, auto results) {
        if (is_complex(c.tensor("self").dtype()))
            kernel::complex_isreal(c.tensor("self"), results[0]);
        else
            kernel::fill(results[0], true);
    }
};

} // namespace graft
