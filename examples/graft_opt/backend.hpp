#pragma once

#include "backend_ops.hpp"

#include <graft/dialect/aten.hpp>
#include <graft/rewrite/rule_set.hpp>
#include <graft/transform/rules/attention.hpp>
#include <graft/transform/rules/fold.hpp>
#include <graft/transform/rules/linear.hpp>
#include <graft/transform/rules/quantized.hpp>

// The rules that lower Edge programs into the Backend dialect of graft-opt.
namespace backend {

/// Convolution and relu, where nothing else needs the convolution's own result.
inline constexpr auto fuse_conv_relu = rule<"fuse-conv-relu">(
    aten::relu(one_use(convolution)) >> conv_relu(x, w, b, stride, padding, dilation, groups));

/// What changes nothing.
inline constexpr auto remove_no_ops = rules(
    rule<"remove-dropout">(aten::dropout(x, any, false) >> x),
    rule<"remove-clone">(aten::clone(x) >> x),
    rule<"remove-alias">(aten::alias_copy(x) >> x),
    rule<"remove-detach">(aten::detach_copy(x) >> x));

/// Layers, sums and moves of what is dequantized before them and quantized behind them.
inline constexpr auto quant_fusion =
    graft::rules(rule_sets::quant, rule_sets::quantized_arithmetic, quantized::layers);

/// What has a kernel of its own that is faster than those of its parts; the larger of two patterns wins in a backward
/// sweep.
inline constexpr auto composites = graft::rules(rule_sets::attention, rule_sets::linear);

inline constexpr auto rules = graft::rules(rule_sets::fold_batch_norm, fuse_conv_relu, remove_no_ops);

} // namespace backend
