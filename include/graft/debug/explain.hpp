#pragma once

#include <graft/config.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/rewrite/detail/matcher.hpp>
#include <graft/rewrite/detail/rule_applier.hpp>
#include <graft/rewrite/rewrite_observer.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace graft {

/// Whether a rule matches at a node and, if not, where the match that got furthest failed; if it does, whether it may be
/// applied there.
struct [[nodiscard]] explanation {
    std::string rule;     ///< its name
    bool matches = false; ///< it matches, and its conditions hold
    std::string refused;  ///< why a rule that matches is not applied; empty if it is
    /// Of the calls of the left side, on the way that got furthest.
    /// @{
    std::size_t matched = 0, calls = 0;
    /// @}
    /// What the pattern has there, and the graph.
    /// @{
    std::string expected, found;
    /// @}
    mismatch why = mismatch::op; ///< what kind of difference it is
    std::string stack_trace;     ///< of what was found, or of the root
};

/// In one line, then the stack trace: `fuse: 2 of 3 calls match; expected aten::add, found %mul = ...: why`, or
/// `fuse: it matches, but is refused: why`.
[[nodiscard]] GRAFT_INLINE std::string text(explanation const& e);

namespace detail {

GRAFT_INLINE std::string argument_text(graph const& g, operand value);

// What a node of a pattern asks for.
GRAFT_INLINE std::string pattern_text(graph& g, pattern_node const& p);

GRAFT_INLINE std::string condition_text(constraint const& c);

GRAFT_INLINE std::size_t count_calls(graft::view<pattern_node const> side);

// Why a rule that matches at a node is not applied, found on a copy; empty if it is.
GRAFT_INLINE std::string refusal_of(graph const& g, rule_view const& rule, node_id n,
                                    graft::view<known_number const> numbers);

} // namespace detail

/// Says why a rule of the set does not match at a node: of all ways to match, the one that got furthest. Raises
/// when the set has no rule of that name or the graph no such node. The graph gains literals, nothing else.
template <class Set>
explanation explain(graph& g, Set const& set, std::string_view rule, node_id n,
                    graft::view<known_number const> numbers = {}) {
    auto const& all = detail::to_rule_set(set);
    detail::prepared_rules const rules{g, detail::views_of(all)};
    std::size_t at = 0;
    while (at < all.size() && all[at].name != rule)
        ++at;
    if (at == all.size())
        raise(errc::invalid_argument, "there is no rule '", rule, "'");
    g.checked(n);
    detail::matcher<detail::deepest_trace> matcher{g, rules, numbers};
    explanation e;
    e.rule = rule;
    e.calls = detail::count_calls(all[at].lhs);
    e.matches = matcher.match_rule(at, n);
    detail::deepest_trace const& trace = matcher.trace;
    e.matched = e.matches ? e.calls : trace.matched;
    if (e.matches) {
        e.refused = detail::refusal_of(g, all[at], n, numbers);
        return e;
    }
    e.why = trace.why;
    e.expected = trace.why == mismatch::condition ? detail::condition_text(all[at].conditions[trace.at])
                                                  : detail::pattern_text(g, *rules.nodes[trace.at].source);
    e.found = detail::argument_text(g, trace.value);
    node_id const where = trace.value.is_node() ? trace.value.id() : n;
    e.stack_trace = g.meta(where, "stack_trace");
    return e;
}

} // namespace graft

#if defined(GRAFT_LOWER_BODIES)
#    include <graft/ir/text/print_value.hpp>

namespace graft {

GRAFT_INLINE std::string text(explanation const& e) {
    if (e.matches)
        return e.rule + ": it matches" + (e.refused.empty() ? "" : ", but is refused: " + e.refused);
    return e.rule + ": " + std::to_string(e.matched) + " of " + std::to_string(e.calls) + " calls match; expected " +
           e.expected + ", found " + e.found + ": " + std::string{text(e.why)} + (e.stack_trace.empty() ? "" : "\n") +
           e.stack_trace;
}

namespace detail {

GRAFT_INLINE std::string argument_text(graph const& g, operand value) {
    arg_ref const a = g.view(value);
    if (a.is_node()) {
        std::string text = "%" + std::string{g.name(a.node())};
        if (g.op(a.node()) == opcode::call_function)
            text += " = " + std::string{g.target(a.node()).name};
        return text;
    }
    if (is_aggregate(a.kind()))
        return "a list of " + std::to_string(a.size()) + " items";
    return a.kind() == arg_kind::string ? quoted_text(a.text()) : literal_text(a);
}

GRAFT_INLINE std::string pattern_text(graph& g, pattern_node const& p) {
    switch (p.kind) {
    case pattern_kind::call: return "a call of " + std::string{p.op->name};
    case pattern_kind::flat: return "a tree of " + std::string{p.op->name};
    case pattern_kind::item: return "result " + std::to_string(p.value.bits) + " of a call";
    case pattern_kind::literal: return argument_text(g, to_operand(g, p.value));
    case pattern_kind::splat: return "the number " + argument_text(g, to_operand(g, p.value));
    case pattern_kind::number: return "a number";
    case pattern_kind::variable: return "what '" + std::string{p.name} + "' stands for";
    case pattern_kind::list:
    case pattern_kind::each: return "a list";
    case pattern_kind::one_of: return "one of several calls";
    case pattern_kind::negation: return "anything but " + pattern_text(g, *(&p + 1));
    default: return "anything";
    }
}

GRAFT_INLINE std::string condition_text(constraint const& c) {
    constexpr std::string_view names[] = {"a predicate", "is_constant",   "has_dtype", "same_dtype", "rank",
                                          "rank",        "rank",          "dim",       "dim",        "numel",
                                          "same_shape",  "broadcasts_to", "no_user"};
    if (!c.name.empty())
        return quoted_text(c.name);
    std::string text{names[static_cast<std::size_t>(c.kind)]};
    for (constraint::subject const* const s : {&c.of, &c.other})
        if (!s->name.empty() || s->variable == constraint::replaced)
            text += (s == &c.of ? " of " : " and ") + (s->name.empty() ? "what is replaced" : std::string{s->name});
    return text;
}

GRAFT_INLINE std::size_t count_calls(graft::view<pattern_node const> side) {
    std::size_t calls = 0;
    for (pattern_node const& n : side)
        calls += n.kind == pattern_kind::call || n.kind == pattern_kind::flat || n.kind == pattern_kind::item;
    return calls;
}

GRAFT_INLINE std::string refusal_of(graph const& g, rule_view const& rule, node_id n,
                                    graft::view<known_number const> numbers) {
    graph copy = g;
    unobserved nobody;
    rewrite_options options;
    options.numbers = numbers;
    vec<rule_view> const only{rule};
    rewrite_driver<unobserved> once{copy, only, options, nobody};
    rewrite_result const& result = once.try_at(0, n);
    return result.refused.empty() ? std::string{} : result.refused.front().reason;
}

} // namespace detail
} // namespace graft
#endif
