#pragma once

#include <graft/rewrite/detail/rule_facts.hpp>
#include <graft/rewrite/detail/well_formed.hpp>
#include <graft/rewrite/rule_set.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace graft::detail {

// One node of a left side as code is made of it.
struct plan_node {
    static constexpr std::uint8_t none = 0xff;

    pattern_kind kind = pattern_kind::any;
    bool first = false; // of the nodes with its variable
    bool one_use = false, one_user = false;
    bool either_order = false;  // a call whose operands may stand either way
    std::uint8_t parent = none; // the register of the call that it is an argument of
    std::uint8_t parent_order = none;
    std::uint8_t slot = 0;
    std::uint8_t to = 0;       // the register of a call
    std::uint8_t order = none; // of a call whose operands are tried in both orders: which of the rule's it is
    std::uint8_t variable = none;
    std::uint8_t arguments = 0;                // that a call has to have, all positional
    std::uint16_t symbol = 0;                  // the number of the op or literal
    std::uint16_t size = 1;                    // of the subtree
    std::uint16_t checks = 0, check_count = 0; // conditions that are asked once it has matched
};

struct plan_rule {
    std::uint16_t begin = 0, size = 0; // its nodes
    bool direct = false;               // only calls, variables and literals: code says all of it
    std::uint8_t orders = 0;           // calls whose operands are tried in both orders
    std::uint8_t calls = 0;
    std::uint16_t checks = 0, check_count = 0; // conditions that are asked when all else has matched
};

struct plan_op {
    op_info const* op = nullptr; // null for the choice of one result
    std::string_view name;
    std::uint64_t hash = 0;
};

// A node of a left side that can be the root of a match.
struct plan_root {
    std::uint16_t op = 0, rule = 0, at = 0;
};

// A set of rules made ready for code: their nodes one after the other, ops and literals numbered. The ops of roots
// come first, from 1 on; the literals follow the ops.
template <std::size_t Rules, std::size_t Nodes, std::size_t Conditions>
struct rule_plan {
    static constexpr std::size_t max_symbols = 2 * Nodes + 2;

    std::array<plan_node, Nodes> nodes{};
    std::array<plan_rule, Rules> rules{};
    std::array<std::uint16_t, Rules> ranked{};          // the rules in order of preference
    std::array<std::uint16_t, Conditions + 1> checks{}; // conditions, by their position in their rule
    std::array<plan_op, Nodes + 1> ops{};               // by number; the first is none
    std::array<constant const*, Nodes + 1> literals{};  // by number, less that of the first
    std::array<plan_root, Nodes + 1> roots{};           // by rank
    std::size_t op_count = 1, literal_count = 0, root_count = 0, root_ops = 0, check_count = 0;

    [[nodiscard]] constexpr std::uint16_t first_literal() const { return static_cast<std::uint16_t>(op_count); }
};

// Numbers things by a hash, in an array twice as long as there are things.
template <std::size_t Most>
class number_table {
public:
    // The number of what has this hash and is the `same`; `next` where there is none, which is its number from now on.
    template <class Same>
    constexpr std::uint16_t find(std::uint64_t hash, std::size_t next, Same const& same) {
        for (std::size_t at = (hash * 0x9e3779b97f4a7c15u) >> 32;; ++at) {
            std::uint16_t& slot = slots_[at % size];
            if (slot == 0)
                return slot = static_cast<std::uint16_t>(next);
            if (same(slot))
                return slot;
        }
    }

private:
    static constexpr std::size_t size = std::bit_ceil(2 * Most + 1);

    std::array<std::uint16_t, size> slots_{};
};

template <class Set>
class plan_maker {
public:
    static constexpr std::size_t max_orders = 3;
    static constexpr std::size_t max_arguments = 32;

    using plan_type = rule_plan<Set::rule_count, Set::node_count, Set::constraint_count>;

