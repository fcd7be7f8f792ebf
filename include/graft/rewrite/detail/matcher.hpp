#pragma once

#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/rewrite/detail/choices.hpp>
#include <graft/rewrite/detail/condition_check.hpp>
#include <graft/rewrite/detail/match_programs.hpp>
#include <graft/rewrite/match_trace.hpp>
#include <graft/rewrite/number_source.hpp>
#include <graft/rewrite/prepared_rules.hpp>
#include <graft/rewrite/root_finder.hpp>
#include <graft/rewrite/tree_leaves.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace graft::detail {

// Matches prepared rules at one node: an interpreter of their nodes, so that the code does not grow with the rules,
// which may have been read at run time. A failed match leaves nothing behind. No memory is allocated, but for lists
// that are longer than any before.
template <class Trace = no_trace>
class matcher {
public:
    constexpr matcher(graph& g, prepared_rules const& rules, graft::view<known_number const> numbers = {},
                      graft::view<node_id const> skip = {})
        : g_(g), rules_(rules), numbers_(g, rules.regions, numbers), finder_(g, rules), programs_(rules) {
        if (!skip.empty())
            skipped_.resize(g.capacity(), 0);
        for (node_id const n : skip)
            skipped_[g.checked(n)] = 1;
        nodes.reserve(rules.facts.most_nodes);
        late_.reserve(rules.facts.most_nodes + rules.nodes.size());
        lists_.resize(prepared_rules::max_variables, {});
    }

    // What the last successful match bound, by variable number.
    std::array<operand, prepared_rules::max_variables> bound{};
    // The nodes it matched, the root first.
    vec<node_id> nodes;
    // Of a rule with several roots: what each of them matched; empty for any other rule.
    vec<node_id> roots;
    [[no_unique_address]] Trace trace;

    // Tries one rule at `root`: depth first, at every choice in the order given.
    [[nodiscard]] constexpr bool match_rule(std::size_t rule, node_id root) {
        prepared_rule const& r = rules_.rules[rule];
        rule_ = &r;
        root_ = root;
        if constexpr (!Trace::on)
            if (programs_.has(rule)) {
                roots.clear();
                auto const hold = [&](std::uint32_t begin, std::uint32_t count) { return checks_hold(begin, count); };
                program_answer const answer = programs_.run(rule, g_, root, bound, nodes, hold);
                if (answer == program_answer::no || (answer == program_answer::yes && !skips(nodes)))
                    return answer == program_answer::yes;
            }
        choices_.clear();
        do {
            bound_mask_ = 0;
            nodes.clear();
            roots.clear();
            late_.clear();
            if (match_node(r.lhs, operand::node(root)) && (!r.asks_late || late_checks_hold()) &&
                checks_hold(r.checks, r.check_count) && !skips(nodes))
                return true;
        } while (choices_.next(0));
        return false;
    }

    // True when a rewrite may not touch one of these.
    [[nodiscard]] constexpr bool skips(graft::view<node_id const> matched) const {
        return !skipped_.empty() && std::any_of(matched.begin(), matched.end(),
                                                [&](node_id n) { return n < skipped_.size() && skipped_[n] != 0; });
    }

    // What has been matched otherwise, by a rule with one root.
    constexpr void take(node_id root, graft::view<operand const> values, graft::view<node_id const> matched) {
        root_ = root;
        roots.clear();
        std::copy(values.begin(), values.end(), bound.begin());
        nodes.assign(matched.begin(), matched.end());
    }

    [[nodiscard]] constexpr match view(std::size_t rule, node_id root) const { return view(rules_.rules[rule], root); }

    // True when the value is replaced by the rule.
    [[nodiscard]] constexpr bool is_root(node_id n) const {
        return n == root_ || std::find(roots.begin(), roots.end(), n) != roots.end();
    }

    // The items that a `rest` stands for.
    [[nodiscard]] constexpr vec<operand> const& list(std::uint8_t variable) const { return lists_[variable]; }

private:
    // A check that waits until all else matches: of uses or, at a negation, of what must not be.
    struct late_check {
        std::uint32_t at = 0;
        operand value;
        bool of_outputs = false; // that no other result of the call is used
    };

