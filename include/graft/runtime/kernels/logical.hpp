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
struct kernel_of<aten::isnan_default> : detail::number_kernel<kernel::isnan, kernel::complex_isnan> {};
template <>
struct kernel_of<aten::isinf_default> : detail::number_kernel<kernel::isinf, kernel::complex_isinf> {};
template <>
struct kernel_of<aten::isfinite_default> : detail::number_kernel<kernel::isfinite, kernel::complex_isfinite> {};
template <>
struct kernel_of<aten::isposinf_default> : detail::unary_kernel<kernel::isposinf> {};
template <>
struct kernel_of<aten::isneginf_default> : detail::unary_kernel<kernel::isneginf> {};
template <>
struct kernel_of<aten::logical_not_default> : detail::number_kernel<kernel::logical_not, kernel::complex_logical_not> {
};
template <>
struct kernel_of<aten::bitwise_not_default> : detail::unary_kernel<kernel::bitwise_not> {};
template <>
struct kernel_of<aten::logical_and_default>
    : detail::number_pair_kernel<kernel::logical_and, kernel::complex_logical_and> {};
template <>
struct kernel_of<aten::logical_or_default>
    : detail::number_pair_kernel<kernel::logical_or, kernel::complex_logical_or> {};
template <>
struct kernel_of<aten::logical_xor_default>
    : detail::number_pair_kernel<kernel::logical_xor, kernel::complex_logical_xor> {};
template <>
struct kernel_of<aten::gcd_default> : detail::integer_pair_kernel<kernel::gcd> {};
template <>
struct kernel_of<aten::lcm_default> : detail::integer_pair_kernel<kernel::lcm> {};
template <>
struct kernel_of<aten::bitwise_and_tensor> : detail::binary_kernel<kernel::bitwise_and> {};
template <>
struct kernel_of<aten::bitwise_and_scalar> : detail::binary_kernel<kernel::bitwise_and> {};
template <>
struct kernel_of<aten::bitwise_and_scalar_tensor> : detail::binary_kernel<kernel::bitwise_and> {};
template <>
struct kernel_of<aten::bitwise_or_tensor> : detail::binary_kernel<kernel::bitwise_or> {};
template <>
struct kernel_of<aten::bitwise_or_scalar> : detail::binary_kernel<kernel::bitwise_or> {};
template <>
struct kernel_of<aten::bitwise_or_scalar_tensor> : detail::binary_kernel<kernel::bitwise_or> {};
template <>
struct kernel_of<aten::bitwise_xor_tensor> : detail::binary_kernel<kernel::bitwise_xor> {};
template <>
struct kernel_of<aten::bitwise_xor_scalar> : detail::binary_kernel<kernel::bitwise_xor> {};
template <>
struct kernel_of<aten::bitwise_xor_scalar_tensor> : detail::binary_kernel<kernel::bitwise_xor> {};
template <>
struct kernel_of<aten::bitwise_left_shift_tensor> : detail::binary_kernel<kernel::bitwise_left_shift> {};
template <>
struct kernel_of<aten::bitwise_left_shift_tensor_scalar> : detail::binary_kernel<kernel::bitwise_left_shift> {};
template <>
struct kernel_of<aten::bitwise_left_shift_scalar_tensor> : detail::binary_kernel<kernel::bitwise_left_shift> {};
template <>
struct kernel_of<aten::bitwise_right_shift_tensor> : detail::binary_kernel<kernel::bitwise_right_shift> {};
template <>
struct kernel_of<aten::bitwise_right_shift_tensor_scalar> : detail::binary_kernel<kernel::bitwise_right_shift> {};
template <>
struct kernel_of<aten::bitwise_right_shift_scalar_tensor> : detail::binary_kernel<kernel::bitwise_right_shift> {};
template <>
struct kernel_of<aten::dunder_and_tensor> : detail::binary_kernel<kernel::bitwise_and> {};
template <>
struct kernel_of<aten::dunder_and_scalar> : detail::binary_kernel<kernel::bitwise_and> {};
template <>
struct kernel_of<aten::dunder_or_tensor> : detail::binary_kernel<kernel::bitwise_or> {};
template <>
struct kernel_of<aten::dunder_or_scalar> : detail::binary_kernel<kernel::bitwise_or> {};
template <>
struct kernel_of<aten::dunder_xor_tensor> : detail::binary_kernel<kernel::bitwise_xor> {};
template <>
struct kernel_of<aten::dunder_xor_scalar> : detail::binary_kernel<kernel::bitwise_xor> {};
template <>
struct kernel_of<aten::dunder_lshift_tensor> : detail::binary_kernel<kernel::bitwise_left_shift> {};
template <>
struct kernel_of<aten::dunder_lshift_scalar> : detail::binary_kernel<kernel::bitwise_left_shift> {};
template <>
struct kernel_of<aten::dunder_rshift_tensor> : detail::binary_kernel<kernel::bitwise_right_shift> {};
template <>
struct kernel_of<aten::dunder_rshift_scalar> : detail::binary_kernel<kernel::bitwise_right_shift> {};

/// Every number that is not complex is real.
template <>
struct kernel_of<aten::isreal_default> {
    static void run(call<tensor> const& c, auto results) {
        if (is_complex(c.tensor("self").dtype()))
            kernel::complex_isreal(c.tensor("self"), results[0]);
        else
            kernel::fill(results[0], true);
    }
};

} // namespace graft
