#pragma once

#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/elementwise.hpp>
#include <graft/dialect/meta/scatter.hpp>
#include <graft/dialect/op_list.hpp>

/// In-place writes through indices and masks.
namespace graft::aten {

struct index_add_inplace_default : described_op<index_add_inplace_default, op_tags::inplace,
                                                meta_inplace<meta_index_slices>> {
    static constexpr fixed_string text{
        "aten::index_add_(Tensor(a!) self, int dim, Tensor index, Tensor source, *, Scalar "
        "alpha=1) -> Tensor(a!)"};
};
inline constexpr single_overload<index_add_inplace_default> index_add_{};

struct index_copy_inplace_default
    : described_op<index_copy_inplace_default, op_tags::inplace, meta_inplace<meta_index_copy>> {
    static constexpr fixed_string text{"aten::index_copy_(Tensor(a!) self, int dim, Tensor "
                                       "index, Tensor source) -> Tensor(a!)"};
};
inline constexpr single_overload<index_copy_inplace_default> index_copy_{};

struct index_fill_inplace_int_scalar
    : described_op<index_fill_inplace_int_scalar, op_tags::inplace,
                   meta_inplace<meta_index_fill>> {
    static constexpr fixed_string text{"aten::index_fill_.int_Scalar(Tensor(a!) self, int dim, "
                                       "Tensor index, Scalar value) -> Tensor(a!)"};
};
struct index_fill_inplace_int_tensor
    : described_op<index_fill_inplace_int_tensor, op_tags::inplace,
                   meta_inplace<meta_index_fill>> {
    static constexpr fixed_string text{"aten::index_fill_.int_Tensor(Tensor(a!) self, int dim, "
                                       "Tensor index, Tensor value) -> Tensor(a!)"};
};
inline constexpr struct index_fill_inplace_packet : packet<index_fill_inplace_packet> {
    index_fill_inplace_int_scalar int_Scalar;
    index_fill_inplace_int_tensor int_Tensor;
} index_fill_{};

struct masked_scatter_inplace_default
    : described_op<masked_scatter_inplace_default, op_tags::inplace,
                   meta_inplace<meta_masked_scatter>> {
    static constexpr fixed_string text{
        "aten::masked_scatter_(Tensor(a!) self, Tensor mask, Tensor source) -> Tensor(a!)"};
};
inline constexpr single_overload<masked_scatter_inplace_default> masked_scatter_{};

struct scatter_add_inplace_default
    : described_op<scatter_add_inplace_default, op_tags::inplace, meta_inplace<meta_scatter>> {
    static constexpr fixed_string text{
        "aten::scatter_add_(Tensor(a!) self, int dim, Tensor index, Tensor src) -> Tensor(a!)"};
};
inline constexpr single_overload<scatter_add_inplace_default> scatter_add_{};

struct scatter_inplace_src
    : described_op<scatter_inplace_src, op_tags::inplace, meta_inplace<meta_scatter>> {
    static constexpr fixed_string text{
        "aten::scatter_.src(Tensor(a!) self, int dim, Tensor index, Tensor src) -> Tensor(a!)"};
};
struct scatter_inplace_value
    : described_op<scatter_inplace_value, op_tags::inplace, meta_inplace<meta_scatter>> {
    static constexpr fixed_string text{"aten::scatter_.value(Tensor(a!) self, int dim, Tensor "
                                       "index, Scalar value) -> Tensor(a!)"};
};
inline constexpr struct scatter_inplace_packet : packet<scatter_inplace_packet> {
    scatter_inplace_src src;
    scatter_inplace_value value;
} scatter_{};

struct scatter_reduce_inplace_two
    : described_op<scatter_reduce_inplace_two, op_tags::inplace, meta_inplace<meta_scatter>> {
    static constexpr fixed_string text{
        "aten::scatter_reduce_.two(Tensor(a!) self, int dim, Tensor index, Tensor src, str "
        "reduce, *, bool include_self=True) -> Tensor(a!)"};
};
inline constexpr struct scatter_reduce_inplace_packet : packet<scatter_reduce_inplace_packet> {
    scatter_reduce_inplace_two two;
} scatter_reduce_{};

/// Every op of this header.
using inplace_index_ops =
    op_list<index_add_inplace_default, index_copy_inplace_default,
            index_fill_inplace_int_scalar, index_fill_inplace_int_tensor,
            masked_scatter_inplace_default, scatter_add_inplace_default, scatter_inplace_src,
            scatter_inplace_value, scatter_reduce_inplace_two>;

} // namespace graft::aten
