#pragma once

#include <graft/pattern/detail/pattern_side.hpp>
#include <graft/rewrite/rule_set.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace graft::detail {

// What rules need to know of a change, so that no match is missed after it.
struct rule_facts {
    static constexpr std::size_t max_internal_uses = 16;
    static constexpr std::size_t max_outputs = 64; // of a call, one of which is matched
    static constexpr std::size_t max_users = 64;   // that a condition looks at

    std::uint32_t depth = 1; // of the deepest left side, in calls
    bool any_one_use = false;
    std::size_t use_limit = 0;  // a value that loses a use down to as many may match then
    std::size_t most_nodes = 0; // that one rule can match

    constexpr void add(rule_facts const& other) {
        depth = std::max(depth, other.depth);
        any_one_use = any_one_use || other.any_one_use;
        use_limit = std::max(use_limit, other.use_limit);
        most_nodes = std::max(most_nodes, other.most_nodes);
    }
};

// How many calls one node of a pattern can match.
constexpr std::uint32_t most_calls(pattern_node const& n) {
    switch (n.kind) {
    case pattern_kind::flat: return 16;
    case pattern_kind::chain: return static_cast<std::uint32_t>(n.value.bits);
    case pattern_kind::call:
    case pattern_kind::all_outs:
    case pattern_kind::item: return 1;
    default: return 0;
    }
}

// The calls on the longest way from a node, where a list counts as one.
constexpr std::uint32_t calls_deep(pattern_side side, std::size_t at) {
    std::uint32_t deepest = 0;
    for_each_child(side, at, [&](std::size_t child) { deepest = std::max(deepest, calls_deep(side, child)); });
    return deepest + most_calls(side[at]);
}

constexpr rule_facts facts_of(rule_view const& rule) {
    rule_facts facts;
    for (pattern_node const& n : rule.lhs) {
        facts.any_one_use = facts.any_one_use || n.one_use || n.one_user || n.kind == pattern_kind::flat;
        facts.use_limit = std::max(facts.use_limit, n.internal ? rule_facts::max_internal_uses : 0);
        facts.use_limit = std::max(facts.use_limit, n.kind == pattern_kind::item ? rule_facts::max_outputs : 0);
        facts.most_nodes += most_calls(n);
    }
    for (constraint const& c : rule.conditions)
        facts.use_limit = std::max(facts.use_limit, c.kind == constraint_kind::no_user ? rule_facts::max_users : 0);
    facts.depth = std::max(facts.depth, calls_deep(rule.lhs, 0));
    return facts;
}

// True for an operand that is anything, and of which nothing else on the left side says what.
constexpr bool is_idle(pattern_side lhs, std::size_t at) {
    pattern_node const& n = lhs[at];
    if (n.one_use || n.one_user || n.internal || (n.kind != pattern_kind::any && n.kind != pattern_kind::variable))
        return false;
    std::size_t same = 0;
    for (pattern_node const& other : lhs)
        same += n.kind == pattern_kind::variable && other.name == n.name;
    return same < 2;
}

// True for a call whose operands are to be tried in both orders: where both are anything, and nothing asks which is
// which, the other order matches just the same.
constexpr bool tries_both_orders(rule_view const& rule, std::size_t at) {
    pattern_node const& n = rule.lhs[at];
    if (!n.swappable || n.kind != pattern_kind::call || !rule.conditions.empty())
        return n.swappable;
    return !(is_idle(rule.lhs, at + 1) && is_idle(rule.lhs, end_of(rule.lhs, at + 1)));
}

// Of two conditions that can be asked the one that costs less is asked first.
constexpr int cost_of(constraint const& c) {
    switch (c.kind) {
    case constraint_kind::predicate: return 3;
    case constraint_kind::no_user: return 2;
    case constraint_kind::numel:
    case constraint_kind::same_shape:
    case constraint_kind::broadcasts_to: return 1;
    default: return 0;
    }
}

} // namespace graft::detail
