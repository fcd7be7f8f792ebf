#pragma once

#include <graft/ir/graph.hpp>
#include <graft/pattern/detail/pattern_side.hpp>
#include <graft/rewrite/rule_set.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace graft {

/// The weight of a graph: that of its calls, of an op by `weight<Op>`, of anything else 1. O(nodes).
[[nodiscard]] constexpr std::int64_t graph_weight(graph const& g) {
    std::int64_t total = 0;
    for (node_id const n : g.nodes())
        if (g.op(n) == opcode::call_function)
            total += g.target(n).op == nullptr ? 1 : g.target(n).op->weight;
    return total;
}

namespace detail {

constexpr bool is_call_pattern(pattern_node const& n) {
    return n.kind == pattern_kind::call || n.kind == pattern_kind::item || n.kind == pattern_kind::flat;
}

// What one call of a pattern counts.
constexpr int call_weight(pattern_node const& n) { return n.op == nullptr ? 1 : n.op->weight; }

// How the calls of a pattern are told apart: `operator.getitem` has no op.
constexpr std::uint64_t call_identity(pattern_node const& n) { return n.op == nullptr ? 1 : n.op->hash; }

constexpr std::string_view call_name(pattern_node const& n) {
    return n.op == nullptr ? std::string_view{"operator.getitem"} : n.op->name;
}

// Whether a variable stands in the subtree at `at`.
constexpr bool has_variable(pattern_side side, std::size_t at, std::int16_t variable) {
    for (std::size_t i = at; i < end_of(side, at); ++i)
        if (side[i].variable == variable)
            return true;
    return false;
}

// Whether the right side may keep an interior value alive: a variable of it that stands elsewhere on the left may be
// that very value.
constexpr bool may_be_kept(rule_view const& rule, std::size_t interior) {
    for (pattern_node const& used : rule.rhs) {
        if (used.kind != pattern_kind::variable || has_variable(rule.lhs, interior, used.variable))
            continue;
        bool constant = false;
        for (constraint const& c : rule.conditions)
            constant = constant || (c.kind == constraint_kind::is_constant && c.of.variable == used.variable);
        if (!constant)
            return true;
    }
    return false;
}

// Whether two nodes stand in different alternatives of one choice, so that only one of them is matched.
constexpr bool are_alternatives(pattern_side side, std::size_t a, std::size_t b) {
    std::size_t joint = 0;
    for (std::size_t i = 0; i <= std::min(a, b); ++i)
        if (end_of(side, i) > std::max(a, b))
            joint = i;
    return side[joint].kind == pattern_kind::one_of;
}

// Whether another part of the left side, beside the call at `at`, may match the same node as it.
constexpr bool may_be_matched_twice(rule_view const& rule, std::size_t at) {
    for (std::size_t i = 0; i < rule.lhs.size(); ++i) {
        bool const apart = end_of(rule.lhs, i) <= at || end_of(rule.lhs, at) <= i;
        bool const same = is_call_pattern(rule.lhs[i]) && call_identity(rule.lhs[i]) == call_identity(rule.lhs[at]);
        if (apart && same && !are_alternatives(rule.lhs, i, at))
            return true;
    }
    return false;
}

// Whether a matched call is certain to be gone after the rewrite, given that the call that uses it is.
constexpr bool dies_with_user(rule_view const& rule, std::size_t at) {
    pattern_node const& n = rule.lhs[at];
    return n.one_use || ((n.internal || n.one_user) && !may_be_kept(rule, at) && !may_be_matched_twice(rule, at));
}

} // namespace detail
} // namespace graft