    // Numbers the ops and literals of all rules.
    explicit constexpr plan_maker(Set const& set) : set_(set) {
        std::array<int, Set::rule_count> priority{};
        bool in_order = true;
        for (std::uint16_t i = 0; i < set.size(); ++i) {
            plan.ranked[i] = i;
            priority[i] = set[i].options.priority;
            in_order = in_order && (i == 0 || priority[i - 1u] >= priority[i]);
        }
        if (!in_order)
            std::sort(plan.ranked.begin(), plan.ranked.begin() + set.size(), [&](std::uint16_t a, std::uint16_t b) {
                return priority[a] != priority[b] ? priority[a] > priority[b] : a < b;
            });
        for (std::size_t i = 0; i < set.size(); ++i)
            add_roots(plan.ranked[i], 0);
        plan.root_ops = plan.op_count - 1;
        number_table<Set::node_count> literals;
        for (std::uint16_t i = 0; i < set.size(); ++i)
            number_nodes(i, false, literals);
        for (std::uint16_t i = 0; i < set.size(); ++i)
            number_nodes(i, true, literals);
    }

    // Goes on with a plan that has numbers: makes the rules from `first` on, up to `end`, ready.
    constexpr plan_maker(Set const& set, plan_type const& before, std::size_t first, std::size_t end)
        : plan(before), set_(set) {
        for (std::size_t i = first; i < end; ++i) {
            rule_checker{set[i]}.check();
            add_rule(i);
        }
    }

    plan_type plan;

private:
    constexpr void add_roots(std::uint16_t rule, std::size_t at) {
        pattern_side const lhs = set_[rule].lhs;
        if (lhs[at].kind == pattern_kind::one_of || lhs[at].kind == pattern_kind::roots)
            for_each_child(lhs, at, [&](std::size_t child) { add_roots(rule, child); });
        else
            plan.roots[plan.root_count++] = {op_of(lhs[at]), rule, static_cast<std::uint16_t>(at)};
    }

    constexpr std::uint16_t op_of(pattern_node const& n) {
        std::uint64_t const hash = op_hash(n);
        if (hash == 0)
            return 0;
        std::uint16_t const found =
            ops_.find(hash, plan.op_count, [&](std::uint16_t op) { return plan.ops[op].hash == hash; });
        std::string_view const name = n.op == nullptr ? "operator.getitem" : n.op->name;
        if (found == plan.op_count)
            plan.ops[plan.op_count++] = {n.op, name, hash};
        return found;
    }

    // Ops first, then, since their numbers follow those of ops, literals.
    template <class Literals>
    constexpr void number_nodes(std::uint16_t number, bool literals, Literals& known) {
        rule_view const rule = set_[number];
        plan_rule& r = plan.rules[number];
        r.begin = number == 0 ? std::uint16_t{0} : next_after(plan.rules[number - 1u]);
        r.size = static_cast<std::uint16_t>(rule.lhs.size());
        plan_node* const nodes = plan.nodes.data() + r.begin;
        pattern_node const* const lhs = rule.lhs.data();
        for (std::size_t i = 0; i < r.size; ++i)
            if (lhs[i].kind == pattern_kind::literal && literals)
                nodes[i].symbol = literal_of(lhs[i], known);
            else if ((lhs[i].kind == pattern_kind::call || lhs[i].kind == pattern_kind::item) && !literals)
                nodes[i].symbol = op_of(lhs[i]);
    }
    static constexpr std::uint16_t next_after(plan_rule const& r) {
        return static_cast<std::uint16_t>(r.begin + r.size);
    }

    template <class Literals>
    constexpr std::uint16_t literal_of(pattern_node const& n, Literals& known) {
        constant const& c = n.value;
        auto const hash = static_cast<std::uint64_t>(c.bits) * 31 + static_cast<std::uint64_t>(c.items[0]) * 7 +
                          static_cast<std::uint64_t>(c.kind);
        std::uint16_t const found = known.find(hash, plan.literal_count + 1, [&](std::uint16_t literal) {
            return is_same_literal(*plan.literals[literal - 1u], c);
        });
        if (found == plan.literal_count + 1)
            plan.literals[plan.literal_count++] = &c;
        return static_cast<std::uint16_t>(plan.op_count + found - 1);
    }
    // An empty list is one whatever its items are said to be.
    static constexpr bool is_same_literal(constant const& a, constant const& b) {
        if (a.kind != b.kind || a.bits != b.bits || a.count != b.count || a.text != b.text)
            return false;
        for (std::size_t i = 0; i < a.count; ++i)
            if (a.items[i] != b.items[i])
                return false;
        return a.count == 0 || a.item_kind == b.item_kind;
    }

