#pragma once

#include <graft/config.hpp>
#include <graft/dialect/infer.hpp>
#include <graft/ir/graph.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/pattern/detail/holds.hpp>
#include <graft/pattern/detail/pattern_side.hpp>
#include <graft/rewrite/rule_set.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace graft {

/// What a variable of a rule stands for in an instance: a tensor, several for a `rest`, or a literal.
struct side_binding {
    std::string_view name;   ///< of the variable
    vec<value_spec> tensors; ///< one placeholder each; of a variable that is no `rest` exactly one
    arg literal{};           ///< where there are none; the tag of a `one_of` is the number of the alternative
    bool is_rest = false;    ///< the variable is a `rest`
};

/// A rule with something in the place of every variable: both of its sides as one graph, whose placeholders are the
/// tensors of the bindings in order, and whose values are inferred. A wildcard stands for the binding `_`.
///
/// `choices` says, for each `one_of` without a tag and each chain of the left side in pre-order, which alternative
/// it is or how many calls are in the chain; it is 0 for those that it does not reach.
class rule_instance {
public:
    /// Puts the bindings in the place of the variables; a rule that cannot be built with them is an error.
    GRAFT_CONSTEXPR rule_instance(rule_view const& rule, graft::view<side_binding const> bindings,
                                  graft::view<std::size_t const> choices = {});

    rule_instance(rule_instance const&) = delete;
    rule_instance& operator=(rule_instance const&) = delete;

    /// The graph of both sides; its output is a tuple of the roots of the left side, then of the right.
    [[nodiscard]] constexpr graph const& both_sides() const { return g_; }

    /// The roots of a side: one, but for `roots(...)`.
    [[nodiscard]] constexpr graft::view<operand const> lhs() const { return lhs_; }
    [[nodiscard]] constexpr graft::view<operand const> rhs() const { return rhs_; } ///< The roots of the right side.

    /// What is known of a root, or null.
    [[nodiscard]] constexpr value_spec const* val(operand root) const {
        return root.is_node() ? g_.val(root.id()) : nullptr;
    }

    /// The match that the instance is.
    [[nodiscard]] constexpr match view() const { return {&g_, root_, rule_.variables, bound_, lists_, matched_}; }

    /// True when the rule's conditions hold.
    [[nodiscard]] constexpr bool conditions_hold() const {
        match const m = view();
        return std::all_of(rule_.conditions.begin(), rule_.conditions.end(),
                           [&](constraint const& c) { return detail::holds(c, m); });
    }

    /// How many of `choices` the left side takes.
    [[nodiscard]] constexpr std::size_t choices_used() const { return next_choice_; }

private:
    [[noreturn]] void fail(std::string_view what, std::string_view name = {}) const {
        raise(errc::unsupported, "rule '", rule_.name, "': ", what, name);
    }

    GRAFT_CONSTEXPR void bind(side_binding const& b);

    GRAFT_CONSTEXPR vec<operand> build_side(detail::pattern_side nodes);

    GRAFT_CONSTEXPR operand build(detail::pattern_side nodes, std::size_t at);

    [[nodiscard]] constexpr std::size_t variable(pattern_node const& n) const {
        if (n.variable < 0)
            fail("only a not_() has the variable ", n.name);
        return static_cast<std::size_t>(n.variable);
    }
    [[nodiscard]] GRAFT_CONSTEXPR_INLINE operand bound(pattern_node const& n) {
        return g_.duplicate(bound_[variable(n)]);
    }

    //=== choices ===//

    constexpr std::size_t choose() {
        std::size_t const at = next_choice_++;
        return at < choices_.size() ? choices_[at] : 0;
    }

    GRAFT_CONSTEXPR std::size_t alternative(detail::pattern_side nodes, std::size_t at);

    // The innermost pattern under as many calls of the first op as are chosen.
    GRAFT_CONSTEXPR operand chain(detail::pattern_side nodes, std::size_t at);

    //=== calls ===//

    GRAFT_CONSTEXPR_INLINE operand create(std::uint32_t target, vec<operand> const& operands, std::size_t kwargs) {
        node_id const n = g_.create_node(opcode::call_function, target, operands, {}, kwargs);
        infer_known(n);
        return operand::node(n);
    }
    // Infers the value of a call, where anything is known of its result.
    GRAFT_CONSTEXPR_INLINE void infer_known(node_id n) {
        try {
            infer(g_, n);
        } catch (error const& e) {
            if (e.code() != errc::unsupported)
                throw;
            g_.clear_val(n);
        }
    }
    GRAFT_CONSTEXPR_INLINE operand create(op_info const& op, vec<operand> const& operands, std::size_t kwargs) {
        return create(g_.intern_target(op), operands, kwargs);
    }
    GRAFT_CONSTEXPR_INLINE operand getitem(operand whole, std::int64_t index) {
        return create(g_.intern_target("operator.getitem"), {whole, g_.encode(index)}, 0);
    }

