#pragma once

#include <graft/dialect/infer.hpp>
#include <graft/ir/eliminate_dead_code.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/rewrite/aliasing_check.hpp>
#include <graft/rewrite/call_print.hpp>
#include <graft/rewrite/detail/builder.hpp>
#include <graft/rewrite/detail/interpreted_finder.hpp>
#include <graft/rewrite/detail/saved_call.hpp>
#include <graft/rewrite/result.hpp>
#include <graft/rewrite/rewrite_observer.hpp>
#include <graft/rewrite/root_placement.hpp>
#include <graft/rewrite/rule_history.hpp>
#include <graft/rewrite/rule_reach.hpp>
#include <graft/rewrite/visits.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace graft::detail {

// Applies a rule set to a graph until no rule matches anywhere.
template <class Observer, class Finder = interpreted_finder>
class rewrite_driver {
public:
    // The rules must live as long.
    constexpr rewrite_driver(graph& g, view<rule_view const> set, rewrite_options const& options, Observer& observer)
        : rewrite_driver(g, set, options, observer, rule_reach{g, set}.rules) {}

    // Goes on until no rule matches, there were as many rewrites in all, or the graph is what it was before.
    constexpr rewrite_result const& run(std::size_t limit) {
        if (result_.repeats)
            return result_;
        limit_ = limit;
        result_.converged = false;
        result_.cycle.clear();
        if (stopped_at_ != no_node)
            visit(std::exchange(stopped_at_, no_node)); // nothing has changed since
        while (stopped_at_ == no_node && !result_.repeats) {
            node_id const n = visits_.take();
            result_.converged = n == no_node;
            if (result_.converged)
                return result_;
            visit(n);
        }
        result_.cycle_at = history_.last_root();
        if (result_.repeats || !find_turns())
            for (std::uint32_t const rule : history_.cycle())
                result_.cycle.push_back(rules_.rules[rule].source.name);
        return result_;
    }

    // Applies a rule once if it matches at `n`.
    constexpr rewrite_result const& try_at(std::uint32_t rule, node_id n) {
        limit_ = 1;
        if (matches(rule, n))
            use(rule, n);
        return result_;
    }

private:
    constexpr rewrite_driver(graph& g, view<rule_view const> set, rewrite_options const& options, Observer& observer,
                             view<std::uint32_t const> reached)
        : g_(g), observer_(observer), rules_(prepare(g, set, reached)),
          matcher_(g, rules_, options.numbers, options.skip), finder_(g, rules_, matcher_, reached),
          builder_(g, rules_, matcher_), placement_(g), aliasing_(g, rules_), visits_(g, rules_, options),
          print_(g, static_cast<node_id>(g.capacity())) {
        result_.per_rule.assign(set.size(), 0);
        if constexpr (Observer::on) {
            vec<std::string_view> names;
            for (rule_view const& rule : set)
                names.push_back(rule.name);
            observer_.begin(g, names);
        }
    }

    static GRAFT_CONSTEXPR_INLINE prepared_rules prepare(graph& g, view<rule_view const> set,
                                                         view<std::uint32_t const> reached) {
        if constexpr (Finder::prepares_all)
            return prepared_rules{g, set, reached};
        else
            return prepared_rules{g, Finder::facts(reached)};
    }

    // Rewrites at `n` until nothing matches there.
    constexpr void visit(node_id n) {
        for (std::size_t count = 1; rewrite_at(n); ++count)
            if (!g_.contains(n) || repeats(n, count))
                return;
        visits_.pass(n);
    }

    // Whether the graph is what it was before, now that `n` has been rewritten so often: between equal calls of one
    // node nothing else has changed.
    constexpr bool repeats(node_id n, std::size_t count) {
        constexpr std::size_t few = 8;
        if (count < few)
            return false;
        history_.set_print((print_.of(n) ^ g_.size()) | 1u);
        return result_.repeats = history_.repeats();
    }

    // Whether one of the last rewrites is the latest of many by rules that take turns at what they have made; names
    // them. Rewrites elsewhere do not matter.
    constexpr bool find_turns() {
        for (std::size_t i = 0; i < history_.known(); ++i) {
            node_id const root = history_.root(i);
            if (!g_.contains(root))
                continue;
            for (std::uint32_t const name : rule_history::cycle_of(g_.latest_rules(root, rule_history::most)))
                result_.cycle.push_back(std::find_if(rules_.rules.begin(), rules_.rules.end(), [&](auto const& r) {
                                            return r.name == name;
                                        })->source.name);
            if (!result_.cycle.empty()) {
                result_.cycle_at = root;
                return true;
            }
        }
        return false;
    }

