#pragma once

#include <graft/dialect/infer.hpp>
#include <graft/ir/eliminate_dead_code.hpp>
#include <graft/rewrite/aliasing_check.hpp>
#include <graft/rewrite/builder.hpp>
#include <graft/rewrite/result.hpp>
#include <graft/rewrite/rewrite_observer.hpp>
#include <graft/rewrite/root_placement.hpp>
#include <graft/rewrite/rule_history.hpp>
#include <graft/rewrite/rule_index.hpp>
#include <graft/rewrite/rule_reach.hpp>
#include <graft/rewrite/visits.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace graft {

namespace detail {

// Applies a rule set to a graph until no rule matches anywhere.
template <class Observer>
class rewrite_driver {
public:
    template <class Set>
    constexpr rewrite_driver(graph& g, Set&& set, rewrite_options const& options, Observer& observer)
        : g_(g), observer_(observer),
          rules_(g, std::forward<Set>(set), rule_reach{g, set}.rules), index_(g, rules_),
          matcher_(g, rules_, options.numbers), builder_(g, rules_, matcher_), placement_(g), aliasing_(g, rules_),
          visits_(g, rules_, options) {
        result_.per_rule.assign(set.size(), 0);
        if constexpr (Observer::on) {
            std::vector<std::string_view> names;
            for (std::size_t i = 0; i < set.size(); ++i)
                names.push_back(set[i].name);
            observer_.begin(g, names);
        }
    }

    // Goes on until no rule matches, or there were as many rewrites in all.
    constexpr rewrite_result const& run(std::size_t limit) {
        limit_ = limit;
        result_.converged = false;
        result_.cycle.clear();
        if (stopped_at_ != no_node)
            visit(std::exchange(stopped_at_, no_node));  // nothing has changed since
        while (stopped_at_ == no_node) {
            node_id const n = visits_.take();
            result_.converged = n == no_node;
            if (result_.converged)
                return result_;
            visit(n);
        }
        for (std::uint32_t const rule : history_.cycle())
            result_.cycle.push_back(rules_.rules[rule].source.name);
        result_.cycle_at = history_.last_root();
        return result_;
    }

private:
    // Rewrites at `n` until nothing matches there.
    constexpr void visit(node_id n) {
        while (rewrite_at(n))
            if (!g_.contains(n))
                return;
        visits_.pass(n);
    }

    constexpr bool rewrite_at(node_id n) {
        for (std::uint32_t const rule : index_.rules_at(n)) {
            if (!matches(rule, n))
                continue;
            if (result_.rewrites == limit_) {
                stopped_at_ = n;
                return false;
            }
            if (!applies(rule, n))
                continue;
            ++result_.rewrites;
            ++result_.per_rule[rules_.rules[rule].number];
            history_.add(rule, n);
            return true;
        }
        return false;
    }

    constexpr bool matches(std::uint32_t rule, node_id n) {
        if constexpr (Observer::on)
            matcher_.trace = {};
        bool const matched = matcher_.match_rule(rule, n);
        if constexpr (Observer::on)
            if (!matched)
                observer_.failed(rules_.rules[rule].number, n, matcher_.trace.why);
        return matched;
    }

    constexpr bool applies(std::uint32_t rule, node_id n) {
        if constexpr (!Observer::on) {
            return apply(rule, n);
        } else {
            std::uint32_t const number = rules_.rules[rule].number;
            std::size_t const unsound = result_.unsound;
            observer_.matched(number, matcher_.nodes);
            bool const applied = apply(rule, n);
            observer_.ended(number,
                            applied                        ? outcome::applied
                            : result_.unsound != unsound ? outcome::undone
                                                         : outcome::refused,
                            applied ? std::span<node_id const>{builder_.created} : std::span<node_id const>{});
            return applied;
        }
    }

