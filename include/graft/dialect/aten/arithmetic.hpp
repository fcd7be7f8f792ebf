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

struct add_inplace_tensor
    : described_op<add_inplace_tensor, op_tags::inplace, meta_inplace<meta_add>> {
    static constexpr fixed_string text{
        "aten::add_.Tensor(Tensor(a!) self, Tensor other, *, Scalar alpha=1) -> Tensor(a!)"};
};
inline constexpr struct add_inplace_packet : packet<add_inplace_packet> {
    add_inplace_tensor Tensor;
} add_{};

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
inline constexpr single_overload<clamp_inplace_default> clamp_{};

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

struct div_inplace_tensor
    : described_op<div_inplace_tensor, op_tags::inplace, meta_inplace<meta_binary_float>> {
    static constexpr fixed_string text{
        "aten::div_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)"};
};
inline constexpr struct div_inplace_packet : packet<div_inplace_packet> {
    div_inplace_tensor Tensor;
} div_{};

struct floor_divide_default
    : described_op<floor_divide_default, op_tags::none, meta_binary<dtype_domain::countable>> {
    static constexpr fixed_string text{
        "aten::floor_divide(Tensor self, Tensor other) -> Tensor"};
};
inline constexpr single_overload<floor_divide_default> floor_divide{};

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

struct mul_inplace_tensor
    : described_op<mul_inplace_tensor, op_tags::inplace, meta_inplace<meta_binary<>>> {
    static constexpr fixed_string text{
        "aten::mul_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)"};
};
inline constexpr struct mul_inplace_packet : packet<mul_inplace_packet> {
    mul_inplace_tensor Tensor;
} mul_{};

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
struct remainder_tensor
    : described_op<remainder_tensor, op_tags::core, meta_binary<dtype_domain::countable>> {
    static constexpr fixed_string text{
        "aten::remainder.Tensor(Tensor self, Tensor other) -> Tensor"};
};
inline constexpr struct remainder_packet : packet<remainder_packet> {
    remainder_scalar Scalar;
    remainder_tensor Tensor;
} remainder{};

struct rsub_scalar : described_op<rsub_scalar, op_tags::none, meta_sub> {
    static constexpr fixed_string text{
        "aten::rsub.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor"};
};
inline constexpr struct rsub_packet : packet<rsub_packet> { rsub_scalar Scalar; } rsub{};

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

struct sub_inplace_tensor
    : described_op<sub_inplace_tensor, op_tags::inplace, meta_inplace<meta_sub>> {
    static constexpr fixed_string text{
        "aten::sub_.Tensor(Tensor(a!) self, Tensor other, *, Scalar alpha=1) -> Tensor(a!)"};
};
inline constexpr struct sub_inplace_packet : packet<sub_inplace_packet> {
    sub_inplace_tensor Tensor;
} sub_{};

/// Every op of this header.
using arithmetic_ops =
    op_list<add_scalar, add_tensor, add_inplace_tensor, atan2_default, clamp_default,
            clamp_tensor, clamp_inplace_default, div_scalar, div_scalar_mode, div_tensor,
            div_tensor_mode, div_inplace_tensor, floor_divide_default, fmod_scalar, fmod_tensor,
            maximum_default, minimum_default, mul_scalar, mul_tensor, mul_inplace_tensor,
            pow_scalar, pow_tensor_scalar, pow_tensor_tensor, remainder_scalar,
            remainder_tensor, rsub_scalar, sub_scalar, sub_tensor, sub_inplace_tensor>;

} // namespace graft::aten
