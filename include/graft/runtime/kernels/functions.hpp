#pragma once

#include <graft/dialect/aten/unary.hpp>
#include <graft/kernel/elementwise/complex_functions.hpp>
#include <graft/kernel/elementwise/real_functions.hpp>
#include <graft/kernel/elementwise/special_functions.hpp>
#include <graft/runtime/kernels/adapter.hpp>

namespace graft {

template <>
struct kernel_of<decltype(aten::sin.default_)> : detail::number_kernel<kernel::sin, kernel::complex_sin> {};
template <>
struct kernel_of<decltype(aten::cos.default_)> : detail::number_kernel<kernel::cos, kernel::complex_cos> {};
template <>
struct kernel_of<decltype(aten::tan.default_)> : detail::number_kernel<kernel::tan, kernel::complex_tan> {};
template <>
struct kernel_of<decltype(aten::asin.default_)> : detail::number_kernel<kernel::asin, kernel::complex_asin> {};
template <>
struct kernel_of<decltype(aten::acos.default_)> : detail::number_kernel<kernel::acos, kernel::complex_acos> {};
template <>
struct kernel_of<decltype(aten::atan.default_)> : detail::number_kernel<kernel::atan, kernel::complex_atan> {};
template <>
struct kernel_of<decltype(aten::sinh.default_)> : detail::number_kernel<kernel::sinh, kernel::complex_sinh> {};
template <>
struct kernel_of<decltype(aten::cosh.default_)> : detail::number_kernel<kernel::cosh, kernel::complex_cosh> {};
template <>
struct kernel_of<decltype(aten::asinh.default_)> : detail::number_kernel<kernel::asinh, kernel::complex_asinh> {};
template <>
struct kernel_of<decltype(aten::acosh.default_)> : detail::number_kernel<kernel::acosh, kernel::complex_acosh> {};
template <>
struct kernel_of<decltype(aten::atanh.default_)> : detail::number_kernel<kernel::atanh, kernel::complex_atanh> {};
template <>
struct kernel_of<decltype(aten::log.default_)> : detail::number_kernel<kernel::log, kernel::complex_log> {};
template <>
struct kernel_of<decltype(aten::log2.default_)> : detail::number_kernel<kernel::log2, kernel::complex_log2> {};
template <>
struct kernel_of<decltype(aten::log10.default_)> : detail::number_kernel<kernel::log10, kernel::complex_log10> {};
template <>
struct kernel_of<decltype(aten::log1p.default_)> : detail::number_kernel<kernel::log1p, kernel::complex_log1p> {};
template <>
struct kernel_of<decltype(aten::expm1.default_)> : detail::number_kernel<kernel::expm1, kernel::complex_expm1> {};
template <>
struct kernel_of<decltype(aten::exp2.default_)> : detail::number_kernel<kernel::exp2, kernel::complex_exp2> {};
template <>
struct kernel_of<decltype(aten::erf.default_)> : detail::unary_kernel<kernel::erf> {};
template <>
struct kernel_of<decltype(aten::erfc.default_)> : detail::unary_kernel<kernel::erfc> {};
template <>
struct kernel_of<decltype(aten::erfinv.default_)> : detail::unary_kernel<kernel::erfinv> {};
template <>
struct kernel_of<decltype(aten::lgamma.default_)> : detail::unary_kernel<kernel::lgamma> {};
template <>
struct kernel_of<decltype(aten::digamma.default_)> : detail::unary_kernel<kernel::digamma> {};
template <>
struct kernel_of<decltype(aten::sinc.default_)> : detail::number_kernel<kernel::sinc, kernel::complex_sinc> {};
template <>
struct kernel_of<decltype(aten::deg2rad.default_)> : detail::unary_kernel<kernel::deg2rad> {};
template <>
struct kernel_of<decltype(aten::rad2deg.default_)> : detail::unary_kernel<kernel::rad2deg> {};

} // namespace graft
