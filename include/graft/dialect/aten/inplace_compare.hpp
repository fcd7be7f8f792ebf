#pragma once

#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/elementwise.hpp>
#include <graft/dialect/op_list.hpp>

/// In-place comparisons, logical operations and operations on bits.
namespace graft::aten {

struct bitwise_and_inplace_scalar
    : described_op<bitwise_and_inplace_scalar, op_tags::inplace,
                   meta_inplace<meta_binary<dtype_domain::integral>>> {
    static constexpr fixed_string text{
        "aten::bitwise_and_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!)"};
};
struct bitwise_and_inplace_tensor
    : described_op<bitwise_and_inplace_tensor, op_tags::inplace,
                   meta_inplace<meta_binary<dtype_domain::integral>>> {
    static constexpr fixed_string text{
        "aten::bitwise_and_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)"};
};
inline constexpr struct bitwise_and_inplace_packet : packet<bitwise_and_inplace_packet> {
    bitwise_and_inplace_scalar Scalar;
    bitwise_and_inplace_tensor Tensor;
} bitwise_and_{};

struct bitwise_left_shift_inplace_tensor
    : described_op<bitwise_left_shift_inplace_tensor, op_tags::inplace,
                   meta_inplace<meta_binary<dtype_domain::integral>>> {
    static constexpr fixed_string text{
        "aten::bitwise_left_shift_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)"};
};
struct bitwise_left_shift_inplace_tensor_scalar
    : described_op<bitwise_left_shift_inplace_tensor_scalar, op_tags::inplace,
                   meta_inplace<meta_binary<dtype_domain::integral>>> {
    static constexpr fixed_string text{
        "aten::bitwise_left_shift_.Tensor_Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!)"};
};
inline constexpr struct bitwise_left_shift_inplace_packet
    : packet<bitwise_left_shift_inplace_packet> {
    bitwise_left_shift_inplace_tensor Tensor;
    bitwise_left_shift_inplace_tensor_scalar Tensor_Scalar;
} bitwise_left_shift_{};

struct bitwise_not_inplace_default
    : described_op<bitwise_not_inplace_default, op_tags::inplace,
                   meta_inplace<meta_unary<dtype_domain::integral>>> {
    static constexpr fixed_string text{"aten::bitwise_not_(Tensor(a!) self) -> Tensor(a!)"};
};
inline constexpr single_overload<bitwise_not_inplace_default> bitwise_not_{};

struct bitwise_or_inplace_scalar
    : described_op<bitwise_or_inplace_scalar, op_tags::inplace,
                   meta_inplace<meta_binary<dtype_domain::integral>>> {
    static constexpr fixed_string text{
        "aten::bitwise_or_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!)"};
};
struct bitwise_or_inplace_tensor
    : described_op<bitwise_or_inplace_tensor, op_tags::inplace,
                   meta_inplace<meta_binary<dtype_domain::integral>>> {
    static constexpr fixed_string text{
        "aten::bitwise_or_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)"};
};
inline constexpr struct bitwise_or_inplace_packet : packet<bitwise_or_inplace_packet> {
    bitwise_or_inplace_scalar Scalar;
    bitwise_or_inplace_tensor Tensor;
} bitwise_or_{};

struct bitwise_right_shift_inplace_tensor
    : described_op<bitwise_right_shift_inplace_tensor, op_tags::inplace,
                   meta_inplace<meta_binary<dtype_domain::integral>>> {
    static constexpr fixed_string text{
        "aten::bitwise_right_shift_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)"};
};
struct bitwise_right_shift_inplace_tensor_scalar
    : described_op<bitwise_right_shift_inplace_tensor_scalar, op_tags::inplace,
                   meta_inplace<meta_binary<dtype_domain::integral>>> {
    static constexpr fixed_string text{"aten::bitwise_right_shift_.Tensor_Scalar(Tensor(a!) "
                                       "self, Scalar other) -> Tensor(a!)"};
};
inline constexpr struct bitwise_right_shift_inplace_packet
    : packet<bitwise_right_shift_inplace_packet> {
    bitwise_right_shift_inplace_tensor Tensor;
    bitwise_right_shift_inplace_tensor_scalar Tensor_Scalar;
} bitwise_right_shift_{};

struct bitwise_xor_inplace_scalar
    : described_op<bitwise_xor_inplace_scalar, op_tags::inplace,
                   meta_inplace<meta_binary<dtype_domain::integral>>> {
    static constexpr fixed_string text{
        "aten::bitwise_xor_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!)"};
};
struct bitwise_xor_inplace_tensor
    : described_op<bitwise_xor_inplace_tensor, op_tags::inplace,
                   meta_inplace<meta_binary<dtype_domain::integral>>> {
    static constexpr fixed_string text{
        "aten::bitwise_xor_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)"};
};
inline constexpr struct bitwise_xor_inplace_packet : packet<bitwise_xor_inplace_packet> {
    bitwise_xor_inplace_scalar Scalar;
    bitwise_xor_inplace_tensor Tensor;
} bitwise_xor_{};

struct eq_inplace_scalar
    : described_op<eq_inplace_scalar, op_tags::inplace, meta_inplace<meta_compare<>>> {
    static constexpr fixed_string text{
        "aten::eq_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!)"};
};
struct eq_inplace_tensor
    : described_op<eq_inplace_tensor, op_tags::inplace, meta_inplace<meta_compare<>>> {
    static constexpr fixed_string text{
        "aten::eq_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)"};
};
inline constexpr struct eq_inplace_packet : packet<eq_inplace_packet> {
    eq_inplace_scalar Scalar;
    eq_inplace_tensor Tensor;
} eq_{};

struct gcd_inplace_default : described_op<gcd_inplace_default, op_tags::inplace,
                                          meta_inplace<meta_binary<dtype_domain::integral>>> {
    static constexpr fixed_string text{
        "aten::gcd_(Tensor(a!) self, Tensor other) -> Tensor(a!)"};
};
inline constexpr single_overload<gcd_inplace_default> gcd_{};

struct ge_inplace_scalar : described_op<ge_inplace_scalar, op_tags::inplace,
                                        meta_inplace<meta_compare<dtype_domain::ordered>>> {
    static constexpr fixed_string text{
        "aten::ge_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!)"};
};
struct ge_inplace_tensor : described_op<ge_inplace_tensor, op_tags::inplace,
                                        meta_inplace<meta_compare<dtype_domain::ordered>>> {
    static constexpr fixed_string text{
        "aten::ge_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)"};
};
inline constexpr struct ge_inplace_packet : packet<ge_inplace_packet> {
    ge_inplace_scalar Scalar;
    ge_inplace_tensor Tensor;
} ge_{};

struct gt_inplace_scalar : described_op<gt_inplace_scalar, op_tags::inplace,
                                        meta_inplace<meta_compare<dtype_domain::ordered>>> {
    static constexpr fixed_string text{
        "aten::gt_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!)"};
};
struct gt_inplace_tensor : described_op<gt_inplace_tensor, op_tags::inplace,
                                        meta_inplace<meta_compare<dtype_domain::ordered>>> {
    static constexpr fixed_string text{
        "aten::gt_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)"};
};
inline constexpr struct gt_inplace_packet : packet<gt_inplace_packet> {
    gt_inplace_scalar Scalar;
    gt_inplace_tensor Tensor;
} gt_{};

struct lcm_inplace_default : described_op<lcm_inplace_default, op_tags::inplace,
                                          meta_inplace<meta_binary<dtype_domain::integral>>> {
    static constexpr fixed_string text{
        "aten::lcm_(Tensor(a!) self, Tensor other) -> Tensor(a!)"};
};
inline constexpr single_overload<lcm_inplace_default> lcm_{};

struct le_inplace_scalar : described_op<le_inplace_scalar, op_tags::inplace,
                                        meta_inplace<meta_compare<dtype_domain::ordered>>> {
    static constexpr fixed_string text{
        "aten::le_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!)"};
};
struct le_inplace_tensor : described_op<le_inplace_tensor, op_tags::inplace,
                                        meta_inplace<meta_compare<dtype_domain::ordered>>> {
    static constexpr fixed_string text{
        "aten::le_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)"};
};
inline constexpr struct le_inplace_packet : packet<le_inplace_packet> {
    le_inplace_scalar Scalar;
    le_inplace_tensor Tensor;
} le_{};

struct logical_and_inplace_default
    : described_op<logical_and_inplace_default, op_tags::inplace, meta_inplace<meta_logical>> {
    static constexpr fixed_string text{
        "aten::logical_and_(Tensor(a!) self, Tensor other) -> Tensor(a!)"};
};
inline constexpr single_overload<logical_and_inplace_default> logical_and_{};

struct logical_not_inplace_default : described_op<logical_not_inplace_default, op_tags::inplace,
                                                  meta_inplace<meta_unary_bool>> {
    static constexpr fixed_string text{"aten::logical_not_(Tensor(a!) self) -> Tensor(a!)"};
};
inline constexpr single_overload<logical_not_inplace_default> logical_not_{};

struct logical_or_inplace_default
    : described_op<logical_or_inplace_default, op_tags::inplace, meta_inplace<meta_logical>> {
    static constexpr fixed_string text{
        "aten::logical_or_(Tensor(a!) self, Tensor other) -> Tensor(a!)"};
};
inline constexpr single_overload<logical_or_inplace_default> logical_or_{};

struct logical_xor_inplace_default
    : described_op<logical_xor_inplace_default, op_tags::inplace, meta_inplace<meta_logical>> {
    static constexpr fixed_string text{
        "aten::logical_xor_(Tensor(a!) self, Tensor other) -> Tensor(a!)"};
};
inline constexpr single_overload<logical_xor_inplace_default> logical_xor_{};

struct lt_inplace_scalar : described_op<lt_inplace_scalar, op_tags::inplace,
                                        meta_inplace<meta_compare<dtype_domain::ordered>>> {
    static constexpr fixed_string text{
        "aten::lt_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!)"};
};
struct lt_inplace_tensor : described_op<lt_inplace_tensor, op_tags::inplace,
                                        meta_inplace<meta_compare<dtype_domain::ordered>>> {
    static constexpr fixed_string text{
        "aten::lt_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)"};
};
inline constexpr struct lt_inplace_packet : packet<lt_inplace_packet> {
    lt_inplace_scalar Scalar;
    lt_inplace_tensor Tensor;
} lt_{};

struct masked_fill_inplace_scalar : described_op<masked_fill_inplace_scalar, op_tags::inplace,
                                                 meta_inplace<meta_masked_fill>> {
    static constexpr fixed_string text{
        "aten::masked_fill_.Scalar(Tensor(a!) self, Tensor mask, Scalar value) -> Tensor(a!)"};
};
struct masked_fill_inplace_tensor : described_op<masked_fill_inplace_tensor, op_tags::inplace,
                                                 meta_inplace<meta_masked_fill>> {
    static constexpr fixed_string text{
        "aten::masked_fill_.Tensor(Tensor(a!) self, Tensor mask, Tensor value) -> Tensor(a!)"};
};
inline constexpr struct masked_fill_inplace_packet : packet<masked_fill_inplace_packet> {
    masked_fill_inplace_scalar Scalar;
    masked_fill_inplace_tensor Tensor;
} masked_fill_{};

struct ne_inplace_scalar
    : described_op<ne_inplace_scalar, op_tags::inplace, meta_inplace<meta_compare<>>> {
    static constexpr fixed_string text{
        "aten::ne_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!)"};
};
struct ne_inplace_tensor
    : described_op<ne_inplace_tensor, op_tags::inplace, meta_inplace<meta_compare<>>> {
    static constexpr fixed_string text{
        "aten::ne_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)"};
};
inline constexpr struct ne_inplace_packet : packet<ne_inplace_packet> {
    ne_inplace_scalar Scalar;
    ne_inplace_tensor Tensor;
} ne_{};

/// Every op of this header.
using inplace_compare_ops =
    op_list<bitwise_and_inplace_scalar, bitwise_and_inplace_tensor,
            bitwise_left_shift_inplace_tensor, bitwise_left_shift_inplace_tensor_scalar,
            bitwise_not_inplace_default, bitwise_or_inplace_scalar, bitwise_or_inplace_tensor,
            bitwise_right_shift_inplace_tensor, bitwise_right_shift_inplace_tensor_scalar,
            bitwise_xor_inplace_scalar, bitwise_xor_inplace_tensor, eq_inplace_scalar,
            eq_inplace_tensor, gcd_inplace_default, ge_inplace_scalar, ge_inplace_tensor,
            gt_inplace_scalar, gt_inplace_tensor, lcm_inplace_default, le_inplace_scalar,
            le_inplace_tensor, logical_and_inplace_default, logical_not_inplace_default,
            logical_or_inplace_default, logical_xor_inplace_default, lt_inplace_scalar,
            lt_inplace_tensor, masked_fill_inplace_scalar, masked_fill_inplace_tensor,
            ne_inplace_scalar, ne_inplace_tensor>;

} // namespace graft::aten
