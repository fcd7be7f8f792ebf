#pragma once

#include <graft/config.hpp>
#include <graft/dialect/aten/creation.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/derived_op.hpp>
#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/domain.hpp>
#include <graft/dialect/meta/index.hpp>
#include <graft/dialect/op_list.hpp>

#include <string_view>

namespace graft {

/// gather: an element of `self` for each of `index`.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_gather(call<tensor_spec> const& c);

/// scatter, scatter_add, scatter_reduce: `self` with a number or the elements of `src` where
/// `index` says.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_scatter(call<tensor_spec> const& c);

/// index_add: `self` with slices of `source` where `index` says.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_index_slices(call<tensor_spec> const& c);

/// index_copy: the index is torch.int64.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_index_copy(call<tensor_spec> const& c);

/// index_fill: `self` with a number in the slices that `index` names.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_index_fill(call<tensor_spec> const& c);

/// masked_scatter: `self` with the elements of `source` in order where a mask is true.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_masked_scatter(call<tensor_spec> const& c);

/// masked_select: the sizes depend on the elements.
[[nodiscard]] GRAFT_INLINE value_spec meta_masked_select(call<tensor_spec> const& c);

/// take: the elements of `self` in row-major order that `index` names.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_take(call<tensor_spec> const& c);

} // namespace graft

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
    using of_tensors = struct index_fill_int_tensor;
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

struct nonzero_default : described_op<nonzero_default, op_tags::core | op_tags::chooses> {
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

#if defined(GRAFT_CORE_BODIES)
#    include <graft/meta/vec.hpp>

#    include <algorithm>
#    include <cstddef>

namespace graft {
namespace detail {

/// Sizes, of which a number has one, as PyTorch looks at what is picked and put along a dimension.
[[nodiscard]] constexpr vec<sym_int> at_least_1d(tensor_spec const& t) {
    vec<sym_int> sizes = t.sizes;
    if (sizes.empty())
        sizes.emplace_back(1);
    return sizes;
}

/// Requires an index along `dim` that is, in the other dimensions, not larger than `self`.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE std::size_t require_index_along(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    tensor_spec const& index = c.tensor("index");
    std::size_t const dim = dim_argument(c, "dim", self.dim());
    if (index.numel() == 0)
        return dim;
    require_index_dtype(c, "index", index);
    if (at_least_1d(index).size() != at_least_1d(self).size())
        reject(c, "'self' and 'index' must have the same number of dimensions");
    for (std::size_t d = 0; d < self.dim() && index.dim() == self.dim(); ++d)
        if (d != dim && known_lt(self.sizes[d], index.sizes[d]) == true)
            reject_sizes(c, "self", "index");
    return dim;
}

/// Requires a vector of indices of slices of `self`; gives the dimension.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE std::size_t require_index_of_slices(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    tensor_spec const& index = c.tensor("index");
    require_index_dtype(c, "index", index);
    if (index.dim() > 1)
        reject(c, "'index' must be a vector, not ", shape_text(index.sizes));
    return dim_argument(c, "dim", self.dim());
}

} // namespace detail

GRAFT_CONSTEXPR value_spec meta_gather(call<tensor_spec> const& c) {
    static_cast<void>(detail::require_index_along(c));
    tensor_spec const& self = c.tensor("self");
    return detail::new_tensor(self, self.dtype, c.tensor("index").sizes);
}

GRAFT_CONSTEXPR value_spec meta_scatter(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    static_cast<void>(detail::require_index_along(c));
    if (c.op().find_argument("src") >= 0) {
        detail::require_one_dtype(c, "src", "self");
        vec<sym_int> const places = detail::at_least_1d(c.tensor("index")), src = detail::at_least_1d(c.tensor("src"));
        bool const none = c.tensor("index").numel() == 0;
        if (src.size() != places.size() && !none)
            detail::reject_sizes(c, "index", "src");
        for (std::size_t d = 0; d < places.size() && !none; ++d)
            if (known_lt(src[d], places[d]) == true)
                detail::reject_sizes(c, "index", "src");
    }
    return detail::new_tensor(self, self.dtype, self.sizes);
}

GRAFT_CONSTEXPR value_spec meta_index_slices(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    tensor_spec const& source = c.tensor("source");
    std::size_t const d = detail::require_index_of_slices(c);
    detail::require_one_dtype(c, "source", "self");
    vec<sym_int> sizes = self.sizes;
    if (d < sizes.size())
        sizes[d] = c.tensor("index").numel();
    bool const fits = self.dim() == 0 || source.dim() == 0 ||
                      std::equal(source.sizes.begin(), source.sizes.end(), sizes.begin(), sizes.end(),
                                 [](sym_int const& a, sym_int const& b) { return !detail::certainly_differ(a, b); });
    if (!fits)
        detail::reject_sizes(c, "self", "source");
    return detail::new_tensor(self, self.dtype, self.sizes);
}

GRAFT_CONSTEXPR value_spec meta_index_copy(call<tensor_spec> const& c) {
    if (c.tensor("index").dtype != dtype::i64)
        detail::reject(c, "'index' must be torch.int64, not ", torch_name(c.tensor("index").dtype));
    return meta_index_slices(c);
}

GRAFT_CONSTEXPR value_spec meta_index_fill(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    static_cast<void>(detail::require_index_of_slices(c));
    if (c.tensor("index").dtype != dtype::i64)
        detail::reject(c, "'index' must be torch.int64, not ", torch_name(c.tensor("index").dtype));
    if (c["value"].kind == argument_kind::tensor && c.tensor("value").dim() != 0)
        detail::reject(c, "'value' must have no dimensions, not ", c.tensor("value").dim());
    return detail::new_tensor(self, self.dtype, self.sizes, preserved_strides(self));
}

GRAFT_CONSTEXPR value_spec meta_masked_scatter(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    detail::require_one_dtype(c, "source", "self");
    if (c.tensor("mask").dtype != dtype::boolean)
        detail::reject(c, "'mask' must be torch.bool, not ", torch_name(c.tensor("mask").dtype));
    return detail::new_tensor(self, self.dtype, broadcast_sizes(self.sizes, c.tensor("mask").sizes));
}

GRAFT_INLINE value_spec meta_masked_select(call<tensor_spec> const& c) {
    if (c.tensor("mask").dtype != dtype::boolean)
        detail::reject(c, "'mask' must be torch.bool, not ", torch_name(c.tensor("mask").dtype));
    raise(errc::unsupported, c.op().name, ": the sizes of the result depend on the elements of a mask");
}

GRAFT_CONSTEXPR value_spec meta_take(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    tensor_spec const& index = c.tensor("index");
    if (index.dtype != dtype::i64)
        detail::reject(c, "'index' must be torch.int64, not ", torch_name(index.dtype));
    return detail::new_tensor(self, self.dtype, index.sizes);
}

} // namespace graft
#endif