    constexpr bool fail(std::uint32_t at, operand value, mismatch why) {
        if constexpr (Trace::on)
            trace.failed(at, value, why, nodes.size());
        return false;
    }

    [[nodiscard]] constexpr match view(prepared_rule const& r, node_id root) const {
        std::size_t const count = r.source.variables.size();
        return {&g_,
                roots.empty() ? root : roots.front(),
                r.source.variables,
                {bound.data(), count},
                {lists_.data(), count},
                nodes};
    }

    constexpr bool checks_hold(std::uint32_t begin, std::uint32_t count) {
        if (count == 0)
            return true;
        match const m = view(*rule_, root_);
        for (std::uint32_t i = begin; i < begin + count; ++i)
            if (!condition_holds(*rules_.checks[i].source, m, rule_->source.name))
                return fail(rules_.checks[i].number, operand::node(root_), mismatch::condition);
        return true;
    }

    constexpr bool match_node(std::uint32_t at, operand value) {
        prepared_node const& p = rules_.nodes[at];
        if (p.limits_uses && !limits_hold(at, value))
            return fail(at, value, mismatch::uses);
        switch (p.kind) {
        case pattern_kind::any: return true;
        case pattern_kind::variable: return bind(at, p.variable, value) && checks_hold(p.checks, p.check_count);
        case pattern_kind::literal: return value == p.literal || fail(at, value, mismatch::literal);
        case pattern_kind::call: return match_call(at, value);
        default: return match_other(at, value);
        }
    }

    // The less common kinds, kept out of the way of the others.
    [[gnu::noinline]] constexpr bool match_other(std::uint32_t at, operand value) {
        prepared_node const& p = rules_.nodes[at];
        switch (p.kind) {
        case pattern_kind::list: return match_list(at, value);
        case pattern_kind::item: return match_item(at, value);
        case pattern_kind::one_of: return match_one_of(at, value);
        case pattern_kind::chain: return match_chain(at, value);
        case pattern_kind::negation: late_.push_back({at, value}); return true;
        case pattern_kind::splat: return match_splat(at, value);
        case pattern_kind::number: return match_number(at, value);
        case pattern_kind::rest: lists_[p.variable].push_back(value); return true;
        case pattern_kind::flat: return match_flat(at, value);
        case pattern_kind::all_outs: return match_all_outs(at, value);
        case pattern_kind::roots: return match_roots(at, value);
        default: return false;
        }
    }

    // What is asked of the users of a matched value other than the root: at once, or when all else matches.
    constexpr bool limits_hold(std::uint32_t at, operand value) {
        prepared_node const& p = rules_.nodes[at];
        if (value == operand::node(root_))
            return true;
        if (p.internal && p.kind != pattern_kind::chain)
            late_.push_back({at, value});
        return !(p.one_use || p.one_user) ||
               (value.is_node() && (p.one_use ? raw(g_).use_count(value.id()) == 1 : raw(g_).has_one_user(value.id())));
    }

    constexpr bool bind(std::uint32_t at, std::uint8_t variable, operand value) {
        std::uint32_t const bit = 1u << variable;
        if ((bound_mask_ & bit) != 0)
            return bound[variable] == value || fail(at, value, mismatch::variable);
        bound_mask_ |= bit;
        bound[variable] = value;
        return true;
    }

    //=== calls ===//

    // True when `value` is a call of the op of `at`, between the effects that the root is between.
    constexpr bool is_call(std::uint32_t at, operand value) {
        if (!value.is_node() || rules_.op_of(g_, value.id()) != rules_.nodes[at].op)
            return fail(at, value, mismatch::op);
        return rules_.regions.same(value.id(), root_) || fail(at, value, mismatch::region);
    }

