#pragma once

#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/elementwise.hpp>
#include <graft/dialect/op_list.hpp>

/// In-place activations and dropout.
namespace graft::aten {

struct alpha_dropout_inplace_default
    : described_op<alpha_dropout_inplace_default, op_tags::inplace,
                   meta_inplace<meta_dropout>> {
    static constexpr fixed_string text{
        "aten::alpha_dropout_(Tensor(a!) self, float p, bool train) -> Tensor(a!)"};
};
inline constexpr single_overload<alpha_dropout_inplace_default> alpha_dropout_{};

struct celu_inplace_default : described_op<celu_inplace_default, op_tags::inplace,
                                           meta_inplace<meta_unary<dtype_domain::floating_point>>> {
    static constexpr fixed_string text{
        "aten::celu_(Tensor(a!) self, Scalar alpha=1.) -> Tensor(a!)"};
};
inline constexpr single_overload<celu_inplace_default> celu_{};

struct dropout_inplace_default
    : described_op<dropout_inplace_default, op_tags::inplace | op_tags::random,
                   meta_inplace<meta_dropout>> {
    static constexpr fixed_string text{
        "aten::dropout_(Tensor(a!) self, float p, bool train) -> Tensor(a!)"};
};
inline constexpr single_overload<dropout_inplace_default> dropout_{};

struct elu_inplace_default : described_op<elu_inplace_default, op_tags::inplace,
                                          meta_inplace<meta_unary<dtype_domain::floating_point>>> {
    static constexpr fixed_string text{"aten::elu_(Tensor(a!) self, Scalar alpha=1, Scalar "
                                       "scale=1, Scalar input_scale=1) -> Tensor(a!)"};
};
inline constexpr single_overload<elu_inplace_default> elu_{};

struct feature_dropout_inplace_default
    : described_op<feature_dropout_inplace_default, op_tags::inplace,
                   meta_inplace<meta_dropout>> {
    static constexpr fixed_string text{
        "aten::feature_dropout_(Tensor(a!) self, float p, bool train) -> Tensor(a!)"};
};
inline constexpr single_overload<feature_dropout_inplace_default> feature_dropout_{};

struct gelu_inplace_default : described_op<gelu_inplace_default, op_tags::inplace,
                                           meta_inplace<meta_unary<dtype_domain::floating_point>>> {
    static constexpr fixed_string text{
        "aten::gelu_(Tensor(a!) self, *, str approximate=\"none\") -> Tensor(a!)"};
};
inline constexpr single_overload<gelu_inplace_default> gelu_{};

struct hardsigmoid_inplace_default
    : described_op<hardsigmoid_inplace_default, op_tags::inplace,
                   meta_inplace<meta_unary<dtype_domain::floating_point>>> {
    static constexpr fixed_string text{"aten::hardsigmoid_(Tensor(a!) self) -> Tensor(a!)"};
};
inline constexpr single_overload<hardsigmoid_inplace_default> hardsigmoid_{};

struct hardswish_inplace_default
    : described_op<hardswish_inplace_default, op_tags::inplace,
                   meta_inplace<meta_unary<dtype_domain::floating_point>>> {
    static constexpr fixed_string text{"aten::hardswish_(Tensor(a!) self) -> Tensor(a!)"};
};
inline constexpr single_overload<hardswish_inplace_default> hardswish_{};

struct leaky_relu_inplace_default
    : described_op<leaky_relu_inplace_default, op_tags::inplace,
                   meta_inplace<meta_unary<dtype_domain::floating_point>>> {
    static constexpr fixed_string text{
        "aten::leaky_relu_(Tensor(a!) self, Scalar negative_slope=0.01) -> Tensor(a!)"};
};
inline constexpr single_overload<leaky_relu_inplace_default> leaky_relu_{};

struct mish_inplace_default : described_op<mish_inplace_default, op_tags::inplace,
                                           meta_inplace<meta_unary<dtype_domain::floating_point>>> {
    static constexpr fixed_string text{"aten::mish_(Tensor(a!) self) -> Tensor(a!)"};
};
inline constexpr single_overload<mish_inplace_default> mish_{};

struct relu6_inplace_default : described_op<relu6_inplace_default, op_tags::inplace,
                                            meta_inplace<meta_unary<dtype_domain::countable>>> {
    static constexpr fixed_string text{"aten::relu6_(Tensor(a!) self) -> Tensor(a!)"};
};
inline constexpr single_overload<relu6_inplace_default> relu6_{};

struct selu_inplace_default : described_op<selu_inplace_default, op_tags::inplace,
                                           meta_inplace<meta_unary<dtype_domain::floating_point>>> {
    static constexpr fixed_string text{"aten::selu_(Tensor(a!) self) -> Tensor(a!)"};
};
inline constexpr single_overload<selu_inplace_default> selu_{};

struct silu_inplace_default : described_op<silu_inplace_default, op_tags::inplace,
                                           meta_inplace<meta_unary<dtype_domain::floating_point>>> {
    static constexpr fixed_string text{"aten::silu_(Tensor(a!) self) -> Tensor(a!)"};
};
inline constexpr single_overload<silu_inplace_default> silu_{};

struct threshold_inplace_default
    : described_op<threshold_inplace_default, op_tags::inplace,
                   meta_inplace<meta_unary<dtype_domain::countable>>> {
    static constexpr fixed_string text{
        "aten::threshold_(Tensor(a!) self, Scalar threshold, Scalar value) -> Tensor(a!)"};
};
inline constexpr single_overload<threshold_inplace_default> threshold_{};

/// Every op of this header.
using inplace_activation_ops =
    op_list<alpha_dropout_inplace_default, celu_inplace_default, dropout_inplace_default,
            elu_inplace_default, feature_dropout_inplace_default, gelu_inplace_default,
            hardsigmoid_inplace_default, hardswish_inplace_default, leaky_relu_inplace_default,
            mish_inplace_default, relu6_inplace_default, selu_inplace_default,
            silu_inplace_default, threshold_inplace_default>;

} // namespace graft::aten
