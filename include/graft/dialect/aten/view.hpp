#pragma once

#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/reshape.hpp>
#include <graft/dialect/meta/split.hpp>
#include <graft/dialect/meta/view.hpp>
#include <graft/dialect/op_list.hpp>

/// Views: the result shares the storage of the argument.
namespace graft::aten {

struct alias_default : described_op<alias_default, op_tags::core | op_tags::view, meta_alias> {
    static constexpr fixed_string text{"aten::alias(Tensor(a) self) -> Tensor(a)"};
};
inline constexpr single_overload<alias_default> alias{};

struct as_strided_default
    : described_op<as_strided_default, op_tags::core | op_tags::view, meta_as_strided> {
    static constexpr fixed_string text{
        "aten::as_strided(Tensor(a) self, SymInt[] size, SymInt[] stride, SymInt? "
        "storage_offset=None) -> Tensor(a)"};
};
inline constexpr single_overload<as_strided_default> as_strided{};

struct chunk_default : described_op<chunk_default, op_tags::view, meta_chunk> {
    static constexpr fixed_string text{
        "aten::chunk(Tensor(a -> *) self, int chunks, int dim=0) -> Tensor(a)[]"};
};
inline constexpr single_overload<chunk_default> chunk{};

struct detach_default : described_op<detach_default, op_tags::view, meta_alias> {
    static constexpr fixed_string text{"aten::detach(Tensor(a) self) -> Tensor(a)"};
};
inline constexpr single_overload<detach_default> detach{};

struct detach_inplace_default
    : described_op<detach_inplace_default, op_tags::inplace, meta_alias> {
    static constexpr fixed_string text{"aten::detach_(Tensor(a!) self) -> Tensor(a!)"};
};
inline constexpr single_overload<detach_inplace_default> detach_{};

struct expand_default
    : described_op<expand_default, op_tags::core | op_tags::view, meta_expand> {
    static constexpr fixed_string text{
        "aten::expand(Tensor(a) self, SymInt[] size, *, bool implicit=False) -> Tensor(a)"};
};
inline constexpr single_overload<expand_default> expand{};

struct flatten_using_ints : described_op<flatten_using_ints, op_tags::view, meta_flatten> {
    static constexpr fixed_string text{"aten::flatten.using_ints(Tensor(a) self, int "
                                       "start_dim=0, int end_dim=-1) -> Tensor(a)"};
};
inline constexpr struct flatten_packet : packet<flatten_packet> {
    flatten_using_ints using_ints;
} flatten{};

struct numpy_T_default : described_op<numpy_T_default, op_tags::view, meta_reverse_dims> {
    static constexpr fixed_string text{"aten::numpy_T(Tensor(a) self) -> Tensor(a)"};
};
inline constexpr single_overload<numpy_T_default> numpy_T{};

struct permute_default
    : described_op<permute_default, op_tags::core | op_tags::view, meta_permute> {
    static constexpr fixed_string text{
        "aten::permute(Tensor(a) self, int[] dims) -> Tensor(a)"};
};
inline constexpr single_overload<permute_default> permute{};

struct reshape_default : described_op<reshape_default, op_tags::view, meta_reshape> {
    static constexpr fixed_string text{
        "aten::reshape(Tensor(a) self, SymInt[] shape) -> Tensor(a)"};
};
inline constexpr single_overload<reshape_default> reshape{};

struct select_int : described_op<select_int, op_tags::core | op_tags::view, meta_select> {
    static constexpr fixed_string text{
        "aten::select.int(Tensor(a) self, int dim, SymInt index) -> Tensor(a)"};
};
inline constexpr struct select_packet : packet<select_packet> { select_int int_; } select{};

struct slice_tensor : described_op<slice_tensor, op_tags::core | op_tags::view, meta_slice> {
    static constexpr fixed_string text{
        "aten::slice.Tensor(Tensor(a) self, int dim=0, SymInt? start=None, SymInt? end=None, "
        "SymInt step=1) -> Tensor(a)"};
};
inline constexpr struct slice_packet : packet<slice_packet> { slice_tensor Tensor; } slice{};

struct split_tensor : described_op<split_tensor, op_tags::view, meta_split> {
    static constexpr fixed_string text{
        "aten::split.Tensor(Tensor(a -> *) self, SymInt split_size, int dim=0) -> Tensor(a)[]"};
};
inline constexpr struct split_packet : packet<split_packet> { split_tensor Tensor; } split{};

struct split_with_sizes_default
    : described_op<split_with_sizes_default, op_tags::core | op_tags::view,
                   meta_split_with_sizes> {
    static constexpr fixed_string text{"aten::split_with_sizes(Tensor(a -> *) self, SymInt[] "
                                       "split_sizes, int dim=0) -> Tensor(a)[]"};
};
inline constexpr single_overload<split_with_sizes_default> split_with_sizes{};

struct squeeze_default : described_op<squeeze_default, op_tags::view, meta_squeeze> {
    static constexpr fixed_string text{"aten::squeeze(Tensor(a) self) -> Tensor(a)"};
};
struct squeeze_dim
    : described_op<squeeze_dim, op_tags::core | op_tags::view, meta_squeeze_dims> {
    static constexpr fixed_string text{
        "aten::squeeze.dim(Tensor(a) self, int dim) -> Tensor(a)"};
};
struct squeeze_dims
    : described_op<squeeze_dims, op_tags::core | op_tags::view, meta_squeeze_dims> {
    static constexpr fixed_string text{
        "aten::squeeze.dims(Tensor(a) self, int[] dim) -> Tensor(a)"};
};
inline constexpr struct squeeze_packet : packet<squeeze_packet> {
    squeeze_default default_;
    squeeze_dim dim;
    squeeze_dims dims;
} squeeze{};

struct t_default : described_op<t_default, op_tags::view, meta_t> {
    static constexpr fixed_string text{"aten::t(Tensor(a) self) -> Tensor(a)"};
};
inline constexpr single_overload<t_default> t{};

struct transpose_int : described_op<transpose_int, op_tags::view, meta_transpose> {
    static constexpr fixed_string text{
        "aten::transpose.int(Tensor(a) self, int dim0, int dim1) -> Tensor(a)"};
};
inline constexpr struct transpose_packet : packet<transpose_packet> {
    transpose_int int_;
} transpose{};

struct unbind_int : described_op<unbind_int, op_tags::view, meta_unbind> {
    static constexpr fixed_string text{
        "aten::unbind.int(Tensor(a -> *) self, int dim=0) -> Tensor(a)[]"};
};
inline constexpr struct unbind_packet : packet<unbind_packet> { unbind_int int_; } unbind{};

struct unsqueeze_default
    : described_op<unsqueeze_default, op_tags::core | op_tags::view, meta_unsqueeze> {
    static constexpr fixed_string text{"aten::unsqueeze(Tensor(a) self, int dim) -> Tensor(a)"};
};
inline constexpr single_overload<unsqueeze_default> unsqueeze{};

struct view_default : described_op<view_default, op_tags::core | op_tags::view, meta_view> {
    static constexpr fixed_string text{
        "aten::view(Tensor(a) self, SymInt[] size) -> Tensor(a)"};
};
inline constexpr single_overload<view_default> view{};

/// Every op of this header.
using view_ops =
    op_list<alias_default, as_strided_default, chunk_default, detach_default,
            detach_inplace_default, expand_default, flatten_using_ints, numpy_T_default,
            permute_default, reshape_default, select_int, slice_tensor, split_tensor,
            split_with_sizes_default, squeeze_default, squeeze_dim, squeeze_dims, t_default,
            transpose_int, unbind_int, unsqueeze_default, view_default>;

} // namespace graft::aten
