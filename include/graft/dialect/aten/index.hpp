#pragma once

#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/index.hpp>
#include <graft/dialect/op_list.hpp>

/// Elements picked and put by index.
namespace graft::aten {

struct embedding_default : described_op<embedding_default, op_tags::core, meta_embedding> {
    static constexpr fixed_string text{
        "aten::embedding(Tensor weight, Tensor indices, SymInt padding_idx=-1, bool "
        "scale_grad_by_freq=False, bool sparse=False) -> Tensor"};
};
inline constexpr single_overload<embedding_default> embedding{};

struct index_tensor : described_op<index_tensor, op_tags::core, meta_index> {
    static constexpr fixed_string text{
        "aten::index.Tensor(Tensor self, Tensor?[] indices) -> Tensor"};
};
inline constexpr struct index_packet : packet<index_packet> { index_tensor Tensor; } index{};

struct index_put_default : described_op<index_put_default, op_tags::core, meta_index_put> {
    static constexpr fixed_string text{"aten::index_put(Tensor self, Tensor?[] indices, Tensor "
                                       "values, bool accumulate=False) -> Tensor"};
};
inline constexpr single_overload<index_put_default> index_put{};

struct index_put_inplace_default
    : described_op<index_put_inplace_default, op_tags::inplace, meta_index_put_inplace> {
    static constexpr fixed_string text{"aten::index_put_(Tensor(a!) self, Tensor?[] indices, "
                                       "Tensor values, bool accumulate=False) -> Tensor(a!)"};
};
inline constexpr single_overload<index_put_inplace_default> index_put_{};

struct index_select_default
    : described_op<index_select_default, op_tags::core, meta_index_select> {
    static constexpr fixed_string text{
        "aten::index_select(Tensor self, int dim, Tensor index) -> Tensor"};
};
inline constexpr single_overload<index_select_default> index_select{};

struct nonzero_default : described_op<nonzero_default, op_tags::core> {
    static constexpr fixed_string text{"aten::nonzero(Tensor self) -> Tensor"};
};
inline constexpr single_overload<nonzero_default> nonzero{};

struct scatter_add_default
    : described_op<scatter_add_default, op_tags::core, meta_scatter_add> {
    static constexpr fixed_string text{
        "aten::scatter_add(Tensor self, int dim, Tensor index, Tensor src) -> Tensor"};
};
inline constexpr single_overload<scatter_add_default> scatter_add{};

struct select_scatter_default
    : described_op<select_scatter_default, op_tags::core, meta_scatter_into<meta_select>> {
    static constexpr fixed_string text{
        "aten::select_scatter(Tensor self, Tensor src, int dim, SymInt index) -> Tensor"};
};
inline constexpr single_overload<select_scatter_default> select_scatter{};

struct slice_scatter_default
    : described_op<slice_scatter_default, op_tags::core, meta_scatter_into<meta_slice>> {
    static constexpr fixed_string text{
        "aten::slice_scatter(Tensor self, Tensor src, int dim=0, SymInt? start=None, SymInt? "
        "end=None, SymInt step=1) -> Tensor"};
};
inline constexpr single_overload<slice_scatter_default> slice_scatter{};

/// Every op of this header.
using index_ops = op_list<embedding_default, index_tensor, index_put_default,
                          index_put_inplace_default, index_select_default, nonzero_default,
                          scatter_add_default, select_scatter_default, slice_scatter_default>;

} // namespace graft::aten
