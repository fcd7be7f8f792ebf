#pragma once

#include <graft/config.hpp>
#include <graft/dialect/derived_op.hpp>
#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/broadcast.hpp>
#include <graft/dialect/meta/rearrange.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/symbolic/value_spec.hpp>

namespace graft {

/// cat: the tensors agree in all dimensions but one; an empty vector counts as nothing, as in
/// torch.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_cat(call<tensor_spec> const& c);
template <>
inline constexpr op_tags meta_tags<meta_cat> = op_tags::promotes;

/// stack: tensors of equal sizes along a new dimension.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_stack(call<tensor_spec> const& c);

} // namespace graft

/// Elements put together and moved.
namespace graft::aten {

struct cat_default : described_op<cat_default, op_tags::core | op_tags::out_converts, meta_cat> {
    static constexpr schema_text text{"aten::cat(Tensor[] tensors, int dim=0) -> Tensor"};
};
inline constexpr single_overload<cat_default> cat{};

struct constant_pad_nd_default : described_op<constant_pad_nd_default, op_tags::core, meta_pad> {
    static constexpr schema_text text{"aten::constant_pad_nd(Tensor self, SymInt[] pad, Scalar value=0) -> Tensor"};
};
inline constexpr single_overload<constant_pad_nd_default> constant_pad_nd{};

struct flip_default : described_op<flip_default, op_tags::core, meta_flip> {
    static constexpr schema_text text{"aten::flip(Tensor self, int[] dims) -> Tensor"};
};
inline constexpr single_overload<flip_default> flip{};

struct pad_default : described_op<pad_default, op_tags::no_out, meta_pad_mode> {
    static constexpr schema_text text{
        "aten::pad(Tensor self, SymInt[] pad, str mode=\"constant\", float? value=None) -> Tensor"};
};
inline constexpr single_overload<pad_default> pad{};

struct pixel_shuffle_default : described_op<pixel_shuffle_default, op_tags::none, meta_pixel_shuffle> {
    static constexpr schema_text text{"aten::pixel_shuffle(Tensor self, int upscale_factor) -> Tensor"};
};
inline constexpr single_overload<pixel_shuffle_default> pixel_shuffle{};

struct pixel_unshuffle_default : described_op<pixel_unshuffle_default, op_tags::none, meta_pixel_unshuffle> {
    static constexpr schema_text text{"aten::pixel_unshuffle(Tensor self, int downscale_factor) -> Tensor"};
};
inline constexpr single_overload<pixel_unshuffle_default> pixel_unshuffle{};

struct reflection_pad1d_default : described_op<reflection_pad1d_default, op_tags::core, meta_pad_spatial<1>> {
    static constexpr schema_text text{"aten::reflection_pad1d(Tensor self, SymInt[2] padding) -> Tensor"};
};
inline constexpr single_overload<reflection_pad1d_default> reflection_pad1d{};

struct reflection_pad2d_default : described_op<reflection_pad2d_default, op_tags::core, meta_pad_spatial<2>> {
    static constexpr schema_text text{"aten::reflection_pad2d(Tensor self, SymInt[4] padding) -> Tensor"};
};
inline constexpr single_overload<reflection_pad2d_default> reflection_pad2d{};

struct reflection_pad3d_default : described_op<reflection_pad3d_default, op_tags::core, meta_pad_spatial<3>> {
    static constexpr schema_text text{"aten::reflection_pad3d(Tensor self, SymInt[6] padding) -> Tensor"};
};
inline constexpr single_overload<reflection_pad3d_default> reflection_pad3d{};

struct repeat_default : described_op<repeat_default, op_tags::core, meta_repeat> {
    static constexpr schema_text text{"aten::repeat(Tensor self, SymInt[] repeats) -> Tensor"};
};
inline constexpr single_overload<repeat_default> repeat{};

struct replication_pad1d_default : described_op<replication_pad1d_default, op_tags::none, meta_pad_spatial<1>> {
    static constexpr schema_text text{"aten::replication_pad1d(Tensor self, SymInt[2] padding) -> Tensor"};
};
inline constexpr single_overload<replication_pad1d_default> replication_pad1d{};

struct replication_pad2d_default : described_op<replication_pad2d_default, op_tags::core, meta_pad_spatial<2>> {
    static constexpr schema_text text{"aten::replication_pad2d(Tensor self, SymInt[4] padding) -> Tensor"};
};
inline constexpr single_overload<replication_pad2d_default> replication_pad2d{};

struct replication_pad3d_default : described_op<replication_pad3d_default, op_tags::core, meta_pad_spatial<3>> {
    static constexpr schema_text text{"aten::replication_pad3d(Tensor self, SymInt[6] padding) -> Tensor"};
};
inline constexpr single_overload<replication_pad3d_default> replication_pad3d{};

struct roll_default : described_op<roll_default, op_tags::none, meta_roll> {
    static constexpr schema_text text{"aten::roll(Tensor self, SymInt[1] shifts, int[1] dims=[]) -> Tensor"};
};
inline constexpr single_overload<roll_default> roll{};

struct stack_default : described_op<stack_default, op_tags::out_converts, meta_stack> {
    static constexpr schema_text text{"aten::stack(Tensor[] tensors, int dim=0) -> Tensor"};
};
inline constexpr single_overload<stack_default> stack{};

struct tril_default : described_op<tril_default, op_tags::none, meta_triangle> {
    static constexpr schema_text text{"aten::tril(Tensor self, SymInt diagonal=0) -> Tensor"};
};
inline constexpr single_overload<tril_default> tril{};
inline constexpr single_overload<inplace<tril_default>> tril_{};

struct triu_default : described_op<triu_default, op_tags::none, meta_triangle> {
    static constexpr schema_text text{"aten::triu(Tensor self, SymInt diagonal=0) -> Tensor"};
};
inline constexpr single_overload<triu_default> triu{};
inline constexpr single_overload<inplace<triu_default>> triu_{};

/// Every op of this header.
using rearrange_ops = overloads_of<cat, constant_pad_nd, flip, pad, pixel_shuffle, pixel_unshuffle, reflection_pad1d,
                                   reflection_pad2d, reflection_pad3d, repeat, replication_pad1d, replication_pad2d,
                                   replication_pad3d, roll, stack, tril, triu, tril_, triu_>;

} // namespace graft::aten

