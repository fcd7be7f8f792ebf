#pragma once

#include <graft/dialect/aten/alias.hpp>
#include <graft/runtime/kernels/elementwise.hpp>
#include <graft/runtime/kernels/functions.hpp>

namespace graft {

// Another name of an op has its kernel.

template <> struct kernel_of<decltype(aten::absolute.default_)> : kernel_of<decltype(aten::abs.default_)> {};
template <> struct kernel_of<decltype(aten::arccos.default_)> : kernel_of<decltype(aten::acos.default_)> {};
template <> struct kernel_of<decltype(aten::arccosh.default_)> : kernel_of<decltype(aten::acosh.default_)> {};
template <> struct kernel_of<decltype(aten::arcsin.default_)> : kernel_of<decltype(aten::asin.default_)> {};
template <> struct kernel_of<decltype(aten::arcsinh.default_)> : kernel_of<decltype(aten::asinh.default_)> {};
template <> struct kernel_of<decltype(aten::arctan.default_)> : kernel_of<decltype(aten::atan.default_)> {};
template <> struct kernel_of<decltype(aten::arctan2.default_)> : kernel_of<decltype(aten::atan2.default_)> {};
template <> struct kernel_of<decltype(aten::arctanh.default_)> : kernel_of<decltype(aten::atanh.default_)> {};
template <> struct kernel_of<decltype(aten::clip.default_)> : kernel_of<decltype(aten::clamp.default_)> {};
template <> struct kernel_of<decltype(aten::clip.Tensor)> : kernel_of<decltype(aten::clamp.Tensor)> {};
template <> struct kernel_of<decltype(aten::divide.Scalar)> : kernel_of<decltype(aten::div.Scalar)> {};
template <> struct kernel_of<decltype(aten::divide.Scalar_mode)> : kernel_of<decltype(aten::div.Scalar_mode)> {};
template <> struct kernel_of<decltype(aten::divide.Tensor)> : kernel_of<decltype(aten::div.Tensor)> {};
template <> struct kernel_of<decltype(aten::divide.Tensor_mode)> : kernel_of<decltype(aten::div.Tensor_mode)> {};
template <> struct kernel_of<decltype(aten::fix.default_)> : kernel_of<decltype(aten::trunc.default_)> {};
template <> struct kernel_of<decltype(aten::greater.Scalar)> : kernel_of<decltype(aten::gt.Scalar)> {};
template <> struct kernel_of<decltype(aten::greater.Tensor)> : kernel_of<decltype(aten::gt.Tensor)> {};
template <> struct kernel_of<decltype(aten::greater_equal.Scalar)> : kernel_of<decltype(aten::ge.Scalar)> {};
template <> struct kernel_of<decltype(aten::greater_equal.Tensor)> : kernel_of<decltype(aten::ge.Tensor)> {};
template <> struct kernel_of<decltype(aten::less.Scalar)> : kernel_of<decltype(aten::lt.Scalar)> {};
template <> struct kernel_of<decltype(aten::less.Tensor)> : kernel_of<decltype(aten::lt.Tensor)> {};
template <> struct kernel_of<decltype(aten::less_equal.Scalar)> : kernel_of<decltype(aten::le.Scalar)> {};
template <> struct kernel_of<decltype(aten::less_equal.Tensor)> : kernel_of<decltype(aten::le.Tensor)> {};
template <> struct kernel_of<decltype(aten::multiply.Scalar)> : kernel_of<decltype(aten::mul.Scalar)> {};
template <> struct kernel_of<decltype(aten::multiply.Tensor)> : kernel_of<decltype(aten::mul.Tensor)> {};
template <> struct kernel_of<decltype(aten::negative.default_)> : kernel_of<decltype(aten::neg.default_)> {};
template <> struct kernel_of<decltype(aten::not_equal.Scalar)> : kernel_of<decltype(aten::ne.Scalar)> {};
template <> struct kernel_of<decltype(aten::not_equal.Tensor)> : kernel_of<decltype(aten::ne.Tensor)> {};
template <> struct kernel_of<decltype(aten::subtract.Scalar)> : kernel_of<decltype(aten::sub.Scalar)> {};
template <> struct kernel_of<decltype(aten::subtract.Tensor)> : kernel_of<decltype(aten::sub.Tensor)> {};
template <> struct kernel_of<decltype(aten::true_divide.Scalar)> : kernel_of<decltype(aten::div.Scalar)> {};
template <> struct kernel_of<decltype(aten::true_divide.Tensor)> : kernel_of<decltype(aten::div.Tensor)> {};

} // namespace graft
