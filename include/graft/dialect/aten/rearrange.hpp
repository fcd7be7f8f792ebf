#pragma once

#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/join.hpp>
#include <graft/dialect/meta/rearrange.hpp>
#include <graft/dialect/op_list.hpp>

/// Elements put together and moved.
namespace graft::aten {

struct cat_default : described_op<cat_default, op_tags::core, meta_cat> {
    static constexpr fixed_string text{"aten::cat(Tensor[] tensors, int dim=0) -> Tensor"};
};
inline constexpr single_overload<cat_default> cat{};

struct constant_pad_nd_default
    : described_op<constant_pad_nd_default, op_tags::core, meta_pad> {
    static constexpr fixed_string text{
        "aten::constant_pad_nd(Tensor self, SymInt[] pad, Scalar value=0) -> Tensor"};
};
inline constexpr single_overload<constant_pad_nd_default> constant_pad_nd{};

struct flip_default : described_op<flip_default, op_tags::core, meta_flip> {
    static constexpr fixed_string text{"aten::flip(Tensor self, int[] dims) -> Tensor"};
};
inline constexpr single_overload<flip_default> flip{};

struct pad_default : described_op<pad_default, op_tags::none, meta_pad> {
    static constexpr fixed_string text{"aten::pad(Tensor self, SymInt[] pad, str "
                                       "mode=\"constant\", float? value=None) -> Tensor"};
};
inline constexpr single_overload<pad_default> pad{};

struct pixel_shuffle_default
    : described_op<pixel_shuffle_default, op_tags::none, meta_pixel_shuffle> {
    static constexpr fixed_string text{
        "aten::pixel_shuffle(Tensor self, int upscale_factor) -> Tensor"};
};
inline constexpr single_overload<pixel_shuffle_default> pixel_shuffle{};

struct repeat_default : described_op<repeat_default, op_tags::core, meta_repeat> {
    static constexpr fixed_string text{"aten::repeat(Tensor self, SymInt[] repeats) -> Tensor"};
};
inline constexpr single_overload<repeat_default> repeat{};

struct stack_default : described_op<stack_default, op_tags::none, meta_stack> {
    static constexpr fixed_string text{"aten::stack(Tensor[] tensors, int dim=0) -> Tensor"};
};
inline constexpr single_overload<stack_default> stack{};

struct tril_default : described_op<tril_default, op_tags::none, meta_triangle> {
    static constexpr fixed_string text{"aten::tril(Tensor self, SymInt diagonal=0) -> Tensor"};
};
inline constexpr single_overload<tril_default> tril{};

/// Every op of this header.
using rearrange_ops =
    op_list<cat_default, constant_pad_nd_default, flip_default, pad_default,
            pixel_shuffle_default, repeat_default, stack_default, tril_default>;

} // namespace graft::aten