#if defined(GRAFT_CORE_BODIES)
#    include <graft/meta/vec.hpp>

#    include <cstddef>
#    include <utility>

namespace graft {
namespace detail {

/// The tensors of a list, of which there must be one, and the dtype that they are promoted to.
[[nodiscard]] constexpr dtype joined_dtype(call<tensor_spec> const& c, vec<tensor_spec const*> const& tensors) {
    if (tensors.empty())
        reject(c, "'tensors' is empty");
    vec<promotion_operand> operands;
    for (tensor_spec const* tensor : tensors)
        operands.push_back(promoted_operand(*tensor));
    dtype const promoted = result_type(operands);
    if (promoted == dtype::undefined)
        reject(c, "the dtypes of 'tensors' have no common dtype");
    return promoted;
}

/// The strides of tensors put together: channels-last if every one suggests it.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE vec<sym_int> joined_strides(vec<tensor_spec const*> const& tensors,
                                                                 vec<sym_int> const& sizes) {
    for (tensor_spec const* tensor : tensors)
        if (!suggests_channels_last(*tensor))
            return contiguous_strides(sizes);
    return channels_last_strides(sizes);
}

} // namespace detail

GRAFT_CONSTEXPR value_spec meta_cat(call<tensor_spec> const& c) {
    vec<tensor_spec const*> const& tensors = c.tensors("tensors");
    dtype const promoted = detail::joined_dtype(c, tensors);
    vec<tensor_spec const*> joined;
    for (tensor_spec const* tensor : tensors)
        if (!(tensor->dim() == 1 && tensor->sizes[0] == 0))
            joined.push_back(tensor);
    if (joined.empty())
        return detail::new_tensor(*tensors[0], promoted, {0});
    vec<sym_int> sizes = joined[0]->sizes;
    if (sizes.empty())
        detail::reject(c, "'tensors' has a tensor without dimensions");
    std::size_t const dim = detail::dim_argument(c, "dim", sizes.size());
    sizes[dim] = 0;
    for (tensor_spec const* tensor : joined) {
        if (tensor->dim() != sizes.size())
            detail::reject(c, "'tensors' has tensors of ", sizes.size(), " and of ", tensor->dim(), " dimensions");
        for (std::size_t d = 0; d < sizes.size(); ++d)
            if (d == dim)
                sizes[d] += tensor->sizes[d];
            else if (detail::certainly_differ(sizes[d], tensor->sizes[d]))
                detail::reject(c, "'tensors' has the sizes ", text(sizes[d]), " and ", text(tensor->sizes[d]),
                               " in dimension ", d);
    }
    vec<sym_int> strides = detail::joined_strides(joined, sizes);
    return detail::new_tensor(*joined[0], promoted, std::move(sizes), std::move(strides));
}

GRAFT_CONSTEXPR value_spec meta_stack(call<tensor_spec> const& c) {
    vec<tensor_spec const*> const& tensors = c.tensors("tensors");
    dtype const promoted = detail::joined_dtype(c, tensors);
    vec<sym_int> sizes = tensors[0]->sizes;
    std::size_t const dim = detail::dim_argument(c, "dim", sizes.size() + 1);
    for (tensor_spec const* tensor : tensors) {
        bool equal = tensor->dim() == sizes.size();
        for (std::size_t d = 0; equal && d < sizes.size(); ++d)
            equal = !detail::certainly_differ(sizes[d], tensor->sizes[d]);
        if (!equal)
            detail::reject(c, "'tensors' has the sizes ", detail::shape_text(sizes), " and ",
                           detail::shape_text(tensor->sizes));
    }
    sizes.insert(sizes.begin() + static_cast<std::ptrdiff_t>(dim), tensors.size());
    return detail::new_tensor(*tensors[0], promoted, std::move(sizes));
}

} // namespace graft
#endif
