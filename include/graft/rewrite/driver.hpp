#pragma once

#include <graft/dialect/infer.hpp>
#include <graft/ir/eliminate_dead_code.hpp>
#include <graft/rewrite/builder.hpp>
#include <graft/rewrite/result.hpp>
#include <graft/rewrite/rule_index.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace graft {

namespace detail {

// Applies a rule set to a graph until no rule matches anywhere.
class rewrite_driver {
public:
    template <class Set>
    constexpr rewrite_driver(graph& g, Set&& set, rewrite_options const& options)
        : g_(g), rules_(g, std::forward<Set>(set)), index_(g, rules_), matcher_(g, rules_, options.numbers),
          builder_(g, rules_, matcher_), backward_(options.order == sweep::backward),
          limit_(options.rewrites != 0 ? options.rewrites : 16 * g.size() + 1024) {
        result_.per_rule.assign(rules_.rules.size(), 0);
    }

    constexpr rewrite_result run() {
        passed_.assign(g_.capacity(), 0);
        for (node_id n = first(); n != no_node && !stopped_; n = next_) {
            next_ = after(n);
            visit(n);
        }
        while (at_ < queue_.size() && !stopped_) {
            node_id const n = queue_[at_++];
            queued_[n] = 0;
            if (g_.contains(n))
                visit(n);
        }
        result_.converged = !stopped_;
        return std::move(result_);
    }

private:
    [[nodiscard]] constexpr node_id first() const {
        if (backward_)
            return g_.back();
        node_range const all = g_.nodes();
        return all.begin() == all.end() ? no_node : *all.begin();
    }
    [[nodiscard]] constexpr node_id after(node_id n) const { return backward_ ? g_.prev(n) : g_.next(n); }

    // Rewrites at `n` until nothing matches there.
    constexpr void visit(node_id n) {
        while (g_.contains(n) && rewrite_at(n)) {
        }
        if (g_.contains(n))
            mark_passed(n);
    }

    constexpr bool rewrite_at(node_id n) {
        for (std::uint32_t const rule : index_.rules_at(n)) {
            if (!matcher_.match_rule(rule, n))
                continue;
            stopped_ = result_.rewrites == limit_;
            if (stopped_)
                return false;
            if (apply(rule, n)) {
                ++result_.rewrites;
                ++result_.per_rule[rule];
                return true;
            }
        }
        return false;
    }

    constexpr bool apply(std::uint32_t rule, node_id root) {
        builder_.begin(rule, root);
        std::uint32_t const rhs = builder_.resolve(rules_.rules[rule].rhs);
        return builder_.is_call(rhs) ? replace_by_call(rule, rhs, root) : replace_by_value(rule, rhs, root);
    }

    // The root becomes another call: same id, name, place and users.
    constexpr bool replace_by_call(std::uint32_t rule, std::uint32_t rhs, node_id root) {
        if (changes_aliasing(root, rhs) && outlives_region(root))
            return false;
        builder::call const call = builder_.make_call(rhs);
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
            enqueue(n);
        touch_users(root);
        return true;
    }

    // The same with values inferred; false, and the root as it was, when its dtype or sizes would change.
    constexpr bool becomes_sound_call(node_id root, builder::call const& call,
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
        if (value.id() == root || aliases_output(root, value.id()) || outlives_region(root) ||
            !same_value(g_.val(root), g_.val(value.id())))
            return false;
        collect_inputs(matcher_.nodes);
        touch_users(root);
        g_.replace_all_uses_with(root, value.id());
        g_.add_origins(value.id(), rules_.rules[rule].name, matcher_.nodes);
        erase_matched(no_node);
        erase_dead();
        return true;
    }

    // An op that writes is not asked: a rule that takes the write away says in its conditions why it may.
    [[nodiscard]] constexpr bool changes_aliasing(node_id root, std::uint32_t rhs) const {
        op_info const* const before = rules_.ops[rules_.op_of(g_, root)].op;
        op_info const* const after = rules_.nodes[rhs].source->op;
        bool const aliased = before != nullptr && before->returns_alias();
        return !(before != nullptr && before->mutates()) &&
               aliased != (after != nullptr && after->returns_alias());
    }

