#pragma once

#include <graft/dialect/derived_op.hpp>
#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/elementwise.hpp>
#include <graft/dialect/op_list.hpp>

/// Element-wise arithmetic.
namespace graft::aten {

struct add_scalar : described_op<add_scalar, op_tags::core, meta_add> {
    static constexpr schema_text text{"aten::add.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor"};
};
struct add_tensor : described_op<add_tensor, op_tags::core | op_tags::out_converts, meta_add> {
    static constexpr schema_text text{"aten::add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor"};
    static constexpr out_names out{"out"};
    static constexpr bool is_commutative = true;
};
inline constexpr scalar_or_tensor<add_scalar, add_tensor> add{};
inline constexpr scalar_or_tensor<inplace<add_scalar>, inplace<add_tensor>> add_{};

struct addcdiv_default : described_op<addcdiv_default, op_tags::none, meta_addcdiv> {
    static constexpr schema_text text{
        "aten::addcdiv(Tensor self, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor"};
};
inline constexpr single_overload<addcdiv_default> addcdiv{};
inline constexpr single_overload<inplace<addcdiv_default>> addcdiv_{};

struct addcmul_default : described_op<addcmul_default, op_tags::none, meta_elementwise<dtype_rule::promoted, 3>> {
    static constexpr schema_text text{
        "aten::addcmul(Tensor self, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor"};
};
inline constexpr single_overload<addcmul_default> addcmul{};
inline constexpr single_overload<inplace<addcmul_default>> addcmul_{};

struct atan2_default : described_op<atan2_default, op_tags::core | op_tags::out_converts, meta_binary_float> {
    static constexpr schema_text text{"aten::atan2(Tensor self, Tensor other) -> Tensor"};
};
inline constexpr single_overload<atan2_default> atan2{};
inline constexpr single_overload<inplace<atan2_default>> atan2_{};
using arctan2_default = alias_of<atan2_default, "arctan2">;
inline constexpr single_overload<arctan2_default> arctan2{};
inline constexpr single_overload<inplace<arctan2_default>> arctan2_{};

struct clamp_default : described_op<clamp_default, op_tags::core, meta_clamp> {
    static constexpr schema_text text{"aten::clamp(Tensor self, Scalar? min=None, Scalar? max=None) -> Tensor"};
};
struct clamp_tensor : described_op<clamp_tensor, op_tags::core | op_tags::out_converts, meta_clamp> {
    static constexpr schema_text text{"aten::clamp.Tensor(Tensor self, Tensor? min=None, Tensor? max=None) -> Tensor"};
};
inline constexpr default_or_tensor<clamp_default, clamp_tensor> clamp{};
inline constexpr default_or_tensor<inplace<clamp_default>, inplace<clamp_tensor>> clamp_{};
using clip_default = alias_of<clamp_default, "clip">;
using clip_tensor = alias_of<clamp_tensor, "clip">;
inline constexpr default_or_tensor<clip_default, clip_tensor> clip{};
inline constexpr default_or_tensor<inplace<clip_default>, inplace<clip_tensor>> clip_{};

struct clamp_max_default : described_op<clamp_max_default, op_tags::none, meta_bounded> {
    static constexpr schema_text text{"aten::clamp_max(Tensor self, Scalar max) -> Tensor"};
    using of_tensors = struct clamp_max_tensor;
};
struct clamp_max_tensor : described_op<clamp_max_tensor, op_tags::out_converts, meta_binary<dtype_domain::ordered>> {
    static constexpr schema_text text{"aten::clamp_max.Tensor(Tensor self, Tensor max) -> Tensor"};
};
inline constexpr default_or_tensor<clamp_max_default, clamp_max_tensor> clamp_max{};
inline constexpr default_or_tensor<inplace<clamp_max_default>, inplace<clamp_max_tensor>> clamp_max_{};

struct clamp_min_default : described_op<clamp_min_default, op_tags::none, meta_bounded> {
    static constexpr schema_text text{"aten::clamp_min(Tensor self, Scalar min) -> Tensor"};
    using of_tensors = struct clamp_min_tensor;
};
struct clamp_min_tensor : described_op<clamp_min_tensor, op_tags::out_converts, meta_binary<dtype_domain::ordered>> {
    static constexpr schema_text text{"aten::clamp_min.Tensor(Tensor self, Tensor min) -> Tensor"};
};
inline constexpr default_or_tensor<clamp_min_default, clamp_min_tensor> clamp_min{};
inline constexpr default_or_tensor<inplace<clamp_min_default>, inplace<clamp_min_tensor>> clamp_min_{};

struct copysign_scalar : described_op<copysign_scalar, op_tags::none, meta_copysign> {
    static constexpr schema_text text{"aten::copysign.Scalar(Tensor self, Scalar other) -> Tensor"};
    using of_tensors = struct copysign_tensor;
};
struct copysign_tensor : described_op<copysign_tensor, op_tags::out_converts, meta_copysign> {
    static constexpr schema_text text{"aten::copysign.Tensor(Tensor self, Tensor other) -> Tensor"};
    static constexpr out_names out{"out"};
};
inline constexpr scalar_or_tensor<copysign_scalar, copysign_tensor> copysign{};
inline constexpr scalar_or_tensor<inplace<copysign_scalar>, inplace<copysign_tensor>> copysign_{};

struct div_scalar : described_op<div_scalar, op_tags::core, meta_binary_float> {
    static constexpr schema_text text{"aten::div.Scalar(Tensor self, Scalar other) -> Tensor"};
};
struct div_scalar_mode : described_op<div_scalar_mode, op_tags::core, meta_div_mode> {
    static constexpr schema_text text{
        "aten::div.Scalar_mode(Tensor self, Scalar other, *, str? rounding_mode) -> Tensor"};
};
struct div_tensor : described_op<div_tensor, op_tags::core | op_tags::out_converts, meta_binary_float> {
    static constexpr schema_text text{"aten::div.Tensor(Tensor self, Tensor other) -> Tensor"};
    static constexpr out_names out{"out"};
};
struct div_tensor_mode : described_op<div_tensor_mode, op_tags::core | op_tags::out_converts, meta_div_mode> {
    static constexpr schema_text text{
        "aten::div.Tensor_mode(Tensor self, Tensor other, *, str? rounding_mode) -> Tensor"};
    static constexpr out_names out{"out_mode"};
};
inline constexpr struct div_packet : packet<div_packet> {
    div_scalar Scalar;
    div_scalar_mode Scalar_mode;
    div_tensor Tensor;
    div_tensor_mode Tensor_mode;
} div{};
using true_divide_scalar = alias_of<div_scalar, "true_divide", op_tags::no_out>;
using true_divide_tensor = alias_of<div_tensor, "true_divide">;
inline constexpr scalar_or_tensor<true_divide_scalar, true_divide_tensor> true_divide{};
inline constexpr scalar_or_tensor<inplace<true_divide_scalar>, inplace<true_divide_tensor>> true_divide_{};
using divide_scalar = alias_of<div_scalar, "divide", op_tags::no_out>;
using divide_scalar_mode = alias_of<div_scalar_mode, "divide", op_tags::no_out>;
using divide_tensor = alias_of<div_tensor, "divide">;
using divide_tensor_mode = alias_of<div_tensor_mode, "divide">;
inline constexpr struct divide_packet : packet<divide_packet> {
    divide_scalar Scalar;
    divide_scalar_mode Scalar_mode;
    divide_tensor Tensor;
    divide_tensor_mode Tensor_mode;
} divide{};
inline constexpr struct divide_inplace_packet : packet<divide_inplace_packet> {
    inplace<divide_scalar> Scalar;
    inplace<divide_scalar_mode> Scalar_mode;
    inplace<divide_tensor> Tensor;
    inplace<divide_tensor_mode> Tensor_mode;
} divide_{};

inline constexpr struct div_inplace_packet : packet<div_inplace_packet> {
    inplace<div_scalar> Scalar;
    inplace<div_scalar_mode> Scalar_mode;
    inplace<div_tensor> Tensor;
    inplace<div_tensor_mode> Tensor_mode;
} div_{};

struct floor_divide_default : described_op<floor_divide_default, op_tags::out_converts, meta_floor_divide> {
    static constexpr schema_text text{"aten::floor_divide(Tensor self, Tensor other) -> Tensor"};
};
struct floor_divide_scalar : described_op<floor_divide_scalar, op_tags::none, meta_floor_divide> {
    static constexpr schema_text text{"aten::floor_divide.Scalar(Tensor self, Scalar other) -> Tensor"};
    using of_tensors = struct floor_divide_default;
};
inline constexpr struct floor_divide_packet : packet<floor_divide_packet> {
    floor_divide_default default_;
    floor_divide_scalar Scalar;
} floor_divide{};

struct floor_divide_inplace_tensor : inplace_op<floor_divide_inplace_tensor, floor_divide_default> {
    static constexpr schema_text text{"aten::floor_divide_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)"};
};
inline constexpr scalar_or_tensor<inplace<floor_divide_scalar>, floor_divide_inplace_tensor> floor_divide_{};

struct fmax_default : described_op<fmax_default, op_tags::out_converts, meta_binary<dtype_domain::ordered>> {
    static constexpr schema_text text{"aten::fmax(Tensor self, Tensor other) -> Tensor"};
    static constexpr bool is_commutative = true;
};
inline constexpr single_overload<fmax_default> fmax{};

struct fmin_default : described_op<fmin_default, op_tags::out_converts, meta_binary<dtype_domain::ordered>> {
    static constexpr schema_text text{"aten::fmin(Tensor self, Tensor other) -> Tensor"};
    static constexpr bool is_commutative = true;
};
inline constexpr single_overload<fmin_default> fmin{};

struct fmod_scalar
    : described_op<fmod_scalar, op_tags::core | op_tags::out_converts, meta_binary<dtype_domain::countable>> {
    static constexpr schema_text text{"aten::fmod.Scalar(Tensor self, Scalar other) -> Tensor"};
};
struct fmod_tensor
    : described_op<fmod_tensor, op_tags::core | op_tags::out_converts, meta_binary<dtype_domain::countable>> {
    static constexpr schema_text text{"aten::fmod.Tensor(Tensor self, Tensor other) -> Tensor"};
};
inline constexpr scalar_or_tensor<fmod_scalar, fmod_tensor> fmod{};
inline constexpr scalar_or_tensor<inplace<fmod_scalar>, inplace<fmod_tensor>> fmod_{};

struct gcd_default : described_op<gcd_default, op_tags::out_converts, meta_binary<dtype_domain::integral>> {
    static constexpr schema_text text{"aten::gcd(Tensor self, Tensor other) -> Tensor"};
    static constexpr bool is_commutative = true;
};
inline constexpr single_overload<gcd_default> gcd{};
inline constexpr single_overload<inplace<gcd_default>> gcd_{};

struct heaviside_default : described_op<heaviside_default, op_tags::none, meta_heaviside> {
    static constexpr schema_text text{"aten::heaviside(Tensor self, Tensor values) -> Tensor"};
};
inline constexpr single_overload<heaviside_default> heaviside{};
inline constexpr single_overload<inplace<heaviside_default>> heaviside_{};

struct hypot_default : described_op<hypot_default, op_tags::out_converts, meta_binary<dtype_domain::floating_point>> {
    static constexpr schema_text text{"aten::hypot(Tensor self, Tensor other) -> Tensor"};
    static constexpr bool is_commutative = true;
};
inline constexpr single_overload<hypot_default> hypot{};
inline constexpr single_overload<inplace<hypot_default>> hypot_{};

struct lcm_default : described_op<lcm_default, op_tags::out_converts, meta_binary<dtype_domain::integral>> {
    static constexpr schema_text text{"aten::lcm(Tensor self, Tensor other) -> Tensor"};
    static constexpr bool is_commutative = true;
};
inline constexpr single_overload<lcm_default> lcm{};
inline constexpr single_overload<inplace<lcm_default>> lcm_{};

struct lerp_scalar : described_op<lerp_scalar, op_tags::none, meta_lerp> {
    static constexpr schema_text text{"aten::lerp.Scalar(Tensor self, Tensor end, Scalar weight) -> Tensor"};
    using of_tensors = struct lerp_tensor;
};
struct lerp_tensor : described_op<lerp_tensor, op_tags::none, meta_lerp> {
    static constexpr schema_text text{"aten::lerp.Tensor(Tensor self, Tensor end, Tensor weight) -> Tensor"};
};
inline constexpr scalar_or_tensor<lerp_scalar, lerp_tensor> lerp{};
inline constexpr scalar_or_tensor<inplace<lerp_scalar>, inplace<lerp_tensor>> lerp_{};

struct logaddexp_default : described_op<logaddexp_default, op_tags::out_converts, meta_log_sum<dtype_domain::inexact>> {
    static constexpr schema_text text{"aten::logaddexp(Tensor self, Tensor other) -> Tensor"};
    static constexpr bool is_commutative = true;
};
inline constexpr single_overload<logaddexp_default> logaddexp{};

struct logaddexp2_default
    : described_op<logaddexp2_default, op_tags::out_converts, meta_log_sum<dtype_domain::floating_point>> {
    static constexpr schema_text text{"aten::logaddexp2(Tensor self, Tensor other) -> Tensor"};
    static constexpr bool is_commutative = true;
};
inline constexpr single_overload<logaddexp2_default> logaddexp2{};

struct maximum_default
    : described_op<maximum_default, op_tags::core | op_tags::out_converts, meta_binary<dtype_domain::ordered>> {
    static constexpr schema_text text{"aten::maximum(Tensor self, Tensor other) -> Tensor"};
    static constexpr bool is_commutative = true;
};
inline constexpr single_overload<maximum_default> maximum{};

struct minimum_default
    : described_op<minimum_default, op_tags::core | op_tags::out_converts, meta_binary<dtype_domain::ordered>> {
    static constexpr schema_text text{"aten::minimum(Tensor self, Tensor other) -> Tensor"};
    static constexpr bool is_commutative = true;
};
inline constexpr single_overload<minimum_default> minimum{};

struct mul_scalar : described_op<mul_scalar, op_tags::core, meta_binary<>> {
    static constexpr schema_text text{"aten::mul.Scalar(Tensor self, Scalar other) -> Tensor"};
};
struct mul_tensor : described_op<mul_tensor, op_tags::core | op_tags::out_converts, meta_binary<>> {
    static constexpr schema_text text{"aten::mul.Tensor(Tensor self, Tensor other) -> Tensor"};
    static constexpr out_names out{"out"};
    static constexpr bool is_commutative = true;
};
inline constexpr scalar_or_tensor<mul_scalar, mul_tensor> mul{};
using multiply_scalar = alias_of<mul_scalar, "multiply", op_tags::no_out>;
using multiply_tensor = alias_of<mul_tensor, "multiply">;
inline constexpr scalar_or_tensor<multiply_scalar, multiply_tensor> multiply{};
inline constexpr scalar_or_tensor<inplace<multiply_scalar>, inplace<multiply_tensor>> multiply_{};

inline constexpr scalar_or_tensor<inplace<mul_scalar>, inplace<mul_tensor>> mul_{};

struct nextafter_default : described_op<nextafter_default, op_tags::none, meta_binary<dtype_domain::floating_point>> {
    static constexpr schema_text text{"aten::nextafter(Tensor self, Tensor other) -> Tensor"};
};
inline constexpr single_overload<nextafter_default> nextafter{};
inline constexpr single_overload<inplace<nextafter_default>> nextafter_{};

struct pow_scalar : described_op<pow_scalar, op_tags::core | op_tags::out_converts, meta_pow> {
    static constexpr schema_text text{"aten::pow.Scalar(Scalar self, Tensor exponent) -> Tensor"};
};
struct pow_tensor_scalar : described_op<pow_tensor_scalar, op_tags::core | op_tags::out_converts, meta_pow> {
    static constexpr schema_text text{"aten::pow.Tensor_Scalar(Tensor self, Scalar exponent) -> Tensor"};
};
struct pow_tensor_tensor : described_op<pow_tensor_tensor, op_tags::core | op_tags::out_converts, meta_pow> {
    static constexpr schema_text text{"aten::pow.Tensor_Tensor(Tensor self, Tensor exponent) -> Tensor"};
};
inline constexpr struct pow_packet : packet<pow_packet> {
    pow_scalar Scalar;
    pow_tensor_scalar Tensor_Scalar;
    pow_tensor_tensor Tensor_Tensor;
} pow{};

struct pow_inplace_scalar : inplace_op<pow_inplace_scalar, pow_tensor_scalar> {
    static constexpr schema_text text{"aten::pow_.Scalar(Tensor(a!) self, Scalar exponent) -> Tensor(a!)"};
};
struct pow_inplace_tensor : inplace_op<pow_inplace_tensor, pow_tensor_tensor> {
    static constexpr schema_text text{"aten::pow_.Tensor(Tensor(a!) self, Tensor exponent) -> Tensor(a!)"};
};
inline constexpr scalar_or_tensor<pow_inplace_scalar, pow_inplace_tensor> pow_{};

struct remainder_scalar
    : described_op<remainder_scalar, op_tags::core | op_tags::out_converts, meta_binary<dtype_domain::countable>> {
    static constexpr schema_text text{"aten::remainder.Scalar(Tensor self, Scalar other) -> Tensor"};
};
struct remainder_scalar_tensor
    : described_op<remainder_scalar_tensor, op_tags::none, meta_binary<dtype_domain::countable>> {
    static constexpr schema_text text{"aten::remainder.Scalar_Tensor(Scalar self, Tensor other) -> Tensor"};
    using of_tensors = struct remainder_tensor;
};
struct remainder_tensor
    : described_op<remainder_tensor, op_tags::core | op_tags::out_converts, meta_binary<dtype_domain::countable>> {
    static constexpr schema_text text{"aten::remainder.Tensor(Tensor self, Tensor other) -> Tensor"};
};
inline constexpr struct remainder_packet : packet<remainder_packet> {
    remainder_scalar Scalar;
    remainder_scalar_tensor Scalar_Tensor;
    remainder_tensor Tensor;
} remainder{};
inline constexpr scalar_or_tensor<inplace<remainder_scalar>, inplace<remainder_tensor>> remainder_{};

struct rsub_scalar : described_op<rsub_scalar, op_tags::none, meta_rsub> {
    static constexpr schema_text text{"aten::rsub.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor"};
    using of_tensors = struct rsub_tensor;
};
struct rsub_tensor : described_op<rsub_tensor, op_tags::none, meta_rsub> {
    static constexpr schema_text text{"aten::rsub.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor"};
};
inline constexpr scalar_or_tensor<rsub_scalar, rsub_tensor> rsub{};

struct sub_scalar : described_op<sub_scalar, op_tags::core, meta_sub> {
    static constexpr schema_text text{"aten::sub.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor"};
};
struct sub_tensor : described_op<sub_tensor, op_tags::core | op_tags::out_converts, meta_sub> {
    static constexpr schema_text text{"aten::sub.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor"};
    static constexpr out_names out{"out"};
};
inline constexpr scalar_or_tensor<sub_scalar, sub_tensor> sub{};
using subtract_scalar = alias_of<sub_scalar, "subtract", op_tags::no_out>;
using subtract_tensor = alias_of<sub_tensor, "subtract">;
inline constexpr scalar_or_tensor<subtract_scalar, subtract_tensor> subtract{};
inline constexpr scalar_or_tensor<inplace<subtract_scalar>, inplace<subtract_tensor>> subtract_{};

inline constexpr scalar_or_tensor<inplace<sub_scalar>, inplace<sub_tensor>> sub_{};

struct xlogy_scalar_other : described_op<xlogy_scalar_other, op_tags::none, meta_xlogy> {
    static constexpr schema_text text{"aten::xlogy.Scalar_Other(Tensor self, Scalar other) -> Tensor"};
    static constexpr out_names out{"OutScalar_Other"};
    using of_tensors = struct xlogy_tensor;
};
struct xlogy_scalar_self : described_op<xlogy_scalar_self, op_tags::none, meta_xlogy> {
    static constexpr schema_text text{"aten::xlogy.Scalar_Self(Scalar self, Tensor other) -> Tensor"};
    static constexpr out_names out{"OutScalar_Self"};
    using of_tensors = struct xlogy_tensor;
};
struct xlogy_tensor : described_op<xlogy_tensor, op_tags::out_converts, meta_xlogy> {
    static constexpr schema_text text{"aten::xlogy.Tensor(Tensor self, Tensor other) -> Tensor"};
    static constexpr out_names out{"OutTensor"};
};
inline constexpr struct xlogy_packet : packet<xlogy_packet> {
    xlogy_scalar_other Scalar_Other;
    xlogy_scalar_self Scalar_Self;
    xlogy_tensor Tensor;
} xlogy{};
inline constexpr struct xlogy_inplace_packet : packet<xlogy_inplace_packet> {
    inplace<xlogy_scalar_other> Scalar_Other;
    inplace<xlogy_tensor> Tensor;
} xlogy_{};

/// Every op of this header.
using arithmetic_ops =
    overloads_of<add, addcdiv, addcmul, atan2, clamp, clamp_max, clamp_min, copysign, div, floor_divide, fmax, fmin,
                 fmod, gcd, heaviside, hypot, lcm, lerp, logaddexp, logaddexp2, maximum, minimum, mul, nextafter, pow,
                 remainder, rsub, sub, xlogy, add_, clamp_, div_, mul_, sub_, clamp_max_, clamp_min_, copysign_,
                 floor_divide_, fmod_, lerp_, pow_, remainder_, xlogy_, addcdiv_, addcmul_, atan2_, heaviside_, hypot_,
                 nextafter_, gcd_, lcm_, clip, clip_, divide, divide_, multiply, multiply_, subtract, subtract_,
                 true_divide, true_divide_, arctan2, arctan2_>;

} // namespace graft::aten
