#pragma once

#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/elementwise.hpp>
#include <graft/dialect/op_list.hpp>

/// In-place element-wise functions of one tensor.
namespace graft::aten {

struct abs_inplace_default
    : described_op<abs_inplace_default, op_tags::inplace, meta_inplace<meta_abs>> {
    static constexpr fixed_string text{"aten::abs_(Tensor(a!) self) -> Tensor(a!)"};
};
inline constexpr single_overload<abs_inplace_default> abs_{};

struct acos_inplace_default
    : described_op<acos_inplace_default, op_tags::inplace, meta_inplace<meta_unary_float>> {
    static constexpr fixed_string text{"aten::acos_(Tensor(a!) self) -> Tensor(a!)"};
};
inline constexpr single_overload<acos_inplace_default> acos_{};

struct acosh_inplace_default
    : described_op<acosh_inplace_default, op_tags::inplace, meta_inplace<meta_unary_float>> {
    static constexpr fixed_string text{"aten::acosh_(Tensor(a!) self) -> Tensor(a!)"};
};
inline constexpr single_overload<acosh_inplace_default> acosh_{};

struct asin_inplace_default
    : described_op<asin_inplace_default, op_tags::inplace, meta_inplace<meta_unary_float>> {
    static constexpr fixed_string text{"aten::asin_(Tensor(a!) self) -> Tensor(a!)"};
};
inline constexpr single_overload<asin_inplace_default> asin_{};

struct asinh_inplace_default
    : described_op<asinh_inplace_default, op_tags::inplace, meta_inplace<meta_unary_float>> {
    static constexpr fixed_string text{"aten::asinh_(Tensor(a!) self) -> Tensor(a!)"};
};
inline constexpr single_overload<asinh_inplace_default> asinh_{};

struct atan_inplace_default
    : described_op<atan_inplace_default, op_tags::inplace, meta_inplace<meta_unary_float>> {
    static constexpr fixed_string text{"aten::atan_(Tensor(a!) self) -> Tensor(a!)"};
};
inline constexpr single_overload<atan_inplace_default> atan_{};

struct atanh_inplace_default
    : described_op<atanh_inplace_default, op_tags::inplace, meta_inplace<meta_unary_float>> {
    static constexpr fixed_string text{"aten::atanh_(Tensor(a!) self) -> Tensor(a!)"};
};
inline constexpr single_overload<atanh_inplace_default> atanh_{};

struct ceil_inplace_default : described_op<ceil_inplace_default, op_tags::inplace,
                                           meta_inplace<meta_unary<dtype_domain::countable>>> {
    static constexpr fixed_string text{"aten::ceil_(Tensor(a!) self) -> Tensor(a!)"};
};
inline constexpr single_overload<ceil_inplace_default> ceil_{};

struct cos_inplace_default
    : described_op<cos_inplace_default, op_tags::inplace, meta_inplace<meta_unary_float>> {
    static constexpr fixed_string text{"aten::cos_(Tensor(a!) self) -> Tensor(a!)"};
};
inline constexpr single_overload<cos_inplace_default> cos_{};

struct cosh_inplace_default
    : described_op<cosh_inplace_default, op_tags::inplace, meta_inplace<meta_unary_float>> {
    static constexpr fixed_string text{"aten::cosh_(Tensor(a!) self) -> Tensor(a!)"};
};
inline constexpr single_overload<cosh_inplace_default> cosh_{};

struct deg2rad_inplace_default
    : described_op<deg2rad_inplace_default, op_tags::inplace, meta_inplace<meta_unary_float>> {
    static constexpr fixed_string text{"aten::deg2rad_(Tensor(a!) self) -> Tensor(a!)"};
};
inline constexpr single_overload<deg2rad_inplace_default> deg2rad_{};

struct digamma_inplace_default
    : described_op<digamma_inplace_default, op_tags::inplace, meta_inplace<meta_unary_float>> {
    static constexpr fixed_string text{"aten::digamma_(Tensor(a!) self) -> Tensor(a!)"};
};
inline constexpr single_overload<digamma_inplace_default> digamma_{};

struct erf_inplace_default
    : described_op<erf_inplace_default, op_tags::inplace, meta_inplace<meta_unary_float>> {
    static constexpr fixed_string text{"aten::erf_(Tensor(a!) self) -> Tensor(a!)"};
};
inline constexpr single_overload<erf_inplace_default> erf_{};

struct erfc_inplace_default
    : described_op<erfc_inplace_default, op_tags::inplace, meta_inplace<meta_unary_float>> {
    static constexpr fixed_string text{"aten::erfc_(Tensor(a!) self) -> Tensor(a!)"};
};
inline constexpr single_overload<erfc_inplace_default> erfc_{};

struct erfinv_inplace_default
    : described_op<erfinv_inplace_default, op_tags::inplace, meta_inplace<meta_unary_float>> {
    static constexpr fixed_string text{"aten::erfinv_(Tensor(a!) self) -> Tensor(a!)"};
};
inline constexpr single_overload<erfinv_inplace_default> erfinv_{};

struct exp2_inplace_default
    : described_op<exp2_inplace_default, op_tags::inplace, meta_inplace<meta_unary_float>> {
    static constexpr fixed_string text{"aten::exp2_(Tensor(a!) self) -> Tensor(a!)"};
};
inline constexpr single_overload<exp2_inplace_default> exp2_{};

struct exp_inplace_default
    : described_op<exp_inplace_default, op_tags::inplace, meta_inplace<meta_unary_float>> {
    static constexpr fixed_string text{"aten::exp_(Tensor(a!) self) -> Tensor(a!)"};
};
inline constexpr single_overload<exp_inplace_default> exp_{};

struct expm1_inplace_default
    : described_op<expm1_inplace_default, op_tags::inplace, meta_inplace<meta_unary_float>> {
    static constexpr fixed_string text{"aten::expm1_(Tensor(a!) self) -> Tensor(a!)"};
};
inline constexpr single_overload<expm1_inplace_default> expm1_{};

struct floor_inplace_default : described_op<floor_inplace_default, op_tags::inplace,
                                            meta_inplace<meta_unary<dtype_domain::countable>>> {
    static constexpr fixed_string text{"aten::floor_(Tensor(a!) self) -> Tensor(a!)"};
};
inline constexpr single_overload<floor_inplace_default> floor_{};

struct frac_inplace_default
    : described_op<frac_inplace_default, op_tags::inplace,
                   meta_inplace<meta_unary<dtype_domain::floating_point>>> {
    static constexpr fixed_string text{"aten::frac_(Tensor(a!) self) -> Tensor(a!)"};
};
inline constexpr single_overload<frac_inplace_default> frac_{};

struct lgamma_inplace_default
    : described_op<lgamma_inplace_default, op_tags::inplace, meta_inplace<meta_unary_float>> {
    static constexpr fixed_string text{"aten::lgamma_(Tensor(a!) self) -> Tensor(a!)"};
};
inline constexpr single_overload<lgamma_inplace_default> lgamma_{};

struct log10_inplace_default
    : described_op<log10_inplace_default, op_tags::inplace, meta_inplace<meta_unary_float>> {
    static constexpr fixed_string text{"aten::log10_(Tensor(a!) self) -> Tensor(a!)"};
};
inline constexpr single_overload<log10_inplace_default> log10_{};

struct log1p_inplace_default
    : described_op<log1p_inplace_default, op_tags::inplace, meta_inplace<meta_unary_float>> {
    static constexpr fixed_string text{"aten::log1p_(Tensor(a!) self) -> Tensor(a!)"};
};
inline constexpr single_overload<log1p_inplace_default> log1p_{};

struct log2_inplace_default
    : described_op<log2_inplace_default, op_tags::inplace, meta_inplace<meta_unary_float>> {
    static constexpr fixed_string text{"aten::log2_(Tensor(a!) self) -> Tensor(a!)"};
};
inline constexpr single_overload<log2_inplace_default> log2_{};

struct log_inplace_default
    : described_op<log_inplace_default, op_tags::inplace, meta_inplace<meta_unary_float>> {
    static constexpr fixed_string text{"aten::log_(Tensor(a!) self) -> Tensor(a!)"};
};
inline constexpr single_overload<log_inplace_default> log_{};

struct logit_inplace_default
    : described_op<logit_inplace_default, op_tags::inplace, meta_inplace<meta_unary_float>> {
    static constexpr fixed_string text{
        "aten::logit_(Tensor(a!) self, float? eps=None) -> Tensor(a!)"};
};
inline constexpr single_overload<logit_inplace_default> logit_{};

struct nan_to_num_inplace_default
    : described_op<nan_to_num_inplace_default, op_tags::inplace, meta_inplace<meta_unary<>>> {
    static constexpr fixed_string text{"aten::nan_to_num_(Tensor(a!) self, float? nan=None, "
                                       "float? posinf=None, float? neginf=None) -> Tensor(a!)"};
};
inline constexpr single_overload<nan_to_num_inplace_default> nan_to_num_{};

struct neg_inplace_default : described_op<neg_inplace_default, op_tags::inplace,
                                          meta_inplace<meta_unary<dtype_domain::not_boolean>>> {
    static constexpr fixed_string text{"aten::neg_(Tensor(a!) self) -> Tensor(a!)"};
};
inline constexpr single_overload<neg_inplace_default> neg_{};

struct rad2deg_inplace_default
    : described_op<rad2deg_inplace_default, op_tags::inplace, meta_inplace<meta_unary_float>> {
    static constexpr fixed_string text{"aten::rad2deg_(Tensor(a!) self) -> Tensor(a!)"};
};
inline constexpr single_overload<rad2deg_inplace_default> rad2deg_{};

struct reciprocal_inplace_default : described_op<reciprocal_inplace_default, op_tags::inplace,
                                                 meta_inplace<meta_unary_float>> {
    static constexpr fixed_string text{"aten::reciprocal_(Tensor(a!) self) -> Tensor(a!)"};
};
inline constexpr single_overload<reciprocal_inplace_default> reciprocal_{};

struct round_inplace_default : described_op<round_inplace_default, op_tags::inplace,
                                            meta_inplace<meta_unary<dtype_domain::countable>>> {
    static constexpr fixed_string text{"aten::round_(Tensor(a!) self) -> Tensor(a!)"};
};
struct round_inplace_decimals
    : described_op<round_inplace_decimals, op_tags::inplace,
                   meta_inplace<meta_unary<dtype_domain::countable>>> {
    static constexpr fixed_string text{
        "aten::round_.decimals(Tensor(a!) self, *, int decimals) -> Tensor(a!)"};
};
inline constexpr struct round_inplace_packet : packet<round_inplace_packet> {
    round_inplace_default default_;
    round_inplace_decimals decimals;
} round_{};

struct rsqrt_inplace_default
    : described_op<rsqrt_inplace_default, op_tags::inplace, meta_inplace<meta_unary_float>> {
    static constexpr fixed_string text{"aten::rsqrt_(Tensor(a!) self) -> Tensor(a!)"};
};
inline constexpr single_overload<rsqrt_inplace_default> rsqrt_{};

struct sgn_inplace_default
    : described_op<sgn_inplace_default, op_tags::inplace, meta_inplace<meta_unary<>>> {
    static constexpr fixed_string text{"aten::sgn_(Tensor(a!) self) -> Tensor(a!)"};
};
inline constexpr single_overload<sgn_inplace_default> sgn_{};

struct sigmoid_inplace_default
    : described_op<sigmoid_inplace_default, op_tags::inplace, meta_inplace<meta_unary_float>> {
    static constexpr fixed_string text{"aten::sigmoid_(Tensor(a!) self) -> Tensor(a!)"};
};
inline constexpr single_overload<sigmoid_inplace_default> sigmoid_{};

struct sign_inplace_default
    : described_op<sign_inplace_default, op_tags::inplace, meta_inplace<meta_unary<>>> {
    static constexpr fixed_string text{"aten::sign_(Tensor(a!) self) -> Tensor(a!)"};
};
inline constexpr single_overload<sign_inplace_default> sign_{};

struct sin_inplace_default
    : described_op<sin_inplace_default, op_tags::inplace, meta_inplace<meta_unary_float>> {
    static constexpr fixed_string text{"aten::sin_(Tensor(a!) self) -> Tensor(a!)"};
};
inline constexpr single_overload<sin_inplace_default> sin_{};

struct sinc_inplace_default
    : described_op<sinc_inplace_default, op_tags::inplace, meta_inplace<meta_unary_float>> {
    static constexpr fixed_string text{"aten::sinc_(Tensor(a!) self) -> Tensor(a!)"};
};
inline constexpr single_overload<sinc_inplace_default> sinc_{};

struct sinh_inplace_default
    : described_op<sinh_inplace_default, op_tags::inplace, meta_inplace<meta_unary_float>> {
    static constexpr fixed_string text{"aten::sinh_(Tensor(a!) self) -> Tensor(a!)"};
};
inline constexpr single_overload<sinh_inplace_default> sinh_{};

struct sqrt_inplace_default
    : described_op<sqrt_inplace_default, op_tags::inplace, meta_inplace<meta_unary_float>> {
    static constexpr fixed_string text{"aten::sqrt_(Tensor(a!) self) -> Tensor(a!)"};
};
inline constexpr single_overload<sqrt_inplace_default> sqrt_{};

struct square_inplace_default
    : described_op<square_inplace_default, op_tags::inplace, meta_inplace<meta_square>> {
    static constexpr fixed_string text{"aten::square_(Tensor(a!) self) -> Tensor(a!)"};
};
inline constexpr single_overload<square_inplace_default> square_{};

struct tan_inplace_default
    : described_op<tan_inplace_default, op_tags::inplace, meta_inplace<meta_unary_float>> {
    static constexpr fixed_string text{"aten::tan_(Tensor(a!) self) -> Tensor(a!)"};
};
inline constexpr single_overload<tan_inplace_default> tan_{};

struct tanh_inplace_default
    : described_op<tanh_inplace_default, op_tags::inplace, meta_inplace<meta_unary_float>> {
    static constexpr fixed_string text{"aten::tanh_(Tensor(a!) self) -> Tensor(a!)"};
};
inline constexpr single_overload<tanh_inplace_default> tanh_{};

struct trunc_inplace_default : described_op<trunc_inplace_default, op_tags::inplace,
                                            meta_inplace<meta_unary<dtype_domain::countable>>> {
    static constexpr fixed_string text{"aten::trunc_(Tensor(a!) self) -> Tensor(a!)"};
};
inline constexpr single_overload<trunc_inplace_default> trunc_{};

/// Every op of this header.
using inplace_ops = op_list<
    abs_inplace_default, acos_inplace_default, acosh_inplace_default, asin_inplace_default,
    asinh_inplace_default, atan_inplace_default, atanh_inplace_default, ceil_inplace_default,
    cos_inplace_default, cosh_inplace_default, deg2rad_inplace_default, digamma_inplace_default,
    erf_inplace_default, erfc_inplace_default, erfinv_inplace_default, exp2_inplace_default,
    exp_inplace_default, expm1_inplace_default, floor_inplace_default, frac_inplace_default,
    lgamma_inplace_default, log10_inplace_default, log1p_inplace_default, log2_inplace_default,
    log_inplace_default, logit_inplace_default, nan_to_num_inplace_default, neg_inplace_default,
    rad2deg_inplace_default, reciprocal_inplace_default, round_inplace_default,
    round_inplace_decimals, rsqrt_inplace_default, sgn_inplace_default, sigmoid_inplace_default,
    sign_inplace_default, sin_inplace_default, sinc_inplace_default, sinh_inplace_default,
    sqrt_inplace_default, square_inplace_default, tan_inplace_default, tanh_inplace_default,
    trunc_inplace_default>;

} // namespace graft::aten
