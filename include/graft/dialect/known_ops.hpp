#pragma once

#include <graft/dialect/aten.hpp>
#include <graft/dialect/dim_order_ops.hpp>
#include <graft/dialect/executorch_prim.hpp>
#include <graft/dialect/quantized_decomposed.hpp>
#include <graft/dialect/quantized_dynamic.hpp>
#include <graft/dialect/quantized_weight.hpp>
#include <graft/meta/view.hpp>

#include <string_view>

namespace graft {

/// Every op that this library describes: those of ATen and those that ExecuTorch adds.
struct known_ops : dialect<known_ops> {
    /// the ops, by dialect
    using members =
        join_ops<aten_dialect::members, dim_order_ops::dim_order_ops, et_copy::et_copy_ops,
                 executorch_prim::executorch_prim_ops, executorch_prims::executorch_prims_ops,
                 quantized_decomposed::quantized_decomposed_ops, quantized_decomposed::quantized_dynamic_ops,
                 quantized_decomposed::quantized_weight_ops, quant_fusion::quant_fusion_ops>;
};

/// The op of this name, or null; an `op_lookup`.
///
/// A template, so that only its users pay, and no constant expression (`known_ops::find` is one), so that `extern
/// template` keeps all units but one from paying.
template <class Dialect = known_ops>
[[nodiscard]] op_info const* find_known_op(std::string_view name) {
    return Dialect::find(name);
}

/// All of these ops; a template for the same reasons.
template <class Dialect = known_ops>
[[nodiscard]] view<op_info const* const> every_known_op() {
    return Dialect::ops();
}

} // namespace graft

#if defined(GRAFT_SEPARATE_COMPILATION)
extern template graft::op_info const* graft::find_known_op<graft::known_ops>(std::string_view);
extern template graft::view<graft::op_info const* const> graft::every_known_op<graft::known_ops>();
#endif
