#pragma once

#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/rewrite/detail/term_delta.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

namespace graft {

/// A number of a graph that the rules of one stage lower and that those of later stages do not raise.
enum class rewrite_measure : std::uint8_t {
    weight,          ///< of the graph
    calls,           ///< of some ops
    heights,         ///< the sum of the heights of nodes, which is that of the highest operand and 1
    operand_heights, ///< the sum over all operands of the heights of what they are
};

/// Rules that end since each lowers the measure: those of earlier stages may raise it, but end before.
struct termination_stage {
    rewrite_measure measure = rewrite_measure::weight; ///< what each of the rules lowers
    vec<std::string_view> ops;                         ///< whose calls are counted
    vec<std::uint64_t> identities;                     ///< hashes of the ops in `ops`
    vec<std::uint32_t> rules;                          ///< by position in the set
};

/// Why rewriting with a rule set ends on every graph, or which rules may go on for ever.
///
/// A graph shares values, so that an interior call that others use stays: only calls that the rule asks to have one
/// use, or none outside of the match, count as gone. The measures fall lexicographically.
class termination {
public:
    /// Of a set of rules, by what each of them changes.
    template <class Set>
    explicit constexpr termination(Set const& set) {
        for (std::size_t i = 0; i < set.size(); ++i)
            add(detail::change_of(set[i]), set[i]);
        find_stages();
    }
    /// Why rewriting with a set ends, where it is known what each rule changes: `change_of(i)` by its position.
    template <class Set, class ChangeOf>
    constexpr termination(Set const& set, ChangeOf const& change_of) {
        changes_.reserve(set.size());
        for (std::size_t i = 0; i < set.size(); ++i)
            add(change_of(i), set[i]);
        find_stages();
    }

    /// True when every rule lowers a measure.
    [[nodiscard]] constexpr bool certified() const {
        return std::find(stage_of_.begin(), stage_of_.end(), none) == stage_of_.end();
    }
    /// True when the rule lowers a measure; false for one that says why it ends, as it is not looked at.
    [[nodiscard]] constexpr bool certified(std::size_t rule) const { return stage_of_[rule] != none; }
    /// In the order in which their measures count.
    [[nodiscard]] constexpr view<termination_stage const> stages() const { return stages_; }
    /// How an application changes the weight of a graph, at worst.
    [[nodiscard]] constexpr std::int64_t delta(std::size_t rule) const { return changes_[rule].weight; }
    /// How an application changes the weight of a graph, at worst, if no matched call but the root had users outside of
    /// the match.
    [[nodiscard]] constexpr std::int64_t delta_alone(std::size_t rule) const { return changes_[rule].weight_alone; }

    /// At most as many rewrites of `g` can be made; nothing when a rule is not certified, or for more than 2^62.
    [[nodiscard]] constexpr std::optional<std::size_t> budget(graph const& g) const {
        if (!certified())
            return std::nullopt;
        vec<std::uint64_t> fires;
        for (termination_stage const& stage : stages_)
            fires.push_back(stage_budget(g, stage, fires));
        std::uint64_t total = 0;
        for (std::uint64_t const f : fires)
            total = add(total, f);
        return total >= limit ? std::nullopt : std::optional<std::size_t>(total);
    }

private:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
    static constexpr std::uint64_t limit = std::uint64_t{1} << 62;

    static constexpr std::uint64_t add(std::uint64_t a, std::uint64_t b) { return std::min(a + b, limit); }
    static constexpr std::uint64_t multiply(std::uint64_t a, std::uint64_t b) {
        return a != 0 && b > limit / a ? limit : a * b;
    }

    constexpr void add(detail::rule_change&& change, rule_view const& rule) {
        changes_.push_back(std::move(change));
        excused_.push_back(!rule.options.terminates_because.empty());
        stage_of_.push_back(none);
    }

    [[nodiscard]] constexpr std::int64_t change_of(std::size_t rule, termination_stage const& stage) const {
        detail::rule_change const& c = changes_[rule];
        switch (stage.measure) {
        case rewrite_measure::weight: return c.weight;
        case rewrite_measure::heights: return c.heights;
        case rewrite_measure::operand_heights: return c.operand_heights;
        case rewrite_measure::calls: break;
        }
        std::int64_t most = std::numeric_limits<std::int64_t>::min();
        for (vec<detail::op_change> const& ops : c.ops) {
            std::int64_t by = 0;
            for (detail::op_change const& op : ops)
                for (std::uint64_t const identity : stage.identities)
                    by += op.identity == identity ? op.by : 0;
            most = std::max(most, by);
        }
        return most;
    }

    // Makes a stage of the rules that are left and lower the measure, if none that is left raises it.
    constexpr bool try_stage(termination_stage stage) {
        for (std::size_t i = 0; i < changes_.size(); ++i) {
            if (stage_of_[i] != none || excused_[i])
                continue;
            std::int64_t const change = change_of(i, stage);
            if (change > 0)
                return false;
            if (change < 0)
                stage.rules.push_back(static_cast<std::uint32_t>(i));
        }
        for (std::uint32_t const rule : stage.rules)
            stage_of_[rule] = static_cast<std::uint32_t>(stages_.size());
        bool const made = !stage.rules.empty();
        if (made)
            stages_.push_back(std::move(stage));
        return made;
    }

