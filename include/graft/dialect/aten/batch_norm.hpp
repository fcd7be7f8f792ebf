#pragma once

#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/batch_norm.hpp>
#include <graft/dialect/op_list.hpp>

/// Batch normalisation that may learn its statistics.
namespace graft::aten {

struct _native_batch_norm_legit_functional_default
    : described_op<_native_batch_norm_legit_functional_default, op_tags::no_out, meta_batch_norm_legit> {
    static constexpr schema_text text{
        "aten::_native_batch_norm_legit_functional(Tensor input, Tensor? weight, Tensor? bias, Tensor running_mean, "
        "Tensor running_var, bool training, float momentum, float eps) -> (Tensor, Tensor, Tensor, Tensor "
        "running_mean_out, Tensor running_var_out)"};
};
struct _native_batch_norm_legit_default
    : described_op<_native_batch_norm_legit_default, op_tags::core | op_tags::inplace, meta_batch_norm_legit> {
    using functional = _native_batch_norm_legit_functional_default;
    static constexpr schema_text text{
        "aten::_native_batch_norm_legit(Tensor input, Tensor? weight, Tensor? bias, Tensor(a!) running_mean, "
        "Tensor(b!) running_var, bool training, float momentum, float eps) -> (Tensor, Tensor, Tensor)"};
};
struct _native_batch_norm_legit_no_stats
    : described_op<_native_batch_norm_legit_no_stats, op_tags::core, meta_batch_norm_legit> {
    static constexpr schema_text text{
        "aten::_native_batch_norm_legit.no_stats(Tensor input, Tensor? weight, Tensor? bias, bool training, float "
        "momentum, float eps) -> (Tensor, Tensor, Tensor)"};
    static constexpr out_names out{"", {"out", "save_mean", "save_invstd"}};
};
inline constexpr single_overload<_native_batch_norm_legit_functional_default> _native_batch_norm_legit_functional{};
inline constexpr struct _native_batch_norm_legit_packet : packet<_native_batch_norm_legit_packet> {
    _native_batch_norm_legit_default default_;
    _native_batch_norm_legit_no_stats no_stats;
} _native_batch_norm_legit{};

/// Every op of this header.
using batch_norm_ops = op_list<_native_batch_norm_legit_default, _native_batch_norm_legit_no_stats,
                               _native_batch_norm_legit_functional_default>;

} // namespace graft::aten
