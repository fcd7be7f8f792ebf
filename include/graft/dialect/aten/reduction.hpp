#pragma once

#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/derived_op.hpp>
#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/elementwise.hpp>
#include <graft/dialect/meta/reduction.hpp>
#include <graft/dialect/op_list.hpp>

/// Reductions and running sums.
namespace graft::aten {

struct all_default : described_op<all_default, op_tags::none, meta_truth> {
    static constexpr schema_text text{"aten::all(Tensor self) -> Tensor"};
    static constexpr out_names out{"all_out"};
};
struct all_dim : described_op<all_dim, op_tags::none, meta_truth> {
    static constexpr schema_text text{"aten::all.dim(Tensor self, int dim, bool keepdim=False) -> Tensor"};
    static constexpr out_names out{"out"};
};
struct all_dims : described_op<all_dims, op_tags::none, meta_truth_of_dims> {
    static constexpr schema_text text{"aten::all.dims(Tensor self, int[]? dim=None, bool keepdim=False) -> Tensor"};
};
inline constexpr struct all_packet : packet<all_packet> {
    all_default default_;
    all_dim dim;
    all_dims dims;
} all{};

struct amax_default : described_op<amax_default, op_tags::core, meta_extremum> {
    static constexpr schema_text text{"aten::amax(Tensor self, int[1] dim=[], bool keepdim=False) -> Tensor"};
};
inline constexpr single_overload<amax_default> amax{};

struct amin_default : described_op<amin_default, op_tags::core, meta_extremum> {
    static constexpr schema_text text{"aten::amin(Tensor self, int[1] dim=[], bool keepdim=False) -> Tensor"};
};
inline constexpr single_overload<amin_default> amin{};

struct aminmax_default : described_op<aminmax_default, op_tags::none, meta_both_extrema> {
    static constexpr schema_text text{
        "aten::aminmax(Tensor self, *, int? dim=None, bool keepdim=False) -> (Tensor min, Tensor max)"};
};
inline constexpr single_overload<aminmax_default> aminmax{};

struct any_default : described_op<any_default, op_tags::core, meta_truth> {
    static constexpr schema_text text{"aten::any(Tensor self) -> Tensor"};
    static constexpr out_names out{"all_out"};
};
struct any_dim : described_op<any_dim, op_tags::core, meta_truth> {
    static constexpr schema_text text{"aten::any.dim(Tensor self, int dim, bool keepdim=False) -> Tensor"};
    static constexpr out_names out{"out"};
};
struct any_dims : described_op<any_dims, op_tags::core, meta_truth_of_dims> {
    static constexpr schema_text text{"aten::any.dims(Tensor self, int[]? dim=None, bool keepdim=False) -> Tensor"};
};
inline constexpr struct any_packet : packet<any_packet> {
    any_default default_;
    any_dim dim;
    any_dims dims;
} any{};

struct argmax_default : described_op<argmax_default, op_tags::core, meta_argument_of_extremum> {
    static constexpr schema_text text{"aten::argmax(Tensor self, int? dim=None, bool keepdim=False) -> Tensor"};
};
inline constexpr single_overload<argmax_default> argmax{};

struct argmin_default : described_op<argmin_default, op_tags::core, meta_argument_of_extremum> {
    static constexpr schema_text text{"aten::argmin(Tensor self, int? dim=None, bool keepdim=False) -> Tensor"};
};
inline constexpr single_overload<argmin_default> argmin{};

struct count_nonzero_default : described_op<count_nonzero_default, op_tags::none, meta_count> {
    static constexpr schema_text text{"aten::count_nonzero(Tensor self, int? dim=None) -> Tensor"};
};
struct count_nonzero_dim_intlist : described_op<count_nonzero_dim_intlist, op_tags::none, meta_count> {
    static constexpr schema_text text{"aten::count_nonzero.dim_IntList(Tensor self, int[] dim) -> Tensor"};
};
inline constexpr struct count_nonzero_packet : packet<count_nonzero_packet> {
    count_nonzero_default default_;
    count_nonzero_dim_intlist dim_IntList;
} count_nonzero{};

struct cumsum_default : described_op<cumsum_default, op_tags::core | op_tags::out_converts, meta_cumulative> {
    static constexpr schema_text text{"aten::cumsum(Tensor self, int dim, *, ScalarType? dtype=None) -> Tensor"};
};
inline constexpr single_overload<cumsum_default> cumsum{};
inline constexpr single_overload<inplace<cumsum_default>> cumsum_{};

struct linalg_vector_norm_default : described_op<linalg_vector_norm_default, op_tags::none, meta_deviation> {
    static constexpr schema_text text{
        "aten::linalg_vector_norm(Tensor self, Scalar ord=2, int[1]? dim=None, bool keepdim=False, *, ScalarType? "
        "dtype=None) -> Tensor"};
};
inline constexpr single_overload<linalg_vector_norm_default> linalg_vector_norm{};

struct logsumexp_default : described_op<logsumexp_default, op_tags::out_converts, meta_logsumexp> {
    static constexpr schema_text text{"aten::logsumexp(Tensor self, int[1] dim, bool keepdim=False) -> Tensor"};
};
inline constexpr single_overload<logsumexp_default> logsumexp{};

struct max_default : described_op<max_default, op_tags::edge | op_tags::out_converts, meta_extremum> {
    static constexpr schema_text text{"aten::max(Tensor self) -> Tensor"};
    static constexpr out_names out{"unary_out"};
};
struct max_dim : described_op<max_dim, op_tags::core, meta_extremum_with_indices> {
    static constexpr schema_text text{
        "aten::max.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)"};
    static constexpr out_names out{"dim_max", {"max", "max_values"}};
};
using max_other = alias_of<maximum_default, "max.other">;
inline constexpr struct max_packet : packet<max_packet> {
    max_default default_;
    max_dim dim;
    max_other other;
} max{};

struct mean_default : described_op<mean_default, op_tags::core | op_tags::out_converts, meta_mean> {
    static constexpr schema_text text{"aten::mean(Tensor self, *, ScalarType? dtype=None) -> Tensor"};
    static constexpr out_names out{"dtype_out"};
};
struct mean_dim : described_op<mean_dim, op_tags::core | op_tags::out_converts, meta_mean> {
    static constexpr schema_text text{
        "aten::mean.dim(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor"};
    static constexpr out_names out{"out"};
};
inline constexpr struct mean_packet : packet<mean_packet> {
    mean_default default_;
    mean_dim dim;
} mean{};

struct min_default : described_op<min_default, op_tags::edge | op_tags::out_converts, meta_extremum> {
    static constexpr schema_text text{"aten::min(Tensor self) -> Tensor"};
    static constexpr out_names out{"unary_out"};
};
struct min_dim : described_op<min_dim, op_tags::core, meta_extremum_with_indices> {
    static constexpr schema_text text{
        "aten::min.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)"};
    static constexpr out_names out{"dim_min", {"min", "min_indices"}};
};
using min_other = alias_of<minimum_default, "min.other">;
inline constexpr struct min_packet : packet<min_packet> {
    min_default default_;
    min_dim dim;
    min_other other;
} min{};

struct prod_default : described_op<prod_default, op_tags::core, meta_sum> {
    static constexpr schema_text text{"aten::prod(Tensor self, *, ScalarType? dtype=None) -> Tensor"};
};
struct prod_dim_int : described_op<prod_dim_int, op_tags::core | op_tags::out_converts, meta_sum> {
    static constexpr schema_text text{
        "aten::prod.dim_int(Tensor self, int dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor"};
    static constexpr out_names out{"int_out"};
};
inline constexpr struct prod_packet : packet<prod_packet> {
    prod_default default_;
    prod_dim_int dim_int;
} prod{};

struct std_default : described_op<std_default, op_tags::no_out, meta_deviation> {
    static constexpr schema_text text{"aten::std(Tensor self, bool unbiased=True) -> Tensor"};
};
struct std_correction : described_op<std_correction, op_tags::none, meta_deviation> {
    static constexpr schema_text text{
        "aten::std.correction(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False) -> "
        "Tensor"};
};
struct std_dim : described_op<std_dim, op_tags::none, meta_deviation> {
    static constexpr schema_text text{
        "aten::std.dim(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False) -> Tensor"};
    static constexpr out_names out{"out"};
};
inline constexpr struct std_packet : packet<std_packet> {
    std_default default_;
    std_correction correction;
    std_dim dim;
} std{};

struct std_mean_default : described_op<std_mean_default, op_tags::no_out, meta_deviation_and_mean> {
    static constexpr schema_text text{"aten::std_mean(Tensor self, bool unbiased=True) -> (Tensor, Tensor)"};
};
struct std_mean_correction : described_op<std_mean_correction, op_tags::none, meta_deviation_and_mean> {
    static constexpr schema_text text{
        "aten::std_mean.correction(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False) -> "
        "(Tensor, Tensor)"};
};
struct std_mean_dim : described_op<std_mean_dim, op_tags::no_out, meta_deviation_and_mean> {
    static constexpr schema_text text{
        "aten::std_mean.dim(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False) -> (Tensor, Tensor)"};
};
inline constexpr struct std_mean_packet : packet<std_mean_packet> {
    std_mean_default default_;
    std_mean_correction correction;
    std_mean_dim dim;
} std_mean{};

struct sum_default : described_op<sum_default, op_tags::none, meta_sum> {
    static constexpr schema_text text{"aten::sum(Tensor self, *, ScalarType? dtype=None) -> Tensor"};
};
struct sum_dim_intlist : described_op<sum_dim_intlist, op_tags::core | op_tags::out_converts, meta_sum> {
    static constexpr schema_text text{
        "aten::sum.dim_IntList(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor"};
    static constexpr out_names out{"IntList_out"};
};
inline constexpr struct sum_packet : packet<sum_packet> {
    sum_default default_;
    sum_dim_intlist dim_IntList;
} sum{};

struct var_default : described_op<var_default, op_tags::no_out, meta_deviation> {
    static constexpr schema_text text{"aten::var(Tensor self, bool unbiased=True) -> Tensor"};
};
struct var_correction : described_op<var_correction, op_tags::core | op_tags::out_converts, meta_deviation> {
    static constexpr schema_text text{
        "aten::var.correction(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False) -> "
        "Tensor"};
};
struct var_dim : described_op<var_dim, op_tags::core | op_tags::out_converts, meta_deviation> {
    static constexpr schema_text text{
        "aten::var.dim(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False) -> Tensor"};
    static constexpr out_names out{"out"};
};
inline constexpr struct var_packet : packet<var_packet> {
    var_default default_;
    var_correction correction;
    var_dim dim;
} var{};

struct var_mean_default : described_op<var_mean_default, op_tags::no_out, meta_deviation_and_mean> {
    static constexpr schema_text text{"aten::var_mean(Tensor self, bool unbiased=True) -> (Tensor, Tensor)"};
};
struct var_mean_correction : described_op<var_mean_correction, op_tags::none, meta_deviation_and_mean> {
    static constexpr schema_text text{
        "aten::var_mean.correction(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False) -> "
        "(Tensor, Tensor)"};
};
struct var_mean_dim : described_op<var_mean_dim, op_tags::no_out, meta_deviation_and_mean> {
    static constexpr schema_text text{
        "aten::var_mean.dim(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False) -> (Tensor, Tensor)"};
};
inline constexpr struct var_mean_packet : packet<var_mean_packet> {
    var_mean_default default_;
    var_mean_correction correction;
    var_mean_dim dim;
} var_mean{};

/// Every op of this header.
using reduction_ops =
    overloads_of<all, amax, amin, aminmax, any, argmax, argmin, count_nonzero, cumsum, linalg_vector_norm, logsumexp,
                 max, mean, min, prod, std, std_mean, sum, var, var_mean, cumsum_>;

} // namespace graft::aten
