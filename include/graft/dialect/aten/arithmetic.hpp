#pragma once

#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/elementwise.hpp>
#include <graft/dialect/op_list.hpp>

/// Element-wise arithmetic.
namespace graft::aten {

struct add_scalar : described_op<add_scalar, op_tags::core, meta_add> {
    static constexpr fixed_string text{
        "aten::add.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor"};
};
struct add_tensor : described_op<add_tensor, op_tags::core, meta_add> {
    static constexpr fixed_string text{
        "aten::add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor"};
    static constexpr bool is_commutative = true;
};
inline constexpr struct add_packet : packet<add_packet> {
    add_scalar Scalar;
    add_tensor Tensor;
} add{};

struct add_inplace_scalar
    : described_op<add_inplace_scalar, op_tags::inplace, meta_inplace<meta_add>> {
    static constexpr fixed_string text{
        "aten::add_.Scalar(Tensor(a!) self, Scalar other, Scalar alpha=1) -> Tensor(a!)"};
};
struct add_inplace_tensor
    : described_op<add_inplace_tensor, op_tags::inplace, meta_inplace<meta_add>> {
    static constexpr fixed_string text{
        "aten::add_.Tensor(Tensor(a!) self, Tensor other, *, Scalar alpha=1) -> Tensor(a!)"};
};
inline constexpr struct add_inplace_packet : packet<add_inplace_packet> {
    add_inplace_scalar Scalar;
    add_inplace_tensor Tensor;
} add_{};

struct addcdiv_default : described_op<addcdiv_default, op_tags::none, meta_addcdiv> {
    static constexpr fixed_string text{"aten::addcdiv(Tensor self, Tensor tensor1, Tensor "
                                       "tensor2, *, Scalar value=1) -> Tensor"};
};
inline constexpr single_overload<addcdiv_default> addcdiv{};

struct addcmul_default
    : described_op<addcmul_default, op_tags::none, meta_elementwise<dtype_rule::promoted, 3>> {
    static constexpr fixed_string text{"aten::addcmul(Tensor self, Tensor tensor1, Tensor "
                                       "tensor2, *, Scalar value=1) -> Tensor"};
};
inline constexpr single_overload<addcmul_default> addcmul{};

struct atan2_default : described_op<atan2_default, op_tags::core, meta_binary_float> {
    static constexpr fixed_string text{"aten::atan2(Tensor self, Tensor other) -> Tensor"};
};
inline constexpr single_overload<atan2_default> atan2{};

struct clamp_default : described_op<clamp_default, op_tags::core, meta_clamp> {
    static constexpr fixed_string text{
        "aten::clamp(Tensor self, Scalar? min=None, Scalar? max=None) -> Tensor"};
};
struct clamp_tensor : described_op<clamp_tensor, op_tags::core, meta_clamp> {
    static constexpr fixed_string text{
        "aten::clamp.Tensor(Tensor self, Tensor? min=None, Tensor? max=None) -> Tensor"};
};
inline constexpr struct clamp_packet : packet<clamp_packet> {
    clamp_default default_;
    clamp_tensor Tensor;
} clamp{};

struct clamp_inplace_default
    : described_op<clamp_inplace_default, op_tags::inplace, meta_inplace<meta_clamp>> {
    static constexpr fixed_string text{
        "aten::clamp_(Tensor(a!) self, Scalar? min=None, Scalar? max=None) -> Tensor(a!)"};
};
struct clamp_inplace_tensor
    : described_op<clamp_inplace_tensor, op_tags::inplace, meta_inplace<meta_clamp>> {
    static constexpr fixed_string text{"aten::clamp_.Tensor(Tensor(a!) self, Tensor? min=None, "
                                       "Tensor? max=None) -> Tensor(a!)"};
};
inline constexpr struct clamp_inplace_packet : packet<clamp_inplace_packet> {
    clamp_inplace_default default_;
    clamp_inplace_tensor Tensor;
} clamp_{};

struct clamp_max_default : described_op<clamp_max_default, op_tags::none, meta_bounded> {
    static constexpr fixed_string text{"aten::clamp_max(Tensor self, Scalar max) -> Tensor"};
};
struct clamp_max_tensor
    : described_op<clamp_max_tensor, op_tags::none, meta_binary<dtype_domain::ordered>> {
    static constexpr fixed_string text{
        "aten::clamp_max.Tensor(Tensor self, Tensor max) -> Tensor"};
};
inline constexpr struct clamp_max_packet : packet<clamp_max_packet> {
    clamp_max_default default_;
    clamp_max_tensor Tensor;
} clamp_max{};

struct clamp_min_default : described_op<clamp_min_default, op_tags::none, meta_bounded> {
    static constexpr fixed_string text{"aten::clamp_min(Tensor self, Scalar min) -> Tensor"};
};
struct clamp_min_tensor
    : described_op<clamp_min_tensor, op_tags::none, meta_binary<dtype_domain::ordered>> {
    static constexpr fixed_string text{
        "aten::clamp_min.Tensor(Tensor self, Tensor min) -> Tensor"};
};
inline constexpr struct clamp_min_packet : packet<clamp_min_packet> {
    clamp_min_default default_;
    clamp_min_tensor Tensor;
} clamp_min{};

struct copysign_scalar : described_op<copysign_scalar, op_tags::none, meta_copysign> {
    static constexpr fixed_string text{
        "aten::copysign.Scalar(Tensor self, Scalar other) -> Tensor"};
};
struct copysign_tensor : described_op<copysign_tensor, op_tags::none, meta_copysign> {
    static constexpr fixed_string text{
        "aten::copysign.Tensor(Tensor self, Tensor other) -> Tensor"};
};
inline constexpr struct copysign_packet : packet<copysign_packet> {
    copysign_scalar Scalar;
    copysign_tensor Tensor;
} copysign{};

struct div_scalar : described_op<div_scalar, op_tags::core, meta_binary_float> {
    static constexpr fixed_string text{"aten::div.Scalar(Tensor self, Scalar other) -> Tensor"};
};
struct div_scalar_mode : described_op<div_scalar_mode, op_tags::core, meta_div_mode> {
    static constexpr fixed_string text{
        "aten::div.Scalar_mode(Tensor self, Scalar other, *, str? rounding_mode) -> Tensor"};
};
struct div_tensor : described_op<div_tensor, op_tags::core, meta_binary_float> {
    static constexpr fixed_string text{"aten::div.Tensor(Tensor self, Tensor other) -> Tensor"};
};
struct div_tensor_mode : described_op<div_tensor_mode, op_tags::core, meta_div_mode> {
    static constexpr fixed_string text{
        "aten::div.Tensor_mode(Tensor self, Tensor other, *, str? rounding_mode) -> Tensor"};
};
inline constexpr struct div_packet : packet<div_packet> {
    div_scalar Scalar;
    div_scalar_mode Scalar_mode;
    div_tensor Tensor;
    div_tensor_mode Tensor_mode;
} div{};

struct div_inplace_scalar
    : described_op<div_inplace_scalar, op_tags::inplace, meta_inplace<meta_binary_float>> {
    static constexpr fixed_string text{
        "aten::div_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!)"};
};
struct div_inplace_scalar_mode
    : described_op<div_inplace_scalar_mode, op_tags::inplace, meta_inplace<meta_div_mode>> {
    static constexpr fixed_string text{"aten::div_.Scalar_mode(Tensor(a!) self, Scalar other, "
                                       "*, str? rounding_mode) -> Tensor(a!)"};
};
struct div_inplace_tensor
    : described_op<div_inplace_tensor, op_tags::inplace, meta_inplace<meta_binary_float>> {
    static constexpr fixed_string text{
        "aten::div_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)"};
};
struct div_inplace_tensor_mode
    : described_op<div_inplace_tensor_mode, op_tags::inplace, meta_inplace<meta_div_mode>> {
    static constexpr fixed_string text{"aten::div_.Tensor_mode(Tensor(a!) self, Tensor other, "
                                       "*, str? rounding_mode) -> Tensor(a!)"};
};
inline constexpr struct div_inplace_packet : packet<div_inplace_packet> {
    div_inplace_scalar Scalar;
    div_inplace_scalar_mode Scalar_mode;
    div_inplace_tensor Tensor;
    div_inplace_tensor_mode Tensor_mode;
} div_{};

struct floor_divide_default
    : described_op<floor_divide_default, op_tags::none, meta_floor_divide> {
    static constexpr fixed_string text{
        "aten::floor_divide(Tensor self, Tensor other) -> Tensor"};
};
struct floor_divide_scalar
    : described_op<floor_divide_scalar, op_tags::none, meta_floor_divide> {
    static constexpr fixed_string text{
        "aten::floor_divide.Scalar(Tensor self, Scalar other) -> Tensor"};
};
inline constexpr struct floor_divide_packet : packet<floor_divide_packet> {
    floor_divide_default default_;
    floor_divide_scalar Scalar;
} floor_divide{};

struct fmax_default
    : described_op<fmax_default, op_tags::none, meta_binary<dtype_domain::ordered>> {
    static constexpr fixed_string text{"aten::fmax(Tensor self, Tensor other) -> Tensor"};
    static constexpr bool is_commutative = true;
};
inline constexpr single_overload<fmax_default> fmax{};

struct fmin_default
    : described_op<fmin_default, op_tags::none, meta_binary<dtype_domain::ordered>> {
    static constexpr fixed_string text{"aten::fmin(Tensor self, Tensor other) -> Tensor"};
    static constexpr bool is_commutative = true;
};
inline constexpr single_overload<fmin_default> fmin{};

struct fmod_scalar
    : described_op<fmod_scalar, op_tags::core, meta_binary<dtype_domain::countable>> {
    static constexpr fixed_string text{
        "aten::fmod.Scalar(Tensor self, Scalar other) -> Tensor"};
};
struct fmod_tensor
    : described_op<fmod_tensor, op_tags::core, meta_binary<dtype_domain::countable>> {
    static constexpr fixed_string text{
        "aten::fmod.Tensor(Tensor self, Tensor other) -> Tensor"};
};
inline constexpr struct fmod_packet : packet<fmod_packet> {
    fmod_scalar Scalar;
    fmod_tensor Tensor;
} fmod{};

struct gcd_default
    : described_op<gcd_default, op_tags::none, meta_binary<dtype_domain::integral>> {
    static constexpr fixed_string text{"aten::gcd(Tensor self, Tensor other) -> Tensor"};
    static constexpr bool is_commutative = true;
};
inline constexpr single_overload<gcd_default> gcd{};

struct heaviside_default : described_op<heaviside_default, op_tags::none, meta_heaviside> {
    static constexpr fixed_string text{"aten::heaviside(Tensor self, Tensor values) -> Tensor"};
};
inline constexpr single_overload<heaviside_default> heaviside{};

struct hypot_default
    : described_op<hypot_default, op_tags::none, meta_binary<dtype_domain::floating_point>> {
    static constexpr fixed_string text{"aten::hypot(Tensor self, Tensor other) -> Tensor"};
    static constexpr bool is_commutative = true;
};
inline constexpr single_overload<hypot_default> hypot{};

struct lcm_default
    : described_op<lcm_default, op_tags::none, meta_binary<dtype_domain::integral>> {
    static constexpr fixed_string text{"aten::lcm(Tensor self, Tensor other) -> Tensor"};
    static constexpr bool is_commutative = true;
};
inline constexpr single_overload<lcm_default> lcm{};

struct lerp_scalar : described_op<lerp_scalar, op_tags::none, meta_lerp> {
    static constexpr fixed_string text{
        "aten::lerp.Scalar(Tensor self, Tensor end, Scalar weight) -> Tensor"};
};
struct lerp_tensor : described_op<lerp_tensor, op_tags::none, meta_lerp> {
    static constexpr fixed_string text{
        "aten::lerp.Tensor(Tensor self, Tensor end, Tensor weight) -> Tensor"};
};
inline constexpr struct lerp_packet : packet<lerp_packet> {
    lerp_scalar Scalar;
    lerp_tensor Tensor;
} lerp{};

struct logaddexp_default
    : described_op<logaddexp_default, op_tags::none, meta_log_sum> {
    static constexpr fixed_string text{"aten::logaddexp(Tensor self, Tensor other) -> Tensor"};
    static constexpr bool is_commutative = true;
};
inline constexpr single_overload<logaddexp_default> logaddexp{};

struct logaddexp2_default
    : described_op<logaddexp2_default, op_tags::none, meta_log_sum> {
    static constexpr fixed_string text{"aten::logaddexp2(Tensor self, Tensor other) -> Tensor"};
    static constexpr bool is_commutative = true;
};
inline constexpr single_overload<logaddexp2_default> logaddexp2{};

struct maximum_default
    : described_op<maximum_default, op_tags::core, meta_binary<dtype_domain::ordered>> {
    static constexpr fixed_string text{"aten::maximum(Tensor self, Tensor other) -> Tensor"};
    static constexpr bool is_commutative = true;
};
inline constexpr single_overload<maximum_default> maximum{};

struct minimum_default
    : described_op<minimum_default, op_tags::core, meta_binary<dtype_domain::ordered>> {
    static constexpr fixed_string text{"aten::minimum(Tensor self, Tensor other) -> Tensor"};
    static constexpr bool is_commutative = true;
};
inline constexpr single_overload<minimum_default> minimum{};

struct mul_scalar : described_op<mul_scalar, op_tags::core, meta_binary<>> {
    static constexpr fixed_string text{"aten::mul.Scalar(Tensor self, Scalar other) -> Tensor"};
};
struct mul_tensor : described_op<mul_tensor, op_tags::core, meta_binary<>> {
    static constexpr fixed_string text{"aten::mul.Tensor(Tensor self, Tensor other) -> Tensor"};
    static constexpr bool is_commutative = true;
};
inline constexpr struct mul_packet : packet<mul_packet> {
    mul_scalar Scalar;
    mul_tensor Tensor;
} mul{};

struct mul_inplace_scalar
    : described_op<mul_inplace_scalar, op_tags::inplace, meta_inplace<meta_binary<>>> {
    static constexpr fixed_string text{
        "aten::mul_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!)"};
};
struct mul_inplace_tensor
    : described_op<mul_inplace_tensor, op_tags::inplace, meta_inplace<meta_binary<>>> {
    static constexpr fixed_string text{
        "aten::mul_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)"};
};
inline constexpr struct mul_inplace_packet : packet<mul_inplace_packet> {
    mul_inplace_scalar Scalar;
    mul_inplace_tensor Tensor;
} mul_{};

struct nextafter_default
    : described_op<nextafter_default, op_tags::none, meta_binary<dtype_domain::floating_point>> {
    static constexpr fixed_string text{"aten::nextafter(Tensor self, Tensor other) -> Tensor"};
};
inline constexpr single_overload<nextafter_default> nextafter{};

struct pow_scalar : described_op<pow_scalar, op_tags::core, meta_pow> {
    static constexpr fixed_string text{
        "aten::pow.Scalar(Scalar self, Tensor exponent) -> Tensor"};
};
struct pow_tensor_scalar : described_op<pow_tensor_scalar, op_tags::core, meta_pow> {
    static constexpr fixed_string text{
        "aten::pow.Tensor_Scalar(Tensor self, Scalar exponent) -> Tensor"};
};
struct pow_tensor_tensor : described_op<pow_tensor_tensor, op_tags::core, meta_pow> {
    static constexpr fixed_string text{
        "aten::pow.Tensor_Tensor(Tensor self, Tensor exponent) -> Tensor"};
};
inline constexpr struct pow_packet : packet<pow_packet> {
    pow_scalar Scalar;
    pow_tensor_scalar Tensor_Scalar;
    pow_tensor_tensor Tensor_Tensor;
} pow{};

struct remainder_scalar
    : described_op<remainder_scalar, op_tags::core, meta_binary<dtype_domain::countable>> {
    static constexpr fixed_string text{
        "aten::remainder.Scalar(Tensor self, Scalar other) -> Tensor"};
};
struct remainder_scalar_tensor : described_op<remainder_scalar_tensor, op_tags::none,
                                              meta_binary<dtype_domain::countable>> {
    static constexpr fixed_string text{
        "aten::remainder.Scalar_Tensor(Scalar self, Tensor other) -> Tensor"};
};
struct remainder_tensor
    : described_op<remainder_tensor, op_tags::core, meta_binary<dtype_domain::countable>> {
    static constexpr fixed_string text{
        "aten::remainder.Tensor(Tensor self, Tensor other) -> Tensor"};
};
inline constexpr struct remainder_packet : packet<remainder_packet> {
    remainder_scalar Scalar;
    remainder_scalar_tensor Scalar_Tensor;
    remainder_tensor Tensor;
} remainder{};

struct rsub_scalar : described_op<rsub_scalar, op_tags::none, meta_rsub> {
    static constexpr fixed_string text{
        "aten::rsub.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor"};
};
struct rsub_tensor : described_op<rsub_tensor, op_tags::none, meta_rsub> {
    static constexpr fixed_string text{
        "aten::rsub.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor"};
};
inline constexpr struct rsub_packet : packet<rsub_packet> {
    rsub_scalar Scalar;
    rsub_tensor Tensor;
} rsub{};

struct sub_scalar : described_op<sub_scalar, op_tags::core, meta_sub> {
    static constexpr fixed_string text{
        "aten::sub.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor"};
};
struct sub_tensor : described_op<sub_tensor, op_tags::core, meta_sub> {
    static constexpr fixed_string text{
        "aten::sub.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor"};
};
inline constexpr struct sub_packet : packet<sub_packet> {
    sub_scalar Scalar;
    sub_tensor Tensor;
} sub{};

struct sub_inplace_scalar
    : described_op<sub_inplace_scalar, op_tags::inplace, meta_inplace<meta_sub>> {
    static constexpr fixed_string text{
        "aten::sub_.Scalar(Tensor(a!) self, Scalar other, Scalar alpha=1) -> Tensor(a!)"};
};
struct sub_inplace_tensor
    : described_op<sub_inplace_tensor, op_tags::inplace, meta_inplace<meta_sub>> {
    static constexpr fixed_string text{
        "aten::sub_.Tensor(Tensor(a!) self, Tensor other, *, Scalar alpha=1) -> Tensor(a!)"};
};
inline constexpr struct sub_inplace_packet : packet<sub_inplace_packet> {
    sub_inplace_scalar Scalar;
    sub_inplace_tensor Tensor;
} sub_{};

struct xlogy_scalar_other : described_op<xlogy_scalar_other, op_tags::none, meta_xlogy> {
    static constexpr fixed_string text{
        "aten::xlogy.Scalar_Other(Tensor self, Scalar other) -> Tensor"};
};
struct xlogy_scalar_self : described_op<xlogy_scalar_self, op_tags::none, meta_xlogy> {
    static constexpr fixed_string text{
        "aten::xlogy.Scalar_Self(Scalar self, Tensor other) -> Tensor"};
};
struct xlogy_tensor : described_op<xlogy_tensor, op_tags::none, meta_xlogy> {
    static constexpr fixed_string text{
        "aten::xlogy.Tensor(Tensor self, Tensor other) -> Tensor"};
};
inline constexpr struct xlogy_packet : packet<xlogy_packet> {
    xlogy_scalar_other Scalar_Other;
    xlogy_scalar_self Scalar_Self;
    xlogy_tensor Tensor;
} xlogy{};

/// Every op of this header.
using arithmetic_ops =
    op_list<add_scalar, add_tensor, add_inplace_scalar, add_inplace_tensor, addcdiv_default,
            addcmul_default, atan2_default, clamp_default, clamp_tensor, clamp_inplace_default,
            clamp_inplace_tensor, clamp_max_default, clamp_max_tensor, clamp_min_default,
            clamp_min_tensor, copysign_scalar, copysign_tensor, div_scalar, div_scalar_mode,
            div_tensor, div_tensor_mode, div_inplace_scalar, div_inplace_scalar_mode,
            div_inplace_tensor, div_inplace_tensor_mode, floor_divide_default,
            floor_divide_scalar, fmax_default, fmin_default, fmod_scalar, fmod_tensor,
            gcd_default, heaviside_default, hypot_default, lcm_default, lerp_scalar,
            lerp_tensor, logaddexp_default, logaddexp2_default, maximum_default,
            minimum_default, mul_scalar, mul_tensor, mul_inplace_scalar, mul_inplace_tensor,
            nextafter_default, pow_scalar, pow_tensor_scalar, pow_tensor_tensor,
            remainder_scalar, remainder_scalar_tensor, remainder_tensor, rsub_scalar,
            rsub_tensor, sub_scalar, sub_tensor, sub_inplace_scalar, sub_inplace_tensor,
            xlogy_scalar_other, xlogy_scalar_self, xlogy_tensor>;

} // namespace graft::aten
