#pragma once

#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/elementwise.hpp>
#include <graft/dialect/op_list.hpp>

/// Other names of element-wise operations.
namespace graft::aten {

struct absolute_default : described_op<absolute_default, op_tags::none, meta_abs> {
    static constexpr fixed_string text{"aten::absolute(Tensor self) -> Tensor"};
};
inline constexpr single_overload<absolute_default> absolute{};

struct arccos_default : described_op<arccos_default, op_tags::none, meta_unary_float> {
    static constexpr fixed_string text{"aten::arccos(Tensor self) -> Tensor"};
};
inline constexpr single_overload<arccos_default> arccos{};

struct arccosh_default : described_op<arccosh_default, op_tags::none, meta_unary_float> {
    static constexpr fixed_string text{"aten::arccosh(Tensor self) -> Tensor"};
};
inline constexpr single_overload<arccosh_default> arccosh{};

struct arcsin_default : described_op<arcsin_default, op_tags::none, meta_unary_float> {
    static constexpr fixed_string text{"aten::arcsin(Tensor self) -> Tensor"};
};
inline constexpr single_overload<arcsin_default> arcsin{};

struct arcsinh_default : described_op<arcsinh_default, op_tags::none, meta_unary_float> {
    static constexpr fixed_string text{"aten::arcsinh(Tensor self) -> Tensor"};
};
inline constexpr single_overload<arcsinh_default> arcsinh{};

struct arctan_default : described_op<arctan_default, op_tags::none, meta_unary_float> {
    static constexpr fixed_string text{"aten::arctan(Tensor self) -> Tensor"};
};
inline constexpr single_overload<arctan_default> arctan{};

struct arctan2_default : described_op<arctan2_default, op_tags::none, meta_binary_float> {
    static constexpr fixed_string text{"aten::arctan2(Tensor self, Tensor other) -> Tensor"};
};
inline constexpr single_overload<arctan2_default> arctan2{};

struct arctanh_default : described_op<arctanh_default, op_tags::none, meta_unary_float> {
    static constexpr fixed_string text{"aten::arctanh(Tensor self) -> Tensor"};
};
inline constexpr single_overload<arctanh_default> arctanh{};

struct clip_default : described_op<clip_default, op_tags::none, meta_clamp> {
    static constexpr fixed_string text{
        "aten::clip(Tensor self, Scalar? min=None, Scalar? max=None) -> Tensor"};
};
struct clip_tensor : described_op<clip_tensor, op_tags::none, meta_clamp> {
    static constexpr fixed_string text{
        "aten::clip.Tensor(Tensor self, Tensor? min=None, Tensor? max=None) -> Tensor"};
};
inline constexpr struct clip_packet : packet<clip_packet> {
    clip_default default_;
    clip_tensor Tensor;
} clip{};

struct divide_scalar : described_op<divide_scalar, op_tags::none, meta_binary_float> {
    static constexpr fixed_string text{
        "aten::divide.Scalar(Tensor self, Scalar other) -> Tensor"};
};
struct divide_scalar_mode : described_op<divide_scalar_mode, op_tags::none, meta_div_mode> {
    static constexpr fixed_string text{
        "aten::divide.Scalar_mode(Tensor self, Scalar other, *, str? rounding_mode) -> Tensor"};
};
struct divide_tensor : described_op<divide_tensor, op_tags::none, meta_binary_float> {
    static constexpr fixed_string text{
        "aten::divide.Tensor(Tensor self, Tensor other) -> Tensor"};
};
struct divide_tensor_mode : described_op<divide_tensor_mode, op_tags::none, meta_div_mode> {
    static constexpr fixed_string text{
        "aten::divide.Tensor_mode(Tensor self, Tensor other, *, str? rounding_mode) -> Tensor"};
};
inline constexpr struct divide_packet : packet<divide_packet> {
    divide_scalar Scalar;
    divide_scalar_mode Scalar_mode;
    divide_tensor Tensor;
    divide_tensor_mode Tensor_mode;
} divide{};

struct fix_default
    : described_op<fix_default, op_tags::none, meta_unary<dtype_domain::countable>> {
    static constexpr fixed_string text{"aten::fix(Tensor self) -> Tensor"};
};
inline constexpr single_overload<fix_default> fix{};

struct greater_scalar
    : described_op<greater_scalar, op_tags::none, meta_compare<dtype_domain::ordered>> {
    static constexpr fixed_string text{
        "aten::greater.Scalar(Tensor self, Scalar other) -> Tensor"};
};
struct greater_tensor
    : described_op<greater_tensor, op_tags::none, meta_compare<dtype_domain::ordered>> {
    static constexpr fixed_string text{
        "aten::greater.Tensor(Tensor self, Tensor other) -> Tensor"};
};
inline constexpr struct greater_packet : packet<greater_packet> {
    greater_scalar Scalar;
    greater_tensor Tensor;
} greater{};

struct greater_equal_scalar
    : described_op<greater_equal_scalar, op_tags::none, meta_compare<dtype_domain::ordered>> {
    static constexpr fixed_string text{
        "aten::greater_equal.Scalar(Tensor self, Scalar other) -> Tensor"};
};
struct greater_equal_tensor
    : described_op<greater_equal_tensor, op_tags::none, meta_compare<dtype_domain::ordered>> {
    static constexpr fixed_string text{
        "aten::greater_equal.Tensor(Tensor self, Tensor other) -> Tensor"};
};
inline constexpr struct greater_equal_packet : packet<greater_equal_packet> {
    greater_equal_scalar Scalar;
    greater_equal_tensor Tensor;
} greater_equal{};

struct less_scalar
    : described_op<less_scalar, op_tags::none, meta_compare<dtype_domain::ordered>> {
    static constexpr fixed_string text{
        "aten::less.Scalar(Tensor self, Scalar other) -> Tensor"};
};
struct less_tensor
    : described_op<less_tensor, op_tags::none, meta_compare<dtype_domain::ordered>> {
    static constexpr fixed_string text{
        "aten::less.Tensor(Tensor self, Tensor other) -> Tensor"};
};
inline constexpr struct less_packet : packet<less_packet> {
    less_scalar Scalar;
    less_tensor Tensor;
} less{};

struct less_equal_scalar
    : described_op<less_equal_scalar, op_tags::none, meta_compare<dtype_domain::ordered>> {
    static constexpr fixed_string text{
        "aten::less_equal.Scalar(Tensor self, Scalar other) -> Tensor"};
};
struct less_equal_tensor
    : described_op<less_equal_tensor, op_tags::none, meta_compare<dtype_domain::ordered>> {
    static constexpr fixed_string text{
        "aten::less_equal.Tensor(Tensor self, Tensor other) -> Tensor"};
};
inline constexpr struct less_equal_packet : packet<less_equal_packet> {
    less_equal_scalar Scalar;
    less_equal_tensor Tensor;
} less_equal{};

struct multiply_scalar : described_op<multiply_scalar, op_tags::none, meta_binary<>> {
    static constexpr fixed_string text{
        "aten::multiply.Scalar(Tensor self, Scalar other) -> Tensor"};
};
struct multiply_tensor : described_op<multiply_tensor, op_tags::none, meta_binary<>> {
    static constexpr fixed_string text{
        "aten::multiply.Tensor(Tensor self, Tensor other) -> Tensor"};
    static constexpr bool is_commutative = true;
};
inline constexpr struct multiply_packet : packet<multiply_packet> {
    multiply_scalar Scalar;
    multiply_tensor Tensor;
} multiply{};

struct negative_default
    : described_op<negative_default, op_tags::none, meta_unary<dtype_domain::not_boolean>> {
    static constexpr fixed_string text{"aten::negative(Tensor self) -> Tensor"};
};
inline constexpr single_overload<negative_default> negative{};

struct not_equal_scalar : described_op<not_equal_scalar, op_tags::none, meta_compare<>> {
    static constexpr fixed_string text{
        "aten::not_equal.Scalar(Tensor self, Scalar other) -> Tensor"};
};
struct not_equal_tensor : described_op<not_equal_tensor, op_tags::none, meta_compare<>> {
    static constexpr fixed_string text{
        "aten::not_equal.Tensor(Tensor self, Tensor other) -> Tensor"};
};
inline constexpr struct not_equal_packet : packet<not_equal_packet> {
    not_equal_scalar Scalar;
    not_equal_tensor Tensor;
} not_equal{};

struct subtract_scalar : described_op<subtract_scalar, op_tags::none, meta_sub> {
    static constexpr fixed_string text{
        "aten::subtract.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor"};
};
struct subtract_tensor : described_op<subtract_tensor, op_tags::none, meta_sub> {
    static constexpr fixed_string text{
        "aten::subtract.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor"};
};
inline constexpr struct subtract_packet : packet<subtract_packet> {
    subtract_scalar Scalar;
    subtract_tensor Tensor;
} subtract{};

struct true_divide_scalar : described_op<true_divide_scalar, op_tags::none, meta_binary_float> {
    static constexpr fixed_string text{
        "aten::true_divide.Scalar(Tensor self, Scalar other) -> Tensor"};
};
struct true_divide_tensor : described_op<true_divide_tensor, op_tags::none, meta_binary_float> {
    static constexpr fixed_string text{
        "aten::true_divide.Tensor(Tensor self, Tensor other) -> Tensor"};
};
inline constexpr struct true_divide_packet : packet<true_divide_packet> {
    true_divide_scalar Scalar;
    true_divide_tensor Tensor;
} true_divide{};

/// Every op of this header.
using alias_ops =
    op_list<absolute_default, arccos_default, arccosh_default, arcsin_default, arcsinh_default,
            arctan_default, arctan2_default, arctanh_default, clip_default, clip_tensor,
            divide_scalar, divide_scalar_mode, divide_tensor, divide_tensor_mode, fix_default,
            greater_scalar, greater_tensor, greater_equal_scalar, greater_equal_tensor,
            less_scalar, less_tensor, less_equal_scalar, less_equal_tensor, multiply_scalar,
            multiply_tensor, negative_default, not_equal_scalar, not_equal_tensor,
            subtract_scalar, subtract_tensor, true_divide_scalar, true_divide_tensor>;

} // namespace graft::aten