    constexpr bool apply(std::uint32_t rule, node_id root) {
        builder_.begin(rule, root);
        may_alias_ = rules_.rules[rule].source.options.may_alias;
        std::uint32_t const rhs = builder_.resolve(rules_.rules[rule].rhs);
        if (rules_.nodes[rhs].kind == pattern_kind::roots)
            return replace_roots(rule, rhs);
        return builder_.is_call(rhs) ? replace_by_call(rule, rhs, root) : replace_by_value(rule, rhs, root);
    }

    // The root becomes another call: same id, name, place and users.
    constexpr bool replace_by_call(std::uint32_t rule, std::uint32_t rhs, node_id root) {
        if (aliasing_.changes(root, rhs) && aliasing_.outlives_region(root))
            return false;
        built_call const call = builder_.make_call(rhs);
        std::span<operand const> const operands =
            std::span<operand const>{builder_.operands}.subspan(call.first);
        collect_inputs(matcher_.nodes);
        if (g_.val(root) == nullptr) {
            g_.set_target(root, call.target);
            g_.set_operands(root, operands, call.kwargs);
        } else if (!becomes_sound_call(root, call, operands)) {
            for (std::size_t i = builder_.created.size(); i > 0; --i)
                g_.erase_node(builder_.created[i - 1]);
            ++result_.unsound;
            return false;
        }
        rules_.learn_targets(g_);
        keep_metadata(rule, root);
        erase_matched(root);
        erase_dead();
        for (node_id const n : builder_.created)
            visits_.enqueue(n);
        visits_.touch_users(root);
        return true;
    }

    // The same with values inferred; false, and the root as it was, when its dtype or sizes would change.
    constexpr bool becomes_sound_call(node_id root, built_call const& call,
                                      std::span<operand const> operands) {
        std::vector<operand> old;
        for (std::size_t i = 0; i < g_.operand_count(root); ++i)
            old.push_back(g_.duplicate(g_.operand_at(root, i)));
        std::size_t const old_kwargs = g_.kwarg_count(root);
        std::uint32_t const old_target = g_.target_id(root);
        g_.set_target(root, call.target);
        g_.set_operands(root, operands, call.kwargs);
        if (same_value_after(root)) {
            for (operand const o : old)
                g_.discard(o);
            return true;
        }
        g_.set_target(root, old_target);
        g_.set_operands(root, old, old_kwargs);
        return false;
    }

    // The root's users take a value that is already there.
    constexpr bool replace_by_value(std::uint32_t rule, std::uint32_t rhs, node_id root) {
        operand const value = builder_.build(rhs);
        if (!value.is_node()) {
            g_.discard(value);
            return false;
        }
        if (value.id() == root || aliases_output(root, value.id()) || aliasing_.outlives_region(root) ||
            !same_value(g_.val(root), g_.val(value.id())))
            return false;
        collect_inputs(matcher_.nodes);
        visits_.touch_users(root);
        g_.replace_all_uses_with(root, value.id());
        g_.add_origins(value.id(), rules_.name_of(g_, rule), matcher_.nodes);
        erase_matched(no_node);
        erase_dead();
        return true;
    }

    //=== several roots ===//

    // Every root's users take the value that the right side has for it.
    constexpr bool replace_roots(std::uint32_t rule, std::uint32_t rhs) {
        std::span<node_id const> const roots = matcher_.roots;
        std::size_t i = 0;
        for (std::uint32_t child = rhs + 1; child < rules_.end_of(rhs); child = rules_.end_of(child), ++i)
            if (!may_replace(roots[i], builder_.resolve(child)))
                return false;
        std::optional<node_id> const place = placement_.place(roots, builder_.used_nodes(rhs));
        if (!place)
            return false;
        for (node_id const n : placement_.moved) {
            visits_.leave(n);
            visits_.enqueue(n);
        }
        builder_.build_before(*place);
        values_.clear();
        for (std::uint32_t child = rhs + 1; child < rules_.end_of(rhs); child = rules_.end_of(child))
            values_.push_back(builder_.build(child).id());
        rules_.learn_targets(g_);
        bool const sound = are_sound(roots, values_);
        if (!sound || makes_outputs_one(roots, values_)) {
            for (std::size_t n = builder_.created.size(); n > 0; --n)
                g_.erase_node(builder_.created[n - 1]);
            result_.unsound += !sound;
            return false;
        }
        keep_metadata(rule, roots[0]);
        collect_inputs(matcher_.nodes);
        for (i = 0; i < roots.size(); ++i) {
            visits_.touch_users(roots[i]);
            g_.replace_all_uses_with(roots[i], values_[i]);
            if (std::find(builder_.created.begin(), builder_.created.end(), values_[i]) == builder_.created.end())
                g_.add_origins(values_[i], rules_.name_of(g_, rule), matcher_.nodes);
        }
        erase_matched(no_node);
        erase_dead();
        for (node_id const n : builder_.created)
            visits_.enqueue(n);
        return true;
    }

