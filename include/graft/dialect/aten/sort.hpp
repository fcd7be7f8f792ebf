#pragma once

#include <graft/config.hpp>
#include <graft/dialect/derived_op.hpp>
#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/domain.hpp>
#include <graft/dialect/meta/reduction.hpp>
#include <graft/dialect/meta/result.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/value_spec.hpp>

namespace graft {

namespace detail {

/// Indices of the sizes and strides of a tensor.
[[nodiscard]] constexpr tensor_spec indices_like(tensor_spec values) {
    values.dtype = dtype::i64;
    return values;
}

/// The elements of `self` in another order along `dim`, which must exist.
[[nodiscard]] GRAFT_CONSTEXPR tensor_spec reordered(call<tensor_spec> const& c);

} // namespace detail

/// sort: the elements in order, and where they were.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_sort(call<tensor_spec> const& c) {
    tensor_spec const values = detail::reordered(c);
    return value_spec::of_list({values, detail::indices_like(values)});
}

/// argsort: where the elements in order were.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_argsort(call<tensor_spec> const& c) {
    return detail::indices_like(detail::reordered(c));
}

/// cummax, cummin: running extrema, and where they are.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_cumulative_extremum(call<tensor_spec> const& c);

/// topk: the `k` first elements in order, and where they were.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_topk(call<tensor_spec> const& c);

} // namespace graft

/// Orders and running results along a dimension.
namespace graft::aten {

struct argsort_default : described_op<argsort_default, op_tags::no_out, meta_argsort> {
    static constexpr schema_text text{"aten::argsort(Tensor self, int dim=-1, bool descending=False) -> Tensor"};
};
struct argsort_stable : described_op<argsort_stable, op_tags::none, meta_argsort> {
    static constexpr schema_text text{
        "aten::argsort.stable(Tensor self, *, bool stable, int dim=-1, bool descending=False) -> Tensor"};
};
inline constexpr struct argsort_packet : packet<argsort_packet> {
    argsort_default default_;
    argsort_stable stable;
} argsort{};

struct cummax_default : described_op<cummax_default, op_tags::none, meta_cumulative_extremum> {
    static constexpr schema_text text{"aten::cummax(Tensor self, int dim) -> (Tensor values, Tensor indices)"};
};
inline constexpr single_overload<cummax_default> cummax{};

struct cummin_default : described_op<cummin_default, op_tags::none, meta_cumulative_extremum> {
    static constexpr schema_text text{"aten::cummin(Tensor self, int dim) -> (Tensor values, Tensor indices)"};
};
inline constexpr single_overload<cummin_default> cummin{};

struct cumprod_default : described_op<cumprod_default, op_tags::out_converts, meta_cumulative> {
    static constexpr schema_text text{"aten::cumprod(Tensor self, int dim, *, ScalarType? dtype=None) -> Tensor"};
};
inline constexpr single_overload<cumprod_default> cumprod{};
inline constexpr single_overload<inplace<cumprod_default>> cumprod_{};

struct logcumsumexp_default : described_op<logcumsumexp_default, op_tags::none, meta_logcumsumexp> {
    static constexpr schema_text text{"aten::logcumsumexp(Tensor self, int dim) -> Tensor"};
};
inline constexpr single_overload<logcumsumexp_default> logcumsumexp{};

struct sort_default : described_op<sort_default, op_tags::core, meta_sort> {
    static constexpr schema_text text{
        "aten::sort(Tensor self, int dim=-1, bool descending=False) -> (Tensor values, Tensor indices)"};
    static constexpr out_names out{"values"};
};
struct sort_stable : described_op<sort_stable, op_tags::none, meta_sort> {
    static constexpr schema_text text{
        "aten::sort.stable(Tensor self, *, bool? stable, int dim=-1, bool descending=False) -> (Tensor values, "
        "Tensor indices)"};
    static constexpr out_names out{"values_stable"};
};
inline constexpr struct sort_packet : packet<sort_packet> {
    sort_default default_;
    sort_stable stable;
} sort{};

struct topk_default : described_op<topk_default, op_tags::core, meta_topk> {
    static constexpr schema_text text{
        "aten::topk(Tensor self, SymInt k, int dim=-1, bool largest=True, bool sorted=True) -> (Tensor values, "
        "Tensor indices)"};
    static constexpr out_names out{"values"};
};
inline constexpr single_overload<topk_default> topk{};

/// Every op of this header.
using sort_ops = overloads_of<argsort, cummax, cummin, cumprod, logcumsumexp, sort, topk, cumprod_>;

} // namespace graft::aten

#if defined(GRAFT_CORE_BODIES)
#    include <cstddef>
#    include <utility>

namespace graft {
namespace detail {

GRAFT_CONSTEXPR tensor_spec reordered(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    require_domain(c, dtype_domain::ordered, self.dtype);
    static_cast<void>(dim_argument(c, "dim", self.dim()));
    return new_tensor(self, self.dtype, self.sizes, similar_strides(self));
}

} // namespace detail

GRAFT_CONSTEXPR value_spec meta_cumulative_extremum(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    // PyTorch looks at the dtype where there is something to compare.
    if (self.dim() != 0 && !(self.numel() == 0))
        detail::require_domain(c, dtype_domain::ordered, self.dtype);
    static_cast<void>(detail::dim_argument(c, "dim", self.dim()));
    tensor_spec const values = detail::new_tensor(self, self.dtype, self.sizes);
    return value_spec::of_list({values, detail::indices_like(values)});
}

GRAFT_CONSTEXPR value_spec meta_topk(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    detail::require_domain(c, dtype_domain::countable, self.dtype);
    std::size_t const d = detail::dim_argument(c, "dim", self.dim());
    sym_int const& k = c.integer("k");
    sym_int const size = self.dim() == 0 ? sym_int(1) : self.sizes[d];
    if (known_lt(k, 0) == true || known_lt(size, k) == true)
        detail::reject(c, "'k' is ", text(k), " for a dimension of size ", text(size));
    vec<sym_int> sizes = self.sizes;
    if (self.dim() != 0)
        sizes[d] = k;
    tensor_spec const values = detail::new_tensor(self, self.dtype, std::move(sizes));
    return value_spec::of_list({values, detail::indices_like(values)});
}

} // namespace graft
#endif
