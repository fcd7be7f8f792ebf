#pragma once

#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/counting.hpp>
#include <graft/dialect/op_list.hpp>

/// Histograms, combinations, and which elements are not 0.
namespace graft::aten {

struct bincount_default : described_op<bincount_default, op_tags::none> {
    static constexpr schema_text text{
        "aten::bincount(Tensor self, Tensor? weights=None, SymInt minlength=0) -> Tensor"};
};
inline constexpr single_overload<bincount_default> bincount{};

struct histc_default : described_op<histc_default, op_tags::none, meta_histc> {
    static constexpr schema_text text{"aten::histc(Tensor self, int bins=100, Scalar min=0, Scalar max=0) -> Tensor"};
};
inline constexpr single_overload<histc_default> histc{};

struct combinations_default : described_op<combinations_default, op_tags::no_out, meta_combinations> {
    static constexpr schema_text text{
        "aten::combinations(Tensor self, int r=2, bool with_replacement=False) -> Tensor"};
};
inline constexpr single_overload<combinations_default> combinations{};

struct nonzero_numpy_default
    : described_op<nonzero_numpy_default, op_tags::no_out | op_tags::chooses, meta_coordinates> {
    static constexpr schema_text text{"aten::nonzero_numpy(Tensor self) -> Tensor[]"};
};
inline constexpr single_overload<nonzero_numpy_default> nonzero_numpy{};

/// Every op of this header.
using counting_ops = overloads_of<bincount, histc, combinations, nonzero_numpy>;

} // namespace graft::aten