    constexpr bool match_call(std::uint32_t at, operand value) {
        prepared_node const& p = rules_.nodes[at];
        if (!is_call(at, value))
            return false;
        node_id const n = value.id();
        if (!p.any_attributes && !rules_.unmentioned_are_default(g_, p, n))
            return fail(at, value, mismatch::attribute);
        nodes.push_back(n);
        if (!checks_hold(p.checks, p.check_count))
            return false;
        std::uint32_t child = at + 1;
        std::uint32_t const end = at + p.size;
        if (p.swappable) {
            std::uint32_t const second = rules_.end_of(child);
            std::size_t const first = choices_.choose(2);
            return match_node(child, rules_.argument(g_, p.parameters, n, first)) &&
                   match_node(second, rules_.argument(g_, p.parameters, n, 1 - first));
        }
        for (; child < end; child = rules_.end_of(child))
            if (!match_node(child, rules_.argument(g_, p.parameters, n, rules_.nodes[child].slot)))
                return false;
        return true;
    }

    constexpr bool match_item(std::uint32_t at, operand value) {
        if (!rules_.may_match(g_, at, value))
            return fail(at, value, mismatch::op);
        node_id const n = value.id();
        if (raw(g_).arg_count(n) != 2 || raw(g_).operand_at(n, 1) != rules_.nodes[at].literal)
            return fail(at, value, mismatch::literal);
        nodes.push_back(n);
        late_.push_back({at, raw(g_).operand_at(n, 0), true});
        return match_node(at + 1, raw(g_).operand_at(n, 0));
    }

    // The results of one call in a list: all, in order, and as many as are known to be.
    constexpr bool match_all_outs(std::uint32_t at, operand value) {
        arg_ref const items = g_.view(value);
        if (items.kind() != arg_kind::list && items.kind() != arg_kind::tuple)
            return fail(at, value, mismatch::op);
        operand whole;
        for (std::size_t i = 0; i < items.size(); ++i) {
            operand const item = items[i].value();
            if (!is_call(at, item))
                return false;
            node_id const n = item.id();
            if (raw(g_).arg_count(n) != 2 || raw(g_).arg(n, 1).kind() != arg_kind::integer ||
                raw(g_).arg(n, 1).integer() != static_cast<std::int64_t>(i) ||
                (i > 0 && raw(g_).operand_at(n, 0) != whole))
                return fail(at, item, mismatch::literal);
            whole = raw(g_).operand_at(n, 0);
            nodes.push_back(n);
        }
        value_spec const* const all = whole.is_node() ? raw(g_).val(whole.id()) : nullptr;
        if (all == nullptr || all->k != value_spec::kind::list || all->items.size() != items.size())
            return fail(at, value, mismatch::count);
        return match_node(at + 1, whole);
    }

    //=== several roots ===//

    // The value is one of the roots; the others are found from what it binds.
    constexpr bool match_roots(std::uint32_t at, operand value) {
        std::size_t count = 0, open = 0;
        for (std::uint32_t child = at + 1; child < rules_.end_of(at); child = rules_.end_of(child), ++count)
            open += rules_.may_match(g_, child, value);
        if (open == 0)
            return fail(at, value, mismatch::op);
        roots.assign(count, no_node);
        std::size_t left = choices_.choose(open), i = 0;
        std::uint32_t child = at + 1;
        for (; !rules_.may_match(g_, child, value) || left-- > 0; ++i)
            child = rules_.end_of(child);
        for (bool matched = match_root(i, child, value.id()); matched;) {
            bool waits = false, found = false;
            i = 0;
            for (child = at + 1; child < rules_.end_of(at) && !found; child = rules_.end_of(child), ++i) {
                if (roots[i] != no_node)
                    continue;
                waits = true;
                found = finder_.find(child, {bound.data(), bound.size()}, bound_mask_, roots);
                if (!found)
                    continue;
                std::size_t const ways = finder_.candidates.size();
                matched = ways > 0 && match_root(i, child, finder_.candidates[choices_.choose(ways)]);
            }
            if (!waits)
                return true;
            if (!found)
                return fail(at, value, mismatch::op);
        }
        return false;
    }

    constexpr bool match_root(std::size_t i, std::uint32_t at, node_id n) {
        roots[i] = n;
        return match_node(at, operand::node(n));
    }

    //=== alternatives ===//

