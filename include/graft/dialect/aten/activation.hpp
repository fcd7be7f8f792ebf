#pragma once

#include <graft/dialect/derived_op.hpp>
#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/elementwise.hpp>
#include <graft/dialect/meta/rearrange.hpp>
#include <graft/dialect/op_list.hpp>

/// Activations and dropout.
namespace graft::aten {

struct alpha_dropout_default
    : described_op<alpha_dropout_default, op_tags::random | op_tags::unsaid_view | op_tags::no_out, meta_dropout> {
    static constexpr schema_text text{"aten::alpha_dropout(Tensor input, float p, bool train) -> Tensor"};
};
inline constexpr single_overload<alpha_dropout_default> alpha_dropout{};

struct alpha_dropout_inplace_default : inplace_op<alpha_dropout_inplace_default, alpha_dropout_default> {
    static constexpr schema_text text{"aten::alpha_dropout_(Tensor(a!) self, float p, bool train) -> Tensor(a!)"};
};
inline constexpr single_overload<alpha_dropout_inplace_default> alpha_dropout_{};

struct celu_default : described_op<celu_default, op_tags::none, meta_unary<dtype_domain::floating_point>> {
    static constexpr schema_text text{"aten::celu(Tensor self, Scalar alpha=1.) -> Tensor"};
};
inline constexpr single_overload<celu_default> celu{};
inline constexpr single_overload<inplace<celu_default>> celu_{};

struct dropout_default
    : described_op<dropout_default, op_tags::random | op_tags::unsaid_view | op_tags::no_out, meta_dropout> {
    static constexpr schema_text text{"aten::dropout(Tensor input, float p, bool train) -> Tensor"};
};
inline constexpr single_overload<dropout_default> dropout{};

struct dropout_inplace_default : inplace_op<dropout_inplace_default, dropout_default> {
    static constexpr schema_text text{"aten::dropout_(Tensor(a!) self, float p, bool train) -> Tensor(a!)"};
};
inline constexpr single_overload<dropout_inplace_default> dropout_{};

struct elu_default : described_op<elu_default, op_tags::core, meta_unary<dtype_domain::inexact>> {
    static constexpr schema_text text{
        "aten::elu(Tensor self, Scalar alpha=1, Scalar scale=1, Scalar input_scale=1) -> Tensor"};
};
inline constexpr single_overload<elu_default> elu{};
inline constexpr single_overload<inplace<elu_default>> elu_{};

struct feature_alpha_dropout_default
    : described_op<feature_alpha_dropout_default, op_tags::random | op_tags::unsaid_view | op_tags::no_out,
                   meta_dropout> {
    static constexpr schema_text text{"aten::feature_alpha_dropout(Tensor input, float p, bool train) -> Tensor"};
};
inline constexpr single_overload<feature_alpha_dropout_default> feature_alpha_dropout{};

struct feature_alpha_dropout_inplace_default
    : inplace_op<feature_alpha_dropout_inplace_default, feature_alpha_dropout_default> {
    static constexpr schema_text text{
        "aten::feature_alpha_dropout_(Tensor(a!) self, float p, bool train) -> Tensor(a!)"};
};
inline constexpr single_overload<feature_alpha_dropout_inplace_default> feature_alpha_dropout_{};

struct feature_dropout_default
    : described_op<feature_dropout_default, op_tags::random | op_tags::unsaid_view | op_tags::no_out, meta_dropout> {
    static constexpr schema_text text{"aten::feature_dropout(Tensor input, float p, bool train) -> Tensor"};
};
inline constexpr single_overload<feature_dropout_default> feature_dropout{};

struct feature_dropout_inplace_default : inplace_op<feature_dropout_inplace_default, feature_dropout_default> {
    static constexpr schema_text text{"aten::feature_dropout_(Tensor(a!) self, float p, bool train) -> Tensor(a!)"};
};
inline constexpr single_overload<feature_dropout_inplace_default> feature_dropout_{};

struct gelu_default : described_op<gelu_default, op_tags::core, meta_unary<dtype_domain::inexact>> {
    static constexpr int weight = 5;
    static constexpr schema_text text{"aten::gelu(Tensor self, *, str approximate=\"none\") -> Tensor"};
};
inline constexpr single_overload<gelu_default> gelu{};
inline constexpr single_overload<inplace<gelu_default>> gelu_{};

struct glu_default : described_op<glu_default, op_tags::out_converts, meta_glu> {
    static constexpr schema_text text{"aten::glu(Tensor self, int dim=-1) -> Tensor"};
};
inline constexpr single_overload<glu_default> glu{};

struct hardshrink_default : described_op<hardshrink_default, op_tags::none, meta_unary<dtype_domain::floating_point>> {
    static constexpr schema_text text{"aten::hardshrink(Tensor self, Scalar lambd=0.5) -> Tensor"};
};
inline constexpr single_overload<hardshrink_default> hardshrink{};

struct hardsigmoid_default
    : described_op<hardsigmoid_default, op_tags::none, meta_unary<dtype_domain::floating_point>> {
    static constexpr schema_text text{"aten::hardsigmoid(Tensor self) -> Tensor"};
};
inline constexpr single_overload<hardsigmoid_default> hardsigmoid{};
inline constexpr single_overload<inplace<hardsigmoid_default>> hardsigmoid_{};

struct hardswish_default : described_op<hardswish_default, op_tags::none, meta_unary<dtype_domain::floating_point>> {
    static constexpr int weight = 5;
    static constexpr schema_text text{"aten::hardswish(Tensor self) -> Tensor"};
};
inline constexpr single_overload<hardswish_default> hardswish{};
inline constexpr single_overload<inplace<hardswish_default>> hardswish_{};

struct hardtanh_default : described_op<hardtanh_default, op_tags::core, meta_hardtanh> {
    static constexpr schema_text text{"aten::hardtanh(Tensor self, Scalar min_val=-1, Scalar max_val=1) -> Tensor"};
};
inline constexpr single_overload<hardtanh_default> hardtanh{};

inline constexpr single_overload<inplace<hardtanh_default>> hardtanh_{};

struct leaky_relu_default : described_op<leaky_relu_default, op_tags::core, meta_unary<dtype_domain::inexact>> {
    static constexpr schema_text text{"aten::leaky_relu(Tensor self, Scalar negative_slope=0.01) -> Tensor"};
};
inline constexpr single_overload<leaky_relu_default> leaky_relu{};
inline constexpr single_overload<inplace<leaky_relu_default>> leaky_relu_{};

struct log_sigmoid_default
    : described_op<log_sigmoid_default, op_tags::none, meta_unary<dtype_domain::floating_point>> {
    static constexpr schema_text text{"aten::log_sigmoid(Tensor self) -> Tensor"};
};
inline constexpr single_overload<log_sigmoid_default> log_sigmoid{};

struct mish_default : described_op<mish_default, op_tags::none, meta_unary<dtype_domain::floating_point>> {
    static constexpr schema_text text{"aten::mish(Tensor self) -> Tensor"};
};
inline constexpr single_overload<mish_default> mish{};
inline constexpr single_overload<inplace<mish_default>> mish_{};

struct native_dropout_default
    : described_op<native_dropout_default, op_tags::core | op_tags::random, meta_native_dropout> {
    static constexpr schema_text text{"aten::native_dropout(Tensor input, float p, bool? train) -> (Tensor, Tensor)"};
};
inline constexpr single_overload<native_dropout_default> native_dropout{};

struct relu_default : described_op<relu_default, op_tags::core, meta_unary<dtype_domain::countable>> {
    static constexpr schema_text text{"aten::relu(Tensor self) -> Tensor"};
};
inline constexpr single_overload<relu_default> relu{};

struct relu6_default : described_op<relu6_default, op_tags::no_out, meta_unary<dtype_domain::countable>> {
    static constexpr schema_text text{"aten::relu6(Tensor self) -> Tensor"};
};
inline constexpr single_overload<relu6_default> relu6{};
inline constexpr single_overload<inplace<relu6_default>> relu6_{};

inline constexpr single_overload<inplace<relu_default>> relu_{};

struct selu_default : described_op<selu_default, op_tags::no_out, meta_unary<dtype_domain::floating_point>> {
    static constexpr schema_text text{"aten::selu(Tensor self) -> Tensor"};
};
inline constexpr single_overload<selu_default> selu{};
inline constexpr single_overload<inplace<selu_default>> selu_{};

struct silu_default : described_op<silu_default, op_tags::none, meta_unary<dtype_domain::inexact>> {
    static constexpr int weight = 3;
    static constexpr schema_text text{"aten::silu(Tensor self) -> Tensor"};
};
inline constexpr single_overload<silu_default> silu{};
inline constexpr single_overload<inplace<silu_default>> silu_{};

struct softplus_default : described_op<softplus_default, op_tags::none, meta_unary<dtype_domain::floating_point>> {
    static constexpr schema_text text{"aten::softplus(Tensor self, Scalar beta=1, Scalar threshold=20) -> Tensor"};
};
inline constexpr single_overload<softplus_default> softplus{};

struct softshrink_default : described_op<softshrink_default, op_tags::none, meta_softshrink> {
    static constexpr schema_text text{"aten::softshrink(Tensor self, Scalar lambd=0.5) -> Tensor"};
};
inline constexpr single_overload<softshrink_default> softshrink{};

struct threshold_default : described_op<threshold_default, op_tags::none, meta_unary<dtype_domain::countable>> {
    static constexpr schema_text text{"aten::threshold(Tensor self, Scalar threshold, Scalar value) -> Tensor"};
};
inline constexpr single_overload<threshold_default> threshold{};
inline constexpr single_overload<inplace<threshold_default>> threshold_{};

/// Every op of this header.
using activation_ops =
    overloads_of<alpha_dropout, celu, dropout, elu, feature_alpha_dropout, feature_dropout, gelu, glu, hardshrink,
                 hardsigmoid, hardswish, hardtanh, leaky_relu, log_sigmoid, mish, native_dropout, relu, relu6, selu,
                 silu, softplus, softshrink, threshold, hardtanh_, relu_, feature_alpha_dropout_, alpha_dropout_, celu_,
                 dropout_, elu_, feature_dropout_, gelu_, hardsigmoid_, hardswish_, leaky_relu_, mish_, relu6_, selu_,
                 silu_, threshold_>;

} // namespace graft::aten
