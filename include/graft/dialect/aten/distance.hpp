#pragma once

#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/distance.hpp>
#include <graft/dialect/op_list.hpp>

/// Distances between rows.
namespace graft::aten {

struct _cdist_forward_default : described_op<_cdist_forward_default, op_tags::core, meta_cdist> {
    static constexpr schema_text text{
        "aten::_cdist_forward(Tensor x1, Tensor x2, float p, int? compute_mode) -> Tensor"};
};
inline constexpr single_overload<_cdist_forward_default> _cdist_forward{};

struct _pdist_forward_default : described_op<_pdist_forward_default, op_tags::core, meta_pdist> {
    static constexpr schema_text text{"aten::_pdist_forward(Tensor self, float p=2.) -> Tensor"};
};
inline constexpr single_overload<_pdist_forward_default> _pdist_forward{};

/// Every op of this header.
using distance_ops = overloads_of<_cdist_forward, _pdist_forward>;

} // namespace graft::aten