    constexpr bool match_one_of(std::uint32_t at, operand value) {
        std::uint32_t const end = rules_.end_of(at);
        std::size_t count = 0;
        for (std::uint32_t child = at + 1; child < end; child = rules_.end_of(child))
            count += rules_.may_match(g_, child, value);
        if (count == 0)
            return fail(at, value, mismatch::op);
        std::size_t left = choices_.choose(count);
        std::uint32_t child = at + 1;
        while (!rules_.may_match(g_, child, value) || left-- > 0)
            child = rules_.end_of(child);
        prepared_node const& p = rules_.nodes[at];
        return (p.variable == prepared_node::no_variable ||
                bind(at, p.variable, rules_.indices[rules_.nodes[child].slot])) &&
               match_node(child, value);
    }

    // The nodes that can be seen through, the longest way first.
    constexpr bool match_chain(std::uint32_t at, operand value) {
        std::array<operand, 9> seen{value};
        std::uint32_t const end = rules_.end_of(at);
        std::uint32_t last = at + 1;
        while (rules_.end_of(last) < end)
            last = rules_.end_of(last);
        auto const most = static_cast<std::size_t>(rules_.nodes[at].source->value.bits);
        std::size_t steps = 0;
        while (steps < most && see_through(at + 1, last, seen[steps], seen[steps + 1]))
            ++steps;
        steps -= choices_.choose(steps + 1);
        for (std::size_t i = 0; i < steps; ++i) {
            if (rules_.nodes[at + 1].internal && seen[i] != operand::node(root_))
                late_.push_back({at + 1, seen[i]});
            nodes.push_back(seen[i].id());
        }
        return match_node(last, seen[steps]);
    }

    constexpr bool see_through(std::uint32_t link, std::uint32_t end, operand value, operand& inner) const {
        for (; link < end; ++link)
            if (rules_.may_match(g_, link, value) && rules_.regions.same(value.id(), root_)) {
                inner = rules_.argument(g_, rules_.nodes[link].parameters, value.id(), 0);
                return true;
            }
        return false;
    }

    //=== numbers ===//

    constexpr bool match_splat(std::uint32_t at, operand value) {
        auto const found = numbers_.find(value, root_);
        pattern_node const& p = *rules_.nodes[at].source;
        return (found && holds_number(*found, p.value, p.tolerance)) || fail(at, value, mismatch::number);
    }

    constexpr bool match_number(std::uint32_t at, operand value) {
        auto const found = numbers_.find(value, root_);
        if (!found)
            return fail(at, value, mismatch::number);
        prepared_node const& p = rules_.nodes[at];
        return bind(at, p.variable, found->literal) && checks_hold(p.checks, p.check_count);
    }

    //=== lists ===//

    constexpr bool match_list(std::uint32_t at, operand value) {
        arg_ref const a = g_.view(value);
        if (a.kind() != arg_kind::list && a.kind() != arg_kind::tuple)
            return fail(at, value, mismatch::op);
        std::uint32_t const end = rules_.end_of(at);
        if (at + 1 < end && rules_.nodes[at + 1].kind == pattern_kind::each)
            return match_each(at + 1, a);
        std::size_t fixed = 0;
        bool open = false;
        for (std::uint32_t child = at + 1; child < end; child = rules_.end_of(child)) {
            bool const is_rest = rules_.nodes[child].kind == pattern_kind::rest;
            open = open || is_rest;
            fixed += !is_rest;
        }
        if (a.size() < fixed || (a.size() > fixed && !open))
            return fail(at, value, mismatch::count);
        std::size_t i = 0;
        for (std::uint32_t child = at + 1; child < end; child = rules_.end_of(child))
            if (rules_.nodes[child].kind == pattern_kind::rest) {
                vec<operand>& items = lists_[rules_.nodes[child].variable];
                items.clear();
                for (std::size_t left = a.size() - fixed; left > 0; --left)
                    items.push_back(a[i++].value());
            } else if (!match_node(child, a[i++].value())) {
                return false;
            }
        return true;
    }

