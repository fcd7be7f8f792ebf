#pragma once

#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/counting.hpp>
#include <graft/dialect/meta/elementwise.hpp>
#include <graft/dialect/op_list.hpp>

/// Comparisons, logic and choice.
namespace graft::aten {

struct eq_scalar : described_op<eq_scalar, op_tags::core, meta_compare<>> {
    static constexpr fixed_string text{"aten::eq.Scalar(Tensor self, Scalar other) -> Tensor"};
};
struct eq_tensor : described_op<eq_tensor, op_tags::core, meta_compare<>> {
    static constexpr fixed_string text{"aten::eq.Tensor(Tensor self, Tensor other) -> Tensor"};
    static constexpr bool is_commutative = true;
};
inline constexpr struct eq_packet : packet<eq_packet> {
    eq_scalar Scalar;
    eq_tensor Tensor;
} eq{};

struct ge_scalar : described_op<ge_scalar, op_tags::core, meta_compare<dtype_domain::ordered>> {
    static constexpr fixed_string text{"aten::ge.Scalar(Tensor self, Scalar other) -> Tensor"};
};
struct ge_tensor : described_op<ge_tensor, op_tags::core, meta_compare<dtype_domain::ordered>> {
    static constexpr fixed_string text{"aten::ge.Tensor(Tensor self, Tensor other) -> Tensor"};
};
inline constexpr struct ge_packet : packet<ge_packet> {
    ge_scalar Scalar;
    ge_tensor Tensor;
} ge{};

struct gt_scalar : described_op<gt_scalar, op_tags::core, meta_compare<dtype_domain::ordered>> {
    static constexpr fixed_string text{"aten::gt.Scalar(Tensor self, Scalar other) -> Tensor"};
};
struct gt_tensor : described_op<gt_tensor, op_tags::core, meta_compare<dtype_domain::ordered>> {
    static constexpr fixed_string text{"aten::gt.Tensor(Tensor self, Tensor other) -> Tensor"};
};
inline constexpr struct gt_packet : packet<gt_packet> {
    gt_scalar Scalar;
    gt_tensor Tensor;
} gt{};

struct le_scalar : described_op<le_scalar, op_tags::core, meta_compare<dtype_domain::ordered>> {
    static constexpr fixed_string text{"aten::le.Scalar(Tensor self, Scalar other) -> Tensor"};
};
struct le_tensor : described_op<le_tensor, op_tags::core, meta_compare<dtype_domain::ordered>> {
    static constexpr fixed_string text{"aten::le.Tensor(Tensor self, Tensor other) -> Tensor"};
};
inline constexpr struct le_packet : packet<le_packet> {
    le_scalar Scalar;
    le_tensor Tensor;
} le{};

struct logical_and_default : described_op<logical_and_default, op_tags::core, meta_logical> {
    static constexpr fixed_string text{
        "aten::logical_and(Tensor self, Tensor other) -> Tensor"};
    static constexpr bool is_commutative = true;
};
inline constexpr single_overload<logical_and_default> logical_and{};

struct logical_not_default : described_op<logical_not_default, op_tags::core, meta_unary_bool> {
    static constexpr fixed_string text{"aten::logical_not(Tensor self) -> Tensor"};
};
inline constexpr single_overload<logical_not_default> logical_not{};

struct logical_or_default : described_op<logical_or_default, op_tags::core, meta_logical> {
    static constexpr fixed_string text{"aten::logical_or(Tensor self, Tensor other) -> Tensor"};
    static constexpr bool is_commutative = true;
};
inline constexpr single_overload<logical_or_default> logical_or{};

struct logical_xor_default : described_op<logical_xor_default, op_tags::core, meta_logical> {
    static constexpr fixed_string text{
        "aten::logical_xor(Tensor self, Tensor other) -> Tensor"};
    static constexpr bool is_commutative = true;
};
inline constexpr single_overload<logical_xor_default> logical_xor{};

struct lt_scalar : described_op<lt_scalar, op_tags::core, meta_compare<dtype_domain::ordered>> {
    static constexpr fixed_string text{"aten::lt.Scalar(Tensor self, Scalar other) -> Tensor"};
};
struct lt_tensor : described_op<lt_tensor, op_tags::core, meta_compare<dtype_domain::ordered>> {
    static constexpr fixed_string text{"aten::lt.Tensor(Tensor self, Tensor other) -> Tensor"};
};
inline constexpr struct lt_packet : packet<lt_packet> {
    lt_scalar Scalar;
    lt_tensor Tensor;
} lt{};

struct masked_fill_scalar : described_op<masked_fill_scalar, op_tags::none, meta_masked_fill> {
    static constexpr fixed_string text{
        "aten::masked_fill.Scalar(Tensor self, Tensor mask, Scalar value) -> Tensor"};
};
struct masked_fill_tensor : described_op<masked_fill_tensor, op_tags::none, meta_masked_fill> {
    static constexpr fixed_string text{
        "aten::masked_fill.Tensor(Tensor self, Tensor mask, Tensor value) -> Tensor"};
};
inline constexpr struct masked_fill_packet : packet<masked_fill_packet> {
    masked_fill_scalar Scalar;
    masked_fill_tensor Tensor;
} masked_fill{};

struct ne_scalar : described_op<ne_scalar, op_tags::core, meta_compare<>> {
    static constexpr fixed_string text{"aten::ne.Scalar(Tensor self, Scalar other) -> Tensor"};
};
struct ne_tensor : described_op<ne_tensor, op_tags::core, meta_compare<>> {
    static constexpr fixed_string text{"aten::ne.Tensor(Tensor self, Tensor other) -> Tensor"};
    static constexpr bool is_commutative = true;
};
inline constexpr struct ne_packet : packet<ne_packet> {
    ne_scalar Scalar;
    ne_tensor Tensor;
} ne{};

struct where_scalar : described_op<where_scalar, op_tags::none, meta_where> {
    static constexpr fixed_string text{
        "aten::where.Scalar(Tensor condition, Scalar self, Scalar other) -> Tensor"};
};
struct where_scalar_other : described_op<where_scalar_other, op_tags::none, meta_where> {
    static constexpr fixed_string text{
        "aten::where.ScalarOther(Tensor condition, Tensor self, Scalar other) -> Tensor"};
};
struct where_scalarself : described_op<where_scalarself, op_tags::none, meta_where> {
    static constexpr fixed_string text{
        "aten::where.ScalarSelf(Tensor condition, Scalar self, Tensor other) -> Tensor"};
};
struct where_self : described_op<where_self, op_tags::core, meta_where> {
    static constexpr fixed_string text{
        "aten::where.self(Tensor condition, Tensor self, Tensor other) -> Tensor"};
};
struct where_default : described_op<where_default, op_tags::none, meta_coordinates> {
    static constexpr fixed_string text{"aten::where(Tensor condition) -> Tensor[]"};
};
inline constexpr struct where_packet : packet<where_packet> {
    where_scalar Scalar;
    where_scalar_other ScalarOther;
    where_scalarself ScalarSelf;
    where_self self;
} where{};

/// Every op of this header.
using compare_ops = op_list<eq_scalar, eq_tensor, ge_scalar, ge_tensor, gt_scalar, gt_tensor,
                            le_scalar, le_tensor, logical_and_default, logical_not_default,
                            logical_or_default, logical_xor_default, lt_scalar, lt_tensor,
                            masked_fill_scalar, masked_fill_tensor, ne_scalar, ne_tensor,
                            where_default, where_scalar, where_scalar_other, where_scalarself, where_self>;

} // namespace graft::aten
