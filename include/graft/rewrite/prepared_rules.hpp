#pragma once

#include <graft/ir/graph.hpp>
#include <graft/meta/hash.hpp>
#include <graft/rewrite/well_formed.hpp>
#include <graft/rewrite/effect_regions.hpp>
#include <graft/rewrite/id_table.hpp>
#include <graft/rewrite/rule_set.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

namespace graft::detail {

// One node of a pattern with everything that does not change from match to match looked up in the graph.
struct prepared_node {
    static constexpr std::uint8_t no_variable = 0xff;

    pattern_node const* source = nullptr;
    pattern_kind kind = pattern_kind::any;
    bool one_use = false, internal = false;
    bool limits_uses = false;           // one of the two
    bool swappable = false, any_attributes = false;
    std::uint8_t variable = no_variable;
    std::uint8_t leading = 0;           // the arguments before this one are all mentioned
    std::uint8_t parameter_count = 0;
    std::uint16_t slot = 0, size = 1;
    std::uint16_t op = 0;               // the op's number in the rule set
    std::uint32_t parameters = 0;       // where its defaults and keys begin
    std::uint64_t mentioned = 0;        // a bit per schema slot that has a child
    operand literal;
};

// An op of the patterns.
struct prepared_op {
    static constexpr std::uint32_t no_target = 0xffffffff;

    std::string_view name;
    op_info const* op = nullptr;
    std::uint32_t parameters = no_target;  // where its defaults and keys begin, once it is called in a pattern
    std::array<std::uint32_t, 3> targets{no_target, no_target, no_target};  // by dialect, once used
};

struct prepared_rule {
    rule_view source;
    std::uint32_t lhs = 0, rhs = 0;  // where its sides begin among the nodes
    std::uint32_t name = 0;          // its name among the strings of the graph
    bool asks_late = false;          // something is to be checked when all else matches
};

// A rule set made ready for one graph: ops numbered, literals interned. The set must live as long, unless it
// is a temporary: then it is copied.
class prepared_rules {
public:
    static constexpr std::size_t max_variables = rule_checker::max_variables;
    static constexpr std::uint16_t no_op = 0;
    static constexpr std::size_t max_internal_uses = 16;

    template <class Set>
    constexpr prepared_rules(graph& g, Set&& set) : regions(g) {
        ops.emplace_back();
        if constexpr (!std::is_lvalue_reference_v<Set>)
            reserve(set);
        for (std::size_t i = 0; i < set.size(); ++i)
            add_rule(g, std::is_lvalue_reference_v<Set> ? set[i] : own(set[i]));
        learn_targets(g);
    }

    prepared_rules(prepared_rules const&) = delete;
    prepared_rules& operator=(prepared_rules const&) = delete;

    std::vector<prepared_rule> rules;
    std::vector<prepared_node> nodes;
    std::vector<prepared_op> ops;         // by number; the first is none
    std::vector<operand> defaults, keys;  // per schema slot of the ops of the patterns
    std::vector<operand> indices;         // the literals 0, 1, ..., for alternatives
    effect_regions regions;
    std::uint32_t depth = 1;              // of the deepest left side, in calls
    bool any_one_use = false;
    std::size_t use_limit = 0;            // a value that loses a use down to as many may match then
    std::size_t most_nodes = 0;           // that one rule can match

    [[nodiscard]] constexpr std::uint16_t op_of_target(std::uint32_t target) const {
        return target < op_of_target_.size() ? op_of_target_[target] : no_op;
    }
    // The number of the op that a node calls, or `no_op`.
    [[nodiscard]] constexpr std::uint16_t op_of(graph const& g, node_id n) const {
        return g.op(n) == opcode::call_function ? op_of_target(g.target_id(n)) : no_op;
    }

    // The children of a node: from `at + 1` to `end_of(at)` in steps of their sizes.
    [[nodiscard]] constexpr std::uint32_t end_of(std::uint32_t at) const { return at + nodes[at].size; }

    // The argument of a call in a schema slot, as it was given or by default.
    [[nodiscard]] constexpr operand argument(graph const& g, std::uint32_t parameters, node_id n,
                                             std::size_t slot) const {
        if (slot < g.arg_count(n))
            return g.operand_at(n, slot);
        for (std::size_t i = 0; i < g.kwarg_count(n); ++i)
            if (g.kwarg_key_operand(n, i) == keys[parameters + slot])
                return g.kwarg(n, i).value();
        return defaults[parameters + slot];
    }

