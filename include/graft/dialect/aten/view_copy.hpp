#pragma once

#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/more_views.hpp>
#include <graft/dialect/meta/reshape.hpp>
#include <graft/dialect/meta/split.hpp>
#include <graft/dialect/meta/view.hpp>
#include <graft/dialect/op_list.hpp>

/// The views as copies, for graphs in which nothing shares storage.
namespace graft::aten {

struct alias_copy_default
    : described_op<alias_copy_default, op_tags::none, meta_copy_of<meta_alias>> {
    static constexpr fixed_string text{"aten::alias_copy(Tensor self) -> Tensor"};
};
inline constexpr single_overload<alias_copy_default> alias_copy{};

struct as_strided_copy_default
    : described_op<as_strided_copy_default, op_tags::none, meta_copy_of<meta_as_strided>> {
    static constexpr fixed_string text{
        "aten::as_strided_copy(Tensor self, SymInt[] size, SymInt[] stride, SymInt? "
        "storage_offset=None) -> Tensor"};
};
inline constexpr single_overload<as_strided_copy_default> as_strided_copy{};

struct detach_copy_default
    : described_op<detach_copy_default, op_tags::none, meta_copy_of<meta_alias>> {
    static constexpr fixed_string text{"aten::detach_copy(Tensor self) -> Tensor"};
};
inline constexpr single_overload<detach_copy_default> detach_copy{};

struct diagonal_copy_default
    : described_op<diagonal_copy_default, op_tags::none, meta_copy_of<meta_diagonal>> {
    static constexpr fixed_string text{
        "aten::diagonal_copy(Tensor self, int offset=0, int dim1=0, int dim2=1) -> Tensor"};
};
inline constexpr single_overload<diagonal_copy_default> diagonal_copy{};

struct expand_copy_default
    : described_op<expand_copy_default, op_tags::none, meta_copy_of<meta_expand>> {
    static constexpr fixed_string text{
        "aten::expand_copy(Tensor self, SymInt[] size, *, bool implicit=False) -> Tensor"};
};
inline constexpr single_overload<expand_copy_default> expand_copy{};

struct narrow_copy_default
    : described_op<narrow_copy_default, op_tags::none, meta_copy_of<meta_narrow>> {
    static constexpr fixed_string text{
        "aten::narrow_copy(Tensor self, int dim, SymInt start, SymInt length) -> Tensor"};
};
inline constexpr single_overload<narrow_copy_default> narrow_copy{};

struct permute_copy_default
    : described_op<permute_copy_default, op_tags::none, meta_copy_of<meta_permute>> {
    static constexpr fixed_string text{"aten::permute_copy(Tensor self, int[] dims) -> Tensor"};
};
inline constexpr single_overload<permute_copy_default> permute_copy{};

struct select_copy_int
    : described_op<select_copy_int, op_tags::none, meta_copy_of<meta_select>> {
    static constexpr fixed_string text{
        "aten::select_copy.int(Tensor self, int dim, SymInt index) -> Tensor"};
};
inline constexpr struct select_copy_packet : packet<select_copy_packet> {
    select_copy_int int_;
} select_copy{};

struct slice_copy_tensor
    : described_op<slice_copy_tensor, op_tags::none, meta_copy_of<meta_slice>> {
    static constexpr fixed_string text{
        "aten::slice_copy.Tensor(Tensor self, int dim=0, SymInt? start=None, SymInt? end=None, "
        "SymInt step=1) -> Tensor"};
};
inline constexpr struct slice_copy_packet : packet<slice_copy_packet> {
    slice_copy_tensor Tensor;
} slice_copy{};

struct split_copy_tensor
    : described_op<split_copy_tensor, op_tags::none, meta_copy_of<meta_split>> {
    static constexpr fixed_string text{
        "aten::split_copy.Tensor(Tensor self, SymInt split_size, int dim=0) -> Tensor[]"};
};
inline constexpr struct split_copy_packet : packet<split_copy_packet> {
    split_copy_tensor Tensor;
} split_copy{};

struct split_with_sizes_copy_default
    : described_op<split_with_sizes_copy_default, op_tags::none,
                   meta_copy_of<meta_split_with_sizes>> {
    static constexpr fixed_string text{"aten::split_with_sizes_copy(Tensor self, SymInt[] "
                                       "split_sizes, int dim=0) -> Tensor[]"};
};
inline constexpr single_overload<split_with_sizes_copy_default> split_with_sizes_copy{};

struct squeeze_copy_default
    : described_op<squeeze_copy_default, op_tags::none, meta_copy_of<meta_squeeze>> {
    static constexpr fixed_string text{"aten::squeeze_copy(Tensor self) -> Tensor"};
};
struct squeeze_copy_dim
    : described_op<squeeze_copy_dim, op_tags::none, meta_copy_of<meta_squeeze_dims>> {
    static constexpr fixed_string text{
        "aten::squeeze_copy.dim(Tensor self, int dim) -> Tensor"};
};
struct squeeze_copy_dims
    : described_op<squeeze_copy_dims, op_tags::none, meta_copy_of<meta_squeeze_dims>> {
    static constexpr fixed_string text{
        "aten::squeeze_copy.dims(Tensor self, int[] dim) -> Tensor"};
};
inline constexpr struct squeeze_copy_packet : packet<squeeze_copy_packet> {
    squeeze_copy_default default_;
    squeeze_copy_dim dim;
    squeeze_copy_dims dims;
} squeeze_copy{};

struct t_copy_default : described_op<t_copy_default, op_tags::none, meta_copy_of<meta_t>> {
    static constexpr fixed_string text{"aten::t_copy(Tensor self) -> Tensor"};
};
inline constexpr single_overload<t_copy_default> t_copy{};

struct transpose_copy_int
    : described_op<transpose_copy_int, op_tags::none, meta_copy_of<meta_transpose>> {
    static constexpr fixed_string text{
        "aten::transpose_copy.int(Tensor self, int dim0, int dim1) -> Tensor"};
};
inline constexpr struct transpose_copy_packet : packet<transpose_copy_packet> {
    transpose_copy_int int_;
} transpose_copy{};

struct unbind_copy_int
    : described_op<unbind_copy_int, op_tags::none, meta_copy_of<meta_unbind>> {
    static constexpr fixed_string text{
        "aten::unbind_copy.int(Tensor self, int dim=0) -> Tensor[]"};
};
inline constexpr struct unbind_copy_packet : packet<unbind_copy_packet> {
    unbind_copy_int int_;
} unbind_copy{};

struct unfold_copy_default
    : described_op<unfold_copy_default, op_tags::none, meta_copy_of<meta_unfold>> {
    static constexpr fixed_string text{
        "aten::unfold_copy(Tensor self, int dimension, int size, int step) -> Tensor"};
};
inline constexpr single_overload<unfold_copy_default> unfold_copy{};

struct unsqueeze_copy_default
    : described_op<unsqueeze_copy_default, op_tags::none, meta_copy_of<meta_unsqueeze>> {
    static constexpr fixed_string text{"aten::unsqueeze_copy(Tensor self, int dim) -> Tensor"};
};
inline constexpr single_overload<unsqueeze_copy_default> unsqueeze_copy{};

struct view_copy_default : described_op<view_copy_default, op_tags::none, meta_view_copy> {
    static constexpr fixed_string text{"aten::view_copy(Tensor self, SymInt[] size) -> Tensor"};
};
inline constexpr single_overload<view_copy_default> view_copy{};

/// Every op of this header.
using view_copy_ops =
    op_list<alias_copy_default, as_strided_copy_default, detach_copy_default,
            diagonal_copy_default, expand_copy_default, narrow_copy_default,
            permute_copy_default, select_copy_int, slice_copy_tensor, split_copy_tensor,
            split_with_sizes_copy_default, squeeze_copy_default, squeeze_copy_dim,
            squeeze_copy_dims, t_copy_default, transpose_copy_int, unbind_copy_int,
            unfold_copy_default, unsqueeze_copy_default, view_copy_default>;

} // namespace graft::aten
