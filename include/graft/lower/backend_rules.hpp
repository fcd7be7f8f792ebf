#pragma once

#include <graft/rewrite/rule_set.hpp>
#include <graft/transform/quantized_layers.hpp>
#include <graft/transform/rules/attention.hpp>
#include <graft/transform/rules/conv_relu.hpp>
#include <graft/transform/rules/fold.hpp>
#include <graft/transform/rules/linear.hpp>
#include <graft/transform/rules/quantized.hpp>

#include <algorithm>
#include <array>

namespace graft {

namespace rule_sets {

/// What changes nothing where gradients do not matter.
template <class Use = void, auto x = x>
inline constexpr auto no_ops =
    rules<"no_ops">(rule<"remove-dropout">(aten::dropout(x, any, false) >> x),
                    rule<"remove-clone">(aten::clone(x) >> x), rule<"remove-alias">(aten::alias_copy(x) >> x),
                    rule<"remove-detach">(aten::detach_copy(x) >> x));

/// What takes Edge programs to the Backend dialect, but for the sets below.
template <class Use = void>
inline constexpr auto backend = rules<"backend">(fold_batch_norm<Use>, conv_relu<Use>, no_ops<Use>);

/// Layers, sums and moves of what is dequantized before them and quantized behind them.
template <class Use = void>
inline constexpr auto backend_quantized =
    rules<"backend_quantized">(quant<Use>, quantized_arithmetic<Use>, quantized::layers<Use>);

/// What has a kernel of its own that is faster than those of its parts; the larger of two patterns wins in a backward
/// sweep.
template <class Use = void>
inline constexpr auto composites = rules<"composites">(attention<Use>, linear<Use>);

} // namespace rule_sets

/// What the ops of the Backend dialect compute that are made of others, for a `kernel_library`.
template <class Use = void>
inline constexpr auto backend_meanings = [] {
    std::array<bound_op, quantized::layer_meanings<Use>.size() + 1> all{};
    std::copy(quantized::layer_meanings<Use>.begin(), quantized::layer_meanings<Use>.end(), all.begin());
    all.back() = backend::conv_relu_meaning<Use>.view();
    return all;
}();

} // namespace graft
