#pragma once

#include <graft/dialect/composition.hpp>
#include <graft/dialect/derived_op.hpp>
#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/index.hpp>
#include <graft/dialect/meta/more_views.hpp>
#include <graft/dialect/meta/reshape.hpp>
#include <graft/dialect/meta/split.hpp>
#include <graft/dialect/meta/view.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/compare.hpp>
#include <graft/symbolic/sym_int.hpp>

#include <algorithm>
#include <cstddef>

/// Views, whose result shares the storage of the argument, and the ops that copy what a view shows, for graphs in which
/// nothing shares storage.
namespace graft::aten {

struct _unsafe_view_default : described_op<_unsafe_view_default, op_tags::none, meta_view> {
    static constexpr schema_text text{"aten::_unsafe_view(Tensor self, SymInt[] size) -> Tensor"};
};
inline constexpr single_overload<_unsafe_view_default> _unsafe_view{};

struct adjoint_default : described_op<adjoint_default, op_tags::view | op_tags::undoes_itself, meta_matrix_transpose> {
    static constexpr schema_text text{"aten::adjoint(Tensor(a) self) -> Tensor(a)"};
    static constexpr lazy_mark marks = lazy_mark::conjugates;
};
inline constexpr single_overload<adjoint_default> adjoint{};

struct alias_default
    : described_op<alias_default, op_tags::core | op_tags::view | op_tags::keeps_numbers | op_tags::same_tensor,
                   meta_alias> {
    static constexpr schema_text text{"aten::alias(Tensor(a) self) -> Tensor(a)"};
};
inline constexpr single_overload<alias_default> alias{};
using alias_copy_default = copy_of_view<alias_default, op_tags::edge | op_tags::keeps_numbers>;
inline constexpr single_overload<alias_copy_default> alias_copy{};

struct as_strided_scatter_default
    : described_op<as_strided_scatter_default, op_tags::none, meta_scatter_into<meta_as_strided>> {
    static constexpr schema_text text{
        "aten::as_strided_scatter(Tensor self, Tensor src, SymInt[] size, SymInt[] stride, SymInt? "
        "storage_offset=None) -> Tensor"};
};
inline constexpr single_overload<as_strided_scatter_default> as_strided_scatter{};

struct as_strided_default
    : described_op<as_strided_default, op_tags::core | op_tags::view | op_tags::shows_storage, meta_as_strided> {
    using scatter = as_strided_scatter_default;
    static constexpr schema_text text{
        "aten::as_strided(Tensor(a) self, SymInt[] size, SymInt[] stride, SymInt? storage_offset=None) -> Tensor(a)"};
};
inline constexpr single_overload<as_strided_default> as_strided{};
inline constexpr single_overload<inplace<as_strided_default>> as_strided_{};
using as_strided_copy_default = copy_of_view<as_strided_default, op_tags::edge | op_tags::shows_storage>;
inline constexpr single_overload<as_strided_copy_default> as_strided_copy{};

struct broadcast_to_default : described_op<broadcast_to_default, op_tags::view | op_tags::repeats, meta_expand> {
    static constexpr schema_text text{"aten::broadcast_to(Tensor(a) self, SymInt[] size) -> Tensor(a)"};
};
inline constexpr single_overload<broadcast_to_default> broadcast_to{};

struct chunk_default : described_op<chunk_default, op_tags::view, meta_chunk> {
    static constexpr schema_text text{"aten::chunk(Tensor(a -> *) self, int chunks, int dim=0) -> Tensor(a)[]"};
};
inline constexpr single_overload<chunk_default> chunk{};

struct detach_default
    : described_op<detach_default, op_tags::view | op_tags::keeps_numbers | op_tags::same_tensor, meta_alias> {
    static constexpr schema_text text{"aten::detach(Tensor(a) self) -> Tensor(a)"};
};
inline constexpr single_overload<detach_default> detach{};
inline constexpr single_overload<inplace<detach_default>> detach_{};
using detach_copy_default = copy_of_view<detach_default, op_tags::edge | op_tags::keeps_numbers>;
inline constexpr single_overload<detach_copy_default> detach_copy{};

struct diagonal_scatter_default
    : described_op<diagonal_scatter_default, op_tags::none, meta_scatter_into<meta_diagonal>> {
    static constexpr schema_text text{
        "aten::diagonal_scatter(Tensor self, Tensor src, int offset=0, int dim1=0, int dim2=1) -> Tensor"};
};
inline constexpr single_overload<diagonal_scatter_default> diagonal_scatter{};

struct diagonal_default : described_op<diagonal_default, op_tags::core | op_tags::view, meta_diagonal> {
    using scatter = diagonal_scatter_default;
    static constexpr schema_text text{
        "aten::diagonal(Tensor(a) self, int offset=0, int dim1=0, int dim2=1) -> Tensor(a)"};
};
inline constexpr single_overload<diagonal_default> diagonal{};
using diagonal_copy_default = copy_of_view<diagonal_default>;
inline constexpr single_overload<diagonal_copy_default> diagonal_copy{};

struct expand_default
    : described_op<expand_default, op_tags::core | op_tags::view | op_tags::keeps_numbers | op_tags::repeats,
                   meta_expand> {
    static constexpr schema_text text{
        "aten::expand(Tensor(a) self, SymInt[] size, *, bool implicit=False) -> Tensor(a)"};
};
inline constexpr single_overload<expand_default> expand{};
using expand_copy_default = copy_of_view<expand_default, op_tags::edge | op_tags::keeps_numbers>;
inline constexpr single_overload<expand_copy_default> expand_copy{};

struct expand_as_default : described_op<expand_as_default, op_tags::view | op_tags::repeats, meta_expand_as> {
    static constexpr schema_text text{"aten::expand_as(Tensor(a) self, Tensor other) -> Tensor(a)"};
};
inline constexpr single_overload<expand_as_default> expand_as{};

struct flatten_using_ints
    : described_op<flatten_using_ints, op_tags::view | op_tags::may_copy | op_tags::resizes, meta_flatten> {
    static constexpr schema_text text{
        "aten::flatten.using_ints(Tensor(a) self, int start_dim=0, int end_dim=-1) -> Tensor(a)"};
};
inline constexpr struct flatten_packet : packet<flatten_packet> {
    flatten_using_ints using_ints;
} flatten{};

struct mH_default : described_op<mH_default, op_tags::view | op_tags::undoes_itself, meta_matrix_transpose> {
    static constexpr schema_text text{"aten::mH(Tensor(a) self) -> Tensor(a)"};
    static constexpr lazy_mark marks = lazy_mark::conjugates;
};
inline constexpr single_overload<mH_default> mH{};

struct mT_default : described_op<mT_default, op_tags::view | op_tags::undoes_itself, meta_matrix_transpose> {
    static constexpr schema_text text{"aten::mT(Tensor(a) self) -> Tensor(a)"};
};
inline constexpr single_overload<mT_default> mT{};

struct movedim_int : described_op<movedim_int, op_tags::view | op_tags::moves_dims, meta_movedim> {
    static constexpr schema_text text{"aten::movedim.int(Tensor(a) self, int source, int destination) -> Tensor(a)"};
};
struct movedim_intlist : described_op<movedim_intlist, op_tags::view | op_tags::moves_dims, meta_movedim> {
    static constexpr schema_text text{
        "aten::movedim.intlist(Tensor(a) self, int[] source, int[] destination) -> Tensor(a)"};
};
inline constexpr struct movedim_packet : packet<movedim_packet> {
    movedim_int int_;
    movedim_intlist intlist;
} movedim{};
using moveaxis_int = alias_of<movedim_int, "moveaxis">;
using moveaxis_intlist = alias_of<movedim_intlist, "moveaxis">;
inline constexpr struct moveaxis_packet : packet<moveaxis_packet> {
    moveaxis_int int_;
    moveaxis_intlist intlist;
} moveaxis{};

struct narrow_default : described_op<narrow_default, op_tags::view, meta_narrow> {
    static constexpr schema_text text{
        "aten::narrow(Tensor(a) self, int dim, SymInt start, SymInt length) -> Tensor(a)"};
};
struct narrow_tensor : composite_op<narrow_tensor, op_tags::view> {
    static constexpr schema_text text{
        "aten::narrow.Tensor(Tensor(a) self, int dim, Tensor start, SymInt length) -> Tensor(a)"};
    static constexpr auto compose(auto const& k) {
        auto const& start = k->tensor("start");
        k.require(k.rank(start) == 0 && is_integral(k.dtype(start), false), "'start' must be one integer");
        return k(narrow_default{}, k["self"], k["dim"], k.values(start)[0], k["length"]);
    }
};
inline constexpr struct narrow_packet : single_overload<narrow_default> {
    narrow_tensor Tensor;
} narrow{};
using narrow_copy_default = copy_of_view<narrow_default>;
inline constexpr single_overload<narrow_copy_default> narrow_copy{};

struct numpy_T_default : described_op<numpy_T_default, op_tags::view | op_tags::undoes_itself, meta_reverse_dims> {
    static constexpr schema_text text{"aten::numpy_T(Tensor(a) self) -> Tensor(a)"};
};
inline constexpr single_overload<numpy_T_default> numpy_T{};

struct permute_default
    : described_op<permute_default, op_tags::core | op_tags::view | op_tags::keeps_numbers, meta_permute> {
    static constexpr schema_text text{"aten::permute(Tensor(a) self, int[] dims) -> Tensor(a)"};
};
inline constexpr single_overload<permute_default> permute{};
using permute_copy_default = copy_of_view<permute_default, op_tags::edge | op_tags::keeps_numbers>;
inline constexpr single_overload<permute_copy_default> permute_copy{};

struct reshape_default
    : described_op<reshape_default, op_tags::view | op_tags::keeps_numbers | op_tags::may_copy | op_tags::resizes,
                   meta_reshape> {
    static constexpr schema_text text{"aten::reshape(Tensor(a) self, SymInt[] shape) -> Tensor(a)"};
};
inline constexpr single_overload<reshape_default> reshape{};

struct select_scatter_default : described_op<select_scatter_default, op_tags::core, meta_scatter_into<meta_select>> {
    static constexpr schema_text text{"aten::select_scatter(Tensor self, Tensor src, int dim, SymInt index) -> Tensor"};
};
inline constexpr single_overload<select_scatter_default> select_scatter{};

struct select_int : described_op<select_int, op_tags::core | op_tags::view, meta_select> {
    using scatter = select_scatter_default;
    static constexpr schema_text text{"aten::select.int(Tensor(a) self, int dim, SymInt index) -> Tensor(a)"};
};
inline constexpr int_overload<select_int> select{};
using select_copy_int = copy_of_view<select_int>;
inline constexpr int_overload<select_copy_int> select_copy{};

struct slice_scatter_default : described_op<slice_scatter_default, op_tags::core, meta_scatter_into<meta_slice>> {
    static constexpr schema_text text{
        "aten::slice_scatter(Tensor self, Tensor src, int dim=0, SymInt? start=None, SymInt? end=None, SymInt "
        "step=1) -> Tensor"};
};
inline constexpr single_overload<slice_scatter_default> slice_scatter{};

struct slice_tensor : described_op<slice_tensor, op_tags::core | op_tags::view, meta_slice> {
    using scatter = slice_scatter_default;
    static constexpr schema_text text{
        "aten::slice.Tensor(Tensor(a) self, int dim=0, SymInt? start=None, SymInt? end=None, SymInt step=1) -> "
        "Tensor(a)"};
};
inline constexpr tensor_overload<slice_tensor> slice{};
using slice_copy_tensor = copy_of_view<slice_tensor>;
inline constexpr tensor_overload<slice_copy_tensor> slice_copy{};

struct split_with_sizes_default
    : described_op<split_with_sizes_default, op_tags::core | op_tags::view, meta_split_with_sizes> {
    static constexpr schema_text text{
        "aten::split_with_sizes(Tensor(a -> *) self, SymInt[] split_sizes, int dim=0) -> Tensor(a)[]"};
};
inline constexpr single_overload<split_with_sizes_default> split_with_sizes{};
using split_with_sizes_copy_default = copy_of_view<split_with_sizes_default>;
inline constexpr single_overload<split_with_sizes_copy_default> split_with_sizes_copy{};

struct split_tensor : described_op<split_tensor, op_tags::view, meta_split> {
    static constexpr schema_text text{
        "aten::split.Tensor(Tensor(a -> *) self, SymInt split_size, int dim=0) -> Tensor(a)[]"};
};
struct split_sizes : composite_op<split_sizes, op_tags::view> {
    static constexpr schema_text text{
        "aten::split.sizes(Tensor(a -> *) self, SymInt[] split_size, int dim=0) -> Tensor(a)[]"};
    static constexpr auto compose(auto const& k) {
        return k.all(split_with_sizes, k["self"], k["split_size"], k["dim"]);
    }
};
inline constexpr struct split_packet : packet<split_packet> {
    split_tensor Tensor;
    split_sizes sizes;
} split{};
using split_copy_tensor = copy_of_view<split_tensor>;
inline constexpr tensor_overload<split_copy_tensor> split_copy{};

struct squeeze_default : described_op<squeeze_default, op_tags::view | op_tags::resizes, meta_squeeze> {
    static constexpr schema_text text{"aten::squeeze(Tensor(a) self) -> Tensor(a)"};
};
struct squeeze_dim : described_op<squeeze_dim, op_tags::core | op_tags::view | op_tags::resizes, meta_squeeze_dims> {
    static constexpr schema_text text{"aten::squeeze.dim(Tensor(a) self, int dim) -> Tensor(a)"};
};
struct squeeze_dims : described_op<squeeze_dims, op_tags::core | op_tags::view | op_tags::resizes, meta_squeeze_dims> {
    static constexpr schema_text text{"aten::squeeze.dims(Tensor(a) self, int[] dim) -> Tensor(a)"};
};
inline constexpr struct squeeze_packet : packet<squeeze_packet> {
    squeeze_default default_;
    squeeze_dim dim;
    squeeze_dims dims;
} squeeze{};
inline constexpr struct squeeze__packet : packet<squeeze__packet> {
    inplace<squeeze_default> default_;
    inplace<squeeze_dim> dim;
    inplace<squeeze_dims> dims;
} squeeze_{};
using squeeze_copy_default = copy_of_view<squeeze_default, op_tags::none>;
using squeeze_copy_dim = copy_of_view<squeeze_dim>;
using squeeze_copy_dims = copy_of_view<squeeze_dims, op_tags::edge | op_tags::keeps_numbers>;
inline constexpr struct squeeze_copy_packet : packet<squeeze_copy_packet> {
    squeeze_copy_default default_;
    squeeze_copy_dim dim;
    squeeze_copy_dims dims;
} squeeze_copy{};

struct swapaxes_default : described_op<swapaxes_default, op_tags::view | op_tags::undoes_itself, meta_swapaxes> {
    static constexpr schema_text text{"aten::swapaxes(Tensor(a) self, int axis0, int axis1) -> Tensor(a)"};
};
inline constexpr single_overload<swapaxes_default> swapaxes{};
inline constexpr single_overload<inplace<swapaxes_default>> swapaxes_{};

struct swapdims_default : described_op<swapdims_default, op_tags::view | op_tags::undoes_itself, meta_swapaxes> {
    static constexpr schema_text text{"aten::swapdims(Tensor(a) self, int dim0, int dim1) -> Tensor(a)"};
};
inline constexpr single_overload<swapdims_default> swapdims{};
inline constexpr single_overload<inplace<swapdims_default>> swapdims_{};

struct t_default : described_op<t_default, op_tags::view | op_tags::undoes_itself, meta_t> {
    static constexpr schema_text text{"aten::t(Tensor(a) self) -> Tensor(a)"};
};
inline constexpr single_overload<t_default> t{};
inline constexpr single_overload<inplace<t_default>> t_{};
using t_copy_default = copy_of_view<t_default>;
inline constexpr single_overload<t_copy_default> t_copy{};

struct transpose_int : described_op<transpose_int, op_tags::view | op_tags::undoes_itself, meta_transpose> {
    static constexpr schema_text text{"aten::transpose.int(Tensor(a) self, int dim0, int dim1) -> Tensor(a)"};
};
inline constexpr int_overload<transpose_int> transpose{};
using transpose_copy_int = copy_of_view<transpose_int>;
inline constexpr int_overload<transpose_copy_int> transpose_copy{};

struct transpose_inplace_default : inplace_op<transpose_inplace_default, transpose_int> {
    static constexpr schema_text text{"aten::transpose_(Tensor(a!) self, int dim0, int dim1) -> Tensor(a!)"};
};
inline constexpr single_overload<transpose_inplace_default> transpose_{};

struct unbind_int : described_op<unbind_int, op_tags::view, meta_unbind> {
    static constexpr schema_text text{"aten::unbind.int(Tensor(a -> *) self, int dim=0) -> Tensor(a)[]"};
};
inline constexpr int_overload<unbind_int> unbind{};
using unbind_copy_int = copy_of_view<unbind_int>;
inline constexpr int_overload<unbind_copy_int> unbind_copy{};

struct unfold_default : described_op<unfold_default, op_tags::view, meta_unfold> {
    static constexpr schema_text text{"aten::unfold(Tensor(a) self, int dimension, int size, int step) -> Tensor(a)"};
};
inline constexpr single_overload<unfold_default> unfold{};
using unfold_copy_default = copy_of_view<unfold_default>;
inline constexpr single_overload<unfold_copy_default> unfold_copy{};

struct unsqueeze_default
    : described_op<unsqueeze_default, op_tags::core | op_tags::view | op_tags::keeps_numbers, meta_unsqueeze> {
    static constexpr schema_text text{"aten::unsqueeze(Tensor(a) self, int dim) -> Tensor(a)"};
};
inline constexpr single_overload<unsqueeze_default> unsqueeze{};
inline constexpr single_overload<inplace<unsqueeze_default>> unsqueeze_{};
using unsqueeze_copy_default = copy_of_view<unsqueeze_default, op_tags::edge | op_tags::keeps_numbers>;
inline constexpr single_overload<unsqueeze_copy_default> unsqueeze_copy{};

struct view_default
    : described_op<view_default, op_tags::core | op_tags::view | op_tags::keeps_numbers | op_tags::resizes, meta_view> {
    static constexpr schema_text text{"aten::view(Tensor(a) self, SymInt[] size) -> Tensor(a)"};
};
struct view_dtype : described_op<view_dtype, op_tags::view, meta_view_dtype> {
    static constexpr schema_text text{"aten::view.dtype(Tensor(a) self, ScalarType dtype) -> Tensor(a)"};
};
inline constexpr struct view_packet : single_overload<view_default> {
    view_dtype dtype;
} view{};

struct view_copy_default : described_op<view_copy_default, op_tags::edge | op_tags::keeps_numbers, meta_view_copy> {
    using copied_view = view_default;
    static constexpr schema_text text{"aten::view_copy(Tensor self, SymInt[] size) -> Tensor"};
};
inline constexpr single_overload<view_copy_default> view_copy{};

/// Every op of this header.
using view_ops = join_ops<
    overloads_of<_unsafe_view, adjoint, alias, as_strided, broadcast_to, chunk, detach, detach_, diagonal, expand,
                 expand_as, flatten, mH, mT, moveaxis, movedim, numpy_T, permute, reshape, select, slice, split,
                 split_with_sizes, squeeze, swapaxes, swapdims, t, transpose, unbind, unfold, unsqueeze, view_copy,
                 squeeze_, as_strided_, swapaxes_, swapdims_, t_, transpose_, unsqueeze_, select_copy, slice_copy,
                 split_copy, squeeze_copy, transpose_copy, unbind_copy, alias_copy, as_strided_copy, detach_copy,
                 diagonal_copy, expand_copy, narrow_copy, permute_copy, split_with_sizes_copy, t_copy, unfold_copy,
                 unsqueeze_copy, as_strided_scatter, diagonal_scatter, select_scatter, slice_scatter>,
    op_list<narrow_default, narrow_tensor, view_default, view_dtype>>;

} // namespace graft::aten

namespace graft::detail {

/// A value, of these sizes where it is not known whether it has them: those of arguments that have to fit may have
/// symbols of their own. As in broadcasting the last dimensions stand beside each other.
template <class V>
[[nodiscard]] constexpr V sized(composing<V> const& k, V const& x, vec<sym_int> const& sizes) {
    vec<sym_int> const have = k.sizes(x);
    vec<sym_int> wanted = have;
    for (std::size_t i = 1; i <= std::min(have.size(), sizes.size()); ++i) {
        sym_int const &own = have[have.size() - i], &other = sizes[sizes.size() - i];
        if (own != 1 && other != 1 && !known_eq(own, other).has_value())
            wanted[have.size() - i] = other;
    }
    if (wanted == have)
        return x;
    return k(aten::expand, x, wanted);
}

} // namespace graft::detail
