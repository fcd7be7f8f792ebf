#pragma once

#include <graft/meta/vec.hpp>
#include <graft/rewrite/detail/alternative_choices.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace graft::detail {

// How the number of calls of one op changes when a rule is applied.
struct op_change {
    std::uint64_t identity = 0;
    std::string_view name;
    std::int64_t by = 0;
};

// What an application of a rule does to a graph at worst: over all alternatives of its patterns.
struct rule_change_totals {
    std::int64_t weight = 0;                // interior calls that others may use stay
    std::int64_t weight_alone = 0;          // if no other used them
    std::int64_t heights = 0;               // the sum of the heights of nodes: -1, 0, or 1 when it may rise
    std::int64_t operand_heights = 0;       // the sum over all operands of the heights of what they are
    std::int64_t created = 0, operands = 0; // calls, and operands of calls, that the right side has
};
struct rule_change : rule_change_totals {
    vec<vec<op_change>> ops; // by combination of alternatives
};

// Computes `rule_change`: every combination of the alternatives of the left side is looked at, up to 64.
class change_counter {
public:
    constexpr explicit change_counter(rule_view const& rule) : rule_(rule), choices_(rule) {}

    constexpr rule_change count() {
        rule_change worst;
        bool first = true;
        do {
            for (std::int64_t const items : {std::int64_t{1}, many_items}) {
                one_ = {};
                one_.ops.resize(1);
                items_ = items;
                leave(0, true, 1);
                create(0, 1);
                count_heights();
                merge(worst, first);
                first = false;
                if (!has_each())
                    break;
            }
        } while (choices_.next());
        return worst;
    }

private:
    static constexpr std::int64_t many_items = 1 << 16; // as long as an `each` is taken to be

    constexpr bool has_each() const {
        auto const is_each = [](pattern_node const& n) { return n.kind == pattern_kind::each; };
        pattern_node const *const left = rule_.lhs.data(), *const right = rule_.rhs.data();
        return std::any_of(left, left + rule_.lhs.size(), is_each) ||
               std::any_of(right, right + rule_.rhs.size(), is_each);
    }

    constexpr void change(pattern_node const& n, std::int64_t by) {
        one_.weight += by * call_weight(n);
        change_count(n, by);
    }
    constexpr void change_count(pattern_node const& n, std::int64_t by) {
        for (op_change& op : one_.ops[0])
            if (op.identity == call_identity(n)) {
                op.by += by;
                return;
            }
        one_.ops[0].push_back({call_identity(n), call_name(n), by});
    }

    // The calls of a tree that a `flat` stands for, but for those of its rest, which both sides have.
    static constexpr std::int64_t calls_of(pattern_side side, std::size_t at) {
        if (side[at].kind != pattern_kind::flat)
            return 1;
        std::int64_t leaves = 0;
        for_each_child(side, at, [&](std::size_t child) { leaves += side[child].kind != pattern_kind::rest; });
        return leaves - 1;
    }

    // Subtracts the calls of the left side that are certain to be gone.
    constexpr void leave(std::size_t unresolved, bool user_dies, std::int64_t times) {
        std::size_t const at = choices_.on_left(unresolved);
        pattern_node const& n = rule_.lhs.data()[at];
        if (n.kind == pattern_kind::negation)
            return;
        if (n.kind == pattern_kind::chain) // there may be no call at all
            return leave(last_child(rule_.lhs, at), false, times);
        bool dies = user_dies;
        if (is_call_pattern(n)) {
            dies = user_dies && (is_root(at) || dies_with_user(rule_, at));
            one_.weight_alone -= times * calls_of(rule_.lhs, at) * call_weight(n);
            if (dies)
                change(n, -times * calls_of(rule_.lhs, at));
        }
        std::int64_t const inside = n.kind == pattern_kind::each ? times * items_ : times;
        for_each_child(rule_.lhs, at, [&](std::size_t child) { leave(child, dies, inside); });
    }

    // Whether the node is what is replaced: the first, an alternative of it, or one of several roots.
    constexpr bool is_root(std::size_t at) const {
        std::size_t const root = choices_.on_left(0);
        bool found = root == at;
        if (rule_.lhs[root].kind == pattern_kind::roots)
            for_each_child(rule_.lhs, root, [&](std::size_t child) { found = found || child == at; });
        return found;
    }

    // Adds the calls of the right side.
    constexpr void create(std::size_t unresolved, std::int64_t times) {
        std::size_t const at = choices_.on_right(unresolved);
        pattern_node const& n = rule_.rhs.data()[at];
        if (is_call_pattern(n)) {
            std::int64_t const calls = times * calls_of(rule_.rhs, at);
            change(n, calls);
            one_.weight_alone += calls * call_weight(n);
            one_.created += calls;
        }
        one_.operands += times * static_cast<std::int64_t>(count_children(rule_.rhs, at));
        std::int64_t const inside = n.kind == pattern_kind::each ? times * items_ : times;
        for_each_child(rule_.rhs, at, [&](std::size_t child) { create(child, inside); });
    }

    //=== heights ===//

