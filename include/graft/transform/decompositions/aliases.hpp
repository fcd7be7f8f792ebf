#pragma once

#include <graft/dialect/aten/activation.hpp>
#include <graft/dialect/aten/alias.hpp>
#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/bitwise.hpp>
#include <graft/dialect/aten/compare.hpp>
#include <graft/dialect/aten/index.hpp>
#include <graft/dialect/aten/linear_algebra.hpp>
#include <graft/dialect/aten/pooling.hpp>
#include <graft/dialect/aten/reduction.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/meta/vec.hpp>

// Ops that PyTorch has under several names.

namespace graft {

namespace detail {

/// An op that is another one under a name of its own: the arguments are the same.
template <class Op>
struct renamed {
    template <class V>
    [[nodiscard]] static constexpr vec<V> compose(composing<V> const& k) {
        return k.forward(Op{});
    }
};

} // namespace detail

template <> struct composition_of<aten::dunder_and_scalar> : detail::renamed<aten::bitwise_and_scalar> {};
template <> struct composition_of<aten::dunder_and_tensor> : detail::renamed<aten::bitwise_and_tensor> {};
template <> struct composition_of<aten::dunder_or_scalar> : detail::renamed<aten::bitwise_or_scalar> {};
template <> struct composition_of<aten::dunder_or_tensor> : detail::renamed<aten::bitwise_or_tensor> {};
template <> struct composition_of<aten::dunder_xor_scalar> : detail::renamed<aten::bitwise_xor_scalar> {};
template <> struct composition_of<aten::dunder_xor_tensor> : detail::renamed<aten::bitwise_xor_tensor> {};
template <> struct composition_of<aten::_unsafe_index_tensor> : detail::renamed<aten::index_tensor> {};
template <> struct composition_of<aten::_unsafe_index_put_default> : detail::renamed<aten::index_put_default> {};
template <> struct composition_of<aten::_unsafe_view_default> : detail::renamed<aten::view_default> {};
template <> struct composition_of<aten::absolute_default> : detail::renamed<aten::abs_default> {};
template <> struct composition_of<aten::adaptive_avg_pool2d_default>
    : detail::renamed<aten::_adaptive_avg_pool2d_default> {};
template <> struct composition_of<aten::arccos_default> : detail::renamed<aten::acos_default> {};
template <> struct composition_of<aten::arccosh_default> : detail::renamed<aten::acosh_default> {};
template <> struct composition_of<aten::arcsin_default> : detail::renamed<aten::asin_default> {};
template <> struct composition_of<aten::arcsinh_default> : detail::renamed<aten::asinh_default> {};
template <> struct composition_of<aten::arctan_default> : detail::renamed<aten::atan_default> {};
template <> struct composition_of<aten::arctan2_default> : detail::renamed<aten::atan2_default> {};
template <> struct composition_of<aten::arctanh_default> : detail::renamed<aten::atanh_default> {};
template <> struct composition_of<aten::clip_default> : detail::renamed<aten::clamp_default> {};
template <> struct composition_of<aten::clip_tensor> : detail::renamed<aten::clamp_tensor> {};
template <> struct composition_of<aten::divide_scalar> : detail::renamed<aten::div_scalar> {};
template <> struct composition_of<aten::divide_scalar_mode> : detail::renamed<aten::div_scalar_mode> {};
template <> struct composition_of<aten::divide_tensor> : detail::renamed<aten::div_tensor> {};
template <> struct composition_of<aten::divide_tensor_mode> : detail::renamed<aten::div_tensor_mode> {};
template <> struct composition_of<aten::fix_default> : detail::renamed<aten::trunc_default> {};
template <> struct composition_of<aten::ger_default> : detail::renamed<aten::outer_default> {};
template <> struct composition_of<aten::greater_scalar> : detail::renamed<aten::gt_scalar> {};
template <> struct composition_of<aten::greater_tensor> : detail::renamed<aten::gt_tensor> {};
template <> struct composition_of<aten::greater_equal_scalar> : detail::renamed<aten::ge_scalar> {};
template <> struct composition_of<aten::greater_equal_tensor> : detail::renamed<aten::ge_tensor> {};
template <> struct composition_of<aten::less_scalar> : detail::renamed<aten::lt_scalar> {};
template <> struct composition_of<aten::less_tensor> : detail::renamed<aten::lt_tensor> {};
template <> struct composition_of<aten::less_equal_scalar> : detail::renamed<aten::le_scalar> {};
template <> struct composition_of<aten::less_equal_tensor> : detail::renamed<aten::le_tensor> {};
template <> struct composition_of<aten::not_equal_scalar> : detail::renamed<aten::ne_scalar> {};
template <> struct composition_of<aten::not_equal_tensor> : detail::renamed<aten::ne_tensor> {};
template <> struct composition_of<aten::max_other> : detail::renamed<aten::maximum_default> {};
template <> struct composition_of<aten::min_other> : detail::renamed<aten::minimum_default> {};
template <> struct composition_of<aten::multiply_scalar> : detail::renamed<aten::mul_scalar> {};
template <> struct composition_of<aten::multiply_tensor> : detail::renamed<aten::mul_tensor> {};
template <> struct composition_of<aten::negative_default> : detail::renamed<aten::neg_default> {};
template <> struct composition_of<aten::subtract_scalar> : detail::renamed<aten::sub_scalar> {};
template <> struct composition_of<aten::subtract_tensor> : detail::renamed<aten::sub_tensor> {};
template <> struct composition_of<aten::true_divide_scalar> : detail::renamed<aten::div_scalar> {};
template <> struct composition_of<aten::true_divide_tensor> : detail::renamed<aten::div_tensor> {};
template <> struct composition_of<aten::moveaxis_int> : detail::renamed<aten::movedim_int> {};
template <> struct composition_of<aten::moveaxis_intlist> : detail::renamed<aten::movedim_intlist> {};
template <> struct composition_of<aten::swapaxes_default> : detail::renamed<aten::transpose_int> {};
template <> struct composition_of<aten::swapdims_default> : detail::renamed<aten::transpose_int> {};
template <> struct composition_of<aten::broadcast_to_default> : detail::renamed<aten::expand_default> {};

} // namespace graft
