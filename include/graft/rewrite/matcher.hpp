#pragma once

#include <graft/pattern/match.hpp>
#include <graft/rewrite/prepared_rules.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace graft::detail {

// Matches prepared rules at one node; a failed match leaves nothing behind.
class matcher {
public:
    constexpr matcher(graph const& g, prepared_rules const& rules) : g_(g), rules_(rules) {}

    // What the last successful match bound, by variable number.
    std::array<operand, prepared_rules::max_variables> bound{};
    // The nodes it matched, the root first.
    std::vector<node_id> nodes;

    // Tries one rule at `root`: depth first, and where two arguments may be exchanged both orders, the given one first.
    [[nodiscard]] constexpr bool match_rule(std::size_t rule, node_id root) {
        prepared_rule const& r = rules_.rules[rule];
        swaps_ = 0;
        while (true) {
            bound_mask_ = 0;
            choices_ = 0;
            nodes.clear();
            if (match_node(r.lhs, operand::node(root), true) && conditions_hold(r, root))
                return true;
            if (!next_choice())
                return false;
        }
    }

    [[nodiscard]] constexpr match view(std::size_t rule, node_id root) const {
        rule_view const& r = rules_.rules[rule].source;
        return {&g_, root, r.variables, {bound.data(), r.variables.size()}};
    }

private:
    // The most recent choice not yet exchanged is exchanged, later ones start anew.
    constexpr bool next_choice() {
        while (choices_ > 0) {
            std::uint32_t const bit = 1u << --choices_;
            if ((swaps_ & bit) == 0) {
                swaps_ = (swaps_ & (bit - 1)) | bit;
                return true;
            }
        }
        return false;
    }

    constexpr bool conditions_hold(prepared_rule const& r, node_id root) const {
        if (r.source.conditions.empty())
            return true;
        match const m{&g_, root, r.source.variables, {bound.data(), r.source.variables.size()}};
        for (constraint const& c : r.source.conditions)
            if (!holds(c, m))
                return false;
        return true;
    }

    constexpr bool match_node(std::uint32_t at, operand value, bool is_root = false) {
        prepared_node const& p = rules_.nodes[at];
        switch (p.kind) {
        case pattern_kind::any: return true;
        case pattern_kind::variable:
            return (!p.one_use || (value.is_node() && g_.has_one_user(value.id()))) &&
                   bind(p.variable, value);
        case pattern_kind::literal: return value == p.literal;
        case pattern_kind::list: return match_list(at, value);
        case pattern_kind::item: return match_item(at, value, is_root);
        case pattern_kind::call: return match_call(at, value, is_root);
        case pattern_kind::computed: return false;
        }
        return false;
    }

    constexpr bool bind(std::uint8_t variable, operand value) {
        std::uint32_t const bit = 1u << variable;
        if ((bound_mask_ & bit) != 0)
            return bound[variable] == value;
        bound_mask_ |= bit;
        bound[variable] = value;
        return true;
    }

    constexpr bool match_call(std::uint32_t at, operand value, bool is_root) {
        prepared_node const& p = rules_.nodes[at];
        if (!value.is_node())
            return false;
        node_id const n = value.id();
        if (g_.op(n) != opcode::call_function || rules_.op_of_target(g_.target_id(n)) != p.op ||
            (p.one_use && !is_root && !g_.has_one_user(n)))
            return false;
        if (!nodes.empty() && rules_.region_of(n) != rules_.region_of(nodes.front()))
            return false;
        if (!unmentioned_are_default(p, n))
            return false;
        nodes.push_back(n);
        std::uint32_t child = at + 1;
        if (!p.swappable)
            return match_children(p, n, child, at + p.size);
        std::uint32_t const second = child + rules_.nodes[child].size;
        bool const swapped = (swaps_ >> choices_++ & 1u) != 0;
        return match_node(child, argument(p, n, swapped ? 1 : 0)) &&
               match_node(second, argument(p, n, swapped ? 0 : 1));
    }

    constexpr bool match_children(prepared_node const& p, node_id n, std::uint32_t child,
                                  std::uint32_t end) {
        for (; child < end; child += rules_.nodes[child].size)
            if (!match_node(child, argument(p, n, rules_.nodes[child].slot)))
                return false;
        return true;
    }

    // The argument in a schema slot, as it was given or by default.
    constexpr operand argument(prepared_node const& p, node_id n, std::size_t slot) const {
        if (slot < g_.arg_count(n))
            return g_.arg(n, slot).value();
        for (std::size_t i = 0; i < g_.kwarg_count(n); ++i)
            if (g_.kwarg_key_operand(n, i) == rules_.keys[p.parameters + slot])
                return g_.kwarg(n, i).value();
        return rules_.defaults[p.parameters + slot];
    }

    // An argument that the pattern does not mention must be the schema's default.
    constexpr bool unmentioned_are_default(prepared_node const& p, node_id n) const {
        for (std::size_t i = p.leading; i < g_.arg_count(n); ++i)
            if (i >= p.parameter_count ||
                ((p.mentioned >> i & 1u) == 0 &&
                 g_.arg(n, i).value() != rules_.defaults[p.parameters + i]))
                return false;
        for (std::size_t k = 0; k < g_.kwarg_count(n); ++k) {
            std::size_t slot = 0;
            while (slot < p.parameter_count &&
                   rules_.keys[p.parameters + slot] != g_.kwarg_key_operand(n, k))
                ++slot;
            if (slot == p.parameter_count ||
                ((p.mentioned >> slot & 1u) == 0 &&
                 g_.kwarg(n, k).value() != rules_.defaults[p.parameters + slot]))
                return false;
        }
        return true;
    }

    constexpr bool match_list(std::uint32_t at, operand value) {
        arg_ref const a = g_.view(value);
        if (a.kind() != arg_kind::list && a.kind() != arg_kind::tuple)
            return false;
        std::uint32_t child = at + 1;
        std::uint32_t const end = at + rules_.nodes[at].size;
        for (std::size_t i = 0; i < a.size(); ++i, child += rules_.nodes[child].size)
            if (child == end || !match_node(child, a[i].value()))
                return false;
        return child == end;
    }

    constexpr bool match_item(std::uint32_t at, operand value, bool is_root) {
        prepared_node const& p = rules_.nodes[at];
        if (!value.is_node())
            return false;
        node_id const n = value.id();
        if (g_.op(n) != opcode::call_function || rules_.op_of_target(g_.target_id(n)) != p.op ||
            (p.one_use && !is_root && !g_.has_one_user(n)))
            return false;
        if (g_.arg_count(n) != 2 || g_.arg(n, 1).value() != p.literal)
            return false;
        nodes.push_back(n);
        return match_node(at + 1, g_.arg(n, 0).value());
    }

    graph const& g_;
    prepared_rules const& rules_;
    std::uint32_t swaps_ = 0, choices_ = 0, bound_mask_ = 0;
};

} // namespace graft::detail
