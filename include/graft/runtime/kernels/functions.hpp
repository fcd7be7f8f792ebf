#pragma once

#include <graft/dialect/aten/unary.hpp>
#include <graft/kernel/elementwise/complex_functions.hpp>
#include <graft/kernel/elementwise/real_functions.hpp>
#include <graft/kernel/elementwise/special_functions.hpp>
#include <graft/runtime/kernels/adapter.hpp>

namespace graft {

template <>
struct kernel_of<aten::sin_default> : detail::number_kernel<kernel::sin, kernel::complex_sin> {};
template <>
struct kernel_of<aten::cos_default> : detail::number_kernel<kernel::cos, kernel::complex_cos> {};
template <>
struct kernel_of<aten::tan_default> : detail::number_kernel<kernel::tan, kernel::complex_tan> {};
template <>
struct kernel_of<aten::asin_default> : detail::number_kernel<kernel::asin, kernel::complex_asin> {};
template <>
struct kernel_of<aten::acos_default> : detail::number_kernel<kernel::acos, kernel::complex_acos> {};
template <>
struct kernel_of<aten::atan_default> : detail::number_kernel<kernel::atan, kernel::complex_atan> {};
template <>
struct kernel_of<aten::sinh_default> : detail::number_kernel<kernel::sinh, kernel::complex_sinh> {};
template <>
struct kernel_of<aten::cosh_default> : detail::number_kernel<kernel::cosh, kernel::complex_cosh> {};
template <>
struct kernel_of<aten::asinh_default> : detail::number_kernel<kernel::asinh, kernel::complex_asinh> {};
template <>
struct kernel_of<aten::acosh_default> : detail::number_kernel<kernel::acosh, kernel::complex_acosh> {};
template <>
struct kernel_of<aten::atanh_default> : detail::number_kernel<kernel::atanh, kernel::complex_atanh> {};
template <>
struct kernel_of<aten::log_default> : detail::number_kernel<kernel::log, kernel::complex_log> {};
template <>
struct kernel_of<aten::log2_default> : detail::number_kernel<kernel::log2, kernel::complex_log2> {};
template <>
struct kernel_of<aten::log10_default> : detail::number_kernel<kernel::log10, kernel::complex_log10> {};
template <>
struct kernel_of<aten::log1p_default> : detail::number_kernel<kernel::log1p, kernel::complex_log1p> {};
template <>
struct kernel_of<aten::expm1_default> : detail::number_kernel<kernel::expm1, kernel::complex_expm1> {};
template <>
struct kernel_of<aten::exp2_default> : detail::number_kernel<kernel::exp2, kernel::complex_exp2> {};
template <>
struct kernel_of<aten::erf_default> : detail::unary_kernel<kernel::erf> {};
template <>
struct kernel_of<aten::erfc_default> : detail::unary_kernel<kernel::erfc> {};
template <>
struct kernel_of<aten::erfinv_default> : detail::unary_kernel<kernel::erfinv> {};
template <>
struct kernel_of<aten::lgamma_default> : detail::unary_kernel<kernel::lgamma> {};
template <>
struct kernel_of<aten::digamma_default> : detail::unary_kernel<kernel::digamma> {};
template <>
struct kernel_of<aten::sinc_default> : detail::number_kernel<kernel::sinc, kernel::complex_sinc> {};
template <>
struct kernel_of<aten::deg2rad_default> : detail::unary_kernel<kernel::deg2rad> {};
template <>
struct kernel_of<aten::rad2deg_default> : detail::unary_kernel<kernel::rad2deg> {};

} // namespace graft