    GRAFT_CONSTEXPR operand call(detail::pattern_side nodes, std::size_t at);

    GRAFT_CONSTEXPR operand built(pattern_node const& n);

    GRAFT_CONSTEXPR operand all_outs(operand whole);

    //=== lists and trees ===//

    GRAFT_CONSTEXPR vec<operand> items(detail::pattern_side nodes, std::size_t at);

    // As many as a rest within has items, else two.
    [[nodiscard]] GRAFT_CONSTEXPR std::size_t repetitions(detail::pattern_side nodes, std::size_t at) const;

    GRAFT_CONSTEXPR operand tree(detail::pattern_side nodes, std::size_t at);

    rule_view rule_;
    graft::view<std::size_t const> choices_;
    graph g_;
    vec<operand> bound_;
    vec<vec<operand>> lists_;
    vec<operand> lhs_, rhs_;
    vec<node_id> matched_; // the calls of the left side, the root first
    operand wildcard_;
    node_id root_ = no_node;
    std::size_t next_choice_ = 0, item_ = 0;
};

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/rewrite/rule.hpp>

namespace graft {

GRAFT_CONSTEXPR rule_instance::rule_instance(rule_view const& rule, graft::view<side_binding const> bindings,
                                             graft::view<std::size_t const> choices)
    : rule_(rule), choices_(choices) {
    lists_.resize(rule.variables.size());
    bound_.resize(rule.variables.size());
    for (side_binding const& b : bindings)
        bind(b);
    lhs_ = build_side(rule.lhs);
    for (operand const root : lhs_)
        root_ = root_ == no_node && root.is_node() ? root.id() : root_;
    for (node_id const n : g_.nodes())
        if (g_.op(n) == opcode::call_function)
            matched_.push_back(n);
    std::reverse(matched_.begin(), matched_.end());
    rhs_ = build_side(rule.rhs);
    vec<operand> results = lhs_;
    results.insert(results.end(), rhs_.begin(), rhs_.end());
    for (operand& o : results)
        o = g_.duplicate(o);
    operand const all = g_.encode(arg_kind::tuple, results);
    g_.create_node(opcode::output, g_.intern_target("output"), graft::view<operand const>{&all, 1}, "output");
}

GRAFT_CONSTEXPR void rule_instance::bind(side_binding const& b) {
    vec<operand> nodes;
    for (value_spec const& spec : b.tensors) {
        node_id const n = g_.placeholder(b.name == "_" ? "wildcard" : b.name);
        g_.set_val(n, spec);
        nodes.push_back(operand::node(n));
    }
    operand const one = nodes.empty() ? g_.encode(b.literal) : nodes.front();
    if (b.name == "_")
        wildcard_ = one;
    for (std::size_t i = 0; i < rule_.variables.size(); ++i)
        if (rule_.variables[i] == b.name) {
            bound_[i] = one;
            if (b.is_rest)
                lists_[i] = nodes;
        }
}

GRAFT_CONSTEXPR vec<operand> rule_instance::build_side(detail::pattern_side nodes) {
    vec<operand> roots;
    if (nodes[0].kind != pattern_kind::roots)
        roots.push_back(build(nodes, 0));
    else
        detail::for_each_child(nodes, 0, [&](std::size_t child) { roots.push_back(build(nodes, child)); });
    return roots;
}

GRAFT_CONSTEXPR operand rule_instance::build(detail::pattern_side nodes, std::size_t at) {
    pattern_node const& n = nodes[at];
    switch (n.kind) {
    case pattern_kind::any:
    case pattern_kind::negation: return wildcard_;
    case pattern_kind::variable:
    case pattern_kind::number: return bound(n);
    case pattern_kind::rest: return lists_[variable(n)].at(item_);
    case pattern_kind::literal:
    case pattern_kind::splat: return to_operand(g_, n.value);
    case pattern_kind::computed: return g_.encode(n.map != nullptr ? n.map(g_.view(bound(n))) : n.compute(view()));
    case pattern_kind::list: return g_.encode(arg_kind::list, items(nodes, at));
    case pattern_kind::one_of: return build(nodes, alternative(nodes, at));
    case pattern_kind::chain: return chain(nodes, at);
    case pattern_kind::item: {
        operand const whole = build(nodes, at + 1);
        return getitem(whole, n.value.bits);
    }
    case pattern_kind::all_outs: return all_outs(build(nodes, at + 1));
    case pattern_kind::flat: return tree(nodes, at);
    case pattern_kind::call: return call(nodes, at);
    case pattern_kind::built: return built(n);
    default: fail("a part of it cannot be made apart from a match");
    }
}

GRAFT_CONSTEXPR std::size_t rule_instance::alternative(detail::pattern_side nodes, std::size_t at) {
    std::size_t const chosen =
        nodes[at].variable < 0 ? choose() : static_cast<std::size_t>(g_.view(bound(nodes[at])).integer());
    return detail::nth_child(nodes, at, chosen);
}

GRAFT_CONSTEXPR operand rule_instance::chain(detail::pattern_side nodes, std::size_t at) {
    std::size_t const calls = choose();
    operand value = build(nodes, detail::last_child(nodes, at));
    for (std::size_t i = 0; i < calls; ++i)
        value = create(*nodes[at + 1].op, {value}, 0);
    return value;
}

GRAFT_CONSTEXPR operand rule_instance::call(detail::pattern_side nodes, std::size_t at) {
    op_info const& op = *nodes[at].op;
    vec<operand> positional, keywords;
    detail::for_each_child(nodes, at, [&](std::size_t child) {
        auto const slot = static_cast<std::size_t>(nodes[child].slot);
        operand const value = build(nodes, child);
        if (!op.arguments[slot].kwarg_only && slot == positional.size() && keywords.empty()) {
            positional.push_back(value);
        } else {
            keywords.push_back(g_.encode(arg{op.arguments[slot].name}));
            keywords.push_back(value);
        }
    });
    std::size_t const kwargs = keywords.size() / 2;
    positional.insert(positional.end(), keywords.begin(), keywords.end());
    return create(op, positional, kwargs);
}

GRAFT_CONSTEXPR operand rule_instance::built(pattern_node const& n) {
    match const m = view();
    right_side make{g_, m};
    auto const begin = static_cast<node_id>(g_.capacity());
    value const result = n.build(make, m);
    for (node_id made = begin; made < g_.capacity(); ++made)
        infer_known(made);
    return operand::node(result.id);
}

GRAFT_CONSTEXPR operand rule_instance::all_outs(operand whole) {
    value_spec const* const spec = val(whole);
    if (spec == nullptr || spec->k != value_spec::kind::list)
        fail("it is not known how many results a call has");
    std::size_t const count = spec->items.size();
    vec<operand> results;
    for (std::size_t i = 0; i < count; ++i)
        results.push_back(getitem(whole, static_cast<std::int64_t>(i)));
    return g_.encode(arg_kind::list, results);
}

GRAFT_CONSTEXPR vec<operand> rule_instance::items(detail::pattern_side nodes, std::size_t at) {
    vec<operand> made;
    detail::for_each_child(nodes, at, [&](std::size_t child) {
        if (nodes[child].kind == pattern_kind::rest) {
            vec<operand> const& all = lists_[variable(nodes[child])];
            made.insert(made.end(), all.begin(), all.end());
        } else if (nodes[child].kind == pattern_kind::each) {
            for (item_ = 0; item_ < repetitions(nodes, child); ++item_)
                made.push_back(build(nodes, child + 1));
            item_ = 0;
        } else {
            made.push_back(build(nodes, child));
        }
    });
    return made;
}

GRAFT_CONSTEXPR std::size_t rule_instance::repetitions(detail::pattern_side nodes, std::size_t at) const {
    for (std::size_t i = at + 1; i < detail::end_of(nodes, at); ++i)
        if (nodes[i].kind == pattern_kind::rest)
            return lists_[variable(nodes[i])].size();
    return 2;
}

GRAFT_CONSTEXPR operand rule_instance::tree(detail::pattern_side nodes, std::size_t at) {
    vec<operand> const leaves = items(nodes, at);
    if (leaves.empty())
        fail("a flat() has no leaves");
    operand sum = leaves.front();
    for (std::size_t i = 1; i < leaves.size(); ++i)
        sum = create(*nodes[at].op, {sum, leaves[i]}, 0);
    return sum;
}

} // namespace graft
#endif
