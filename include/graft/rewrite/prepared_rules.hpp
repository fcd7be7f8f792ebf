#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>
#include <graft/meta/sort.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/pattern/detail/pattern_side.hpp>
#include <graft/rewrite/detail/rule_facts.hpp>
#include <graft/rewrite/detail/well_formed.hpp>
#include <graft/rewrite/effect_regions.hpp>
#include <graft/rewrite/id_table.hpp>
#include <graft/rewrite/rule_set.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace graft::detail {

// One node of a pattern with everything that does not change from match to match looked up in the graph.
struct prepared_node {
    static constexpr std::uint8_t no_variable = 0xff;

    pattern_node const* source = nullptr;
    pattern_kind kind = pattern_kind::any;
    bool one_use = false, one_user = false, internal = false;
    bool limits_uses = false; // one of the three
    bool swappable = false, any_attributes = false;
    std::uint8_t variable = no_variable;
    std::uint8_t leading = 0; // the arguments before this one are all mentioned
    std::uint8_t parameter_count = 0;
    std::uint16_t slot = 0, size = 1;
    std::uint16_t op = 0;          // the op's number in the rule set
    std::uint32_t parameters = 0;  // where its defaults and keys begin
    std::uint16_t check_count = 0; // conditions that can be asked once this node has matched
    std::uint32_t checks = 0;      // where they begin
    std::uint64_t mentioned = 0;   // a bit per schema slot that has a child
    operand literal;
};

// A condition of a rule.
struct prepared_check {
    constraint const* source = nullptr;
    std::uint32_t number = 0; // among those of the rule
};

// An op of the patterns.
struct prepared_op {
    static constexpr std::uint32_t no_target = 0xffffffff;

    std::string_view name;
    op_info const* op = nullptr;
    bool writes = false, aliases = false; // to, and of, its arguments
    std::uint32_t parameters = no_target; // where its defaults and keys begin, once it is called in a pattern
    std::array<std::uint32_t, 3> targets{no_target, no_target, no_target}; // by dialect, once used
};

struct prepared_rule {
    rule_view source;
    std::uint32_t number = 0;                  // its position in the set
    std::uint32_t lhs = 0, rhs = 0;            // where its sides begin among the nodes
    std::uint32_t name = 0xffffffff;           // its name among the strings of the graph, once it is needed
    std::uint32_t checks = 0, check_count = 0; // the conditions that are asked when all else matches
    bool asks_late = false;                    // something is to be checked when all else matches
};

// Rules made ready for one graph: ops numbered, literals interned. The sets that they are views of must live as long.
class prepared_rules {
public:
    static constexpr std::size_t max_variables = rule_checker::max_variables;
    static constexpr std::uint16_t no_op = 0;

    GRAFT_CONSTEXPR_INLINE prepared_rules(graph& g, view<rule_view const> set)
        : prepared_rules(g, set, all_of(set.size())) {}

    // Makes ready the rules of the set that are at these positions.
    GRAFT_CONSTEXPR_INLINE prepared_rules(graph& g, view<rule_view const> set, view<std::uint32_t const> numbers)
        : regions(g) {
        ops.emplace_back();
        rules.reserve(numbers.size());
        for (std::uint32_t const i : numbers)
            add_rule(g, i, set[i]);
        learn_targets(g);
    }

    // Rules of which only this is known before they are required one by one.
    GRAFT_CONSTEXPR_INLINE prepared_rules(graph& g, rule_facts const& all) : regions(g), facts(all) {
        ops.emplace_back();
        learn_targets(g);
    }

    prepared_rules(prepared_rules const&) = delete;
    prepared_rules& operator=(prepared_rules const&) = delete;

    vec<prepared_rule> rules;
    vec<prepared_node> nodes;
    vec<prepared_check> checks;  // of each node, and of each rule
    vec<prepared_op> ops;        // by number; the first is none
    vec<operand> defaults, keys; // per schema slot of the ops of the patterns
    vec<operand> indices;        // the literals 0, 1, ..., for alternatives
    effect_regions regions;
    rule_facts facts;

    [[nodiscard]] constexpr std::uint16_t op_of_target(std::uint32_t target) const {
        return target < op_of_target_.size() ? op_of_target_[target] : no_op;
    }
    // The number of the op that a node calls, or `no_op`.
    [[nodiscard]] constexpr std::uint16_t op_of(graph const& g, node_id n) const {
        return raw(g).op(n) == opcode::call_function ? op_of_target(raw(g).target_id(n)) : no_op;
    }

    // The children of a node: from `at + 1` to `end_of(at)` in steps of their sizes.
    [[nodiscard]] constexpr std::uint32_t end_of(std::uint32_t at) const { return at + nodes[at].size; }

