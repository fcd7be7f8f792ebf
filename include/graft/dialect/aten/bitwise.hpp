#pragma once

#include <graft/dialect/derived_op.hpp>
#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/elementwise.hpp>
#include <graft/dialect/op_list.hpp>

/// Operations on the bits of integers and booleans.
namespace graft::aten {

struct bitwise_and_scalar
    : described_op<bitwise_and_scalar, op_tags::core | op_tags::out_converts, meta_binary<dtype_domain::integral>> {
    static constexpr schema_text text{"aten::bitwise_and.Scalar(Tensor self, Scalar other) -> Tensor"};
};
struct bitwise_and_scalar_tensor
    : described_op<bitwise_and_scalar_tensor, op_tags::none, meta_binary<dtype_domain::integral>> {
    static constexpr schema_text text{"aten::bitwise_and.Scalar_Tensor(Scalar self, Tensor other) -> Tensor"};
    using of_tensors = struct bitwise_and_tensor;
};
struct bitwise_and_tensor
    : described_op<bitwise_and_tensor, op_tags::core | op_tags::out_converts, meta_binary<dtype_domain::integral>> {
    static constexpr schema_text text{"aten::bitwise_and.Tensor(Tensor self, Tensor other) -> Tensor"};
    static constexpr bool is_commutative = true;
};
inline constexpr struct bitwise_and_packet : packet<bitwise_and_packet> {
    bitwise_and_scalar Scalar;
    bitwise_and_scalar_tensor Scalar_Tensor;
    bitwise_and_tensor Tensor;
} bitwise_and{};
inline constexpr scalar_or_tensor<inplace<bitwise_and_scalar>, inplace<bitwise_and_tensor>> bitwise_and_{};

struct bitwise_left_shift_scalar_tensor
    : described_op<bitwise_left_shift_scalar_tensor, op_tags::none, meta_binary<dtype_domain::integral>> {
    static constexpr schema_text text{"aten::bitwise_left_shift.Scalar_Tensor(Scalar self, Tensor other) -> Tensor"};
    using of_tensors = struct bitwise_left_shift_tensor;
};
struct bitwise_left_shift_tensor
    : described_op<bitwise_left_shift_tensor, op_tags::out_converts, meta_binary<dtype_domain::integral>> {
    static constexpr schema_text text{"aten::bitwise_left_shift.Tensor(Tensor self, Tensor other) -> Tensor"};
};
struct bitwise_left_shift_tensor_scalar
    : described_op<bitwise_left_shift_tensor_scalar, op_tags::out_converts, meta_binary<dtype_domain::integral>> {
    static constexpr schema_text text{"aten::bitwise_left_shift.Tensor_Scalar(Tensor self, Scalar other) -> Tensor"};
    using of_tensors = struct bitwise_left_shift_tensor;
};
inline constexpr struct bitwise_left_shift_packet : packet<bitwise_left_shift_packet> {
    bitwise_left_shift_scalar_tensor Scalar_Tensor;
    bitwise_left_shift_tensor Tensor;
    bitwise_left_shift_tensor_scalar Tensor_Scalar;
} bitwise_left_shift{};
inline constexpr struct bitwise_left_shift_inplace_packet : packet<bitwise_left_shift_inplace_packet> {
    inplace<bitwise_left_shift_tensor> Tensor;
    inplace<bitwise_left_shift_tensor_scalar> Tensor_Scalar;
} bitwise_left_shift_{};

struct bitwise_not_default : described_op<bitwise_not_default, op_tags::core, meta_unary<dtype_domain::integral>> {
    static constexpr schema_text text{"aten::bitwise_not(Tensor self) -> Tensor"};
};
inline constexpr single_overload<bitwise_not_default> bitwise_not{};
inline constexpr single_overload<inplace<bitwise_not_default>> bitwise_not_{};

struct bitwise_or_scalar
    : described_op<bitwise_or_scalar, op_tags::core | op_tags::out_converts, meta_binary<dtype_domain::integral>> {
    static constexpr schema_text text{"aten::bitwise_or.Scalar(Tensor self, Scalar other) -> Tensor"};
};
struct bitwise_or_scalar_tensor
    : described_op<bitwise_or_scalar_tensor, op_tags::none, meta_binary<dtype_domain::integral>> {
    static constexpr schema_text text{"aten::bitwise_or.Scalar_Tensor(Scalar self, Tensor other) -> Tensor"};
    using of_tensors = struct bitwise_or_tensor;
};
struct bitwise_or_tensor
    : described_op<bitwise_or_tensor, op_tags::core | op_tags::out_converts, meta_binary<dtype_domain::integral>> {
    static constexpr schema_text text{"aten::bitwise_or.Tensor(Tensor self, Tensor other) -> Tensor"};
    static constexpr bool is_commutative = true;
};
inline constexpr struct bitwise_or_packet : packet<bitwise_or_packet> {
    bitwise_or_scalar Scalar;
    bitwise_or_scalar_tensor Scalar_Tensor;
    bitwise_or_tensor Tensor;
} bitwise_or{};
inline constexpr scalar_or_tensor<inplace<bitwise_or_scalar>, inplace<bitwise_or_tensor>> bitwise_or_{};

struct bitwise_right_shift_scalar_tensor
    : described_op<bitwise_right_shift_scalar_tensor, op_tags::none, meta_binary<dtype_domain::integral>> {
    static constexpr schema_text text{"aten::bitwise_right_shift.Scalar_Tensor(Scalar self, Tensor other) -> Tensor"};
    using of_tensors = struct bitwise_right_shift_tensor;
};
struct bitwise_right_shift_tensor
    : described_op<bitwise_right_shift_tensor, op_tags::out_converts, meta_binary<dtype_domain::integral>> {
    static constexpr schema_text text{"aten::bitwise_right_shift.Tensor(Tensor self, Tensor other) -> Tensor"};
};
struct bitwise_right_shift_tensor_scalar
    : described_op<bitwise_right_shift_tensor_scalar, op_tags::out_converts, meta_binary<dtype_domain::integral>> {
    static constexpr schema_text text{"aten::bitwise_right_shift.Tensor_Scalar(Tensor self, Scalar other) -> Tensor"};
    using of_tensors = struct bitwise_right_shift_tensor;
};
inline constexpr struct bitwise_right_shift_packet : packet<bitwise_right_shift_packet> {
    bitwise_right_shift_scalar_tensor Scalar_Tensor;
    bitwise_right_shift_tensor Tensor;
    bitwise_right_shift_tensor_scalar Tensor_Scalar;
} bitwise_right_shift{};
inline constexpr struct bitwise_right_shift_inplace_packet : packet<bitwise_right_shift_inplace_packet> {
    inplace<bitwise_right_shift_tensor> Tensor;
    inplace<bitwise_right_shift_tensor_scalar> Tensor_Scalar;
} bitwise_right_shift_{};

struct bitwise_xor_scalar
    : described_op<bitwise_xor_scalar, op_tags::core | op_tags::out_converts, meta_binary<dtype_domain::integral>> {
    static constexpr schema_text text{"aten::bitwise_xor.Scalar(Tensor self, Scalar other) -> Tensor"};
};
struct bitwise_xor_scalar_tensor
    : described_op<bitwise_xor_scalar_tensor, op_tags::none, meta_binary<dtype_domain::integral>> {
    static constexpr schema_text text{"aten::bitwise_xor.Scalar_Tensor(Scalar self, Tensor other) -> Tensor"};
    using of_tensors = struct bitwise_xor_tensor;
};
struct bitwise_xor_tensor
    : described_op<bitwise_xor_tensor, op_tags::core | op_tags::out_converts, meta_binary<dtype_domain::integral>> {
    static constexpr schema_text text{"aten::bitwise_xor.Tensor(Tensor self, Tensor other) -> Tensor"};
    static constexpr bool is_commutative = true;
};
inline constexpr struct bitwise_xor_packet : packet<bitwise_xor_packet> {
    bitwise_xor_scalar Scalar;
    bitwise_xor_scalar_tensor Scalar_Tensor;
    bitwise_xor_tensor Tensor;
} bitwise_xor{};
inline constexpr scalar_or_tensor<inplace<bitwise_xor_scalar>, inplace<bitwise_xor_tensor>> bitwise_xor_{};

using dunder_and_scalar = alias_of<bitwise_and_scalar, "__and__", op_tags::no_out>;
using dunder_and_tensor = alias_of<bitwise_and_tensor, "__and__", op_tags::no_out>;
inline constexpr scalar_or_tensor<dunder_and_scalar, dunder_and_tensor> dunder_and{};

struct dunder_lshift_scalar : described_op<dunder_lshift_scalar, op_tags::none, meta_binary<dtype_domain::integral>> {
    static constexpr schema_text text{"aten::__lshift__.Scalar(Tensor self, Scalar other) -> Tensor"};
    using of_tensors = struct dunder_lshift_tensor;
};
struct dunder_lshift_tensor : described_op<dunder_lshift_tensor, op_tags::none, meta_binary<dtype_domain::integral>> {
    static constexpr schema_text text{"aten::__lshift__.Tensor(Tensor self, Tensor other) -> Tensor"};
};
inline constexpr scalar_or_tensor<dunder_lshift_scalar, dunder_lshift_tensor> dunder_lshift{};

using dunder_or_scalar = alias_of<bitwise_or_scalar, "__or__", op_tags::no_out>;
using dunder_or_tensor = alias_of<bitwise_or_tensor, "__or__", op_tags::no_out>;
inline constexpr scalar_or_tensor<dunder_or_scalar, dunder_or_tensor> dunder_or{};

struct dunder_rshift_scalar : described_op<dunder_rshift_scalar, op_tags::none, meta_binary<dtype_domain::integral>> {
    static constexpr schema_text text{"aten::__rshift__.Scalar(Tensor self, Scalar other) -> Tensor"};
    using of_tensors = struct dunder_rshift_tensor;
};
struct dunder_rshift_tensor : described_op<dunder_rshift_tensor, op_tags::none, meta_binary<dtype_domain::integral>> {
    static constexpr schema_text text{"aten::__rshift__.Tensor(Tensor self, Tensor other) -> Tensor"};
};
inline constexpr scalar_or_tensor<dunder_rshift_scalar, dunder_rshift_tensor> dunder_rshift{};

using dunder_xor_scalar = alias_of<bitwise_xor_scalar, "__xor__", op_tags::no_out>;
using dunder_xor_tensor = alias_of<bitwise_xor_tensor, "__xor__", op_tags::no_out>;
inline constexpr scalar_or_tensor<dunder_xor_scalar, dunder_xor_tensor> dunder_xor{};

/// Every op of this header.
using bitwise_ops =
    overloads_of<bitwise_and, bitwise_left_shift, bitwise_not, bitwise_or, bitwise_right_shift, bitwise_xor, dunder_and,
                 dunder_lshift, dunder_or, dunder_rshift, dunder_xor, bitwise_and_, bitwise_left_shift_, bitwise_or_,
                 bitwise_right_shift_, bitwise_xor_, bitwise_not_>;

} // namespace graft::aten
