#pragma once

#include <graft/dialect/aten/inplace.hpp>
#include <graft/dialect/aten/inplace_activation.hpp>
#include <graft/dialect/aten/inplace_alias.hpp>
#include <graft/dialect/aten/inplace_binary.hpp>
#include <graft/dialect/aten/inplace_compare.hpp>
#include <graft/runtime/kernels/activation.hpp>
#include <graft/runtime/kernels/alias.hpp>
#include <graft/runtime/kernels/elementwise.hpp>
#include <graft/runtime/kernels/functions.hpp>
#include <graft/runtime/kernels/logical.hpp>
#include <graft/runtime/kernels/random.hpp>
#include <graft/runtime/kernels/shape.hpp>

namespace graft {

template <> struct kernel_of<decltype(aten::add_.Scalar)> : detail::inplace_kernel<decltype(aten::add.Scalar)> {};
template <> struct kernel_of<decltype(aten::add_.Tensor)> : detail::inplace_kernel<decltype(aten::add.Tensor)> {};
template <> struct kernel_of<decltype(aten::clamp_.default_)> : detail::inplace_kernel<decltype(aten::clamp.default_)> {};
template <> struct kernel_of<decltype(aten::clamp_.Tensor)> : detail::inplace_kernel<decltype(aten::clamp.Tensor)> {};
template <> struct kernel_of<decltype(aten::div_.Scalar)> : detail::inplace_kernel<decltype(aten::div.Scalar)> {};
template <> struct kernel_of<decltype(aten::div_.Scalar_mode)> : detail::inplace_kernel<decltype(aten::div.Scalar_mode)> {};
template <> struct kernel_of<decltype(aten::div_.Tensor)> : detail::inplace_kernel<decltype(aten::div.Tensor)> {};
template <> struct kernel_of<decltype(aten::div_.Tensor_mode)> : detail::inplace_kernel<decltype(aten::div.Tensor_mode)> {};
template <> struct kernel_of<decltype(aten::mul_.Scalar)> : detail::inplace_kernel<decltype(aten::mul.Scalar)> {};
template <> struct kernel_of<decltype(aten::mul_.Tensor)> : detail::inplace_kernel<decltype(aten::mul.Tensor)> {};
template <> struct kernel_of<decltype(aten::sub_.Scalar)> : detail::inplace_kernel<decltype(aten::sub.Scalar)> {};
template <> struct kernel_of<decltype(aten::sub_.Tensor)> : detail::inplace_kernel<decltype(aten::sub.Tensor)> {};
template <> struct kernel_of<decltype(aten::hardtanh_.default_)> : detail::inplace_kernel<decltype(aten::hardtanh.default_)> {};
template <> struct kernel_of<decltype(aten::relu_.default_)> : detail::inplace_kernel<decltype(aten::relu.default_)> {};
template <> struct kernel_of<decltype(aten::abs_.default_)> : detail::inplace_kernel<decltype(aten::abs.default_)> {};
template <> struct kernel_of<decltype(aten::acos_.default_)> : detail::inplace_kernel<decltype(aten::acos.default_)> {};
template <> struct kernel_of<decltype(aten::acosh_.default_)> : detail::inplace_kernel<decltype(aten::acosh.default_)> {};
template <> struct kernel_of<decltype(aten::asin_.default_)> : detail::inplace_kernel<decltype(aten::asin.default_)> {};
template <> struct kernel_of<decltype(aten::asinh_.default_)> : detail::inplace_kernel<decltype(aten::asinh.default_)> {};
template <> struct kernel_of<decltype(aten::atan_.default_)> : detail::inplace_kernel<decltype(aten::atan.default_)> {};
template <> struct kernel_of<decltype(aten::atanh_.default_)> : detail::inplace_kernel<decltype(aten::atanh.default_)> {};
template <> struct kernel_of<decltype(aten::ceil_.default_)> : detail::inplace_kernel<decltype(aten::ceil.default_)> {};
template <> struct kernel_of<decltype(aten::cos_.default_)> : detail::inplace_kernel<decltype(aten::cos.default_)> {};
template <> struct kernel_of<decltype(aten::cosh_.default_)> : detail::inplace_kernel<decltype(aten::cosh.default_)> {};
template <> struct kernel_of<decltype(aten::deg2rad_.default_)> : detail::inplace_kernel<decltype(aten::deg2rad.default_)> {};
template <> struct kernel_of<decltype(aten::digamma_.default_)> : detail::inplace_kernel<decltype(aten::digamma.default_)> {};
template <> struct kernel_of<decltype(aten::erf_.default_)> : detail::inplace_kernel<decltype(aten::erf.default_)> {};
template <> struct kernel_of<decltype(aten::erfc_.default_)> : detail::inplace_kernel<decltype(aten::erfc.default_)> {};
template <> struct kernel_of<decltype(aten::erfinv_.default_)> : detail::inplace_kernel<decltype(aten::erfinv.default_)> {};
template <> struct kernel_of<decltype(aten::exp2_.default_)> : detail::inplace_kernel<decltype(aten::exp2.default_)> {};
template <> struct kernel_of<decltype(aten::exp_.default_)> : detail::inplace_kernel<decltype(aten::exp.default_)> {};
template <> struct kernel_of<decltype(aten::expm1_.default_)> : detail::inplace_kernel<decltype(aten::expm1.default_)> {};
template <> struct kernel_of<decltype(aten::floor_.default_)> : detail::inplace_kernel<decltype(aten::floor.default_)> {};
template <> struct kernel_of<decltype(aten::frac_.default_)> : detail::inplace_kernel<decltype(aten::frac.default_)> {};
template <> struct kernel_of<decltype(aten::lgamma_.default_)> : detail::inplace_kernel<decltype(aten::lgamma.default_)> {};
template <> struct kernel_of<decltype(aten::log10_.default_)> : detail::inplace_kernel<decltype(aten::log10.default_)> {};
template <> struct kernel_of<decltype(aten::log1p_.default_)> : detail::inplace_kernel<decltype(aten::log1p.default_)> {};
template <> struct kernel_of<decltype(aten::log2_.default_)> : detail::inplace_kernel<decltype(aten::log2.default_)> {};
template <> struct kernel_of<decltype(aten::log_.default_)> : detail::inplace_kernel<decltype(aten::log.default_)> {};
template <> struct kernel_of<decltype(aten::logit_.default_)> : detail::inplace_kernel<decltype(aten::logit.default_)> {};
template <> struct kernel_of<decltype(aten::nan_to_num_.default_)> : detail::inplace_kernel<decltype(aten::nan_to_num.default_)> {};
template <> struct kernel_of<decltype(aten::neg_.default_)> : detail::inplace_kernel<decltype(aten::neg.default_)> {};
template <> struct kernel_of<decltype(aten::rad2deg_.default_)> : detail::inplace_kernel<decltype(aten::rad2deg.default_)> {};
template <> struct kernel_of<decltype(aten::reciprocal_.default_)> : detail::inplace_kernel<decltype(aten::reciprocal.default_)> {};
template <> struct kernel_of<decltype(aten::round_.default_)> : detail::inplace_kernel<decltype(aten::round.default_)> {};
template <> struct kernel_of<decltype(aten::round_.decimals)> : detail::inplace_kernel<decltype(aten::round.decimals)> {};
template <> struct kernel_of<decltype(aten::rsqrt_.default_)> : detail::inplace_kernel<decltype(aten::rsqrt.default_)> {};
template <> struct kernel_of<decltype(aten::sgn_.default_)> : detail::inplace_kernel<decltype(aten::sgn.default_)> {};
template <> struct kernel_of<decltype(aten::sigmoid_.default_)> : detail::inplace_kernel<decltype(aten::sigmoid.default_)> {};
template <> struct kernel_of<decltype(aten::sign_.default_)> : detail::inplace_kernel<decltype(aten::sign.default_)> {};
template <> struct kernel_of<decltype(aten::sin_.default_)> : detail::inplace_kernel<decltype(aten::sin.default_)> {};
template <> struct kernel_of<decltype(aten::sinc_.default_)> : detail::inplace_kernel<decltype(aten::sinc.default_)> {};
template <> struct kernel_of<decltype(aten::sinh_.default_)> : detail::inplace_kernel<decltype(aten::sinh.default_)> {};
template <> struct kernel_of<decltype(aten::sqrt_.default_)> : detail::inplace_kernel<decltype(aten::sqrt.default_)> {};
template <> struct kernel_of<decltype(aten::square_.default_)> : detail::inplace_kernel<decltype(aten::square.default_)> {};
template <> struct kernel_of<decltype(aten::tan_.default_)> : detail::inplace_kernel<decltype(aten::tan.default_)> {};
template <> struct kernel_of<decltype(aten::tanh_.default_)> : detail::inplace_kernel<decltype(aten::tanh.default_)> {};
template <> struct kernel_of<decltype(aten::trunc_.default_)> : detail::inplace_kernel<decltype(aten::trunc.default_)> {};
template <> struct kernel_of<decltype(aten::alpha_dropout_.default_)> : detail::inplace_kernel<decltype(aten::alpha_dropout.default_)> {};
template <> struct kernel_of<decltype(aten::celu_.default_)> : detail::inplace_kernel<decltype(aten::celu.default_)> {};
template <> struct kernel_of<decltype(aten::dropout_.default_)> : detail::inplace_kernel<decltype(aten::dropout.default_)> {};
template <> struct kernel_of<decltype(aten::elu_.default_)> : detail::inplace_kernel<decltype(aten::elu.default_)> {};
template <> struct kernel_of<decltype(aten::feature_dropout_.default_)> : detail::inplace_kernel<decltype(aten::feature_dropout.default_)> {};
template <> struct kernel_of<decltype(aten::gelu_.default_)> : detail::inplace_kernel<decltype(aten::gelu.default_)> {};
template <> struct kernel_of<decltype(aten::hardsigmoid_.default_)> : detail::inplace_kernel<decltype(aten::hardsigmoid.default_)> {};
template <> struct kernel_of<decltype(aten::hardswish_.default_)> : detail::inplace_kernel<decltype(aten::hardswish.default_)> {};
template <> struct kernel_of<decltype(aten::leaky_relu_.default_)> : detail::inplace_kernel<decltype(aten::leaky_relu.default_)> {};
template <> struct kernel_of<decltype(aten::mish_.default_)> : detail::inplace_kernel<decltype(aten::mish.default_)> {};
template <> struct kernel_of<decltype(aten::relu6_.default_)> : detail::inplace_kernel<decltype(aten::relu6.default_)> {};
template <> struct kernel_of<decltype(aten::selu_.default_)> : detail::inplace_kernel<decltype(aten::selu.default_)> {};
template <> struct kernel_of<decltype(aten::silu_.default_)> : detail::inplace_kernel<decltype(aten::silu.default_)> {};
template <> struct kernel_of<decltype(aten::threshold_.default_)> : detail::inplace_kernel<decltype(aten::threshold.default_)> {};
template <> struct kernel_of<decltype(aten::addcdiv_.default_)> : detail::inplace_kernel<decltype(aten::addcdiv.default_)> {};
template <> struct kernel_of<decltype(aten::addcmul_.default_)> : detail::inplace_kernel<decltype(aten::addcmul.default_)> {};
template <> struct kernel_of<decltype(aten::atan2_.default_)> : detail::inplace_kernel<decltype(aten::atan2.default_)> {};
template <> struct kernel_of<decltype(aten::clamp_max_.default_)> : detail::inplace_kernel<decltype(aten::clamp_max.default_)> {};
template <> struct kernel_of<decltype(aten::clamp_max_.Tensor)> : detail::inplace_kernel<decltype(aten::clamp_max.Tensor)> {};
template <> struct kernel_of<decltype(aten::clamp_min_.default_)> : detail::inplace_kernel<decltype(aten::clamp_min.default_)> {};
template <> struct kernel_of<decltype(aten::clamp_min_.Tensor)> : detail::inplace_kernel<decltype(aten::clamp_min.Tensor)> {};
template <> struct kernel_of<decltype(aten::copysign_.Scalar)> : detail::inplace_kernel<decltype(aten::copysign.Scalar)> {};
template <> struct kernel_of<decltype(aten::copysign_.Tensor)> : detail::inplace_kernel<decltype(aten::copysign.Tensor)> {};
template <> struct kernel_of<decltype(aten::floor_divide_.Scalar)> : detail::inplace_kernel<decltype(aten::floor_divide.Scalar)> {};
template <> struct kernel_of<decltype(aten::floor_divide_.Tensor)> : detail::inplace_kernel<decltype(aten::floor_divide.default_)> {};
template <> struct kernel_of<decltype(aten::fmod_.Scalar)> : detail::inplace_kernel<decltype(aten::fmod.Scalar)> {};
template <> struct kernel_of<decltype(aten::fmod_.Tensor)> : detail::inplace_kernel<decltype(aten::fmod.Tensor)> {};
template <> struct kernel_of<decltype(aten::heaviside_.default_)> : detail::inplace_kernel<decltype(aten::heaviside.default_)> {};
template <> struct kernel_of<decltype(aten::hypot_.default_)> : detail::inplace_kernel<decltype(aten::hypot.default_)> {};
template <> struct kernel_of<decltype(aten::lerp_.Scalar)> : detail::inplace_kernel<decltype(aten::lerp.Scalar)> {};
template <> struct kernel_of<decltype(aten::lerp_.Tensor)> : detail::inplace_kernel<decltype(aten::lerp.Tensor)> {};
template <> struct kernel_of<decltype(aten::nextafter_.default_)> : detail::inplace_kernel<decltype(aten::nextafter.default_)> {};
template <> struct kernel_of<decltype(aten::pow_.Scalar)> : detail::inplace_kernel<decltype(aten::pow.Tensor_Scalar)> {};
template <> struct kernel_of<decltype(aten::pow_.Tensor)> : detail::inplace_kernel<decltype(aten::pow.Tensor_Tensor)> {};
template <> struct kernel_of<decltype(aten::remainder_.Scalar)> : detail::inplace_kernel<decltype(aten::remainder.Scalar)> {};
template <> struct kernel_of<decltype(aten::remainder_.Tensor)> : detail::inplace_kernel<decltype(aten::remainder.Tensor)> {};
template <> struct kernel_of<decltype(aten::xlogy_.Scalar_Other)> : detail::inplace_kernel<decltype(aten::xlogy.Scalar_Other)> {};
template <> struct kernel_of<decltype(aten::xlogy_.Tensor)> : detail::inplace_kernel<decltype(aten::xlogy.Tensor)> {};
template <> struct kernel_of<decltype(aten::bitwise_and_.Scalar)> : detail::inplace_kernel<decltype(aten::bitwise_and.Scalar)> {};
template <> struct kernel_of<decltype(aten::bitwise_and_.Tensor)> : detail::inplace_kernel<decltype(aten::bitwise_and.Tensor)> {};
template <> struct kernel_of<decltype(aten::bitwise_left_shift_.Tensor)> : detail::inplace_kernel<decltype(aten::bitwise_left_shift.Tensor)> {};
template <> struct kernel_of<decltype(aten::bitwise_left_shift_.Tensor_Scalar)> : detail::inplace_kernel<decltype(aten::bitwise_left_shift.Tensor_Scalar)> {};
template <> struct kernel_of<decltype(aten::bitwise_not_.default_)> : detail::inplace_kernel<decltype(aten::bitwise_not.default_)> {};
template <> struct kernel_of<decltype(aten::bitwise_or_.Scalar)> : detail::inplace_kernel<decltype(aten::bitwise_or.Scalar)> {};
template <> struct kernel_of<decltype(aten::bitwise_or_.Tensor)> : detail::inplace_kernel<decltype(aten::bitwise_or.Tensor)> {};
template <> struct kernel_of<decltype(aten::bitwise_right_shift_.Tensor)> : detail::inplace_kernel<decltype(aten::bitwise_right_shift.Tensor)> {};
template <> struct kernel_of<decltype(aten::bitwise_right_shift_.Tensor_Scalar)> : detail::inplace_kernel<decltype(aten::bitwise_right_shift.Tensor_Scalar)> {};
template <> struct kernel_of<decltype(aten::bitwise_xor_.Scalar)> : detail::inplace_kernel<decltype(aten::bitwise_xor.Scalar)> {};
template <> struct kernel_of<decltype(aten::bitwise_xor_.Tensor)> : detail::inplace_kernel<decltype(aten::bitwise_xor.Tensor)> {};
template <> struct kernel_of<decltype(aten::eq_.Scalar)> : detail::inplace_kernel<decltype(aten::eq.Scalar)> {};
template <> struct kernel_of<decltype(aten::eq_.Tensor)> : detail::inplace_kernel<decltype(aten::eq.Tensor)> {};
template <> struct kernel_of<decltype(aten::gcd_.default_)> : detail::inplace_kernel<decltype(aten::gcd.default_)> {};
template <> struct kernel_of<decltype(aten::ge_.Scalar)> : detail::inplace_kernel<decltype(aten::ge.Scalar)> {};
template <> struct kernel_of<decltype(aten::ge_.Tensor)> : detail::inplace_kernel<decltype(aten::ge.Tensor)> {};
template <> struct kernel_of<decltype(aten::gt_.Scalar)> : detail::inplace_kernel<decltype(aten::gt.Scalar)> {};
template <> struct kernel_of<decltype(aten::gt_.Tensor)> : detail::inplace_kernel<decltype(aten::gt.Tensor)> {};
template <> struct kernel_of<decltype(aten::lcm_.default_)> : detail::inplace_kernel<decltype(aten::lcm.default_)> {};
template <> struct kernel_of<decltype(aten::le_.Scalar)> : detail::inplace_kernel<decltype(aten::le.Scalar)> {};
template <> struct kernel_of<decltype(aten::le_.Tensor)> : detail::inplace_kernel<decltype(aten::le.Tensor)> {};
template <> struct kernel_of<decltype(aten::logical_and_.default_)> : detail::inplace_kernel<decltype(aten::logical_and.default_)> {};
template <> struct kernel_of<decltype(aten::logical_not_.default_)> : detail::inplace_kernel<decltype(aten::logical_not.default_)> {};
template <> struct kernel_of<decltype(aten::logical_or_.default_)> : detail::inplace_kernel<decltype(aten::logical_or.default_)> {};
template <> struct kernel_of<decltype(aten::logical_xor_.default_)> : detail::inplace_kernel<decltype(aten::logical_xor.default_)> {};
template <> struct kernel_of<decltype(aten::lt_.Scalar)> : detail::inplace_kernel<decltype(aten::lt.Scalar)> {};
template <> struct kernel_of<decltype(aten::lt_.Tensor)> : detail::inplace_kernel<decltype(aten::lt.Tensor)> {};
template <> struct kernel_of<decltype(aten::masked_fill_.Scalar)> : detail::inplace_kernel<decltype(aten::masked_fill.Scalar)> {};
template <> struct kernel_of<decltype(aten::masked_fill_.Tensor)> : detail::inplace_kernel<decltype(aten::masked_fill.Tensor)> {};
template <> struct kernel_of<decltype(aten::ne_.Scalar)> : detail::inplace_kernel<decltype(aten::ne.Scalar)> {};
template <> struct kernel_of<decltype(aten::ne_.Tensor)> : detail::inplace_kernel<decltype(aten::ne.Tensor)> {};
template <> struct kernel_of<decltype(aten::absolute_.default_)> : detail::inplace_kernel<decltype(aten::absolute.default_)> {};
template <> struct kernel_of<decltype(aten::arccos_.default_)> : detail::inplace_kernel<decltype(aten::arccos.default_)> {};
template <> struct kernel_of<decltype(aten::arccosh_.default_)> : detail::inplace_kernel<decltype(aten::arccosh.default_)> {};
template <> struct kernel_of<decltype(aten::arcsin_.default_)> : detail::inplace_kernel<decltype(aten::arcsin.default_)> {};
template <> struct kernel_of<decltype(aten::arcsinh_.default_)> : detail::inplace_kernel<decltype(aten::arcsinh.default_)> {};
template <> struct kernel_of<decltype(aten::arctan2_.default_)> : detail::inplace_kernel<decltype(aten::arctan2.default_)> {};
template <> struct kernel_of<decltype(aten::arctan_.default_)> : detail::inplace_kernel<decltype(aten::arctan.default_)> {};
template <> struct kernel_of<decltype(aten::arctanh_.default_)> : detail::inplace_kernel<decltype(aten::arctanh.default_)> {};
template <> struct kernel_of<decltype(aten::clip_.default_)> : detail::inplace_kernel<decltype(aten::clip.default_)> {};
template <> struct kernel_of<decltype(aten::clip_.Tensor)> : detail::inplace_kernel<decltype(aten::clip.Tensor)> {};
template <> struct kernel_of<decltype(aten::divide_.Scalar)> : detail::inplace_kernel<decltype(aten::divide.Scalar)> {};
template <> struct kernel_of<decltype(aten::divide_.Scalar_mode)> : detail::inplace_kernel<decltype(aten::divide.Scalar_mode)> {};
template <> struct kernel_of<decltype(aten::divide_.Tensor)> : detail::inplace_kernel<decltype(aten::divide.Tensor)> {};
template <> struct kernel_of<decltype(aten::divide_.Tensor_mode)> : detail::inplace_kernel<decltype(aten::divide.Tensor_mode)> {};
template <> struct kernel_of<decltype(aten::fix_.default_)> : detail::inplace_kernel<decltype(aten::fix.default_)> {};
template <> struct kernel_of<decltype(aten::greater_equal_.Scalar)> : detail::inplace_kernel<decltype(aten::greater_equal.Scalar)> {};
template <> struct kernel_of<decltype(aten::greater_equal_.Tensor)> : detail::inplace_kernel<decltype(aten::greater_equal.Tensor)> {};
template <> struct kernel_of<decltype(aten::greater_.Scalar)> : detail::inplace_kernel<decltype(aten::greater.Scalar)> {};
template <> struct kernel_of<decltype(aten::greater_.Tensor)> : detail::inplace_kernel<decltype(aten::greater.Tensor)> {};
template <> struct kernel_of<decltype(aten::less_equal_.Scalar)> : detail::inplace_kernel<decltype(aten::less_equal.Scalar)> {};
template <> struct kernel_of<decltype(aten::less_equal_.Tensor)> : detail::inplace_kernel<decltype(aten::less_equal.Tensor)> {};
template <> struct kernel_of<decltype(aten::less_.Scalar)> : detail::inplace_kernel<decltype(aten::less.Scalar)> {};
template <> struct kernel_of<decltype(aten::less_.Tensor)> : detail::inplace_kernel<decltype(aten::less.Tensor)> {};
template <> struct kernel_of<decltype(aten::multiply_.Scalar)> : detail::inplace_kernel<decltype(aten::multiply.Scalar)> {};
template <> struct kernel_of<decltype(aten::multiply_.Tensor)> : detail::inplace_kernel<decltype(aten::multiply.Tensor)> {};
template <> struct kernel_of<decltype(aten::negative_.default_)> : detail::inplace_kernel<decltype(aten::negative.default_)> {};
template <> struct kernel_of<decltype(aten::not_equal_.Scalar)> : detail::inplace_kernel<decltype(aten::not_equal.Scalar)> {};
template <> struct kernel_of<decltype(aten::not_equal_.Tensor)> : detail::inplace_kernel<decltype(aten::not_equal.Tensor)> {};
template <> struct kernel_of<decltype(aten::subtract_.Scalar)> : detail::inplace_kernel<decltype(aten::subtract.Scalar)> {};
template <> struct kernel_of<decltype(aten::subtract_.Tensor)> : detail::inplace_kernel<decltype(aten::subtract.Tensor)> {};
template <> struct kernel_of<decltype(aten::true_divide_.Scalar)> : detail::inplace_kernel<decltype(aten::true_divide.Scalar)> {};
template <> struct kernel_of<decltype(aten::true_divide_.Tensor)> : detail::inplace_kernel<decltype(aten::true_divide.Tensor)> {};

} // namespace graft
