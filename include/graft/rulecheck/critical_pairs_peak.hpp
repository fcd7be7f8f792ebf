#pragma once

#include <graft/config.hpp>
#include <graft/meta/vec.hpp>
#include <graft/rulecheck/detail/critical_pairs_term.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace graft::detail {

// A term of two unified left sides as a pattern, of which graphs are made: the peak that both rules rewrite.
class peak {
public:
    peak(term_arena const& terms, std::size_t root) : terms_(terms) { add(root, -1); }

    // Takes over what a rule asks of its variables, by term, as far as they are variables of the peak.
    void adopt(rule_view const& rule, vec<std::size_t> const& variables, bool at_root);

    // A graph that has the peak, with equal calls once; nothing when this sample is refused.
    [[nodiscard]] std::optional<graph> sample(std::uint64_t seed) const;

    // The node that stands at a place of the peak of such a graph.
    [[nodiscard]] static node_id find(graph const& g, term_path const& path);

private:
    static constexpr std::array<std::string_view, 26> names{"a", "b", "c", "d", "e", "f", "g", "h", "i",
                                                            "j", "k", "l", "m", "n", "o", "p", "q", "r",
                                                            "s", "t", "u", "v", "w", "x", "y", "z"};

    void add(std::size_t term, int slot);

    [[nodiscard]] bool is_default(pattern_term const& call, std::size_t slot) const;

    std::int16_t number(std::size_t term);

    bool translate(constraint::subject& s, vec<std::size_t> const& variables, bool at_root);

    // What a rule asks to be constant is.
    void mark_constants(graph& g) const;

    term_arena const& terms_;
    vec<pattern_node> nodes_;
    vec<std::size_t> terms_of_; // by variable of the peak
    vec<std::string_view> variables_;
    vec<constraint> conditions_;
};

} // namespace graft::detail

#if defined(GRAFT_LOWER_BODIES)
#    include <graft/ir/eliminate_common_subexpressions.hpp>
#    include <graft/rulecheck/detail/lint_sample.hpp>

namespace graft::detail {

GRAFT_INLINE void peak::adopt(rule_view const& rule, vec<std::size_t> const& variables, bool at_root) {
    for (constraint c : rule.conditions) {
        if (c.kind == constraint_kind::predicate)
            continue;
        if (translate(c.of, variables, at_root) && translate(c.other, variables, at_root))
            conditions_.push_back(c);
    }
}

GRAFT_INLINE std::optional<graph> peak::sample(std::uint64_t seed) const {
    pattern_node nothing;
    nothing.kind = pattern_kind::literal;
    rule_view rule;
    rule.name = "peak";
    rule.lhs = nodes_;
    rule.rhs = {&nothing, 1};
    rule.variables = variables_;
    rule.conditions = conditions_;
    binding_sampler sampler{rule, seed};
    try {
        rule_instance const instance{rule, sampler.draw()};
        graph g = instance.both_sides();
        mark_constants(g);
        eliminate_common_subexpressions(g);
        return g;
    } catch (error const&) {
        return std::nullopt;
    }
}

GRAFT_INLINE node_id peak::find(graph const& g, term_path const& path) {
    arg_ref at = g.arg(g.back(), 0)[0];
    for (std::size_t const step : path) {
        if (!at.is_node()) {
            at = at[step];
        } else if (g.target(at.node()).op == nullptr) {
            at = g.arg(at.node(), step);
        } else if (auto const argument = g.schema_arg(at.node(), step)) {
            at = *argument;
        } else {
            return no_node;
        }
    }
    return at.is_node() ? at.node() : no_node;
}

GRAFT_INLINE void peak::add(std::size_t term, int slot) {
    std::size_t const t = terms_.resolve(term);
    std::size_t const at = nodes_.size();
    pattern_term const& what = terms_[t];
    pattern_node n;
    n.slot = static_cast<std::int16_t>(slot);
    n.op = what.op;
    n.value = what.value;
    switch (what.kind) {
    case pattern_term::form::variable:
        n.kind = pattern_kind::variable;
        n.variable = number(t);
        n.name = variables_[static_cast<std::size_t>(n.variable)];
        break;
    case pattern_term::form::call: n.kind = pattern_kind::call; break;
    case pattern_term::form::list: n.kind = pattern_kind::list; break;
    case pattern_term::form::item: n.kind = pattern_kind::item; break;
    case pattern_term::form::literal: n.kind = pattern_kind::literal; break;
    }
    nodes_.push_back(n);
    for (std::size_t i = 0; i < what.children.size(); ++i)
        if (!is_default(what, i))
            add(what.children[i], static_cast<int>(i));
    nodes_[at].size = static_cast<std::int16_t>(nodes_.size() - at);
}

GRAFT_INLINE bool peak::is_default(pattern_term const& call, std::size_t slot) const {
    pattern_term const& child = terms_[terms_.resolve(call.children[slot])];
    return call.kind == pattern_term::form::call && child.kind == pattern_term::form::literal &&
           call.op->arguments[slot].has_default && child.value == default_constant(call.op->arguments[slot]);
}

GRAFT_INLINE std::int16_t peak::number(std::size_t term) {
    for (std::size_t i = 0; i < terms_of_.size(); ++i)
        if (terms_of_[i] == term)
            return static_cast<std::int16_t>(i);
    terms_of_.push_back(term);
    variables_.push_back(names[(terms_of_.size() - 1) % names.size()]);
    return static_cast<std::int16_t>(terms_of_.size() - 1);
}

GRAFT_INLINE bool peak::translate(constraint::subject& s, vec<std::size_t> const& variables, bool at_root) {
    if (s.variable < 0)
        return at_root || s.variable != constraint::replaced;
    std::size_t const term = variables[static_cast<std::size_t>(s.variable)];
    for (std::size_t i = 0; i < terms_of_.size(); ++i)
        if (term != term_arena::none && terms_of_[i] == terms_.resolve(term)) {
            s.variable = static_cast<std::int16_t>(i);
            return true;
        }
    return false;
}

GRAFT_INLINE void peak::mark_constants(graph& g) const {
    for (constraint const& c : conditions_)
        if (c.kind == constraint_kind::is_constant)
            if (auto const n = g.find(variables_[static_cast<std::size_t>(c.of.variable)]))
                g.set_constant(*n, true);
}

} // namespace graft::detail
#endif
