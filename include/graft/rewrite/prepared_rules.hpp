#pragma once

#include <graft/ir/eliminate_dead_code.hpp>
#include <graft/rewrite/rule_set.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace graft::detail {

// One node of a pattern with everything that does not change from match to match looked up in the graph.
struct prepared_node {
    pattern_kind kind = pattern_kind::any;
    bool one_use = false, swappable = false;
    std::uint8_t variable = 0;
    std::uint16_t slot = 0, size = 1;
    std::uint16_t op = 0;               // the op's number in the rule set
    std::uint8_t leading = 0;           // the arguments before this one are all mentioned
    std::uint8_t parameter_count = 0;
    std::uint32_t parameters = 0;       // where its defaults and keys begin
    std::uint64_t mentioned = 0;        // a bit per schema slot that has a child
    std::array<std::uint32_t, 3> targets{no_target, no_target, no_target};  // by dialect, once used
    operand literal;
    static constexpr std::uint32_t no_target = 0xffffffff;
};

struct prepared_rule {
    rule_view source;
    std::uint32_t lhs = 0, rhs = 0;  // where its sides begin among the nodes
    std::uint32_t name = 0;          // its name among the strings of the graph
};

// A rule set made ready for one graph: ops numbered, literals interned, rules sorted by root op.
class prepared_rules {
public:
    static constexpr std::size_t max_variables = 32;
    static constexpr std::size_t max_swappable = 6;  // of 2^6 orders all are tried before a match fails
    static constexpr std::uint16_t no_op = 0;

    template <class Set>
    constexpr prepared_rules(graph& g, Set const& set) {
        reserve(set);
        for (std::size_t i = 0; i < set.size(); ++i)
            add_rule(g, own(set[i]));
        by_root_.assign(ops_.size() + 1, {});
        for (std::uint32_t i = 0; i < rules.size(); ++i)
            by_root_[nodes[rules[i].lhs].op].push_back(i);
        learn_targets(g);
        number_regions(g);
    }

    prepared_rules(prepared_rules const&) = delete;
    prepared_rules& operator=(prepared_rules const&) = delete;

    std::vector<prepared_rule> rules;
    std::vector<prepared_node> nodes;
    std::vector<operand> defaults, keys;  // per schema slot of the ops of the patterns
    std::uint32_t depth = 1;              // of the deepest left side, in calls
    bool any_one_use = false;

    [[nodiscard]] constexpr std::uint16_t op_of_target(std::uint32_t target) const {
        return target < op_of_target_.size() ? op_of_target_[target] : no_op;
    }
    // The rules whose left side has this op at its root, in order of preference.
    [[nodiscard]] constexpr std::span<std::uint32_t const> rules_at(std::uint16_t op) const {
        return by_root_[op];
    }

    // Nodes between the same two effects have one region; 0 throughout when the graph has no effects.
    [[nodiscard]] constexpr std::uint32_t region_of(node_id n) const {
        return n < regions_.size() ? regions_[n] : 0;
    }
    [[nodiscard]] constexpr bool has_effects() const { return !regions_.empty(); }
    constexpr void set_region(node_id n, std::uint32_t region) {
        if (!regions_.empty()) {
            regions_.resize(std::max<std::size_t>(regions_.size(), n + 1), 0);
            regions_[n] = region;
        }
    }

    // Numbers the targets that have come to the graph since the last call.
    constexpr void learn_targets(graph const& g) {
        for (auto id = static_cast<std::uint32_t>(op_of_target_.size()); id < g.target_count(); ++id)
            op_of_target_.push_back(find_op(g.target_at(id).name));
    }

private:
    constexpr std::uint16_t find_op(std::string_view name) const {
        for (std::size_t i = 0; i < ops_.size(); ++i)
            if (ops_[i] == name)
                return static_cast<std::uint16_t>(i + 1);
        return no_op;
    }
    constexpr std::uint16_t number_op(std::string_view name) {
        if (std::uint16_t const known = find_op(name); known != no_op)
            return known;
        ops_.push_back(name);
        return static_cast<std::uint16_t>(ops_.size());
    }

