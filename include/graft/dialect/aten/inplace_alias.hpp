#pragma once

#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/elementwise.hpp>
#include <graft/dialect/op_list.hpp>

/// Other names of in-place element-wise operations.
namespace graft::aten {

struct absolute_inplace_default
    : described_op<absolute_inplace_default, op_tags::inplace, meta_inplace<meta_abs>> {
    static constexpr fixed_string text{"aten::absolute_(Tensor(a!) self) -> Tensor(a!)"};
};
inline constexpr single_overload<absolute_inplace_default> absolute_{};

struct arccos_inplace_default
    : described_op<arccos_inplace_default, op_tags::inplace, meta_inplace<meta_unary_float>> {
    static constexpr fixed_string text{"aten::arccos_(Tensor(a!) self) -> Tensor(a!)"};
};
inline constexpr single_overload<arccos_inplace_default> arccos_{};

struct arccosh_inplace_default
    : described_op<arccosh_inplace_default, op_tags::inplace, meta_inplace<meta_unary_float>> {
    static constexpr fixed_string text{"aten::arccosh_(Tensor(a!) self) -> Tensor(a!)"};
};
inline constexpr single_overload<arccosh_inplace_default> arccosh_{};

struct arcsin_inplace_default
    : described_op<arcsin_inplace_default, op_tags::inplace, meta_inplace<meta_unary_float>> {
    static constexpr fixed_string text{"aten::arcsin_(Tensor(a!) self) -> Tensor(a!)"};
};
inline constexpr single_overload<arcsin_inplace_default> arcsin_{};

struct arcsinh_inplace_default
    : described_op<arcsinh_inplace_default, op_tags::inplace, meta_inplace<meta_unary_float>> {
    static constexpr fixed_string text{"aten::arcsinh_(Tensor(a!) self) -> Tensor(a!)"};
};
inline constexpr single_overload<arcsinh_inplace_default> arcsinh_{};

struct arctan2_inplace_default
    : described_op<arctan2_inplace_default, op_tags::inplace, meta_inplace<meta_binary_float>> {
    static constexpr fixed_string text{
        "aten::arctan2_(Tensor(a!) self, Tensor other) -> Tensor(a!)"};
};
inline constexpr single_overload<arctan2_inplace_default> arctan2_{};

struct arctan_inplace_default
    : described_op<arctan_inplace_default, op_tags::inplace, meta_inplace<meta_unary_float>> {
    static constexpr fixed_string text{"aten::arctan_(Tensor(a!) self) -> Tensor(a!)"};
};
inline constexpr single_overload<arctan_inplace_default> arctan_{};

struct arctanh_inplace_default
    : described_op<arctanh_inplace_default, op_tags::inplace, meta_inplace<meta_unary_float>> {
    static constexpr fixed_string text{"aten::arctanh_(Tensor(a!) self) -> Tensor(a!)"};
};
inline constexpr single_overload<arctanh_inplace_default> arctanh_{};

struct clip_inplace_default
    : described_op<clip_inplace_default, op_tags::inplace, meta_inplace<meta_clamp>> {
    static constexpr fixed_string text{
        "aten::clip_(Tensor(a!) self, Scalar? min=None, Scalar? max=None) -> Tensor(a!)"};
};
struct clip_inplace_tensor
    : described_op<clip_inplace_tensor, op_tags::inplace, meta_inplace<meta_clamp>> {
    static constexpr fixed_string text{"aten::clip_.Tensor(Tensor(a!) self, Tensor? min=None, "
                                       "Tensor? max=None) -> Tensor(a!)"};
};
inline constexpr struct clip_inplace_packet : packet<clip_inplace_packet> {
    clip_inplace_default default_;
    clip_inplace_tensor Tensor;
} clip_{};

struct divide_inplace_scalar
    : described_op<divide_inplace_scalar, op_tags::inplace, meta_inplace<meta_binary_float>> {
    static constexpr fixed_string text{
        "aten::divide_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!)"};
};
struct divide_inplace_scalar_mode
    : described_op<divide_inplace_scalar_mode, op_tags::inplace, meta_inplace<meta_div_mode>> {
    static constexpr fixed_string text{"aten::divide_.Scalar_mode(Tensor(a!) self, Scalar "
                                       "other, *, str? rounding_mode) -> Tensor(a!)"};
};
struct divide_inplace_tensor
    : described_op<divide_inplace_tensor, op_tags::inplace, meta_inplace<meta_binary_float>> {
    static constexpr fixed_string text{
        "aten::divide_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)"};
};
struct divide_inplace_tensor_mode
    : described_op<divide_inplace_tensor_mode, op_tags::inplace, meta_inplace<meta_div_mode>> {
    static constexpr fixed_string text{"aten::divide_.Tensor_mode(Tensor(a!) self, Tensor "
                                       "other, *, str? rounding_mode) -> Tensor(a!)"};
};
inline constexpr struct divide_inplace_packet : packet<divide_inplace_packet> {
    divide_inplace_scalar Scalar;
    divide_inplace_scalar_mode Scalar_mode;
    divide_inplace_tensor Tensor;
    divide_inplace_tensor_mode Tensor_mode;
} divide_{};

struct fix_inplace_default : described_op<fix_inplace_default, op_tags::inplace,
                                          meta_inplace<meta_unary<dtype_domain::countable>>> {
    static constexpr fixed_string text{"aten::fix_(Tensor(a!) self) -> Tensor(a!)"};
};
inline constexpr single_overload<fix_inplace_default> fix_{};

struct greater_equal_inplace_scalar
    : described_op<greater_equal_inplace_scalar, op_tags::inplace,
                   meta_inplace<meta_compare<dtype_domain::ordered>>> {
    static constexpr fixed_string text{
        "aten::greater_equal_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!)"};
};
struct greater_equal_inplace_tensor
    : described_op<greater_equal_inplace_tensor, op_tags::inplace,
                   meta_inplace<meta_compare<dtype_domain::ordered>>> {
    static constexpr fixed_string text{
        "aten::greater_equal_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)"};
};
inline constexpr struct greater_equal_inplace_packet : packet<greater_equal_inplace_packet> {
    greater_equal_inplace_scalar Scalar;
    greater_equal_inplace_tensor Tensor;
} greater_equal_{};

struct greater_inplace_scalar
    : described_op<greater_inplace_scalar, op_tags::inplace,
                   meta_inplace<meta_compare<dtype_domain::ordered>>> {
    static constexpr fixed_string text{
        "aten::greater_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!)"};
};
struct greater_inplace_tensor
    : described_op<greater_inplace_tensor, op_tags::inplace,
                   meta_inplace<meta_compare<dtype_domain::ordered>>> {
    static constexpr fixed_string text{
        "aten::greater_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)"};
};
inline constexpr struct greater_inplace_packet : packet<greater_inplace_packet> {
    greater_inplace_scalar Scalar;
    greater_inplace_tensor Tensor;
} greater_{};

struct less_equal_inplace_scalar
    : described_op<less_equal_inplace_scalar, op_tags::inplace,
                   meta_inplace<meta_compare<dtype_domain::ordered>>> {
    static constexpr fixed_string text{
        "aten::less_equal_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!)"};
};
struct less_equal_inplace_tensor
    : described_op<less_equal_inplace_tensor, op_tags::inplace,
                   meta_inplace<meta_compare<dtype_domain::ordered>>> {
    static constexpr fixed_string text{
        "aten::less_equal_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)"};
};
inline constexpr struct less_equal_inplace_packet : packet<less_equal_inplace_packet> {
    less_equal_inplace_scalar Scalar;
    less_equal_inplace_tensor Tensor;
} less_equal_{};

struct less_inplace_scalar : described_op<less_inplace_scalar, op_tags::inplace,
                                          meta_inplace<meta_compare<dtype_domain::ordered>>> {
    static constexpr fixed_string text{
        "aten::less_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!)"};
};
struct less_inplace_tensor : described_op<less_inplace_tensor, op_tags::inplace,
                                          meta_inplace<meta_compare<dtype_domain::ordered>>> {
    static constexpr fixed_string text{
        "aten::less_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)"};
};
inline constexpr struct less_inplace_packet : packet<less_inplace_packet> {
    less_inplace_scalar Scalar;
    less_inplace_tensor Tensor;
} less_{};

struct multiply_inplace_scalar
    : described_op<multiply_inplace_scalar, op_tags::inplace, meta_inplace<meta_binary<>>> {
    static constexpr fixed_string text{
        "aten::multiply_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!)"};
};
struct multiply_inplace_tensor
    : described_op<multiply_inplace_tensor, op_tags::inplace, meta_inplace<meta_binary<>>> {
    static constexpr fixed_string text{
        "aten::multiply_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)"};
};
inline constexpr struct multiply_inplace_packet : packet<multiply_inplace_packet> {
    multiply_inplace_scalar Scalar;
    multiply_inplace_tensor Tensor;
} multiply_{};

struct negative_inplace_default
    : described_op<negative_inplace_default, op_tags::inplace,
                   meta_inplace<meta_unary<dtype_domain::not_boolean>>> {
    static constexpr fixed_string text{"aten::negative_(Tensor(a!) self) -> Tensor(a!)"};
};
inline constexpr single_overload<negative_inplace_default> negative_{};

struct not_equal_inplace_scalar
    : described_op<not_equal_inplace_scalar, op_tags::inplace, meta_inplace<meta_compare<>>> {
    static constexpr fixed_string text{
        "aten::not_equal_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!)"};
};
struct not_equal_inplace_tensor
    : described_op<not_equal_inplace_tensor, op_tags::inplace, meta_inplace<meta_compare<>>> {
    static constexpr fixed_string text{
        "aten::not_equal_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)"};
};
inline constexpr struct not_equal_inplace_packet : packet<not_equal_inplace_packet> {
    not_equal_inplace_scalar Scalar;
    not_equal_inplace_tensor Tensor;
} not_equal_{};

struct subtract_inplace_scalar
    : described_op<subtract_inplace_scalar, op_tags::inplace, meta_inplace<meta_sub>> {
    static constexpr fixed_string text{
        "aten::subtract_.Scalar(Tensor(a!) self, Scalar other, Scalar alpha=1) -> Tensor(a!)"};
};
struct subtract_inplace_tensor
    : described_op<subtract_inplace_tensor, op_tags::inplace, meta_inplace<meta_sub>> {
    static constexpr fixed_string text{"aten::subtract_.Tensor(Tensor(a!) self, Tensor other, "
                                       "*, Scalar alpha=1) -> Tensor(a!)"};
};
inline constexpr struct subtract_inplace_packet : packet<subtract_inplace_packet> {
    subtract_inplace_scalar Scalar;
    subtract_inplace_tensor Tensor;
} subtract_{};

struct true_divide_inplace_scalar : described_op<true_divide_inplace_scalar, op_tags::inplace,
                                                 meta_inplace<meta_binary_float>> {
    static constexpr fixed_string text{
        "aten::true_divide_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!)"};
};
struct true_divide_inplace_tensor : described_op<true_divide_inplace_tensor, op_tags::inplace,
                                                 meta_inplace<meta_binary_float>> {
    static constexpr fixed_string text{
        "aten::true_divide_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)"};
};
inline constexpr struct true_divide_inplace_packet : packet<true_divide_inplace_packet> {
    true_divide_inplace_scalar Scalar;
    true_divide_inplace_tensor Tensor;
} true_divide_{};

/// Every op of this header.
using inplace_alias_ops =
    op_list<absolute_inplace_default, arccos_inplace_default, arccosh_inplace_default,
            arcsin_inplace_default, arcsinh_inplace_default, arctan2_inplace_default,
            arctan_inplace_default, arctanh_inplace_default, clip_inplace_default,
            clip_inplace_tensor, divide_inplace_scalar, divide_inplace_scalar_mode,
            divide_inplace_tensor, divide_inplace_tensor_mode, fix_inplace_default,
            greater_equal_inplace_scalar, greater_equal_inplace_tensor, greater_inplace_scalar,
            greater_inplace_tensor, less_equal_inplace_scalar, less_equal_inplace_tensor,
            less_inplace_scalar, less_inplace_tensor, multiply_inplace_scalar,
            multiply_inplace_tensor, negative_inplace_default, not_equal_inplace_scalar,
            not_equal_inplace_tensor, subtract_inplace_scalar, subtract_inplace_tensor,
            true_divide_inplace_scalar, true_divide_inplace_tensor>;

} // namespace graft::aten
