#pragma once

#include <graft/dialect/aten/normalization.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/normalization.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/meta/vec.hpp>

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

} // namespace graft::aten

namespace graft::detail {

/// Batch normalisation with statistics that may be missing.
template <class V>
[[nodiscard]] constexpr vec<V> normalized_batch(composing<V> const& k, bool training) {
    bool const kept = k->has("running_mean") && k->has("running_var");
    k.require(training || kept, "without 'training' there must be statistics");
    if (!training)
        return k.all(aten::_native_batch_norm_legit_no_training, k["input"], k["weight"], k["bias"], k["running_mean"],
                     k["running_var"], k["momentum"], k["eps"]);
    if (!kept)
        return k.all(aten::_native_batch_norm_legit.no_stats, k["input"], k["weight"], k["bias"], true, k["momentum"],
                     k["eps"]);
    return k.all(aten::_native_batch_norm_legit.default_, k["input"], k["weight"], k["bias"], k["running_mean"],
                 k["running_var"], true, k["momentum"], k["eps"]);
}

} // namespace graft::detail

namespace graft::aten {

struct native_batch_norm_default : composite_op<native_batch_norm_default> {
    static constexpr schema_text text{
        "aten::native_batch_norm(Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? "
        "running_var, bool training, float momentum, float eps) -> (Tensor, Tensor, Tensor)"};
    static constexpr out_names out{"out", {"out", "save_mean", "save_invstd"}};
    static constexpr auto compose(auto const& k) { return detail::normalized_batch(k, k->boolean("training")); }
};
inline constexpr single_overload<native_batch_norm_default> native_batch_norm{};

/// Every op of this header.
using batch_norm_ops = overloads_of<_native_batch_norm_legit, native_batch_norm, _native_batch_norm_legit_functional>;

} // namespace graft::aten
