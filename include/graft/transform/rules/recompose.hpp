#pragma once

#include <graft/transform/rules/activation.hpp>
#include <graft/transform/rules/attention.hpp>
#include <graft/transform/rules/linear.hpp>
#include <graft/transform/rules/normalization.hpp>

namespace graft::rule_sets {

/// Phase recompose: composite ops in what they decompose to. In a backward sweep the larger of two patterns wins.
template <class Use = void>
inline constexpr auto recompose = rules<"recompose">(attention<Use>, normalization<Use>, linear<Use>, activation<Use>);

} // namespace graft::rule_sets