    // Whether a root may become what the right side at `at`, resolved, is.
    [[nodiscard]] constexpr bool may_replace(node_id root, std::uint32_t at) const {
        prepared_node const& p = rules_.nodes[at];
        if (builder_.is_call(at))
            return !(aliasing_.changes(root, at) && aliasing_.outlives_region(root));
        if (p.kind != pattern_kind::variable || !matcher_.bound[p.variable].is_node())
            return false;
        node_id const value = matcher_.bound[p.variable].id();
        return !matcher_.is_root(value) && !aliases_output(root, value) && !aliasing_.outlives_region(root);
    }

    // True when two outputs of the program would become one value.
    [[nodiscard]] constexpr bool makes_outputs_one(std::span<node_id const> roots,
                                                   std::span<node_id const> values) const {
        auto const is_output = [&](node_id n) {
            return !g_.all_uses(n, [&](node_id user) { return g_.op(user) != opcode::output; });
        };
        for (std::size_t i = 0; i < roots.size() && !may_alias_; ++i)
            for (std::size_t j = i + 1; j < roots.size(); ++j)
                if (values[i] == values[j] && is_output(roots[i]) && is_output(roots[j]))
                    return true;
        return false;
    }

    // Infers the values of new nodes; false when a root's dtype or sizes would change.
    constexpr bool are_sound(std::span<node_id const> roots, std::span<node_id const> values) {
        bool known = true;
        for (node_id const n : roots)
            known = known && g_.val(n) != nullptr;
        if (known && !infer_created())
            return false;
        for (std::size_t i = 0; i < roots.size(); ++i)
            if (!same_value(g_.val(roots[i]), g_.val(values[i])))
                return false;
        return true;
    }

    constexpr bool infer_created() {
        try {
            for (node_id const n : builder_.created)
                infer(g_, n);
            return true;
        } catch (error const& e) {
            // What is not known of an op is a fault of the rule, not of this place in the graph.
            if (e.code() == errc::unsupported)
                throw;
        }
        return false;
    }

    [[nodiscard]] constexpr bool aliases_output(node_id root, node_id value) const {
        return !may_alias_ && aliasing_.aliases_output(root, value);
    }

    // Infers the values of new nodes; true when that can be done and the root's dtype and sizes are what they were.
    constexpr bool same_value_after(node_id root) {
        value_spec const before = *g_.val(root);
        if (!infer_created())
            return false;
        try {
            infer(g_, root);
            if (same_value(&before, g_.val(root)))
                return true;
        } catch (error const& e) {
            // What is not known of an op is a fault of the rule, not of this place in the graph.
            if (e.code() == errc::unsupported)
                throw;
        }
        g_.set_val(root, before);
        return false;
    }

    [[nodiscard]] static constexpr bool same_value(value_spec const* a, value_spec const* b) {
        if (a == nullptr || b == nullptr)
            return true;
        if (a->k != b->k || a->items.size() != b->items.size())
            return false;
        for (std::size_t i = 0; i < a->items.size(); ++i)
            if (!same_value(&a->items[i], &b->items[i]))
                return false;
        return a->tensor.dtype == b->tensor.dtype && a->tensor.sizes == b->tensor.sizes &&
               a->integer == b->integer;
    }