    constexpr bool match_each(std::uint32_t at, arg_ref items) {
        for (std::uint32_t i = at + 1; i < rules_.end_of(at); ++i)
            if (rules_.nodes[i].kind == pattern_kind::rest)
                lists_[rules_.nodes[i].variable].clear();
        for (std::size_t i = 0; i < items.size(); ++i)
            if (!match_node(at + 1, items[i].value()))
                return false;
        return items.size() > 0 || fail(at, items.value(), mismatch::count);
    }

    //=== trees ===//

    constexpr bool match_flat(std::uint32_t at, operand value) {
        if (!is_call(at, value))
            return false;
        tree_leaves leaves;
        if (!rules_.unmentioned_are_default(g_, rules_.nodes[at], value.id()))
            return fail(at, value, mismatch::attribute);
        if (!leaves.collect(g_, rules_, at, value.id(), root_, nodes))
            return fail(at, value, mismatch::count);
        std::size_t fixed = 0;
        std::uint8_t rest = prepared_node::no_variable;
        for (std::uint32_t child = at + 1; child < rules_.end_of(at); child = rules_.end_of(child))
            if (rules_.nodes[child].kind == pattern_kind::rest)
                rest = rules_.nodes[child].variable;
            else
                ++fixed;
        if (leaves.count < fixed || (leaves.count > fixed && rest == prepared_node::no_variable))
            return fail(at, value, mismatch::count);
        for (std::uint32_t child = at + 1; child < rules_.end_of(at); child = rules_.end_of(child))
            if (rules_.nodes[child].kind != pattern_kind::rest && !match_leaf(child, value, leaves))
                return false;
        if (rest != prepared_node::no_variable) {
            lists_[rest].clear();
            for (std::size_t i = 0; i < leaves.count; ++i)
                if ((leaves.taken >> i & 1u) == 0)
                    lists_[rest].push_back(leaves.items[i]);
        }
        return true;
    }

    constexpr bool match_leaf(std::uint32_t child, operand tree, tree_leaves& leaves) {
        auto const is_open = [&](std::size_t i) {
            return (leaves.taken >> i & 1u) == 0 && rules_.may_match(g_, child, leaves.items[i]);
        };
        std::size_t count = 0;
        for (std::size_t i = 0; i < leaves.count; ++i)
            count += is_open(i);
        if (count == 0)
            return fail(child, tree, mismatch::op);
        std::size_t left = choices_.choose(count);
        std::size_t i = 0;
        while (!is_open(i) || left-- > 0)
            ++i;
        leaves.taken |= 1u << i;
        return match_node(child, leaves.items[i]);
    }

    //=== what is asked last ===//

    constexpr bool late_checks_hold() {
        for (std::size_t i = 0; i < late_.size(); ++i) {
            late_check const c = late_[i];
            if (rules_.nodes[c.at].kind == pattern_kind::negation) {
                if (matches_in_some_way(c.at + 1, c.value))
                    return fail(c.at, c.value, mismatch::negation);
            } else if (c.of_outputs ? !only_output_used(g_, rules_, c.at, c.value, nodes)
                                    : !is_internal(g_, c.value, nodes)) {
                return fail(c.at, c.value, mismatch::uses);
            }
        }
        return true;
    }

    // Whether the pattern below a negation matches; nothing of it stays.
    constexpr bool matches_in_some_way(std::uint32_t at, operand value) {
        std::size_t const base = choices_.depth(), matched = nodes.size(), late = late_.size();
        std::uint32_t const mask = bound_mask_;
        bool found = false;
        do {
            found = match_node(at, value);
            bound_mask_ = mask;
            nodes.resize(matched);
            late_.resize(late);
        } while (!found && choices_.next(base));
        choices_.close(base);
        return found;
    }

    graph& g_;
    prepared_rules const& rules_;
    number_source numbers_;
    root_finder finder_;
    match_programs programs_;
    choices choices_;
    vec<late_check> late_;
    vec<vec<operand>> lists_;   // by variable
    vec<std::uint8_t> skipped_; // by node; empty when there is none
    prepared_rule const* rule_ = nullptr;
    node_id root_ = no_node;
    std::uint32_t bound_mask_ = 0;
};

} // namespace graft::detail