    static constexpr void check(rule_view const& rule) {
        if (rule.lhs[0].kind != pattern_kind::call && rule.lhs[0].kind != pattern_kind::item)
            raise(errc::invalid_argument, "rule '", rule.name, "': its left side is not a call of an op");
        std::size_t swappable = 0;
        for (pattern_node const& n : rule.lhs)
            swappable += n.swappable;
        if (swappable > max_swappable)
            raise(errc::invalid_argument, "rule '", rule.name, "' has more than ", max_swappable,
                  " calls whose operands can be exchanged");
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
                append(conditions_, rule.conditions), append(variables_, rule.variables)};
    }

    constexpr void add_rule(graph& g, rule_view const& rule) {
        check(rule);
        if (rule.variables.size() > max_variables)
            raise(errc::invalid_argument, "rule '", rule.name, "' has more than 32 variables");
        auto const lhs = static_cast<std::uint32_t>(nodes.size());
        add_side(g, rule.lhs);
        auto const rhs = static_cast<std::uint32_t>(nodes.size());
        add_side(g, rule.rhs);
        rules.push_back({rule, lhs, rhs, g.intern_string(rule.name)});
        depth = std::max(depth, calls_deep(lhs, rhs));
        for (std::uint32_t i = lhs; i < rhs; ++i)
            any_one_use = any_one_use || nodes[i].one_use;
    }

    constexpr std::uint32_t calls_deep(std::uint32_t at, std::uint32_t end) const {
        std::vector<std::uint32_t> ends;
        std::uint32_t deepest = 1;
        for (; at < end; ++at) {
            while (!ends.empty() && ends.back() <= at)
                ends.pop_back();
            if (nodes[at].size > 1 || nodes[at].kind == pattern_kind::call)
                ends.push_back(at + nodes[at].size);
            deepest = std::max(deepest, static_cast<std::uint32_t>(ends.size()));
        }
        return deepest;
    }

    constexpr void add_side(graph& g, std::span<pattern_node const> side) {
        for (std::size_t i = 0; i < side.size(); ++i) {
            pattern_node const& from = side[i];
            prepared_node p;
            p.kind = from.kind;
            p.one_use = from.one_use;
            p.swappable = from.swappable;
            p.variable = static_cast<std::uint8_t>(from.variable);
            p.slot = static_cast<std::uint16_t>(from.slot);
            p.size = static_cast<std::uint16_t>(from.size);
            p.literal = to_operand(g, from.value);
            if (from.kind == pattern_kind::call)
                add_call(g, p, side, i);
            else if (from.kind == pattern_kind::item)
                p.op = number_op("operator.getitem");
            nodes.push_back(p);
        }
    }

    constexpr void add_call(graph& g, prepared_node& p, std::span<pattern_node const> side,
                            std::size_t at) {
        op_info const& op = *side[at].op;
        if (op.arguments.size() > 64)
            raise(errc::unsupported, "a pattern may not call '", op.name,
                  "': it has more than 64 arguments");
        p.op = number_op(op.name);
        p.parameters = static_cast<std::uint32_t>(defaults.size());
        p.parameter_count = static_cast<std::uint8_t>(op.arguments.size());
        for (schema_argument const& parameter : op.arguments) {
            defaults.push_back(to_operand(g, default_constant(parameter)));
            keys.push_back(g.encode(arg{parameter.name}));
        }
        for (std::size_t i = at + 1; i < at + static_cast<std::size_t>(side[at].size);
             i += static_cast<std::size_t>(side[i].size))
            p.mentioned |= std::uint64_t{1} << side[i].slot;
        while (p.leading < p.parameter_count && (p.mentioned >> p.leading & 1u) != 0)
            ++p.leading;
    }

    static constexpr bool has_effect(target_info const& target) {
        return target.op != nullptr &&
               (target.op->mutates() || has(target.op->tags, op_tags::side_effect));
    }

    constexpr void number_regions(graph const& g) {
        std::vector<std::uint8_t> effects;
        bool any = false;
        for (std::uint32_t id = 0; id < g.target_count(); ++id) {
            effects.push_back(has_effect(g.target_at(id)));
            any = any || effects.back() != 0;
        }
        if (!any)
            return;
        std::uint32_t region = 0;
        regions_.assign(g.capacity(), 0);
        for (node_id const n : g.nodes()) {
            std::uint32_t const effect = effects[g.target_id(n)];
            region += effect;
            regions_[n] = region;
            region += effect;
        }
    }

    std::vector<pattern_node> patterns_;
    std::vector<constraint> conditions_;
    std::vector<std::string_view> variables_;
    std::vector<std::string_view> ops_;
    std::vector<std::uint16_t> op_of_target_;
    std::vector<std::vector<std::uint32_t>> by_root_;
    std::vector<std::uint32_t> regions_;
};

} // namespace graft::detail