    // New nodes get the root's stack trace and module stack; all get the matched nodes as their origin.
    constexpr void keep_metadata(std::uint32_t rule, node_id root) {
        std::uint32_t const name = rules_.name_of(g_, rule);
        for (node_id const n : builder_.created) {
            g_.copy_meta(root, n);
            g_.add_origins(n, name, matcher_.nodes);
            rules_.regions.add(n, root);
        }
        g_.add_origins(root, name, matcher_.nodes);
    }

    constexpr void collect_inputs(std::vector<node_id> const& matched) {
        candidates_.clear();
        for (node_id const n : matched)
            g_.for_each_input(n, [&](node_id input) { candidates_.push_back(input); });
    }

    // Erases the matched nodes that nothing uses any more, pure or not: the rule has put something in their place.
    constexpr void erase_matched(node_id kept) {
        for (node_id const n : matcher_.nodes)
            if (n != kept && g_.contains(n) && g_.use_count(n) == 0)
                erase(n);
    }

    constexpr void erase(node_id n) {
        visits_.leave(n);
        g_.erase_node(n);
    }

    // Erases what nothing uses any more, inputs of the erased included; a value left with one user may now match.
    constexpr void erase_dead() {
        while (!candidates_.empty()) {
            node_id const n = candidates_.back();
            candidates_.pop_back();
            if (!g_.contains(n))
                continue;
            if (g_.use_count(n) > 0) {
                if (g_.use_count(n) <= rules_.use_limit || (rules_.any_one_use && g_.has_one_user(n)))
                    visits_.touch_users(n);
                continue;
            }
            if (g_.op(n) != opcode::call_function || is_impure(g_, n))
                continue;
            g_.for_each_input(n, [&](node_id input) { candidates_.push_back(input); });
            erase(n);
        }
    }

    using matcher_type = matcher<std::conditional_t<Observer::on, deepest_trace, no_trace>>;

    graph& g_;
    Observer& observer_;
    prepared_rules rules_;
    rule_index index_;
    matcher_type matcher_;
    builder<matcher_type> builder_;
    root_placement placement_;
    aliasing_check aliasing_;
    visits visits_;
    rewrite_result result_;
    rule_history history_;
    std::vector<node_id> candidates_;
    std::vector<node_id> values_;  // what takes the place of several roots
    std::size_t limit_ = 0;
    node_id stopped_at_ = no_node;  // by the limit
    bool may_alias_ = false;        // the rule that is being applied says so
};

} // namespace detail

/// A rewrite that can be stopped and resumed. The graph may not change in between, the set must live as long.
template <class Set, rewrite_observer Observer = unobserved>
class rewrite_steps {
public:
    constexpr rewrite_steps(graph& g, Set const& set, rewrite_options const& options, Observer& observer)
        : driver_(g, detail::to_rule_set(set), options, observer),
          limit_(options.rewrites != 0 ? options.rewrites : 16 * g.size() + 1024) {}

    /// At most `count` more rewrites; the result is that of all so far.
    constexpr rewrite_result const& step(std::size_t count = 1) {
        done_ += std::min(count, limit_ - done_);
        rewrite_result const& result = driver_.run(done_);
        done_ = result.rewrites;
        return result;
    }
    /// All that are left.
    constexpr rewrite_result const& rest() { return step(limit_); }

private:
    detail::rewrite_driver<Observer> driver_;
    std::size_t limit_, done_ = 0;
};

/// Applies the rules until none matches, or the limit is reached: one sweep over the program, then a worklist
/// of what the sweep had passed. Matched roots keep their id, name and users; dead interior nodes are erased;
/// new nodes get their values from the meta functions, the root's metadata, and the matched nodes as origins.
/// A rewrite that would change the root's dtype or sizes is undone and counted as unsound.
/// Rules that need an op which neither the graph has nor another rule makes cost next to nothing.
template <class Set, rewrite_observer Observer = unobserved>
constexpr rewrite_result rewrite(graph& g, Set const& set, rewrite_options const& options = {},
                                 Observer&& observer = {}) {
    return rewrite_steps{g, set, options, observer}.rest();
}

} // namespace graft
