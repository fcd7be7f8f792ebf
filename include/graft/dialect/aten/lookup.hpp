#pragma once

#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/embedding_bag.hpp>
#include <graft/dialect/op_list.hpp>

/// Rows of tables, summed in bags, and indices that repeat.
namespace graft::aten {

struct _embedding_bag_default : described_op<_embedding_bag_default, op_tags::core, meta_embedding_bag> {
    static constexpr schema_text text{
        "aten::_embedding_bag(Tensor weight, Tensor indices, Tensor offsets, bool scale_grad_by_freq=False, int "
        "mode=0, bool sparse=False, Tensor? per_sample_weights=None, bool include_last_offset=False, int "
        "padding_idx=-1) -> (Tensor, Tensor, Tensor, Tensor)"};
};
inline constexpr single_overload<_embedding_bag_default> _embedding_bag{};

struct repeat_interleave_tensor : described_op<repeat_interleave_tensor, op_tags::none, meta_repeat_interleave> {
    static constexpr schema_text text{
        "aten::repeat_interleave.Tensor(Tensor repeats, *, SymInt? output_size=None) -> Tensor"};
};
/// Every op of this header.
using lookup_ops = op_list<_embedding_bag_default, repeat_interleave_tensor>;

} // namespace graft::aten