    constexpr void find_stages() {
        for (bool more = true; more;) {
            more = try_stage({rewrite_measure::weight, {}, {}, {}});
            for (std::size_t i = 0; i < changes_.size() && !more; ++i)
                if (stage_of_[i] == none && !excused_[i])
                    more = try_ops_of(i);
            more = more || try_stage({rewrite_measure::heights, {}, {}, {}}) ||
                   try_stage({rewrite_measure::operand_heights, {}, {}, {}});
        }
    }

    // The ops of which the rule takes calls away: one by one, then all of them, in whatever alternative.
    constexpr bool try_ops_of(std::size_t rule) {
        termination_stage all{rewrite_measure::calls, {}, {}, {}};
        for (vec<detail::op_change> const& ops : changes_[rule].ops)
            for (detail::op_change const& op : ops) {
                if (op.by >= 0 ||
                    std::find(all.identities.begin(), all.identities.end(), op.identity) != all.identities.end())
                    continue;
                if (changes_[rule].ops.size() == 1 && try_stage({rewrite_measure::calls, {op.name}, {op.identity}, {}}))
                    return true;
                all.ops.push_back(op.name);
                all.identities.push_back(op.identity);
            }
        return !all.ops.empty() && try_stage(std::move(all));
    }

    //=== the budget ===//

    // The rules of a stage fire as often as what the graph has of the measure, and what earlier stages add, allow.
    [[nodiscard]] constexpr std::uint64_t stage_budget(graph const& g, termination_stage const& stage,
                                                       vec<std::uint64_t> const& fires) const {
        if (stage.measure == rewrite_measure::heights || stage.measure == rewrite_measure::operand_heights)
            return height_budget(g, stage, fires);
        std::uint64_t total = initial(g, stage);
        for (std::size_t earlier = 0; earlier < fires.size(); ++earlier)
            total = add(total, multiply(fires[earlier], most_raised(stages_[earlier], stage)));
        std::int64_t least = std::numeric_limits<std::int64_t>::max();
        for (std::uint32_t const rule : stage.rules)
            least = std::min(least, -change_of(rule, stage));
        return total / static_cast<std::uint64_t>(least);
    }

    [[nodiscard]] static constexpr std::uint64_t initial(graph const& g, termination_stage const& stage) {
        if (stage.measure == rewrite_measure::weight)
            return static_cast<std::uint64_t>(graph_weight(g));
        std::uint64_t count = 0;
        for (node_id const n : g.nodes())
            if (g.op(n) == opcode::call_function)
                count += std::find(stage.ops.begin(), stage.ops.end(), g.target(n).name) != stage.ops.end();
        return count;
    }

    [[nodiscard]] constexpr std::uint64_t most_raised(termination_stage const& by,
                                                      termination_stage const& measured) const {
        std::int64_t most = 0;
        for (std::uint32_t const rule : by.rules)
            most = std::max(most, change_of(rule, measured));
        return static_cast<std::uint64_t>(most);
    }

    // Every rewrite of an earlier stage may raise all heights: to that of a graph that is one chain.
    [[nodiscard]] constexpr std::uint64_t height_budget(graph const& g, termination_stage const& stage,
                                                        vec<std::uint64_t> const& fires) const {
        std::uint64_t nodes = g.size(), operands = 0, times = 1;
        for (node_id const n : g.nodes())
            g.for_each_input(n, [&](node_id) { ++operands; });
        for (std::size_t earlier = 0; earlier < fires.size(); ++earlier) {
            std::int64_t created = 0, added = 0;
            for (std::uint32_t const rule : stages_[earlier].rules) {
                created = std::max(created, changes_[rule].created);
                added = std::max(added, changes_[rule].operands);
            }
            nodes = add(nodes, multiply(fires[earlier], static_cast<std::uint64_t>(created)));
            operands = add(operands, multiply(fires[earlier], static_cast<std::uint64_t>(added)));
            times = add(times, fires[earlier]);
        }
        std::uint64_t const counted = stage.measure == rewrite_measure::heights ? nodes : operands;
        return multiply(times, multiply(counted, nodes));
    }

    vec<detail::rule_change> changes_;
    vec<std::uint8_t> excused_; // by rule: it says itself why it ends
    vec<std::uint32_t> stage_of_;
    vec<termination_stage> stages_;
};

/// At most as many rewrites with these rules end on `g`, a figure for `rewrite_options::rewrites`; 0, which stands for
/// the driver's own limit, when some rule is not certified to end.
template <class Set>
[[nodiscard]] constexpr std::size_t rewrite_budget(Set const& set, graph const& g) {
    std::optional<std::size_t> const budget = termination{detail::to_rule_set(set)}.budget(g);
    return budget ? std::max<std::size_t>(*budget, 1) : 0;
}

/// True when rewriting with these rules ends on every graph: each lowers a measure, or says why it ends.
template <class Set>
[[nodiscard]] constexpr bool terminates(Set const& set) {
    auto const& all = detail::to_rule_set(set);
    termination const proof{all};
    for (std::size_t i = 0; i < all.size(); ++i)
        if (!proof.certified(i) && all[i].options.terminates_because.empty())
            return false;
    return true;
}

} // namespace graft
