#pragma once

#include <graft/config.hpp>
#include <graft/ir/eliminate_common_subexpressions.hpp>
#include <graft/ir/graph.hpp>
#include <graft/meta/vec.hpp>
#include <graft/rewrite/driver.hpp>
#include <graft/rulecheck/critical_pairs_peak.hpp>
#include <graft/rulecheck/detail/lint_subsumes.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace graft::detail {

// What a node computes, in terms of the placeholders: `add.Tensor(a, neg(b), alpha=2)`. The operands of a commutative
// op are in the order of their texts, so that equal values have equal texts.
GRAFT_INLINE std::string expression_text(graph const& g, node_id n);

GRAFT_INLINE std::string expression_text(graph const& g, arg_ref a);

// The first value that a graph returns.
GRAFT_INLINE std::string expression_text(graph const& g);

} // namespace graft::detail

namespace graft {

/// What becomes of a value that two rules can rewrite.
enum class pair_outcome : std::uint8_t {
    joinable,    ///< the same, whichever comes first
    unjoinable,  ///< not the same: the result depends on the order
    conditional, ///< not known: no sample was found that the conditions of both rules admit
};

/// Two rules that match one value, or one of them a part of what the other matches.
struct critical_pair {
    /// `other` matches the value, or the part of it, that stands at `at`.
    /// @{
    std::string_view rule, other;
    /// @}
    std::string at;                                   ///< the op of that part
    pair_outcome outcome = pair_outcome::conditional; ///< what becomes of it
    std::string peak;                                 ///< the value
    /// What is left of it when `rule`, or `other`, comes first, and no rule matches.
    /// @{
    std::string first, second;
    /// @}
    std::string missing_rule; ///< what would make an unjoinable pair joinable: the heavier becomes the lighter
};

/// The pair in one sentence.
[[nodiscard]] GRAFT_INLINE std::string text(critical_pair const& p);

/// The critical pairs of a set of rules.
struct critical_pair_report {
    vec<critical_pair> pairs; ///< those that were found

    /// How many end so.
    [[nodiscard]] std::size_t count(pair_outcome outcome) const {
        std::size_t found = 0;
        for (critical_pair const& p : pairs)
            found += p.outcome == outcome;
        return found;
    }
};

/// A line for each pair that is not joinable.
[[nodiscard]] inline std::string text(critical_pair_report const& report) {
    std::string all;
    for (critical_pair const& p : report.pairs)
        if (p.outcome != pair_outcome::joinable)
            all += text(p) + "\n";
    return all;
}

namespace detail {

// Applies a rule at this node and nowhere else; false when it does not match there.
GRAFT_INLINE bool apply_at(graph& g, rule_view const& rule, node_id root);

// Finds the pairs of a set: every place of every left side is unified with every left side.
template <class Set>
class pair_finder {
public:
    pair_finder(Set const& set, std::size_t limit) : set_(set), limit_(limit) {}

    vec<critical_pair> find() {
        for (std::size_t i = 0; i < set_.size(); ++i)
            for (std::size_t j = 0; j < set_.size(); ++j)
                find(i, j);
        return std::move(pairs_);
    }

private:
    static constexpr std::uint64_t samples = 60;

    void find(std::size_t i, std::size_t j) {
        rule_view const rule = set_[i], other = set_[j];
        alternative_choices first{rule};
        do {
            alternative_choices second{other};
            do
                find(i, j, first, second);
            while (second.next());
        } while (first.next());
    }

