#pragma once

#include <graft/rewrite/matcher.hpp>

#include <cstdint>
#include <vector>

namespace graft::detail {

// Builds the right side of a matched rule: interior calls become nodes before the root.
class builder {
public:
    constexpr builder(graph& g, prepared_rules& rules, matcher const& matched)
        : g_(g), rules_(rules), matched_(matched) {}

    // The nodes made for the rule since `begin`, in execution order.
    std::vector<node_id> created;
    // The operands of the last call made ready: positional, then keys and values.
    std::vector<operand> operands;

    // Starts on the right side of a rule that matched at `root`.
    constexpr void begin(std::uint32_t rule, node_id root) {
        rule_ = rule;
        match_ = matched_.view(rule, root);
        dialect_ = dialect_tag::aten;
        for (node_id const n : matched_.nodes)
            if (target_info const target = g_.target(n); target.is_op()) {
                dialect_ = target.dialect;  // the root's, or that of what a `getitem` root takes apart
                break;
            }
        created.clear();
        operands.clear();
    }

    struct call {
        std::uint32_t target = 0;
        std::size_t first = 0;  // where its operands begin in `operands`; they reach to the end
        std::size_t kwargs = 0;
    };

    // The call at `at`, its operands built and on top of `operands`.
    constexpr call make_call(std::uint32_t at) {
        call c;
        if (rules_.nodes[at].kind == pattern_kind::item) {
            operand const whole = build(at + 1);
            c.first = operands.size();
            operands.push_back(whole);
            operands.push_back(rules_.nodes[at].literal);
            c.target = g_.intern_target("operator.getitem");
            return c;
        }
        c.target = target_of(at);
        c.first = operands.size();
        op_info const& op = *source(at).op;
        std::size_t positional = 0;
        for (std::uint32_t child = at + 1; child < end_of(at); child = end_of(child)) {
            std::size_t const slot = rules_.nodes[child].slot;
            operand const value = build(child);  // leaves `operands` as it was
            if (op.arguments[slot].kwarg_only || slot != positional || c.kwargs > 0) {
                operands.push_back(rules_.keys[rules_.nodes[at].parameters + slot]);
                ++c.kwargs;
            } else {
                ++positional;
            }
            operands.push_back(value);
        }
        return c;
    }

    // What stands for a node of the right side as an argument.
    constexpr operand build(std::uint32_t at) {
        prepared_node const& p = rules_.nodes[at];
        switch (p.kind) {
        case pattern_kind::variable: return g_.duplicate(matched_.bound[p.variable]);
        case pattern_kind::literal: return p.literal;
        case pattern_kind::computed: return g_.encode(source(at).compute(match_));
        case pattern_kind::list: {
            std::vector<operand> items;
            for (std::uint32_t child = at + 1; child < end_of(at); child = end_of(child))
                items.push_back(build(child));
            return g_.encode(arg_kind::list, items);
        }
        case pattern_kind::call:
        case pattern_kind::item: return operand::node(create(at));
        case pattern_kind::any: break;
        }
        raise(errc::invalid_argument, "rule '", rules_.rules[rule_].source.name,
              "': a wildcard stands on the right side");
    }

private:
    [[nodiscard]] constexpr pattern_node const& source(std::uint32_t at) const {
        prepared_rule const& rule = rules_.rules[rule_];
        return rule.source.rhs[at - rule.rhs];
    }

    // The children of a node: from `at + 1` to `end_of(at)` in steps of their sizes.
    [[nodiscard]] constexpr std::uint32_t end_of(std::uint32_t at) const {
        return at + rules_.nodes[at].size;
    }

    constexpr node_id create(std::uint32_t at) {
        call const c = make_call(at);
        auto const scope = inserting_before(g_, match_.root);
        node_id const n = g_.create_node(
            opcode::call_function, c.target,
            std::span<operand const>{operands}.subspan(c.first), {}, c.kwargs);
        operands.resize(c.first);
        created.push_back(n);
        return n;
    }

    // An op of a backend is in its dialect, any other in the dialect of what it replaces.
    constexpr std::uint32_t target_of(std::uint32_t at) {
        std::uint32_t& target = rules_.nodes[at].targets[static_cast<std::size_t>(dialect_)];
        if (target == prepared_node::no_target) {
            op_info const& op = *source(at).op;
            target = g_.intern_target(op, has(op.tags, op_tags::backend) ? dialect_tag::backend
                                                                         : dialect_);
        }
        return target;
    }

    graph& g_;
    prepared_rules& rules_;
    matcher const& matched_;
    std::uint32_t rule_ = 0;
    match match_;
    dialect_tag dialect_ = dialect_tag::aten;
};

} // namespace graft::detail