    constexpr void add_rule(std::size_t number) {
        rule_view const rule = set_[number];
        plan_rule& r = plan.rules[number];
        r.direct = is_direct(rule) && count_orders(rule, true) <= max_orders;
        add_nodes(rule, r);
        if (count_orders(rule, r.direct) <= max_orders)
            for (std::size_t i = 0; i < r.size; ++i)
                if (takes_order(rule, r.direct, i))
                    plan.nodes[r.begin + i].order = r.orders++;
        if (r.direct) {
            add_registers(r, 0, plan_node::none);
            place_checks(rule, r);
        }
    }

    // Of rules that code says only a part of, the orders that a look at ops and literals can tell apart.
    static constexpr bool takes_order(rule_view const& rule, bool direct, std::size_t at) {
        if (!tries_both_orders(rule, at))
            return false;
        return direct || is_tested(rule.lhs[at + 1]) || is_tested(rule.lhs[end_of(rule.lhs, at + 1)]);
    }

    static constexpr std::size_t count_orders(rule_view const& rule, bool direct) {
        std::size_t count = 0;
        for (std::size_t i = 0; i < rule.lhs.size(); ++i)
            count += takes_order(rule, direct, i);
        return count;
    }

    [[nodiscard]] static constexpr bool is_tested(pattern_node const& n) {
        return n.kind == pattern_kind::call || n.kind == pattern_kind::literal || n.kind == pattern_kind::item;
    }

    static constexpr bool is_direct(rule_view const& rule) {
        if (rule.lhs[0].kind != pattern_kind::call)
            return false;
        for (std::size_t i = 0; i < rule.lhs.size(); ++i) {
            pattern_node const& n = rule.lhs[i];
            bool const is_call = n.kind == pattern_kind::call;
            bool const is_leaf =
                n.kind == pattern_kind::any || n.kind == pattern_kind::variable || n.kind == pattern_kind::literal;
            if (n.internal || (is_leaf && (n.one_use || n.one_user)) || (!is_call && !is_leaf))
                return false;
            if (is_call && (n.any_attributes || !mentions_the_first(rule.lhs, i)))
                return false;
        }
        return true;
    }

    // True when the arguments that a call mentions are the first of its op.
    static constexpr bool mentions_the_first(pattern_side lhs, std::size_t at) {
        std::uint64_t mentioned = 0;
        std::size_t count = 0;
        for (std::size_t child = at + 1; child < end_of(lhs, at); child = end_of(lhs, child), ++count) {
            if (lhs[child].slot < 0 || lhs[child].slot >= static_cast<int>(max_arguments))
                return false;
            mentioned |= std::uint64_t{1} << lhs[child].slot;
        }
        return mentioned == (std::uint64_t{1} << count) - 1;
    }

    constexpr void add_nodes(rule_view const& rule, plan_rule const& r) {
        std::uint64_t known = 0;
        pattern_node const* const lhs = rule.lhs.data();
        plan_node* const nodes = plan.nodes.data() + r.begin;
        for (std::size_t i = 0; i < r.size; ++i) {
            pattern_node const& from = lhs[i];
            plan_node& n = nodes[i];
            n.kind = from.kind;
            n.one_use = from.one_use;
            n.one_user = from.one_user;
            n.either_order = tries_both_orders(rule, i);
            n.slot = static_cast<std::uint8_t>(from.slot);
            n.size = static_cast<std::uint16_t>(from.size);
            if (from.kind == pattern_kind::call)
                n.arguments = static_cast<std::uint8_t>(count_children(rule.lhs, i));
            if (from.kind == pattern_kind::variable && from.variable >= 0 && from.variable < 64) {
                n.variable = static_cast<std::uint8_t>(from.variable);
                n.first = (known >> from.variable & 1u) == 0;
                known |= std::uint64_t{1} << from.variable;
            }
        }
    }