    void find(std::size_t i, std::size_t j, alternative_choices const& first, alternative_choices const& second) {
        rule_view const rule = set_[i], other = set_[j];
        term_arena terms;
        vec<std::size_t> variables, others;
        std::optional<std::size_t> const a = terms.add(rule, first, variables);
        std::optional<std::size_t> const b = terms.add(other, second, others);
        if (!a || !b)
            return;
        vec<std::pair<std::size_t, term_path>> places;
        term_path here;
        terms.places(*a, here, places);
        for (auto const& [place, path] : places) {
            if (path.empty() && i >= j) // of two rules at one root each pair is met once, of one rule none
                continue;
            bool more = true;
            for (std::uint32_t orders = 0; more && orders < 64; ++orders) {
                terms.release();
                bool const unified = terms.unify(place, *b, orders);
                more = orders + 1 < (std::uint32_t{1} << std::min<std::size_t>(terms.met(), 6));
                if (!unified)
                    continue;
                graft::detail::peak p{terms, *a};
                p.adopt(rule, variables, true);
                p.adopt(other, others, path.empty());
                std::string const at{terms[place].op == nullptr ? std::string_view{"operator.getitem"}
                                                                : terms[place].op->name};
                add(judge(rule, other, p, path, at));
            }
        }
    }

    // Several alternatives may meet one overlap: what is worse than joinable is told once.
    void add(critical_pair pair) {
        for (critical_pair& known : pairs_)
            if (known.rule == pair.rule && known.other == pair.other && known.at == pair.at) {
                if (known.outcome == pair_outcome::conditional ||
                    (known.outcome == pair_outcome::joinable && pair.outcome == pair_outcome::unjoinable))
                    known = std::move(pair);
                return;
            }
        pairs_.push_back(std::move(pair));
    }

    critical_pair judge(rule_view const& rule, rule_view const& other, graft::detail::peak const& p,
                        term_path const& path, std::string const& at) const {
        critical_pair pair{rule.name, other.name, at, pair_outcome::conditional, {}, {}, {}, {}};
        for (std::uint64_t seed = 0; seed < samples; ++seed) {
            std::optional<graph> const whole = p.sample(seed);
            if (!whole)
                continue;
            graph first = *whole, second = *whole;
            node_id const inner = graft::detail::peak::find(second, path);
            if (inner == no_node || !applies(first, rule, graft::detail::peak::find(first, {})) ||
                !applies(second, other, inner))
                continue;
            normalise(first);
            normalise(second);
            pair.peak = expression_text(*whole);
            pair.first = expression_text(first);
            pair.second = expression_text(second);
            bool const same = pair.first == pair.second;
            pair.outcome = same ? pair_outcome::joinable : pair_outcome::unjoinable;
            if (!same)
                pair.missing_rule = missing(pair, graph_weight(first), graph_weight(second));
            return pair;
        }
        return pair;
    }

    // A sample that a rule cannot be applied to, after all, is none.
    static bool applies(graph& g, rule_view const& rule, node_id root) {
        try {
            return root != no_node && apply_at(g, rule, root);
        } catch (error const&) {
            return false;
        }
    }

    void normalise(graph& g) const {
        rewrite_options options;
        options.rewrites = limit_;
        static_cast<void>(rewrite(g, set_, options));
        eliminate_common_subexpressions(g);
    }

    static std::string missing(critical_pair const& pair, std::int64_t first, std::int64_t second) {
        if (first == second)
            return {};
        return first > second ? pair.first + " >> " + pair.second : pair.second + " >> " + pair.first;
    }

    Set const& set_;
    std::size_t limit_;
    vec<critical_pair> pairs_;
};

} // namespace detail

/// Every way in which two rules of the set, or one with itself, can rewrite one value, and whether both ways lead to
/// the same: each peak is made a graph of a sample that the conditions of both admit, rewritten by one rule and by
/// the other, and then by the whole set, at most `limit` times. Lists with a rest, trees and several roots are left
/// out; who else uses a value is not looked at. O(rules^2) unifications; for a test, not for a compiler.
template <class Set>
[[nodiscard]] critical_pair_report critical_pairs(Set const& set, std::size_t limit = 400) {
    auto const& all = detail::to_rule_set(set);
    return {detail::pair_finder{all, limit}.find()};
}

/// How many pairs of rules of one priority may match at one node, their repeated variables and conditions aside.
template <class Set>
[[nodiscard]] constexpr std::size_t same_root_overlaps(Set const& set) {
    auto const& all = detail::to_rule_set(set);
    std::size_t count = 0;
    for (std::size_t i = 0; i < all.size(); ++i)
        for (std::size_t j = i + 1; j < all.size(); ++j)
            count += all[i].options.priority == all[j].options.priority &&
                     detail::share_a_root(all[i].lhs, 0, all[j].lhs, 0) &&
                     detail::may_overlap(all[i].lhs, 0, all[j].lhs, 0);
    return count;
}

} // namespace graft

