#pragma once

#include <graft/dialect/derived_op.hpp>
#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/matmul.hpp>
#include <graft/dialect/op_list.hpp>

/// Products of matrices.
namespace graft::aten {

struct addmm_default : described_op<addmm_default, op_tags::core | op_tags::product, meta_addmm> {
    static constexpr int weight = 17;
    static constexpr schema_text text{
        "aten::addmm(Tensor self, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1) -> Tensor"};
};
inline constexpr single_overload<addmm_default> addmm{};
inline constexpr single_overload<inplace<addmm_default>> addmm_{};

struct baddbmm_default : described_op<baddbmm_default, op_tags::product, meta_baddbmm> {
    static constexpr schema_text text{
        "aten::baddbmm(Tensor self, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1) -> Tensor"};
};
inline constexpr single_overload<baddbmm_default> baddbmm{};
inline constexpr single_overload<inplace<baddbmm_default>> baddbmm_{};

struct bmm_default : described_op<bmm_default, op_tags::core | op_tags::product, meta_bmm> {
    static constexpr int weight = 16;
    static constexpr schema_text text{"aten::bmm(Tensor self, Tensor mat2) -> Tensor"};
};
inline constexpr single_overload<bmm_default> bmm{};

struct linear_default : described_op<linear_default, op_tags::product, meta_linear> {
    static constexpr int weight = 17;
    static constexpr schema_text text{"aten::linear(Tensor input, Tensor weight, Tensor? bias=None) -> Tensor"};
};
inline constexpr single_overload<linear_default> linear{};

struct matmul_default : described_op<matmul_default, op_tags::product, meta_matmul> {
    static constexpr int weight = 16;
    static constexpr schema_text text{"aten::matmul(Tensor self, Tensor other) -> Tensor"};
};
inline constexpr single_overload<matmul_default> matmul{};

struct mm_default : described_op<mm_default, op_tags::core | op_tags::product, meta_mm> {
    static constexpr int weight = 16;
    static constexpr schema_text text{"aten::mm(Tensor self, Tensor mat2) -> Tensor"};
};
inline constexpr single_overload<mm_default> mm{};

struct outer_default : described_op<outer_default, op_tags::none, meta_outer> {
    static constexpr schema_text text{"aten::outer(Tensor self, Tensor vec2) -> Tensor"};
};
inline constexpr single_overload<outer_default> outer{};
using ger_default = alias_of<outer_default, "ger">;
inline constexpr single_overload<ger_default> ger{};

struct scaled_dot_product_attention_default
    : described_op<scaled_dot_product_attention_default, op_tags::random | op_tags::no_out, meta_attention> {
    static constexpr int weight = 33;
    static constexpr schema_text text{
        "aten::scaled_dot_product_attention(Tensor query, Tensor key, Tensor value, Tensor? attn_mask=None, float "
        "dropout_p=0., bool is_causal=False, *, float? scale=None, bool enable_gqa=False) -> Tensor"};
};
inline constexpr single_overload<scaled_dot_product_attention_default> scaled_dot_product_attention{};

/// Every op of this header.
using linear_algebra_ops =
    overloads_of<addmm, baddbmm, bmm, ger, linear, matmul, mm, outer, scaled_dot_product_attention, addmm_, baddbmm_>;

} // namespace graft::aten
