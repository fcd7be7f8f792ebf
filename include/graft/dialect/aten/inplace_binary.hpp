#pragma once

#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/elementwise.hpp>
#include <graft/dialect/op_list.hpp>

/// In-place element-wise operations on several operands.
namespace graft::aten {

struct addcdiv_inplace_default
    : described_op<addcdiv_inplace_default, op_tags::inplace, meta_inplace<meta_addcdiv>> {
    static constexpr fixed_string text{"aten::addcdiv_(Tensor(a!) self, Tensor tensor1, Tensor "
                                       "tensor2, *, Scalar value=1) -> Tensor(a!)"};
};
inline constexpr single_overload<addcdiv_inplace_default> addcdiv_{};

struct addcmul_inplace_default
    : described_op<addcmul_inplace_default, op_tags::inplace,
                   meta_inplace<meta_elementwise<dtype_rule::promoted, 3>>> {
    static constexpr fixed_string text{"aten::addcmul_(Tensor(a!) self, Tensor tensor1, Tensor "
                                       "tensor2, *, Scalar value=1) -> Tensor(a!)"};
};
inline constexpr single_overload<addcmul_inplace_default> addcmul_{};

struct atan2_inplace_default
    : described_op<atan2_inplace_default, op_tags::inplace, meta_inplace<meta_binary_float>> {
    static constexpr fixed_string text{
        "aten::atan2_(Tensor(a!) self, Tensor other) -> Tensor(a!)"};
};
inline constexpr single_overload<atan2_inplace_default> atan2_{};

struct clamp_max_inplace_default
    : described_op<clamp_max_inplace_default, op_tags::inplace,
                   meta_inplace<meta_binary<dtype_domain::ordered>>> {
    static constexpr fixed_string text{
        "aten::clamp_max_(Tensor(a!) self, Scalar max) -> Tensor(a!)"};
};
struct clamp_max_inplace_tensor
    : described_op<clamp_max_inplace_tensor, op_tags::inplace,
                   meta_inplace<meta_binary<dtype_domain::ordered>>> {
    static constexpr fixed_string text{
        "aten::clamp_max_.Tensor(Tensor(a!) self, Tensor max) -> Tensor(a!)"};
};
inline constexpr struct clamp_max_inplace_packet : packet<clamp_max_inplace_packet> {
    clamp_max_inplace_default default_;
    clamp_max_inplace_tensor Tensor;
} clamp_max_{};

struct clamp_min_inplace_default
    : described_op<clamp_min_inplace_default, op_tags::inplace,
                   meta_inplace<meta_binary<dtype_domain::ordered>>> {
    static constexpr fixed_string text{
        "aten::clamp_min_(Tensor(a!) self, Scalar min) -> Tensor(a!)"};
};
struct clamp_min_inplace_tensor
    : described_op<clamp_min_inplace_tensor, op_tags::inplace,
                   meta_inplace<meta_binary<dtype_domain::ordered>>> {
    static constexpr fixed_string text{
        "aten::clamp_min_.Tensor(Tensor(a!) self, Tensor min) -> Tensor(a!)"};
};
inline constexpr struct clamp_min_inplace_packet : packet<clamp_min_inplace_packet> {
    clamp_min_inplace_default default_;
    clamp_min_inplace_tensor Tensor;
} clamp_min_{};

struct copysign_inplace_scalar
    : described_op<copysign_inplace_scalar, op_tags::inplace, meta_inplace<meta_copysign>> {
    static constexpr fixed_string text{
        "aten::copysign_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!)"};
};
struct copysign_inplace_tensor
    : described_op<copysign_inplace_tensor, op_tags::inplace, meta_inplace<meta_copysign>> {
    static constexpr fixed_string text{
        "aten::copysign_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)"};
};
inline constexpr struct copysign_inplace_packet : packet<copysign_inplace_packet> {
    copysign_inplace_scalar Scalar;
    copysign_inplace_tensor Tensor;
} copysign_{};

struct floor_divide_inplace_scalar
    : described_op<floor_divide_inplace_scalar, op_tags::inplace,
                   meta_inplace<meta_floor_divide>> {
    static constexpr fixed_string text{
        "aten::floor_divide_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!)"};
};
struct floor_divide_inplace_tensor
    : described_op<floor_divide_inplace_tensor, op_tags::inplace,
                   meta_inplace<meta_floor_divide>> {
    static constexpr fixed_string text{
        "aten::floor_divide_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)"};
};
inline constexpr struct floor_divide_inplace_packet : packet<floor_divide_inplace_packet> {
    floor_divide_inplace_scalar Scalar;
    floor_divide_inplace_tensor Tensor;
} floor_divide_{};

struct fmod_inplace_scalar : described_op<fmod_inplace_scalar, op_tags::inplace,
                                          meta_inplace<meta_binary<dtype_domain::countable>>> {
    static constexpr fixed_string text{
        "aten::fmod_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!)"};
};
struct fmod_inplace_tensor : described_op<fmod_inplace_tensor, op_tags::inplace,
                                          meta_inplace<meta_binary<dtype_domain::countable>>> {
    static constexpr fixed_string text{
        "aten::fmod_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)"};
};
inline constexpr struct fmod_inplace_packet : packet<fmod_inplace_packet> {
    fmod_inplace_scalar Scalar;
    fmod_inplace_tensor Tensor;
} fmod_{};

struct heaviside_inplace_default
    : described_op<heaviside_inplace_default, op_tags::inplace, meta_inplace<meta_heaviside>> {
    static constexpr fixed_string text{
        "aten::heaviside_(Tensor(a!) self, Tensor values) -> Tensor(a!)"};
};
inline constexpr single_overload<heaviside_inplace_default> heaviside_{};

struct hypot_inplace_default : described_op<hypot_inplace_default, op_tags::inplace,
                                            meta_inplace<meta_binary<dtype_domain::floating_point>>> {
    static constexpr fixed_string text{
        "aten::hypot_(Tensor(a!) self, Tensor other) -> Tensor(a!)"};
};
inline constexpr single_overload<hypot_inplace_default> hypot_{};

struct lerp_inplace_scalar
    : described_op<lerp_inplace_scalar, op_tags::inplace, meta_inplace<meta_lerp>> {
    static constexpr fixed_string text{
        "aten::lerp_.Scalar(Tensor(a!) self, Tensor end, Scalar weight) -> Tensor(a!)"};
};
struct lerp_inplace_tensor
    : described_op<lerp_inplace_tensor, op_tags::inplace, meta_inplace<meta_lerp>> {
    static constexpr fixed_string text{
        "aten::lerp_.Tensor(Tensor(a!) self, Tensor end, Tensor weight) -> Tensor(a!)"};
};
inline constexpr struct lerp_inplace_packet : packet<lerp_inplace_packet> {
    lerp_inplace_scalar Scalar;
    lerp_inplace_tensor Tensor;
} lerp_{};

struct nextafter_inplace_default
    : described_op<nextafter_inplace_default, op_tags::inplace,
                   meta_inplace<meta_binary<dtype_domain::floating_point>>> {
    static constexpr fixed_string text{
        "aten::nextafter_(Tensor(a!) self, Tensor other) -> Tensor(a!)"};
};
inline constexpr single_overload<nextafter_inplace_default> nextafter_{};

struct pow_inplace_scalar
    : described_op<pow_inplace_scalar, op_tags::inplace, meta_inplace<meta_pow>> {
    static constexpr fixed_string text{
        "aten::pow_.Scalar(Tensor(a!) self, Scalar exponent) -> Tensor(a!)"};
};
struct pow_inplace_tensor
    : described_op<pow_inplace_tensor, op_tags::inplace, meta_inplace<meta_pow>> {
    static constexpr fixed_string text{
        "aten::pow_.Tensor(Tensor(a!) self, Tensor exponent) -> Tensor(a!)"};
};
inline constexpr struct pow_inplace_packet : packet<pow_inplace_packet> {
    pow_inplace_scalar Scalar;
    pow_inplace_tensor Tensor;
} pow_{};

struct remainder_inplace_scalar
    : described_op<remainder_inplace_scalar, op_tags::inplace,
                   meta_inplace<meta_binary<dtype_domain::countable>>> {
    static constexpr fixed_string text{
        "aten::remainder_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!)"};
};
struct remainder_inplace_tensor
    : described_op<remainder_inplace_tensor, op_tags::inplace,
                   meta_inplace<meta_binary<dtype_domain::countable>>> {
    static constexpr fixed_string text{
        "aten::remainder_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)"};
};
inline constexpr struct remainder_inplace_packet : packet<remainder_inplace_packet> {
    remainder_inplace_scalar Scalar;
    remainder_inplace_tensor Tensor;
} remainder_{};

struct xlogy_inplace_scalar_other : described_op<xlogy_inplace_scalar_other, op_tags::inplace,
                                                 meta_inplace<meta_xlogy>> {
    static constexpr fixed_string text{
        "aten::xlogy_.Scalar_Other(Tensor(a!) self, Scalar other) -> Tensor(a!)"};
};
struct xlogy_inplace_tensor
    : described_op<xlogy_inplace_tensor, op_tags::inplace, meta_inplace<meta_xlogy>> {
    static constexpr fixed_string text{
        "aten::xlogy_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)"};
};
inline constexpr struct xlogy_inplace_packet : packet<xlogy_inplace_packet> {
    xlogy_inplace_scalar_other Scalar_Other;
    xlogy_inplace_tensor Tensor;
} xlogy_{};

/// Every op of this header.
using inplace_binary_ops =
    op_list<addcdiv_inplace_default, addcmul_inplace_default, atan2_inplace_default,
            clamp_max_inplace_default, clamp_max_inplace_tensor, clamp_min_inplace_default,
            clamp_min_inplace_tensor, copysign_inplace_scalar, copysign_inplace_tensor,
            floor_divide_inplace_scalar, floor_divide_inplace_tensor, fmod_inplace_scalar,
            fmod_inplace_tensor, heaviside_inplace_default, hypot_inplace_default,
            lerp_inplace_scalar, lerp_inplace_tensor, nextafter_inplace_default,
            pow_inplace_scalar, pow_inplace_tensor, remainder_inplace_scalar,
            remainder_inplace_tensor, xlogy_inplace_scalar_other, xlogy_inplace_tensor>;

} // namespace graft::aten
