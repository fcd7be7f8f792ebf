#pragma once

#include <graft/dialect/aten/creation.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/derived_op.hpp>
#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/index.hpp>
#include <graft/dialect/meta/scatter.hpp>
#include <graft/dialect/op_list.hpp>

#include <string_view>

/// Elements picked and put by index.
namespace graft::aten {

struct embedding_default : described_op<embedding_default, op_tags::core, meta_embedding> {
    static constexpr schema_text text{
        "aten::embedding(Tensor weight, Tensor indices, SymInt padding_idx=-1, bool scale_grad_by_freq=False, bool "
        "sparse=False) -> Tensor"};
};
inline constexpr single_overload<embedding_default> embedding{};

struct gather_default : described_op<gather_default, op_tags::core, meta_gather> {
    static constexpr schema_text text{
        "aten::gather(Tensor self, int dim, Tensor index, *, bool sparse_grad=False) -> Tensor"};
};
inline constexpr single_overload<gather_default> gather{};

struct index_tensor : described_op<index_tensor, op_tags::core, meta_index> {
    static constexpr schema_text text{"aten::index.Tensor(Tensor self, Tensor?[] indices) -> Tensor"};
};
inline constexpr tensor_overload<index_tensor> index{};
using _unsafe_index_tensor = alias_of<index_tensor, "_unsafe_index", op_tags::no_out>;
inline constexpr tensor_overload<_unsafe_index_tensor> _unsafe_index{};

struct index_add_default : described_op<index_add_default, op_tags::none, meta_index_slices> {
    static constexpr schema_text text{
        "aten::index_add(Tensor self, int dim, Tensor index, Tensor source, *, Scalar alpha=1) -> Tensor"};
};
inline constexpr single_overload<index_add_default> index_add{};
inline constexpr single_overload<inplace<index_add_default>> index_add_{};

struct index_copy_default : described_op<index_copy_default, op_tags::none, meta_index_copy> {
    static constexpr schema_text text{"aten::index_copy(Tensor self, int dim, Tensor index, Tensor source) -> Tensor"};
};
inline constexpr single_overload<index_copy_default> index_copy{};
inline constexpr single_overload<inplace<index_copy_default>> index_copy_{};

struct index_fill_int_scalar : described_op<index_fill_int_scalar, op_tags::puts_number, meta_index_fill> {
    static constexpr schema_text text{
        "aten::index_fill.int_Scalar(Tensor self, int dim, Tensor index, Scalar value) -> Tensor"};
};
struct index_fill_int_tensor : described_op<index_fill_int_tensor, op_tags::puts_number, meta_index_fill> {
    static constexpr schema_text text{
        "aten::index_fill.int_Tensor(Tensor self, int dim, Tensor index, Tensor value) -> Tensor"};
};
inline constexpr struct index_fill_packet : packet<index_fill_packet> {
    index_fill_int_scalar int_Scalar;
    index_fill_int_tensor int_Tensor;
} index_fill{};
inline constexpr struct index_fill_inplace_packet : packet<index_fill_inplace_packet> {
    inplace<index_fill_int_scalar> int_Scalar;
    inplace<index_fill_int_tensor> int_Tensor;
} index_fill_{};

struct index_put_default : described_op<index_put_default, op_tags::core, meta_index_put> {
    static constexpr schema_text text{
        "aten::index_put(Tensor self, Tensor?[] indices, Tensor values, bool accumulate=False) -> Tensor"};
};
inline constexpr single_overload<index_put_default> index_put{};
using _unsafe_index_put_default = alias_of<index_put_default, "_unsafe_index_put", op_tags::no_out>;
inline constexpr single_overload<_unsafe_index_put_default> _unsafe_index_put{};

inline constexpr single_overload<inplace<index_put_default>> index_put_{};

struct index_select_default : described_op<index_select_default, op_tags::core, meta_index_select> {
    static constexpr schema_text text{"aten::index_select(Tensor self, int dim, Tensor index) -> Tensor"};
};
inline constexpr single_overload<index_select_default> index_select{};

struct masked_scatter_default : described_op<masked_scatter_default, op_tags::core, meta_masked_scatter> {
    static constexpr schema_text text{"aten::masked_scatter(Tensor self, Tensor mask, Tensor source) -> Tensor"};
};
inline constexpr single_overload<masked_scatter_default> masked_scatter{};
inline constexpr single_overload<inplace<masked_scatter_default>> masked_scatter_{};

struct masked_select_default : described_op<masked_select_default, op_tags::none, meta_masked_select> {
    static constexpr schema_text text{"aten::masked_select(Tensor self, Tensor mask) -> Tensor"};
};
inline constexpr single_overload<masked_select_default> masked_select{};

struct nonzero_default : described_op<nonzero_default, op_tags::core> {
    static constexpr schema_text text{"aten::nonzero(Tensor self) -> Tensor"};
};
inline constexpr single_overload<nonzero_default> nonzero{};

struct scatter_add_default : described_op<scatter_add_default, op_tags::core, meta_scatter> {
    static constexpr schema_text text{"aten::scatter_add(Tensor self, int dim, Tensor index, Tensor src) -> Tensor"};
};
inline constexpr single_overload<scatter_add_default> scatter_add{};
inline constexpr single_overload<inplace<scatter_add_default>> scatter_add_{};

struct scatter_reduce_two : described_op<scatter_reduce_two, op_tags::core, meta_scatter> {
    static constexpr schema_text text{
        "aten::scatter_reduce.two(Tensor self, int dim, Tensor index, Tensor src, str reduce, *, bool "
        "include_self=True) -> Tensor"};
};
inline constexpr struct scatter_reduce_packet : packet<scatter_reduce_packet> {
    scatter_reduce_two two;
} scatter_reduce{};
inline constexpr struct scatter_reduce_inplace_packet : packet<scatter_reduce_inplace_packet> {
    inplace<scatter_reduce_two> two;
} scatter_reduce_{};

} // namespace graft::aten

