#pragma once

#include <graft/dialect/derived_op.hpp>
#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/counting.hpp>
#include <graft/dialect/meta/elementwise.hpp>
#include <graft/dialect/op_list.hpp>

/// Comparisons, logic and choice.
namespace graft::aten {

struct eq_scalar : described_op<eq_scalar, op_tags::core | op_tags::out_converts, meta_compare<>> {
    static constexpr schema_text text{"aten::eq.Scalar(Tensor self, Scalar other) -> Tensor"};
};
struct eq_tensor : described_op<eq_tensor, op_tags::core | op_tags::out_converts, meta_compare<>> {
    static constexpr schema_text text{"aten::eq.Tensor(Tensor self, Tensor other) -> Tensor"};
    static constexpr bool is_commutative = true;
};
inline constexpr scalar_or_tensor<eq_scalar, eq_tensor> eq{};
inline constexpr scalar_or_tensor<inplace<eq_scalar>, inplace<eq_tensor>> eq_{};

struct ge_scalar : described_op<ge_scalar, op_tags::core | op_tags::out_converts, meta_compare<dtype_domain::ordered>> {
    static constexpr schema_text text{"aten::ge.Scalar(Tensor self, Scalar other) -> Tensor"};
};
struct ge_tensor : described_op<ge_tensor, op_tags::core | op_tags::out_converts, meta_compare<dtype_domain::ordered>> {
    static constexpr schema_text text{"aten::ge.Tensor(Tensor self, Tensor other) -> Tensor"};
};
inline constexpr scalar_or_tensor<ge_scalar, ge_tensor> ge{};
inline constexpr scalar_or_tensor<inplace<ge_scalar>, inplace<ge_tensor>> ge_{};
using greater_equal_scalar = alias_of<ge_scalar, "greater_equal">;
using greater_equal_tensor = alias_of<ge_tensor, "greater_equal">;
inline constexpr scalar_or_tensor<greater_equal_scalar, greater_equal_tensor> greater_equal{};
inline constexpr scalar_or_tensor<inplace<greater_equal_scalar>, inplace<greater_equal_tensor>> greater_equal_{};

struct gt_scalar : described_op<gt_scalar, op_tags::core | op_tags::out_converts, meta_compare<dtype_domain::ordered>> {
    static constexpr schema_text text{"aten::gt.Scalar(Tensor self, Scalar other) -> Tensor"};
};
struct gt_tensor : described_op<gt_tensor, op_tags::core | op_tags::out_converts, meta_compare<dtype_domain::ordered>> {
    static constexpr schema_text text{"aten::gt.Tensor(Tensor self, Tensor other) -> Tensor"};
};
inline constexpr scalar_or_tensor<gt_scalar, gt_tensor> gt{};
inline constexpr scalar_or_tensor<inplace<gt_scalar>, inplace<gt_tensor>> gt_{};
using greater_scalar = alias_of<gt_scalar, "greater">;
using greater_tensor = alias_of<gt_tensor, "greater">;
inline constexpr scalar_or_tensor<greater_scalar, greater_tensor> greater{};
inline constexpr scalar_or_tensor<inplace<greater_scalar>, inplace<greater_tensor>> greater_{};

struct le_scalar : described_op<le_scalar, op_tags::core | op_tags::out_converts, meta_compare<dtype_domain::ordered>> {
    static constexpr schema_text text{"aten::le.Scalar(Tensor self, Scalar other) -> Tensor"};
};
struct le_tensor : described_op<le_tensor, op_tags::core | op_tags::out_converts, meta_compare<dtype_domain::ordered>> {
    static constexpr schema_text text{"aten::le.Tensor(Tensor self, Tensor other) -> Tensor"};
};
inline constexpr scalar_or_tensor<le_scalar, le_tensor> le{};
inline constexpr scalar_or_tensor<inplace<le_scalar>, inplace<le_tensor>> le_{};
using less_equal_scalar = alias_of<le_scalar, "less_equal">;
using less_equal_tensor = alias_of<le_tensor, "less_equal">;
inline constexpr scalar_or_tensor<less_equal_scalar, less_equal_tensor> less_equal{};
inline constexpr scalar_or_tensor<inplace<less_equal_scalar>, inplace<less_equal_tensor>> less_equal_{};

struct logical_and_default : described_op<logical_and_default, op_tags::core | op_tags::out_converts, meta_logical> {
    static constexpr schema_text text{"aten::logical_and(Tensor self, Tensor other) -> Tensor"};
    static constexpr bool is_commutative = true;
};
inline constexpr single_overload<logical_and_default> logical_and{};
inline constexpr single_overload<inplace<logical_and_default>> logical_and_{};

struct logical_not_default : described_op<logical_not_default, op_tags::core | op_tags::out_converts, meta_unary_bool> {
    static constexpr schema_text text{"aten::logical_not(Tensor self) -> Tensor"};
};
inline constexpr single_overload<logical_not_default> logical_not{};
inline constexpr single_overload<inplace<logical_not_default>> logical_not_{};

struct logical_or_default : described_op<logical_or_default, op_tags::core | op_tags::out_converts, meta_logical> {
    static constexpr schema_text text{"aten::logical_or(Tensor self, Tensor other) -> Tensor"};
    static constexpr bool is_commutative = true;
};
inline constexpr single_overload<logical_or_default> logical_or{};
inline constexpr single_overload<inplace<logical_or_default>> logical_or_{};

struct logical_xor_default : described_op<logical_xor_default, op_tags::core | op_tags::out_converts, meta_logical> {
    static constexpr schema_text text{"aten::logical_xor(Tensor self, Tensor other) -> Tensor"};
    static constexpr bool is_commutative = true;
};
inline constexpr single_overload<logical_xor_default> logical_xor{};
inline constexpr single_overload<inplace<logical_xor_default>> logical_xor_{};

struct lt_scalar : described_op<lt_scalar, op_tags::core | op_tags::out_converts, meta_compare<dtype_domain::ordered>> {
    static constexpr schema_text text{"aten::lt.Scalar(Tensor self, Scalar other) -> Tensor"};
};
struct lt_tensor : described_op<lt_tensor, op_tags::core | op_tags::out_converts, meta_compare<dtype_domain::ordered>> {
    static constexpr schema_text text{"aten::lt.Tensor(Tensor self, Tensor other) -> Tensor"};
};
inline constexpr scalar_or_tensor<lt_scalar, lt_tensor> lt{};
inline constexpr scalar_or_tensor<inplace<lt_scalar>, inplace<lt_tensor>> lt_{};
using less_scalar = alias_of<lt_scalar, "less">;
using less_tensor = alias_of<lt_tensor, "less">;
inline constexpr scalar_or_tensor<less_scalar, less_tensor> less{};
inline constexpr scalar_or_tensor<inplace<less_scalar>, inplace<less_tensor>> less_{};

struct masked_fill_scalar : described_op<masked_fill_scalar, op_tags::puts_number, meta_masked_fill> {
    static constexpr schema_text text{"aten::masked_fill.Scalar(Tensor self, Tensor mask, Scalar value) -> Tensor"};
    using of_tensors = struct masked_fill_tensor;
};
struct masked_fill_tensor : described_op<masked_fill_tensor, op_tags::puts_number, meta_masked_fill> {
    static constexpr schema_text text{"aten::masked_fill.Tensor(Tensor self, Tensor mask, Tensor value) -> Tensor"};
};
inline constexpr scalar_or_tensor<masked_fill_scalar, masked_fill_tensor> masked_fill{};
inline constexpr scalar_or_tensor<inplace<masked_fill_scalar>, inplace<masked_fill_tensor>> masked_fill_{};

struct ne_scalar : described_op<ne_scalar, op_tags::core | op_tags::out_converts, meta_compare<>> {
    static constexpr schema_text text{"aten::ne.Scalar(Tensor self, Scalar other) -> Tensor"};
};
struct ne_tensor : described_op<ne_tensor, op_tags::core | op_tags::out_converts, meta_compare<>> {
    static constexpr schema_text text{"aten::ne.Tensor(Tensor self, Tensor other) -> Tensor"};
    static constexpr bool is_commutative = true;
};
inline constexpr scalar_or_tensor<ne_scalar, ne_tensor> ne{};
inline constexpr scalar_or_tensor<inplace<ne_scalar>, inplace<ne_tensor>> ne_{};
using not_equal_scalar = alias_of<ne_scalar, "not_equal">;
using not_equal_tensor = alias_of<ne_tensor, "not_equal">;
inline constexpr scalar_or_tensor<not_equal_scalar, not_equal_tensor> not_equal{};
inline constexpr scalar_or_tensor<inplace<not_equal_scalar>, inplace<not_equal_tensor>> not_equal_{};

struct where_scalar : described_op<where_scalar, op_tags::no_out, meta_where> {
    static constexpr schema_text text{"aten::where.Scalar(Tensor condition, Scalar self, Scalar other) -> Tensor"};
    using of_tensors = struct where_self;
};
struct where_scalar_other : described_op<where_scalar_other, op_tags::no_out, meta_where> {
    static constexpr schema_text text{"aten::where.ScalarOther(Tensor condition, Tensor self, Scalar other) -> Tensor"};
    using of_tensors = struct where_self;
};
struct where_scalarself : described_op<where_scalarself, op_tags::no_out, meta_where> {
    static constexpr schema_text text{"aten::where.ScalarSelf(Tensor condition, Scalar self, Tensor other) -> Tensor"};
    using of_tensors = struct where_self;
};
struct where_self : described_op<where_self, op_tags::core, meta_where> {
    static constexpr schema_text text{"aten::where.self(Tensor condition, Tensor self, Tensor other) -> Tensor"};
};
struct where_default : described_op<where_default, op_tags::no_out, meta_coordinates> {
    static constexpr schema_text text{"aten::where(Tensor condition) -> Tensor[]"};
};
inline constexpr struct where_packet : packet<where_packet> {
    where_default default_;
    where_scalar Scalar;
    where_scalar_other ScalarOther;
    where_scalarself ScalarSelf;
    where_self self;
} where{};

/// Every op of this header.
using compare_ops =
    overloads_of<eq, ge, gt, le, logical_and, logical_not, logical_or, logical_xor, lt, masked_fill, ne, where, eq_,
                 ge_, gt_, le_, lt_, masked_fill_, ne_, logical_and_, logical_not_, logical_or_, logical_xor_, greater,
                 greater_, greater_equal, greater_equal_, less, less_, less_equal, less_equal_, not_equal, not_equal_>;

} // namespace graft::aten