    constexpr void add_registers(plan_rule& r, std::size_t at, std::uint8_t parent_order) {
        plan_node& n = plan.nodes[r.begin + at];
        std::uint8_t const to = r.calls++;
        n.to = to;
        n.parent_order = parent_order;
        for (std::size_t child = at + 1; child < at + n.size; child += plan.nodes[r.begin + child].size) {
            plan_node& c = plan.nodes[r.begin + child];
            c.parent = to;
            c.parent_order = n.order;
            if (c.kind == pattern_kind::call)
                add_registers(r, child, n.order);
        }
    }

    //=== conditions ===//

    // Every condition is asked where all that it asks about is bound; the cheap ones first.
    constexpr void place_checks(rule_view const& rule, plan_rule& r) {
        struct placed {
            std::size_t at;
            int cost;
            std::uint16_t number;
        };
        std::array<placed, Set::constraint_count + 1> all{};
        std::size_t count = 0;
        for (constraint const& c : rule.conditions) {
            placed const p{place_of(r, c), cost_of(c), static_cast<std::uint16_t>(count)};
            std::size_t i = count++;
            for (; i > 0 && (all[i - 1].at > p.at || (all[i - 1].at == p.at && all[i - 1].cost > p.cost)); --i)
                all[i] = all[i - 1];
            all[i] = p;
        }
        for (std::size_t i = 0; i < count; ++i) {
            auto const at = static_cast<std::uint16_t>(plan.check_count);
            plan.checks[plan.check_count++] = all[i].number;
            std::uint16_t& begin = all[i].at == r.size ? r.checks : plan.nodes[r.begin + all[i].at].checks;
            std::uint16_t& length = all[i].at == r.size ? r.check_count : plan.nodes[r.begin + all[i].at].check_count;
            begin = length++ == 0 ? at : begin;
        }
    }

    // The node after which it can be asked; a predicate may ask about anything.
    [[nodiscard]] constexpr std::size_t place_of(plan_rule const& r, constraint const& c) const {
        if (c.kind == constraint_kind::predicate)
            return r.size;
        std::size_t latest = 0;
        for (constraint::subject const* const s : {&c.of, &c.other})
            for (std::size_t i = 0; s->variable >= 0 && i < r.size; ++i)
                if (plan.nodes[r.begin + i].first && plan.nodes[r.begin + i].variable == s->variable)
                    latest = std::max(latest, i);
        return latest;
    }

    Set const& set_;
    number_table<Set::node_count> ops_;
};

// Rules are made ready a few in one constant evaluation, since clang counts the steps of each: so many that their left
// sides have some two hundred nodes. Part number N is the rules from [N] up to [N + 1].
template <auto const& Set>
inline constexpr auto plan_parts = [] {
    constexpr std::size_t nodes_at_once = 200;
    struct {
        std::array<std::uint16_t, Set.size() + 2> begin{};
        std::size_t count = 0;
    } parts;
    std::size_t nodes = 0;
    for (std::size_t rule = 0; rule < Set.size(); ++rule) {
        std::size_t const size = Set[rule].lhs.size();
        if (nodes != 0 && nodes + size > nodes_at_once) {
            parts.begin[++parts.count] = static_cast<std::uint16_t>(rule);
            nodes = 0;
        }
        nodes += size;
    }
    parts.begin[++parts.count] = static_cast<std::uint16_t>(Set.size());
    return parts;
}();

// The plan in which so many parts are ready.
template <auto const& Set, std::size_t Parts>
inline constexpr auto plan_after = [] {
    using maker = plan_maker<std::remove_cvref_t<decltype(Set)>>;
    if constexpr (Parts == 0)
        return maker{Set}.plan;
    else
        return maker{Set, plan_after<Set, Parts - 1>, plan_parts<Set>.begin[Parts - 1], plan_parts<Set>.begin[Parts]}
            .plan;
}();

// The plan of a set, which is a constant of a namespace; a rule that is not well formed does not compile.
template <auto const& Set>
inline constexpr auto const& plan_of = plan_after<Set, plan_parts<Set>.count>;

} // namespace graft::detail
