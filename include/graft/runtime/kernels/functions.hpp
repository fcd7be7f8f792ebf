#pragma once

#include <graft/dialect/aten/unary.hpp>
#include <graft/kernel/real_functions.hpp>
#include <graft/kernel/special_functions.hpp>
#include <graft/runtime/kernels/adapter.hpp>

namespace graft {

template <> struct kernel_of<decltype(aten::sin.default_)> : detail::unary_kernel<kernel::sin> {};
template <> struct kernel_of<decltype(aten::cos.default_)> : detail::unary_kernel<kernel::cos> {};
template <> struct kernel_of<decltype(aten::tan.default_)> : detail::unary_kernel<kernel::tan> {};
template <> struct kernel_of<decltype(aten::asin.default_)> : detail::unary_kernel<kernel::asin> {};
template <> struct kernel_of<decltype(aten::acos.default_)> : detail::unary_kernel<kernel::acos> {};
template <> struct kernel_of<decltype(aten::atan.default_)> : detail::unary_kernel<kernel::atan> {};
template <> struct kernel_of<decltype(aten::sinh.default_)> : detail::unary_kernel<kernel::sinh> {};
template <> struct kernel_of<decltype(aten::cosh.default_)> : detail::unary_kernel<kernel::cosh> {};
template <> struct kernel_of<decltype(aten::asinh.default_)> : detail::unary_kernel<kernel::asinh> {};
template <> struct kernel_of<decltype(aten::acosh.default_)> : detail::unary_kernel<kernel::acosh> {};
template <> struct kernel_of<decltype(aten::atanh.default_)> : detail::unary_kernel<kernel::atanh> {};
template <> struct kernel_of<decltype(aten::log.default_)> : detail::unary_kernel<kernel::log> {};
template <> struct kernel_of<decltype(aten::log2.default_)> : detail::unary_kernel<kernel::log2> {};
template <> struct kernel_of<decltype(aten::log10.default_)> : detail::unary_kernel<kernel::log10> {};
template <> struct kernel_of<decltype(aten::log1p.default_)> : detail::unary_kernel<kernel::log1p> {};
template <> struct kernel_of<decltype(aten::expm1.default_)> : detail::unary_kernel<kernel::expm1> {};
template <> struct kernel_of<decltype(aten::exp2.default_)> : detail::unary_kernel<kernel::exp2> {};
template <> struct kernel_of<decltype(aten::erf.default_)> : detail::unary_kernel<kernel::erf> {};
template <> struct kernel_of<decltype(aten::erfc.default_)> : detail::unary_kernel<kernel::erfc> {};
template <> struct kernel_of<decltype(aten::erfinv.default_)> : detail::unary_kernel<kernel::erfinv> {};
template <> struct kernel_of<decltype(aten::lgamma.default_)> : detail::unary_kernel<kernel::lgamma> {};
template <> struct kernel_of<decltype(aten::digamma.default_)> : detail::unary_kernel<kernel::digamma> {};
template <> struct kernel_of<decltype(aten::sinc.default_)> : detail::unary_kernel<kernel::sinc> {};
template <> struct kernel_of<decltype(aten::deg2rad.default_)> : detail::unary_kernel<kernel::deg2rad> {};
template <> struct kernel_of<decltype(aten::rad2deg.default_)> : detail::unary_kernel<kernel::rad2deg> {};

} // namespace graft