    // The argument of a call in a schema slot, as it was given or by default.
    [[nodiscard]] GRAFT_CONSTEXPR operand argument(graph const& g, std::uint32_t parameters, node_id n,
                                                   std::size_t slot) const;

    // False without a look at the arguments; of two patterns that may match at a point, true for both.
    [[nodiscard]] GRAFT_CONSTEXPR bool may_match(graph const& g, std::uint32_t at, operand value) const;

    // An argument that the pattern does not mention must be the schema's default.
    [[nodiscard]] GRAFT_CONSTEXPR bool unmentioned_are_default(graph const& g, prepared_node const& p, node_id n) const;

    // Where the rule stands among the rules here, made ready when it is required for the first time; `number` is its
    // position in its set.
    GRAFT_CONSTEXPR std::uint32_t require(graph& g, std::uint32_t number, rule_view const& rule);

    // The id of a rule's name among the strings of the graph.
    [[nodiscard]] GRAFT_CONSTEXPR_INLINE std::uint32_t name_of(graph& g, std::uint32_t rule) {
        if (rules[rule].name == prepared_op::no_target)
            rules[rule].name = g.intern_string(rules[rule].source.name);
        return rules[rule].name;
    }

    // Numbers the targets that have come to the graph since the last call.
    GRAFT_CONSTEXPR_INLINE void learn_targets(graph const& g) {
        for (auto id = static_cast<std::uint32_t>(op_of_target_.size()); id < g.target_count(); ++id)
            op_of_target_.push_back(find_op(g.target_at(id)));
    }

private:
    static constexpr vec<std::uint32_t> all_of(std::size_t count) {
        vec<std::uint32_t> numbers(count, 0);
        for (std::uint32_t i = 0; i < count; ++i)
            numbers[i] = i;
        return numbers;
    }

    GRAFT_CONSTEXPR std::uint16_t find_op(target_info const& target) const;
    GRAFT_CONSTEXPR std::uint16_t number_op(std::string_view name, std::uint64_t hash);

    GRAFT_CONSTEXPR void add_rule(graph& g, std::uint32_t number, rule_view const& rule);

    //=== conditions ===//

    // Every condition is asked at the first node by which all that it asks about is bound; the cheap ones first.
    GRAFT_CONSTEXPR void place_checks(prepared_rule& rule);

    // For each variable the first node that binds it in every match.
    GRAFT_CONSTEXPR void find_binders(std::uint32_t at);

    [[nodiscard]] GRAFT_CONSTEXPR std::uint32_t binder_of(prepared_rule const& rule, constraint const& c) const;

    GRAFT_CONSTEXPR void add_side(graph& g, rule_view const& rule, view<pattern_node const> side);

    // A variable that only a negation has is numbered behind those of the rule.
    GRAFT_CONSTEXPR std::uint8_t number_variable(rule_view const& rule, pattern_node const& from);

    GRAFT_CONSTEXPR_INLINE void add_indices(graph& g, view<pattern_node const> side, std::size_t at) {
        std::size_t const count = count_children(side, at);
        while (indices.size() < count)
            indices.push_back(to_operand(g, to_constant(indices.size())));
    }

    GRAFT_CONSTEXPR void add_call(graph& g, prepared_node& p, view<pattern_node const> side, std::size_t at);

    static constexpr std::uint32_t never = 0xffffffff;

    struct placed_check {
        std::uint32_t at = 0;
        int cost = 0;
        std::uint32_t number = 0;
    };

    vec<std::uint32_t> required_; // by position in the set
    std::array<std::uint32_t, max_variables> binders_{};
    vec<placed_check> placed_;
    vec<std::string_view> locals_;
    vec<std::uint16_t> op_of_target_;
    id_table op_numbers_;
};

} // namespace graft::detail

#if defined(GRAFT_CORE_BODIES)
#    include <graft/meta/hash.hpp>

#    include <algorithm>
#    include <type_traits>

