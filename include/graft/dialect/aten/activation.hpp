#pragma once

#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/elementwise.hpp>
#include <graft/dialect/meta/rearrange.hpp>
#include <graft/dialect/op_list.hpp>

/// Activations and dropout.
namespace graft::aten {

struct dropout_default : described_op<dropout_default, op_tags::random, meta_dropout> {
    static constexpr fixed_string text{
        "aten::dropout(Tensor input, float p, bool train) -> Tensor"};
};
inline constexpr single_overload<dropout_default> dropout{};

struct elu_default
    : described_op<elu_default, op_tags::core, meta_unary<dtype_domain::inexact>> {
    static constexpr fixed_string text{"aten::elu(Tensor self, Scalar alpha=1, Scalar scale=1, "
                                       "Scalar input_scale=1) -> Tensor"};
};
inline constexpr single_overload<elu_default> elu{};

struct gelu_default
    : described_op<gelu_default, op_tags::core, meta_unary<dtype_domain::inexact>> {
    static constexpr fixed_string text{
        "aten::gelu(Tensor self, *, str approximate=\"none\") -> Tensor"};
};
inline constexpr single_overload<gelu_default> gelu{};

struct glu_default : described_op<glu_default, op_tags::none, meta_glu> {
    static constexpr fixed_string text{"aten::glu(Tensor self, int dim=-1) -> Tensor"};
};
inline constexpr single_overload<glu_default> glu{};

struct hardtanh_default
    : described_op<hardtanh_default, op_tags::core, meta_unary<dtype_domain::countable>> {
    static constexpr fixed_string text{
        "aten::hardtanh(Tensor self, Scalar min_val=-1, Scalar max_val=1) -> Tensor"};
};
inline constexpr single_overload<hardtanh_default> hardtanh{};

struct hardtanh_inplace_default
    : described_op<hardtanh_inplace_default, op_tags::inplace,
                   meta_inplace<meta_unary<dtype_domain::countable>>> {
    static constexpr fixed_string text{
        "aten::hardtanh_(Tensor(a!) self, Scalar min_val=-1, Scalar max_val=1) -> Tensor(a!)"};
};
inline constexpr single_overload<hardtanh_inplace_default> hardtanh_{};

struct leaky_relu_default
    : described_op<leaky_relu_default, op_tags::core, meta_unary<dtype_domain::inexact>> {
    static constexpr fixed_string text{
        "aten::leaky_relu(Tensor self, Scalar negative_slope=0.01) -> Tensor"};
};
inline constexpr single_overload<leaky_relu_default> leaky_relu{};

struct relu_default
    : described_op<relu_default, op_tags::core, meta_unary<dtype_domain::countable>> {
    static constexpr fixed_string text{"aten::relu(Tensor self) -> Tensor"};
};
inline constexpr single_overload<relu_default> relu{};

struct relu_inplace_default : described_op<relu_inplace_default, op_tags::inplace,
                                           meta_inplace<meta_unary<dtype_domain::countable>>> {
    static constexpr fixed_string text{"aten::relu_(Tensor(a!) self) -> Tensor(a!)"};
};
inline constexpr single_overload<relu_inplace_default> relu_{};

struct silu_default
    : described_op<silu_default, op_tags::none, meta_unary<dtype_domain::inexact>> {
    static constexpr fixed_string text{"aten::silu(Tensor self) -> Tensor"};
};
inline constexpr single_overload<silu_default> silu{};

/// Every op of this header.
using activation_ops = op_list<dropout_default, elu_default, gelu_default, glu_default,
                               hardtanh_default, hardtanh_inplace_default, leaky_relu_default,
                               relu_default, relu_inplace_default, silu_default>;

} // namespace graft::aten
