#pragma once

#include <graft/dialect/channels_last.hpp>
#include <graft/dialect/conv_relu.hpp>
#include <graft/dialect/known_ops.hpp>
#include <graft/dialect/out_variant.hpp>
#include <graft/dialect/packed_linear.hpp>
#include <graft/dialect/quantized_layers.hpp>

#include <string_view>

namespace graft {

/// Every op that a program may call which the CPU is to run: those that this library describes, and those of the
/// Backend dialect.
struct cpu_ops : dialect<cpu_ops> {
    /// the ops
    using members = join_ops<known_ops::members, channels_last::channels_last_ops, packed::packed_ops,
                             quantized::layer_ops, op_list<backend::conv_relu_t>>;
};

/// The op of this name, or the out-variant of this name of an op; null where there is neither. An `op_lookup`; a
/// template for the reasons of `find_known_op`.
template <class Ops = cpu_ops>
[[nodiscard]] op_info const* find_cpu_op(std::string_view name) {
    op_info const* const known = Ops::find(name);
    return known != nullptr ? known : find_out_variant(name, every_known_op<>());
}

} // namespace graft

#if defined(GRAFT_SEPARATE_COMPILATION)
extern template graft::op_info const* graft::find_cpu_op<graft::cpu_ops>(std::string_view);
#endif
