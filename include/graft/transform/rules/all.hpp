#pragma once

#include <graft/rewrite/phase.hpp>
#include <graft/transform/rules/activation.hpp>
#include <graft/transform/rules/arithmetic.hpp>
#include <graft/transform/rules/attention.hpp>
#include <graft/transform/rules/casts.hpp>
#include <graft/transform/rules/cat.hpp>
#include <graft/transform/rules/clamp.hpp>
#include <graft/transform/rules/fold.hpp>
#include <graft/transform/rules/linear.hpp>
#include <graft/transform/rules/normalization.hpp>
#include <graft/transform/rules/permute.hpp>
#include <graft/transform/rules/quantized.hpp>

namespace graft::rule_sets {

/// Phase recompose: composite ops in what they decompose to. In a backward sweep the larger of two patterns wins.
template <class Use = void>
inline constexpr auto recompose = rules<"recompose">(attention<Use>, normalization<Use>, linear<Use>, activation<Use>);

/// What is written in several ways is written in one, and what does nothing is gone.
template <class Use = void>
inline constexpr phase canonical{
    "canon", rules(arithmetic<Use>, clamp<Use>, permute<Use>, view<Use>, cat<Use>, copies<Use>, casts<Use>)};

/// Arithmetic with constants moves into constants.
template <class Use = void>
inline constexpr phase folding{"fold", rules(reciprocal<Use>, fold<Use>)};

/// Composite ops in what they decompose to.
template <class Use = void>
inline constexpr phase recomposing{"recompose", recompose<Use>, sweep::backward};

/// Quantised arithmetic without the way through floats.
template <class Use = void>
inline constexpr phase quantizing{"quant", quant<Use>};

/// Calls `f` with every phase, in the order in which they are to be applied: composite ops are looked for as they
/// were decomposed, before their permutations and views become one with others, and again when what hid them is
/// gone. The canonical phase is to be applied again at the end.
template <class Use = void, class F>
constexpr void for_each_phase(F&& f) {
    f(recomposing<Use>);
    f(canonical<Use>);
    f(folding<Use>);
    f(recomposing<Use>);
    f(quantizing<Use>);
}

} // namespace graft::rule_sets