#if defined(GRAFT_LOWER_BODIES)
#    include <graft/ir/eliminate_dead_code.hpp>
#    include <graft/ir/text/print_value.hpp>

#    include <algorithm>

namespace graft {
namespace detail {

GRAFT_INLINE std::string expression_text(graph const& g, node_id n) {
    if (g.op(n) != opcode::call_function)
        return std::string{g.name(n)};
    std::string_view name = g.target(n).name;
    name.remove_prefix(std::min(name.size(), name.rfind(':') + 1));
    vec<std::string> operands;
    for (std::size_t i = 0; i < g.arg_count(n); ++i)
        operands.push_back(expression_text(g, g.arg(n, i)));
    bool const plain = g.arg_count(n) == 2 && g.kwarg_count(n) == 0;
    if (plain && g.target(n).op != nullptr && g.target(n).op->commutative && operands[1] < operands[0])
        std::swap(operands[0], operands[1]);
    for (std::size_t i = 0; i < g.kwarg_count(n); ++i)
        operands.push_back(std::string{g.kwarg_key(n, i)} + "=" + expression_text(g, g.kwarg(n, i)));
    std::string text{name};
    for (std::size_t i = 0; i < operands.size(); ++i)
        text += (i == 0 ? "(" : ", ") + operands[i];
    return text + (operands.empty() ? "()" : ")");
}

GRAFT_INLINE std::string expression_text(graph const& g, arg_ref a) {
    if (a.is_node())
        return expression_text(g, a.node());
    if (a.kind() != arg_kind::list && a.kind() != arg_kind::tuple)
        return a.kind() == arg_kind::string ? "\"" + std::string{a.text()} + "\"" : literal_text(a);
    std::string text = "[";
    for (std::size_t i = 0; i < a.size(); ++i)
        text += (i == 0 ? "" : ", ") + expression_text(g, a[i]);
    return text + "]";
}

GRAFT_INLINE std::string expression_text(graph const& g) { return expression_text(g, g.arg(g.back(), 0)[0]); }

} // namespace detail

GRAFT_INLINE std::string text(critical_pair const& p) {
    std::string const both = "'" + std::string{p.rule} + "' and '" + std::string{p.other} + "' at " + p.at;
    switch (p.outcome) {
    case pair_outcome::joinable: return both + " agree on " + p.peak;
    case pair_outcome::unjoinable:
        return both + " disagree on " + p.peak + ": " + p.first + " or " + p.second +
               (p.missing_rule.empty() ? "" : "; a rule is missing: " + p.missing_rule);
    case pair_outcome::conditional: break;
    }
    return both + " overlap where the conditions of both hold, for which no sample was found";
}

namespace detail {

GRAFT_INLINE bool apply_at(graph& g, rule_view const& rule, node_id root) {
    prepared_rules rules{g, {&rule, 1}};
    matcher<> matched{g, rules};
    if (!matched.match_rule(0, root))
        return false;
    builder build{g, rules, matched};
    build.begin(0, root);
    operand const value = build.build(rules.rules[0].rhs);
    if (!value.is_node())
        return false;
    for (node_id const n : build.created)
        if (g.target(n).op == nullptr || g.target(n).op->meta != nullptr)
            infer(g, n);
    g.replace_all_uses_with(root, value.id());
    eliminate_dead_code(g);
    return true;
}

} // namespace detail
} // namespace graft
#endif
