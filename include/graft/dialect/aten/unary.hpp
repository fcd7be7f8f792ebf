#pragma once

#include <graft/dialect/derived_op.hpp>
#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/elementwise.hpp>
#include <graft/dialect/op_list.hpp>

/// Element-wise functions of one tensor.
namespace graft::aten {

struct abs_default : described_op<abs_default, op_tags::core, meta_abs> {
    static constexpr schema_text text{"aten::abs(Tensor self) -> Tensor"};
};
inline constexpr single_overload<abs_default> abs{};
inline constexpr single_overload<inplace<abs_default>> abs_{};
using absolute_default = alias_of<abs_default, "absolute">;
inline constexpr single_overload<absolute_default> absolute{};
inline constexpr single_overload<inplace<absolute_default>> absolute_{};

struct acos_default : described_op<acos_default, op_tags::core | op_tags::out_converts, meta_unary_float> {
    static constexpr schema_text text{"aten::acos(Tensor self) -> Tensor"};
};
inline constexpr single_overload<acos_default> acos{};
inline constexpr single_overload<inplace<acos_default>> acos_{};
using arccos_default = alias_of<acos_default, "arccos">;
inline constexpr single_overload<arccos_default> arccos{};
inline constexpr single_overload<inplace<arccos_default>> arccos_{};

struct acosh_default : described_op<acosh_default, op_tags::core | op_tags::out_converts, meta_unary_float> {
    static constexpr schema_text text{"aten::acosh(Tensor self) -> Tensor"};
};
inline constexpr single_overload<acosh_default> acosh{};
inline constexpr single_overload<inplace<acosh_default>> acosh_{};
using arccosh_default = alias_of<acosh_default, "arccosh">;
inline constexpr single_overload<arccosh_default> arccosh{};
inline constexpr single_overload<inplace<arccosh_default>> arccosh_{};

struct asin_default : described_op<asin_default, op_tags::core | op_tags::out_converts, meta_unary_float> {
    static constexpr schema_text text{"aten::asin(Tensor self) -> Tensor"};
};
inline constexpr single_overload<asin_default> asin{};
inline constexpr single_overload<inplace<asin_default>> asin_{};
using arcsin_default = alias_of<asin_default, "arcsin">;
inline constexpr single_overload<arcsin_default> arcsin{};
inline constexpr single_overload<inplace<arcsin_default>> arcsin_{};

struct asinh_default : described_op<asinh_default, op_tags::core | op_tags::out_converts, meta_unary_float> {
    static constexpr schema_text text{"aten::asinh(Tensor self) -> Tensor"};
};
inline constexpr single_overload<asinh_default> asinh{};
inline constexpr single_overload<inplace<asinh_default>> asinh_{};
using arcsinh_default = alias_of<asinh_default, "arcsinh">;
inline constexpr single_overload<arcsinh_default> arcsinh{};
inline constexpr single_overload<inplace<arcsinh_default>> arcsinh_{};

struct atan_default : described_op<atan_default, op_tags::core | op_tags::out_converts, meta_unary_float> {
    static constexpr schema_text text{"aten::atan(Tensor self) -> Tensor"};
};
inline constexpr single_overload<atan_default> atan{};
inline constexpr single_overload<inplace<atan_default>> atan_{};
using arctan_default = alias_of<atan_default, "arctan">;
inline constexpr single_overload<arctan_default> arctan{};
inline constexpr single_overload<inplace<arctan_default>> arctan_{};

struct atanh_default : described_op<atanh_default, op_tags::core | op_tags::out_converts, meta_unary_float> {
    static constexpr schema_text text{"aten::atanh(Tensor self) -> Tensor"};
};
inline constexpr single_overload<atanh_default> atanh{};
inline constexpr single_overload<inplace<atanh_default>> atanh_{};
using arctanh_default = alias_of<atanh_default, "arctanh">;
inline constexpr single_overload<arctanh_default> arctanh{};
inline constexpr single_overload<inplace<arctanh_default>> arctanh_{};

struct ceil_default : described_op<ceil_default, op_tags::core, meta_unary<dtype_domain::countable>> {
    static constexpr schema_text text{"aten::ceil(Tensor self) -> Tensor"};
};
inline constexpr single_overload<ceil_default> ceil{};
inline constexpr single_overload<inplace<ceil_default>> ceil_{};

struct cos_default : described_op<cos_default, op_tags::core | op_tags::out_converts, meta_unary_float> {
    static constexpr schema_text text{"aten::cos(Tensor self) -> Tensor"};
};
inline constexpr single_overload<cos_default> cos{};
inline constexpr single_overload<inplace<cos_default>> cos_{};

struct cosh_default : described_op<cosh_default, op_tags::core | op_tags::out_converts, meta_unary_float> {
    static constexpr schema_text text{"aten::cosh(Tensor self) -> Tensor"};
};
inline constexpr single_overload<cosh_default> cosh{};
inline constexpr single_overload<inplace<cosh_default>> cosh_{};

struct deg2rad_default : described_op<deg2rad_default, op_tags::out_converts, meta_unary_float> {
    static constexpr schema_text text{"aten::deg2rad(Tensor self) -> Tensor"};
};
inline constexpr single_overload<deg2rad_default> deg2rad{};
inline constexpr single_overload<inplace<deg2rad_default>> deg2rad_{};

struct digamma_default : described_op<digamma_default, op_tags::out_converts, meta_unary_float> {
    static constexpr schema_text text{"aten::digamma(Tensor self) -> Tensor"};
};
inline constexpr single_overload<digamma_default> digamma{};
inline constexpr single_overload<inplace<digamma_default>> digamma_{};

struct erf_default : described_op<erf_default, op_tags::core | op_tags::out_converts, meta_unary_float> {
    static constexpr schema_text text{"aten::erf(Tensor self) -> Tensor"};
};
inline constexpr single_overload<erf_default> erf{};
inline constexpr single_overload<inplace<erf_default>> erf_{};

struct erfc_default : described_op<erfc_default, op_tags::out_converts, meta_unary_float> {
    static constexpr schema_text text{"aten::erfc(Tensor self) -> Tensor"};
};
inline constexpr single_overload<erfc_default> erfc{};
inline constexpr single_overload<inplace<erfc_default>> erfc_{};

struct erfinv_default : described_op<erfinv_default, op_tags::out_converts, meta_unary_float> {
    static constexpr schema_text text{"aten::erfinv(Tensor self) -> Tensor"};
};
inline constexpr single_overload<erfinv_default> erfinv{};
inline constexpr single_overload<inplace<erfinv_default>> erfinv_{};

struct exp_default : described_op<exp_default, op_tags::core | op_tags::out_converts, meta_unary_float> {
    static constexpr schema_text text{"aten::exp(Tensor self) -> Tensor"};
};
inline constexpr single_overload<exp_default> exp{};
inline constexpr single_overload<inplace<exp_default>> exp_{};

struct exp2_default : described_op<exp2_default, op_tags::out_converts, meta_unary_float> {
    static constexpr schema_text text{"aten::exp2(Tensor self) -> Tensor"};
};
inline constexpr single_overload<exp2_default> exp2{};
inline constexpr single_overload<inplace<exp2_default>> exp2_{};

struct expm1_default : described_op<expm1_default, op_tags::core | op_tags::out_converts, meta_unary_float> {
    static constexpr schema_text text{"aten::expm1(Tensor self) -> Tensor"};
};
inline constexpr single_overload<expm1_default> expm1{};
inline constexpr single_overload<inplace<expm1_default>> expm1_{};

struct floor_default : described_op<floor_default, op_tags::core, meta_unary<dtype_domain::countable>> {
    static constexpr schema_text text{"aten::floor(Tensor self) -> Tensor"};
};
inline constexpr single_overload<floor_default> floor{};
inline constexpr single_overload<inplace<floor_default>> floor_{};

struct frac_default : described_op<frac_default, op_tags::none, meta_unary<dtype_domain::floating_point>> {
    static constexpr schema_text text{"aten::frac(Tensor self) -> Tensor"};
};
inline constexpr single_overload<frac_default> frac{};
inline constexpr single_overload<inplace<frac_default>> frac_{};

struct isfinite_default : described_op<isfinite_default, op_tags::no_out, meta_unary_bool> {
    static constexpr schema_text text{"aten::isfinite(Tensor self) -> Tensor"};
};
inline constexpr single_overload<isfinite_default> isfinite{};

struct isinf_default : described_op<isinf_default, op_tags::core, meta_unary_bool> {
    static constexpr schema_text text{"aten::isinf(Tensor self) -> Tensor"};
};
inline constexpr single_overload<isinf_default> isinf{};

struct isnan_default : described_op<isnan_default, op_tags::core, meta_unary_bool> {
    static constexpr schema_text text{"aten::isnan(Tensor self) -> Tensor"};
};
inline constexpr single_overload<isnan_default> isnan{};

struct isneginf_default : described_op<isneginf_default, op_tags::none, meta_unary_bool> {
    static constexpr schema_text text{"aten::isneginf(Tensor self) -> Tensor"};
};
inline constexpr single_overload<isneginf_default> isneginf{};

struct isposinf_default : described_op<isposinf_default, op_tags::none, meta_unary_bool> {
    static constexpr schema_text text{"aten::isposinf(Tensor self) -> Tensor"};
};
inline constexpr single_overload<isposinf_default> isposinf{};

struct isreal_default : described_op<isreal_default, op_tags::no_out, meta_unary_bool> {
    static constexpr schema_text text{"aten::isreal(Tensor self) -> Tensor"};
};
inline constexpr single_overload<isreal_default> isreal{};

struct lgamma_default : described_op<lgamma_default, op_tags::out_converts, meta_unary_float> {
    static constexpr schema_text text{"aten::lgamma(Tensor self) -> Tensor"};
};
inline constexpr single_overload<lgamma_default> lgamma{};
inline constexpr single_overload<inplace<lgamma_default>> lgamma_{};

struct log_default : described_op<log_default, op_tags::core | op_tags::out_converts, meta_unary_float> {
    static constexpr schema_text text{"aten::log(Tensor self) -> Tensor"};
};
inline constexpr single_overload<log_default> log{};
inline constexpr single_overload<inplace<log_default>> log_{};

struct log10_default : described_op<log10_default, op_tags::core | op_tags::out_converts, meta_unary_float> {
    static constexpr schema_text text{"aten::log10(Tensor self) -> Tensor"};
};
inline constexpr single_overload<log10_default> log10{};
inline constexpr single_overload<inplace<log10_default>> log10_{};

struct log1p_default : described_op<log1p_default, op_tags::core | op_tags::out_converts, meta_unary_float> {
    static constexpr schema_text text{"aten::log1p(Tensor self) -> Tensor"};
};
inline constexpr single_overload<log1p_default> log1p{};
inline constexpr single_overload<inplace<log1p_default>> log1p_{};

struct log2_default : described_op<log2_default, op_tags::core | op_tags::out_converts, meta_unary_float> {
    static constexpr schema_text text{"aten::log2(Tensor self) -> Tensor"};
};
inline constexpr single_overload<log2_default> log2{};
inline constexpr single_overload<inplace<log2_default>> log2_{};

struct logit_default : described_op<logit_default, op_tags::out_converts, meta_unary_float> {
    static constexpr schema_text text{"aten::logit(Tensor self, float? eps=None) -> Tensor"};
};
inline constexpr single_overload<logit_default> logit{};
inline constexpr single_overload<inplace<logit_default>> logit_{};

struct nan_to_num_default : described_op<nan_to_num_default, op_tags::none, meta_unary<>> {
    static constexpr schema_text text{
        "aten::nan_to_num(Tensor self, float? nan=None, float? posinf=None, float? neginf=None) -> Tensor"};
};
inline constexpr single_overload<nan_to_num_default> nan_to_num{};
inline constexpr single_overload<inplace<nan_to_num_default>> nan_to_num_{};

struct neg_default : described_op<neg_default, op_tags::core, meta_unary<dtype_domain::not_boolean>> {
    static constexpr schema_text text{"aten::neg(Tensor self) -> Tensor"};
};
inline constexpr single_overload<neg_default> neg{};
inline constexpr single_overload<inplace<neg_default>> neg_{};
using negative_default = alias_of<neg_default, "negative">;
inline constexpr single_overload<negative_default> negative{};
inline constexpr single_overload<inplace<negative_default>> negative_{};

struct positive_default : described_op<positive_default, op_tags::view | op_tags::same_tensor, meta_positive> {
    static constexpr schema_text text{"aten::positive(Tensor(a) self) -> Tensor(a)"};
};
inline constexpr single_overload<positive_default> positive{};

struct rad2deg_default : described_op<rad2deg_default, op_tags::out_converts, meta_unary_float> {
    static constexpr schema_text text{"aten::rad2deg(Tensor self) -> Tensor"};
};
inline constexpr single_overload<rad2deg_default> rad2deg{};
inline constexpr single_overload<inplace<rad2deg_default>> rad2deg_{};

struct reciprocal_default : described_op<reciprocal_default, op_tags::core | op_tags::out_converts, meta_unary_float> {
    static constexpr schema_text text{"aten::reciprocal(Tensor self) -> Tensor"};
};
inline constexpr single_overload<reciprocal_default> reciprocal{};
inline constexpr single_overload<inplace<reciprocal_default>> reciprocal_{};

struct round_default : described_op<round_default, op_tags::core, meta_unary<dtype_domain::countable>> {
    static constexpr schema_text text{"aten::round(Tensor self) -> Tensor"};
};
struct round_decimals : described_op<round_decimals, op_tags::none, meta_unary<dtype_domain::floating_point>> {
    static constexpr schema_text text{"aten::round.decimals(Tensor self, *, int decimals) -> Tensor"};
};
inline constexpr struct round_packet : packet<round_packet> {
    round_default default_;
    round_decimals decimals;
} round{};
inline constexpr struct round_inplace_packet : packet<round_inplace_packet> {
    inplace<round_default> default_;
    inplace<round_decimals> decimals;
} round_{};

struct rsqrt_default : described_op<rsqrt_default, op_tags::core | op_tags::out_converts, meta_unary_float> {
    static constexpr int weight = 3;
    static constexpr schema_text text{"aten::rsqrt(Tensor self) -> Tensor"};
};
inline constexpr single_overload<rsqrt_default> rsqrt{};
inline constexpr single_overload<inplace<rsqrt_default>> rsqrt_{};

struct sgn_default : described_op<sgn_default, op_tags::none, meta_unary<>> {
    static constexpr schema_text text{"aten::sgn(Tensor self) -> Tensor"};
};
inline constexpr single_overload<sgn_default> sgn{};
inline constexpr single_overload<inplace<sgn_default>> sgn_{};

struct sigmoid_default : described_op<sigmoid_default, op_tags::core | op_tags::out_converts, meta_unary_float> {
    static constexpr schema_text text{"aten::sigmoid(Tensor self) -> Tensor"};
};
inline constexpr single_overload<sigmoid_default> sigmoid{};
inline constexpr single_overload<inplace<sigmoid_default>> sigmoid_{};

struct sign_default : described_op<sign_default, op_tags::core, meta_unary<dtype_domain::ordered>> {
    static constexpr schema_text text{"aten::sign(Tensor self) -> Tensor"};
};
inline constexpr single_overload<sign_default> sign{};
inline constexpr single_overload<inplace<sign_default>> sign_{};

struct sin_default : described_op<sin_default, op_tags::core | op_tags::out_converts, meta_unary_float> {
    static constexpr schema_text text{"aten::sin(Tensor self) -> Tensor"};
};
inline constexpr single_overload<sin_default> sin{};
inline constexpr single_overload<inplace<sin_default>> sin_{};

struct sinc_default : described_op<sinc_default, op_tags::out_converts, meta_unary_float> {
    static constexpr schema_text text{"aten::sinc(Tensor self) -> Tensor"};
};
inline constexpr single_overload<sinc_default> sinc{};
inline constexpr single_overload<inplace<sinc_default>> sinc_{};

struct sinh_default : described_op<sinh_default, op_tags::core | op_tags::out_converts, meta_unary_float> {
    static constexpr schema_text text{"aten::sinh(Tensor self) -> Tensor"};
};
inline constexpr single_overload<sinh_default> sinh{};
inline constexpr single_overload<inplace<sinh_default>> sinh_{};

struct sqrt_default : described_op<sqrt_default, op_tags::core | op_tags::out_converts, meta_unary_float> {
    static constexpr schema_text text{"aten::sqrt(Tensor self) -> Tensor"};
};
inline constexpr single_overload<sqrt_default> sqrt{};
inline constexpr single_overload<inplace<sqrt_default>> sqrt_{};

struct square_default : described_op<square_default, op_tags::none, meta_square> {
    static constexpr schema_text text{"aten::square(Tensor self) -> Tensor"};
};
inline constexpr single_overload<square_default> square{};
inline constexpr single_overload<inplace<square_default>> square_{};

struct tan_default : described_op<tan_default, op_tags::core | op_tags::out_converts, meta_unary_float> {
    static constexpr schema_text text{"aten::tan(Tensor self) -> Tensor"};
};
inline constexpr single_overload<tan_default> tan{};
inline constexpr single_overload<inplace<tan_default>> tan_{};

struct tanh_default : described_op<tanh_default, op_tags::core | op_tags::out_converts, meta_unary_float> {
    static constexpr schema_text text{"aten::tanh(Tensor self) -> Tensor"};
};
inline constexpr single_overload<tanh_default> tanh{};
inline constexpr single_overload<inplace<tanh_default>> tanh_{};

struct trunc_default : described_op<trunc_default, op_tags::core, meta_unary<dtype_domain::countable>> {
    static constexpr schema_text text{"aten::trunc(Tensor self) -> Tensor"};
};
inline constexpr single_overload<trunc_default> trunc{};
inline constexpr single_overload<inplace<trunc_default>> trunc_{};
using fix_default = alias_of<trunc_default, "fix">;
inline constexpr single_overload<fix_default> fix{};
inline constexpr single_overload<inplace<fix_default>> fix_{};

/// Every op of this header.
using unary_ops =
    overloads_of<abs, acos, acosh, asin, asinh, atan, atanh, ceil, cos, cosh, deg2rad, digamma, erf, erfc, erfinv, exp,
                 exp2, expm1, floor, frac, isfinite, isinf, isnan, isneginf, isposinf, isreal, lgamma, log, log10,
                 log1p, log2, logit, nan_to_num, neg, positive, rad2deg, reciprocal, round, rsqrt, sgn, sigmoid, sign,
                 sin, sinc, sinh, sqrt, square, tan, tanh, trunc, round_, abs_, acos_, acosh_, asin_, asinh_, atan_,
                 atanh_, ceil_, cos_, cosh_, deg2rad_, digamma_, erf_, erfc_, erfinv_, exp2_, exp_, expm1_, floor_,
                 frac_, lgamma_, log10_, log1p_, log2_, log_, logit_, nan_to_num_, neg_, rad2deg_, reciprocal_, rsqrt_,
                 sgn_, sigmoid_, sign_, sin_, sinc_, sinh_, sqrt_, square_, tan_, tanh_, trunc_, absolute, absolute_,
                 arccos, arccos_, arccosh, arccosh_, arcsin, arcsin_, arcsinh, arcsinh_, arctan, arctan_, arctanh,
                 arctanh_, fix, fix_, negative, negative_>;

} // namespace graft::aten
