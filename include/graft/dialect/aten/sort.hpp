#pragma once

#include <graft/dialect/derived_op.hpp>
#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/reduction.hpp>
#include <graft/dialect/meta/sort.hpp>
#include <graft/dialect/op_list.hpp>

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