    constexpr bool rewrite_at(node_id n) {
        std::size_t const before = result_.rewrites;
        finder_.each_match(
            n, [&](std::uint32_t rule) { return matches(rule, n); }, [&](std::uint32_t rule) { return use(rule, n); });
        return result_.rewrites != before;
    }

    // Applies a rule that matches; true when no other is to be tried.
    constexpr bool use(std::uint32_t rule, node_id n) {
        if (result_.rewrites == limit_) {
            stopped_at_ = n;
            return true;
        }
        if (!applies(rule, n))
            return false;
        ++result_.rewrites;
        ++result_.per_rule[rules_.rules[rule].number];
        history_.add(rule, n);
        return true;
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
                            applied                      ? outcome::applied
                            : result_.unsound != unsound ? outcome::undone
                                                         : outcome::refused,
                            applied ? view<node_id const>{builder_.created} : view<node_id const>{});
            return applied;
        }
    }

    // A rule that raises leaves the graph as it was.
    constexpr bool apply(std::uint32_t rule, node_id root) {
        why_.clear();
        try {
            return replace(rule, root) || refuse(rule, root);
        } catch (error const& e) {
            builder_.undo();
            raise_in_rule(e, rules_.rules[rule].source.name, {}, g_, root);
        } catch (...) {
            builder_.undo();
            throw;
        }
    }

    // Notes why a rule is not applied; false.
    constexpr bool refuse(std::uint32_t rule, node_id root) {
        std::string_view const name = rules_.rules[rule].source.name;
        auto const same = [&](refused_rewrite const& r) { return r.node == root && r.rule == name; };
        if (result_.refused.size() < rewrite_result::most_refused && !why_.empty() &&
            std::none_of(result_.refused.begin(), result_.refused.end(), same))
            result_.refused.push_back({name, root, std::string(why_.data(), why_.size())});
        return false;
    }

    // False, after this is the reason of a refusal.
    constexpr bool because(std::string_view why) {
        if (!std::is_constant_evaluated() && result_.refused.size() < rewrite_result::most_refused)
            why_.assign(why.begin(), why.end());
        return false;
    }
    constexpr bool because_changed(value_spec const* before, value_spec const* after) {
        return std::is_constant_evaluated() ? false : because(changed_value_text(before, after));
    }

    static constexpr std::string_view outlives_ =
        "it would change which values share memory, and something is written before the last use of one";
    static constexpr std::string_view aliases_ =
        "an output of the program would become an input, an attribute or another name of an output";

    constexpr bool replace(std::uint32_t rule, node_id root) {
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
            return because(outlives_);
        built_call const call = builder_.make_call(rhs);
        view<operand const> const operands = view<operand const>{builder_.operands}.subspan(call.first);
        collect_inputs(matcher_.nodes);
        if (g_.val(root) == nullptr) {
            g_.set_operands(root, operands, call.kwargs);
            g_.set_target(root, call.target);
        } else if (!becomes_sound_call(root, call, operands)) {
            builder_.undo();
            ++result_.unsound;
            return false;
        }
        learn_targets();
        keep_metadata(rule, root);
        erase_matched(root);
        erase_dead();
        for (node_id const n : builder_.created)
            visits_.enqueue(n);
        visits_.touch_users(root);
        return true;
    }

    // Makes the root another call, with values inferred; false, and the root as it was, when a call rejects its
    // arguments or the root's dtype or sizes would change.
    GRAFT_CONSTEXPR_INLINE bool becomes_sound_call(node_id root, built_call const& call, view<operand const> operands) {
        saved_call before{g_, root};
        bool sound = false;
        try {
            g_.set_operands(root, operands, call.kwargs);
            g_.set_target(root, call.target);
            sound = can_infer(builder_.created) && can_infer({&root, 1}) &&
                    (same_value(&before.value(), g_.val(root)) || because_changed(&before.value(), g_.val(root)));
        } catch (...) {
            before.put_back();
            throw;
        }
        if (sound)
            before.drop();
        else
            before.put_back();
        return sound;
    }

    // The root's users take a value that is already there.
    constexpr bool replace_by_value(std::uint32_t rule, std::uint32_t rhs, node_id root) {
        operand const value = builder_.build(rhs);
        if (!value.is_node()) {
            g_.discard(value);
            return because("it would put a literal in the place of a node");
        }
        if (value.id() == root)
            return false;
        if (aliases_output(root, value.id()))
            return because(aliases_);
        if (aliasing_.outlives_region(root))
            return because(outlives_);
        if (!same_value(g_.val(root), g_.val(value.id())))
            return because_changed(g_.val(root), g_.val(value.id()));
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
        view<node_id const> const roots = matcher_.roots;
        std::size_t i = 0;
        for (std::uint32_t child = rhs + 1; child < rules_.end_of(rhs); child = rules_.end_of(child), ++i)
            if (!may_replace(roots[i], builder_.resolve(child)))
                return false;
        std::optional<node_id> const place = placement_.place(roots, builder_.used_nodes(rhs));
        if (!place)
            return because("its results have no place before all of their users");
        for (node_id const n : placement_.moved) {
            visits_.leave(n);
            visits_.enqueue(n);
        }
        bool kept = false;
        try {
            kept = build_roots(rhs, *place);
        } catch (...) {
            builder_.undo();
            placement_.undo();
            throw;
        }
        if (!kept) {
            builder_.undo();
            placement_.undo();
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

    // Builds what takes the place of the roots; false when it may not.
    constexpr bool build_roots(std::uint32_t rhs, node_id place) {
        builder_.build_before(place);
        values_.clear();
        for (std::uint32_t child = rhs + 1; child < rules_.end_of(rhs); child = rules_.end_of(child))
            values_.push_back(builder_.build(child).id());
        learn_targets();
        bool const sound = are_sound(matcher_.roots, values_);
        result_.unsound += !sound;
        return sound && (!makes_outputs_one(matcher_.roots, values_) || because(aliases_));
    }

    // Whether a root may become what the right side at `at`, resolved, is.
    [[nodiscard]] constexpr bool may_replace(node_id root, std::uint32_t at) {
        prepared_node const& p = rules_.nodes[at];
        if (builder_.is_call(at))
            return !(aliasing_.changes(root, at) && aliasing_.outlives_region(root)) || because(outlives_);
        if (p.kind != pattern_kind::variable || !matcher_.bound[p.variable].is_node())
            return because("it would put a literal in the place of a node");
        node_id const value = matcher_.bound[p.variable].id();
        return !matcher_.is_root(value) && (!aliases_output(root, value) || because(aliases_)) &&
               (!aliasing_.outlives_region(root) || because(outlives_));
    }

    // True when two outputs of the program would become one value.
    [[nodiscard]] constexpr bool makes_outputs_one(view<node_id const> roots, view<node_id const> values) const {
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
    constexpr bool are_sound(view<node_id const> roots, view<node_id const> values) {
        bool known = true;
        for (node_id const n : roots)
            known = known && g_.val(n) != nullptr;
        if (known && !can_infer(builder_.created))
            return false;
        for (std::size_t i = 0; i < roots.size(); ++i)
            if (!same_value(g_.val(roots[i]), g_.val(values[i])))
                return because_changed(g_.val(roots[i]), g_.val(values[i]));
        return true;
    }

    // Infers the values of nodes; false when one of them rejects its arguments.
    constexpr bool can_infer(view<node_id const> nodes) {
        try {
            for (node_id const n : nodes)
                infer(g_, n);
            return true;
        } catch (error const& e) {
            // What is not known of an op is a fault of the rule, not of this place in the graph.
            if (e.code() == errc::unsupported)
                throw;
            return because(e.sentence());
        }
    }

    [[nodiscard]] constexpr bool aliases_output(node_id root, node_id value) const {
        return !may_alias_ && aliasing_.aliases_output(root, value);
    }

    [[nodiscard]] static constexpr bool same_value(value_spec const* a, value_spec const* b) {
        if (a == nullptr || b == nullptr)
            return true;
        if (a->k != b->k || a->items.size() != b->items.size())
            return false;
        for (std::size_t i = 0; i < a->items.size(); ++i)
            if (!same_value(&a->items[i], &b->items[i]))
                return false;
        return a->tensor.dtype == b->tensor.dtype && a->tensor.sizes == b->tensor.sizes && a->integer == b->integer;
    }

    constexpr void learn_targets() {
        rules_.learn_targets(g_);
        finder_.learn_targets();
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

    constexpr void collect_inputs(vec<node_id> const& matched) {
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
                if (g_.use_count(n) <= rules_.facts.use_limit || (rules_.facts.any_one_use && g_.has_one_user(n)))
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
    matcher_type matcher_;
    Finder finder_;
    builder<matcher_type> builder_;
    root_placement placement_;
    aliasing_check aliasing_;
    visits visits_;
    rewrite_result result_;
    rule_history history_;
    call_print print_;
    vec<node_id> candidates_;
    vec<node_id> values_; // what takes the place of several roots
    std::size_t limit_ = 0;
    node_id stopped_at_ = no_node; // by the limit
    bool may_alias_ = false;       // the rule that is being applied says so
    vec<char> why_;                // of the last that was refused; compilers take no string in a constant
};

} // namespace graft::detail