    // True when something is written between the root and a use of it or of a view of it: there a copy
    // may not become another name of a value, nor a name a copy.
    [[nodiscard]] constexpr bool outlives_region(node_id root) const {
        if (rules_.regions.empty())
            return false;
        std::vector<node_id> names{root};
        for (std::size_t i = 0; i < names.size(); ++i) {
            bool outlives = false;
            g_.for_each_use(names[i], [&](node_id user) {
                op_info const* const op = g_.target(user).op;
                bool const may_alias = g_.op(user) != opcode::output && (op == nullptr || op->returns_alias());
                if (may_alias && std::find(names.begin(), names.end(), user) == names.end())
                    names.push_back(user);
                outlives = outlives || !rules_.regions.same(user, root);
            });
            if (outlives)
                return true;
        }
        return false;
    }

    // An output of the program may not become an input or attribute, or a second name of another output.
    [[nodiscard]] constexpr bool aliases_output(node_id root, node_id value) const {
        bool root_is_output = false;
        bool value_is_output = g_.op(value) == opcode::placeholder || g_.op(value) == opcode::get_attr;
        g_.for_each_use(root, [&](node_id user) {
            root_is_output = root_is_output || g_.op(user) == opcode::output;
        });
        if (root_is_output && !value_is_output)
            g_.for_each_use(value, [&](node_id user) {
                value_is_output = value_is_output || g_.op(user) == opcode::output;
            });
        return root_is_output && value_is_output;
    }

    // Infers the values of new nodes; true when that can be done and the root's dtype and sizes are what they were.
    constexpr bool same_value_after(node_id root) {
        value_spec const before = *g_.val(root);
        try {
            for (node_id const n : builder_.created)
                infer(g_, n);
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
        std::uint32_t const name = rules_.rules[rule].name;
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
        if (n == next_)
            next_ = after(n);
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
                    touch_users(n);
                continue;
            }
            if (g_.op(n) != opcode::call_function || is_impure(g_, n))
                continue;
            g_.for_each_input(n, [&](node_id input) { candidates_.push_back(input); });
            erase(n);
        }
    }

    // Users that the sweep has passed, as many levels up as a left side is deep, are to be looked at again.
    constexpr void touch_users(node_id n) {
        bool any = false;
        g_.for_each_use(n, [&](node_id user) { any = any || is_passed(user); });
        if (!any)
            return;
        ++touch_;
        frontier_.assign(1, n);
        std::size_t begin = 0;
        for (std::uint32_t level = 0; level < rules_.depth && begin < frontier_.size(); ++level)
            for (std::size_t const end = frontier_.size(); begin < end; ++begin)
                g_.for_each_use(frontier_[begin], [&](node_id user) {
                    if (!is_passed(user) || !touch(user))
                        return;
                    enqueue(user);
                    frontier_.push_back(user);
                });
    }

    // False when this touch has come to the node before.
    constexpr bool touch(node_id n) {
        if (n >= touched_.size())
            touched_.resize(g_.capacity(), 0);
        bool const first = touched_[n] != touch_;
        touched_[n] = touch_;
        return first;
    }

    [[nodiscard]] constexpr bool is_passed(node_id n) const {
        return n < passed_.size() && passed_[n] != 0;
    }
    constexpr void mark_passed(node_id n) {
        if (n >= passed_.size())
            passed_.resize(n + 1, 0);
        passed_[n] = 1;
    }
    constexpr void enqueue(node_id n) {
        if (n >= queued_.size())
            queued_.resize(g_.capacity(), 0);
        if (queued_[n] == 0)
            queue_.push_back(n);
        queued_[n] = 1;
    }

    graph& g_;
    prepared_rules rules_;
    rule_index index_;
    matcher<> matcher_;
    builder builder_;
    bool backward_;
    std::size_t limit_;
    rewrite_result result_;
    std::vector<std::uint8_t> passed_, queued_;
    std::vector<std::uint32_t> touched_;  // by node: the touch that came to it last
    std::vector<node_id> queue_, candidates_, frontier_;
    std::uint32_t touch_ = 0;
    std::size_t at_ = 0;
    bool stopped_ = false;  // by the limit
    node_id next_ = no_node;
};

} // namespace detail

/// Applies the rules until none matches, or the limit is reached: one sweep over the program, then a worklist
/// of what the sweep had passed. Matched roots keep their id, name and users; dead interior nodes are erased;
/// new nodes get their values from the meta functions, the root's metadata, and the matched nodes as origins.
/// A rewrite that would change the root's dtype or sizes is undone and counted as unsound.
template <class Set>
constexpr rewrite_result rewrite(graph& g, Set const& set, rewrite_options const& options = {}) {
    return detail::rewrite_driver{g, detail::to_rule_set(set), options}.run();
}

} // namespace graft