namespace graft::detail {

GRAFT_CONSTEXPR operand prepared_rules::argument(graph const& g, std::uint32_t parameters, node_id n,
                                                 std::size_t slot) const {
    if (slot < raw(g).arg_count(n))
        return raw(g).operand_at(n, slot);
    for (std::size_t i = 0; i < raw(g).kwarg_count(n); ++i)
        if (raw(g).kwarg_key_operand(n, i) == keys[parameters + slot])
            return raw(g).kwarg(n, i).value();
    return defaults[parameters + slot];
}

GRAFT_CONSTEXPR bool prepared_rules::may_match(graph const& g, std::uint32_t at, operand value) const {
    prepared_node const& p = nodes[at];
    switch (p.kind) {
    case pattern_kind::call:
    case pattern_kind::flat:
    case pattern_kind::item: return value.is_node() && op_of(g, value.id()) == p.op;
    case pattern_kind::literal: return value == p.literal;
    default: return true;
    }
}

GRAFT_CONSTEXPR bool prepared_rules::unmentioned_are_default(graph const& g, prepared_node const& p, node_id n) const {
    for (std::size_t i = p.leading; i < raw(g).arg_count(n); ++i)
        if (i >= p.parameter_count ||
            ((p.mentioned >> i & 1u) == 0 && raw(g).operand_at(n, i) != defaults[p.parameters + i]))
            return false;
    for (std::size_t k = 0; k < raw(g).kwarg_count(n); ++k) {
        std::size_t slot = 0;
        while (slot < p.parameter_count && keys[p.parameters + slot] != raw(g).kwarg_key_operand(n, k))
            ++slot;
        if (slot == p.parameter_count ||
            ((p.mentioned >> slot & 1u) == 0 && raw(g).kwarg(n, k).value() != defaults[p.parameters + slot]))
            return false;
    }
    return true;
}

GRAFT_CONSTEXPR std::uint32_t prepared_rules::require(graph& g, std::uint32_t number, rule_view const& rule) {
    if (number >= required_.size())
        required_.resize(number + 1, never);
    if (required_[number] == never) {
        required_[number] = static_cast<std::uint32_t>(rules.size());
        add_rule(g, number, rule);
        op_of_target_.clear();
        learn_targets(g);
    }
    return required_[number];
}

GRAFT_CONSTEXPR std::uint16_t prepared_rules::find_op(target_info const& target) const {
    bool const is_hashed = target.op != nullptr && target.op->name == target.name;
    std::uint32_t const found = op_numbers_.find(is_hashed ? target.op->hash : fnv1a(target.name));
    return found == id_table::none || ops[found].name != target.name ? no_op : static_cast<std::uint16_t>(found);
}

GRAFT_CONSTEXPR std::uint16_t prepared_rules::number_op(std::string_view name, std::uint64_t hash) {
    std::uint32_t const known = op_numbers_.find(hash);
    if (known == id_table::none) {
        op_numbers_.insert(hash, static_cast<std::uint32_t>(ops.size()));
        ops.push_back({name});
        return static_cast<std::uint16_t>(ops.size() - 1);
    }
    if (ops[known].name != name)
        raise(errc::unsupported, "the names '", name, "' and '", ops[known].name, "' have one hash");
    return static_cast<std::uint16_t>(known);
}

GRAFT_CONSTEXPR void prepared_rules::add_rule(graph& g, std::uint32_t number, rule_view const& rule) {
    rule_checker{rule}.check();
    locals_.clear();
    auto const lhs = static_cast<std::uint32_t>(nodes.size());
    add_side(g, rule, rule.lhs);
    for (std::uint32_t i = 0; i < rule.lhs.size(); ++i)
        nodes[lhs + i].swappable = tries_both_orders(rule, i);
    auto const rhs = static_cast<std::uint32_t>(nodes.size());
    add_side(g, rule, rule.rhs);
    rules.push_back({rule, number, lhs, rhs});
    place_checks(rules.back());
    for (std::uint32_t i = lhs; i < rhs; ++i)
        rules.back().asks_late = rules.back().asks_late || nodes[i].internal ||
                                 nodes[i].kind == pattern_kind::negation || nodes[i].kind == pattern_kind::item;
    facts.add(facts_of(rule));
}

GRAFT_CONSTEXPR void prepared_rules::place_checks(prepared_rule& rule) {
    view<constraint const> const conditions = rule.source.conditions;
    if (conditions.empty())
        return;
    binders_.fill(never);
    if (nodes[rule.lhs].kind == pattern_kind::call)
        find_binders(rule.lhs);
    placed_.clear();
    for (std::uint32_t i = 0; i < conditions.size(); ++i)
        placed_.push_back({binder_of(rule, conditions[i]), cost_of(conditions[i]), i});
    graft::sort(placed_, [](placed_check const& a, placed_check const& b) {
        return a.at != b.at ? a.at < b.at : a.cost != b.cost ? a.cost < b.cost : a.number < b.number;
    });
    rule.checks = static_cast<std::uint32_t>(checks.size());
    for (placed_check const& p : placed_) {
        auto const at = static_cast<std::uint32_t>(checks.size());
        checks.push_back({&conditions[p.number], p.number});
        if (p.at == never) {
            rule.checks = rule.check_count++ == 0 ? at : rule.checks;
        } else {
            prepared_node& n = nodes[p.at];
            n.checks = n.check_count++ == 0 ? at : n.checks;
        }
    }
}

GRAFT_CONSTEXPR void prepared_rules::find_binders(std::uint32_t at) {
    prepared_node const& n = nodes[at];
    if (n.kind == pattern_kind::variable || n.kind == pattern_kind::number)
        binders_[n.variable] = std::min(binders_[n.variable], at);
    if (n.kind != pattern_kind::call && n.kind != pattern_kind::item && n.kind != pattern_kind::list &&
        n.kind != pattern_kind::chain)
        return;
    for (std::uint32_t child = at + 1; child < end_of(at); child = end_of(child))
        if (n.kind != pattern_kind::chain || end_of(child) == end_of(at))
            find_binders(child);
}

GRAFT_CONSTEXPR std::uint32_t prepared_rules::binder_of(prepared_rule const& rule, constraint const& c) const {
    if (c.kind == constraint_kind::predicate) // it may ask about anything
        return never;
    std::uint32_t latest = rule.lhs;
    for (constraint::subject const* const s : {&c.of, &c.other})
        if (s->variable >= 0)
            latest = std::max(latest, binders_[static_cast<std::size_t>(s->variable)]);
    return nodes[rule.lhs].kind == pattern_kind::call ? latest : never;
}

GRAFT_CONSTEXPR void prepared_rules::add_side(graph& g, rule_view const& rule, view<pattern_node const> side) {
    for (std::size_t i = 0; i < side.size(); ++i) {
        pattern_node const& from = side[i];
        prepared_node p;
        p.source = &from;
        p.kind = from.kind;
        p.one_use = from.one_use;
        p.one_user = from.one_user;
        p.internal = from.internal;
        p.limits_uses = from.one_use || from.one_user || from.internal;
        p.swappable = from.swappable;
        p.any_attributes = from.any_attributes;
        p.slot = static_cast<std::uint16_t>(from.slot);
        p.size = static_cast<std::uint16_t>(from.size);
        if (!from.name.empty())
            p.variable = number_variable(rule, from);
        if (from.kind == pattern_kind::literal || from.kind == pattern_kind::item)
            p.literal = to_operand(g, from.value);
        if (from.op != nullptr)
            add_call(g, p, side, i);
        else if (from.kind == pattern_kind::item || from.kind == pattern_kind::all_outs)
            p.op = number_op("operator.getitem", fnv1a("operator.getitem"));
        else if (from.kind == pattern_kind::one_of)
            add_indices(g, side, i);
        nodes.push_back(p);
    }
}

GRAFT_CONSTEXPR std::uint8_t prepared_rules::number_variable(rule_view const& rule, pattern_node const& from) {
    if (from.variable >= 0)
        return static_cast<std::uint8_t>(from.variable);
    std::size_t i = 0;
    while (i < locals_.size() && locals_[i] != from.name)
        ++i;
    if (i == locals_.size())
        locals_.push_back(from.name);
    if (rule.variables.size() + i >= max_variables)
        raise(errc::invalid_argument, "rule '", rule.name, "' has more than 32 variables");
    return static_cast<std::uint8_t>(rule.variables.size() + i);
}

GRAFT_CONSTEXPR void prepared_rules::add_call(graph& g, prepared_node& p, view<pattern_node const> side,
                                              std::size_t at) {
    op_info const& op = *side[at].op;
    if (op.arguments.size() > 64)
        raise(errc::unsupported, "a pattern may not call '", op.name, "': it has more than 64 arguments");
    p.op = number_op(op.name, op.hash);
    prepared_op& known = ops[p.op];
    if (known.parameters == prepared_op::no_target) {
        known.op = &op;
        known.writes = op.mutates();
        known.aliases = op.returns_alias();
        known.parameters = static_cast<std::uint32_t>(defaults.size());
        for (schema_argument const& parameter : op.arguments) {
            defaults.push_back(to_operand(g, default_constant(parameter)));
            keys.push_back(g.encode(arg{parameter.name}));
        }
    }
    p.parameters = known.parameters;
    p.parameter_count = static_cast<std::uint8_t>(op.arguments.size());
    for_each_child(side, at, [&](std::size_t child) { p.mentioned |= std::uint64_t{1} << side[child].slot; });
    if (p.kind == pattern_kind::flat)
        p.mentioned = 3;
    while (p.leading < p.parameter_count && (p.mentioned >> p.leading & 1u) != 0)
        ++p.leading;
}

} // namespace graft::detail
#endif