namespace graft::detail {

/// `scatter` that adds or multiplies, as `reduce` says.
template <class V>
[[nodiscard]] constexpr V scattered(composing<V> const& k, V const& source) {
    std::string_view const reduce = k->string("reduce");
    k.require(reduce == "add" || reduce == "multiply", "'reduce' must be 'add' or 'multiply', not '", reduce, "'");
    if (reduce == "add")
        return k(aten::scatter_add, k["self"], k["dim"], k["index"], source);
    return k(aten::scatter_reduce.two, k["self"], k["dim"], k["index"], source, "prod");
}

} // namespace graft::detail

namespace graft::aten {

struct scatter_src : described_op<scatter_src, op_tags::core, meta_scatter> {
    static constexpr schema_text text{"aten::scatter.src(Tensor self, int dim, Tensor index, Tensor src) -> Tensor"};
};
struct scatter_value : described_op<scatter_value, op_tags::core, meta_scatter> {
    static constexpr schema_text text{
        "aten::scatter.value(Tensor self, int dim, Tensor index, Scalar value) -> Tensor"};
};
struct scatter_with_reduce : composite_op<scatter_with_reduce> {
    static constexpr schema_text text{
        "aten::scatter.reduce(Tensor self, int dim, Tensor index, Tensor src, *, str reduce) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::scattered(k, k->tensor("src")); }
};
struct scatter_value_reduce : composite_op<scatter_value_reduce> {
    static constexpr schema_text text{
        "aten::scatter.value_reduce(Tensor self, int dim, Tensor index, Scalar value, *, str reduce) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        V const &self = k->tensor("self"), &places = k->tensor("index");
        return detail::scattered(k, k(full, k.sizes(places), k->number("value"), k.dtype(self)));
    }
};
struct scatter_inplace_reduce : inplace_op<scatter_inplace_reduce, scatter_with_reduce> {
    static constexpr schema_text text{
        "aten::scatter_.reduce(Tensor(a!) self, int dim, Tensor index, Tensor src, *, str reduce) -> Tensor(a!)"};
};
struct scatter_inplace_value_reduce : inplace_op<scatter_inplace_value_reduce, scatter_value_reduce> {
    static constexpr schema_text text{
        "aten::scatter_.value_reduce(Tensor(a!) self, int dim, Tensor index, Scalar value, *, str reduce) -> "
        "Tensor(a!)"};
};
inline constexpr struct scatter_packet : packet<scatter_packet> {
    scatter_src src;
    scatter_value value;
    scatter_with_reduce reduce;
    scatter_value_reduce value_reduce;
} scatter{};
inline constexpr struct scatter_inplace_packet : packet<scatter_inplace_packet> {
    inplace<scatter_src> src;
    inplace<scatter_value> value;
    scatter_inplace_reduce reduce;
    scatter_inplace_value_reduce value_reduce;
} scatter_{};

struct take_default : described_op<take_default, op_tags::none, meta_take> {
    static constexpr schema_text text{"aten::take(Tensor self, Tensor index) -> Tensor"};
};
inline constexpr single_overload<take_default> take{};

/// Every op of this header.
using index_ops = overloads_of<_unsafe_index, _unsafe_index_put, embedding, gather, index, index_add, index_copy,
                               index_fill, index_put, index_select, masked_scatter, masked_select, nonzero, scatter,
                               scatter_, scatter_add, scatter_reduce, take, index_put_, index_fill_, scatter_reduce_,
                               index_add_, index_copy_, masked_scatter_, scatter_add_>;

} // namespace graft::aten