    // Numbers the targets that have come to the graph since the last call.
    constexpr void learn_targets(graph const& g) {
        for (auto id = static_cast<std::uint32_t>(op_of_target_.size()); id < g.target_count(); ++id)
            op_of_target_.push_back(find_op(g.target_at(id).name));
    }

private:
    constexpr std::uint16_t find_op(std::string_view name) const {
        std::uint32_t const found = op_numbers_.find(fnv1a(name));
        return found == id_table::none || ops[found].name != name ? no_op
                                                                  : static_cast<std::uint16_t>(found);
    }
    constexpr std::uint16_t number_op(std::string_view name, std::uint64_t hash) {
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

    // The set may be a temporary: its patterns are copied, into vectors that do not move.
    template <class Set>
    constexpr void reserve(Set const& set) {
        std::size_t pattern_nodes = 0, conditions = 0, variables = 0;
        for (std::size_t i = 0; i < set.size(); ++i) {
            rule_view const rule = set[i];
            pattern_nodes += rule.lhs.size() + rule.rhs.size();
            conditions += rule.conditions.size();
            variables += rule.variables.size();
        }
        patterns_.reserve(pattern_nodes);
        conditions_.reserve(conditions);
        variables_.reserve(variables);
    }

    template <class T>
    static constexpr std::span<T const> append(std::vector<T>& to, std::span<T const> items) {
        std::size_t const begin = to.size();
        for (T const& item : items)
            to.push_back(item);
        return std::span<T const>{to}.subspan(begin);
    }

    constexpr rule_view own(rule_view const& rule) {
        return {rule.name, append(patterns_, rule.lhs), append(patterns_, rule.rhs),
                append(conditions_, rule.conditions), append(variables_, rule.variables), rule.options};
    }

    constexpr void add_rule(graph& g, rule_view const& rule) {
        rule_checker{rule}.check();
        locals_.clear();
        auto const lhs = static_cast<std::uint32_t>(nodes.size());
        add_side(g, rule, rule.lhs);
        auto const rhs = static_cast<std::uint32_t>(nodes.size());
        add_side(g, rule, rule.rhs);
        rules.push_back({rule, lhs, rhs, g.intern_string(rule.name)});
        std::size_t most = 0;
        for (std::uint32_t i = lhs; i < rhs; ++i) {
            prepared_node const& n = nodes[i];
            any_one_use = any_one_use || n.one_use || n.kind == pattern_kind::flat;
            rules.back().asks_late = rules.back().asks_late || n.internal || n.kind == pattern_kind::negation;
            use_limit = std::max(use_limit, n.internal ? max_internal_uses : 0);
            most += calls_of(n);
        }
        for (constraint const& c : rule.conditions)
            use_limit = std::max<std::size_t>(use_limit, c.kind == constraint_kind::no_user ? 64 : 0);
        most_nodes = std::max(most_nodes, most);
        depth = std::max(depth, calls_deep(lhs, lhs + nodes[lhs].size));
    }

    // How many calls one node of a pattern can match.
    static constexpr std::uint32_t calls_of(prepared_node const& n) {
        switch (n.kind) {
        case pattern_kind::flat: return 16;
        case pattern_kind::chain: return static_cast<std::uint32_t>(n.source->value.bits);
        case pattern_kind::call:
        case pattern_kind::item: return 1;
        default: return 0;
        }
    }

    // The calls on the longest way from the root, where a list counts as one.
    constexpr std::uint32_t calls_deep(std::uint32_t at, std::uint32_t end) const {
        std::uint32_t deepest = 0;
        for (std::uint32_t child = at + 1; child < end; child = end_of(child))
            deepest = std::max(deepest, calls_deep(child, end_of(child)));
        return deepest + calls_of(nodes[at]);
    }

    constexpr void add_side(graph& g, rule_view const& rule, std::span<pattern_node const> side) {
        for (std::size_t i = 0; i < side.size(); ++i) {
            pattern_node const& from = side[i];
            prepared_node p;
            p.source = &from;
            p.kind = from.kind;
            p.one_use = from.one_use;
            p.internal = from.internal;
            p.limits_uses = from.one_use || from.internal;
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
            else if (from.kind == pattern_kind::item)
                p.op = number_op("operator.getitem", fnv1a("operator.getitem"));
            else if (from.kind == pattern_kind::one_of)
                add_indices(g, side, i);
            nodes.push_back(p);
        }
    }

    // A variable that only a negation has is numbered behind those of the rule.
    constexpr std::uint8_t number_variable(rule_view const& rule, pattern_node const& from) {
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

    constexpr void add_indices(graph& g, std::span<pattern_node const> side, std::size_t at) {
        std::size_t count = 0;
        for (std::size_t i = at + 1; i < at + static_cast<std::size_t>(side[at].size);
             i += static_cast<std::size_t>(side[i].size))
            ++count;
        while (indices.size() < count)
            indices.push_back(to_operand(g, to_constant(indices.size())));
    }

    constexpr void add_call(graph& g, prepared_node& p, std::span<pattern_node const> side,
                            std::size_t at) {
        op_info const& op = *side[at].op;
        if (op.arguments.size() > 64)
            raise(errc::unsupported, "a pattern may not call '", op.name,
                  "': it has more than 64 arguments");
        p.op = number_op(op.name, op.hash);
        prepared_op& known = ops[p.op];
        if (known.parameters == prepared_op::no_target) {
            known.op = &op;
            known.parameters = static_cast<std::uint32_t>(defaults.size());
            for (schema_argument const& parameter : op.arguments) {
                defaults.push_back(to_operand(g, default_constant(parameter)));
                keys.push_back(g.encode(arg{parameter.name}));
            }
        }
        p.parameters = known.parameters;
        p.parameter_count = static_cast<std::uint8_t>(op.arguments.size());
        for (std::size_t i = at + 1; i < at + static_cast<std::size_t>(side[at].size);
             i += static_cast<std::size_t>(side[i].size))
            p.mentioned |= std::uint64_t{1} << side[i].slot;
        if (p.kind == pattern_kind::flat)
            p.mentioned = 3;
        while (p.leading < p.parameter_count && (p.mentioned >> p.leading & 1u) != 0)
            ++p.leading;
    }

    std::vector<pattern_node> patterns_;
    std::vector<constraint> conditions_;
    std::vector<std::string_view> variables_, locals_;
    std::vector<std::uint16_t> op_of_target_;
    id_table op_numbers_;
};

} // namespace graft::detail