    constexpr void count_heights() {
        std::size_t const root = choices_.on_left(0), result = choices_.on_right(0);
        pattern_kind const kind = rule_.rhs[result].kind;
        if (kind == pattern_kind::variable) {
            one_.heights = one_.operand_heights = -1;
        } else if (kind != pattern_kind::call || one_.created != 1 || !has_plain_operands(result) ||
                   rule_.lhs[root].kind == pattern_kind::roots || rule_.lhs[root].kind == pattern_kind::flat) {
            one_.heights = one_.operand_heights = 1;
        } else {
            one_.heights = heights_fall(root, result) ? -1 : 0;
            one_.operand_heights = operand_heights_change(root, result);
        }
    }

    // Whether the operands of the one call of the right side are variables and literals.
    constexpr bool has_plain_operands(std::size_t at) const {
        bool plain = true;
        for_each_child(rule_.rhs, at, [&](std::size_t child) {
            pattern_kind const kind = rule_.rhs[child].kind;
            bool const tensor = takes_tensor(rule_.rhs, at, child);
            plain = plain && (kind == pattern_kind::variable || kind == pattern_kind::literal ||
                              kind == pattern_kind::number || kind == pattern_kind::splat || !tensor);
        });
        return plain;
    }

    static constexpr bool takes_tensor(pattern_side side, std::size_t call, std::size_t child) {
        pattern_node const& n = side.data()[call];
        auto const slot = static_cast<std::size_t>(side[child].slot);
        return n.op == nullptr || slot >= n.op->arguments.size() || n.op->arguments[slot].type == type_kind::tensor;
    }

    // The greatest depth of a variable below `at`, in calls; -1 where it does not stand.
    constexpr std::int64_t depth_of(std::size_t unresolved, std::int16_t variable) const {
        std::size_t const at = choices_.on_left(unresolved);
        pattern_node const& n = rule_.lhs.data()[at];
        if (n.kind == pattern_kind::negation)
            return -1;
        if (n.kind == pattern_kind::chain)
            return depth_of(last_child(rule_.lhs, at), variable);
        if (n.variable == variable)
            return 0;
        std::int64_t deepest = -1;
        for_each_child(rule_.lhs, at,
                       [&](std::size_t child) { deepest = std::max(deepest, depth_of(child, variable)); });
        return deepest < 0 ? -1 : deepest + is_call_pattern(n);
    }

    constexpr bool heights_fall(std::size_t root, std::size_t result) const {
        bool falls = true, has_operands = false;
        for_each_child(rule_.rhs, result, [&](std::size_t child) {
            if (rule_.rhs[child].kind != pattern_kind::variable || !takes_tensor(rule_.rhs, result, child))
                return;
            has_operands = true;
            falls = falls && depth_of(root, rule_.rhs[child].variable) >= 2;
        });
        bool interior = false;
        for_each_child(rule_.lhs, root,
                       [&](std::size_t child) { interior = interior || is_call_pattern(rule_.lhs[child]); });
        return has_operands ? falls : interior;
    }

    // Every operand of the new call is one of the old root's, or stands below one, no two the same: then the sum
    // does not rise; it falls where one stands below, or an operand is gone.
    constexpr std::int64_t operand_heights_change(std::size_t root, std::size_t result) const {
        vec<std::size_t> free;
        for_each_child(rule_.lhs, root, [&](std::size_t child) {
            if (takes_tensor(rule_.lhs, root, child) || rule_.lhs[root].kind == pattern_kind::item)
                free.push_back(child);
        });
        bool falls = false, rises = false;
        for_each_child(rule_.rhs, result, [&](std::size_t child) {
            std::int16_t const variable = rule_.rhs[child].variable;
            if (rule_.rhs[child].kind != pattern_kind::variable || !takes_tensor(rule_.rhs, result, child))
                return;
            // One that is the operand itself is taken where no deeper one is left.
            std::size_t best = free.size();
            for (std::size_t i = 0; i < free.size(); ++i)
                if (std::int64_t const depth = depth_of(free[i], variable); depth >= 0)
                    best = best == free.size() || depth > depth_of(free[best], variable) ? i : best;
            if (best == free.size()) {
                rises = true;
                return;
            }
            falls = falls || depth_of(free[best], variable) > 0;
            free.erase(free.begin() + static_cast<std::ptrdiff_t>(best));
        });
        for (std::size_t const left : free)
            falls = falls || is_call_pattern(rule_.lhs[left]);
        return rises ? 1 : falls ? -1 : 0;
    }

    constexpr void merge(rule_change& worst, bool first) const {
        if (first) {
            worst = one_;
            return;
        }
        worst.weight = std::max(worst.weight, one_.weight);
        worst.weight_alone = std::max(worst.weight_alone, one_.weight_alone);
        worst.heights = std::max(worst.heights, one_.heights);
        worst.operand_heights = std::max(worst.operand_heights, one_.operand_heights);
        worst.created = std::max(worst.created, one_.created);
        worst.operands = std::max(worst.operands, one_.operands);
        worst.ops.push_back(one_.ops[0]);
    }

    rule_view const& rule_;
    alternative_choices choices_;
    std::int64_t items_ = 1;
    rule_change one_;
};

constexpr rule_change change_of(rule_view const& rule) { return change_counter{rule}.count(); }

} // namespace graft::detail
