#pragma once

#include <graft/config.hpp>
#include <graft/debug/bisect.hpp>
#include <graft/ir/program.hpp>
#include <graft/meta/vec.hpp>
#include <graft/rewrite/phase.hpp>

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

namespace graft {

/// Rewriting of a program that stops after so many rewrites, where 0 is no limit; the same limit always leads to the
/// same program.
struct limited_rewrite {
    vec<std::string> rules; ///< their names, by position in `rewrite_result::per_rule`
    std::function<rewrite_result(exported_program&, std::size_t limit)> run; ///< rewrites in place
};

/// The rewrite that made a right program wrong.
struct failing_rewrite {
    std::size_t number = 0; ///< counted from 1
    std::string rule;       ///< its name
    std::string node;       ///< where the rule matched
    std::string reason;     ///< what the rewrite or the test raised; empty when the test said no
    /// The program that the rewrite was given, and what it made of it.
    /// @{
    exported_program before, after;
    /// @}
};

namespace detail {

// Rewrites submodules and then the graph that names them.
template <class Set>
void rewrite_module(graph_module& module, phase<Set> const& rules, std::size_t limit, rewrite_result& sum) {
    for (submodule& s : module.submodules)
        rewrite_module(s.module, rules, limit, sum);
    if (limit != 0 && sum.rewrites == limit) {
        sum.converged = false;
        return;
    }
    rewrite_options options;
    options.rewrites = limit == 0 ? 0 : limit - sum.rewrites;
    rewrite_result const one = rewrite_in_phases(module.graph, options, rules)[0];
    sum.rewrites += one.rewrites;
    sum.unsound += one.unsound;
    sum.converged = sum.converged && one.converged;
    for (std::size_t i = 0; i < one.per_rule.size(); ++i)
        sum.per_rule[i] += one.per_rule[i];
}

} // namespace detail

/// Rewriting by the rules of a phase, or by a rule or set of rules, on every graph of the program.
/// @{
template <class Set>
[[nodiscard]] limited_rewrite limit_rewrites(phase<Set> const& rules) {
    limited_rewrite made;
    auto const& set = detail::to_rule_set(rules.rules);
    for (std::size_t i = 0; i < set.size(); ++i)
        made.rules.emplace_back(set[i].name);
    made.run = [rules, count = set.size()](exported_program& program, std::size_t limit) {
        rewrite_result sum;
        sum.converged = true;
        sum.per_rule.assign(count, 0);
        detail::rewrite_module(program.module, rules, limit, sum);
        update_output_names(program);
        return sum;
    };
    return made;
}
template <class Set>
[[nodiscard]] limited_rewrite limit_rewrites(Set const& rules, sweep order = sweep::forward) {
    return limit_rewrites(phase<Set>{{}, rules, order});
}
/// @}

/// The rewrite that makes the program wrong, or nothing when it stays right; raises when it is wrong from the
/// start. Rewrites and tests O(log n) programs for n rewrites.
[[nodiscard]] GRAFT_INLINE std::optional<failing_rewrite>
find_failing_rewrite(exported_program const& program, limited_rewrite const& rewriting, program_test const& is_right);

/// What `find_failing_rewrite` found, as `rewrite 3 by 'mul-one' at %mul`, and what it changed.
[[nodiscard]] GRAFT_INLINE std::string text(failing_rewrite const& f);

} // namespace graft

#if defined(GRAFT_LOWER_BODIES)
#    include <graft/core/error.hpp>
#    include <graft/pass/graph_diff.hpp>
#    include <graft/pass/print_diff.hpp>

#    include <algorithm>
#    include <exception>
#    include <string_view>
#    include <utility>

namespace graft {
namespace detail {

// The rule that one result counts more often than the other.
[[nodiscard]] inline std::size_t rule_between(rewrite_result const& before, rewrite_result const& after) {
    for (std::size_t i = 0; i < after.per_rule.size(); ++i)
        if (after.per_rule[i] != (i < before.per_rule.size() ? before.per_rule[i] : 0))
            return i;
    raise(errc::invalid_argument, "the result of a limited rewrite does not count rewrites by rule");
}

// The name of the node at which one rewrite by this rule matched: the first new origin, or else the last node that
// went, or the first that changed.
[[nodiscard]] inline std::string rewritten_node(graph const& before, graph const& after, std::string_view rule) {
    graph_diff const d = diff(before, after);
    auto const is_new = [&](origin const& o, vec<origin> const& known) {
        return o.rule == rule && std::none_of(known.begin(), known.end(),
                                              [&](origin const& k) { return k.rule == o.rule && k.node == o.node; });
    };
    for (node_pair const p : d.changed)
        for (origin const& o : after.origins(p.after))
            if (is_new(o, before.origins(p.before)))
                return std::string{o.node};
    if (!d.removed.empty())
        return std::string{before.name(d.removed.back())};
    return d.changed.empty() ? std::string{} : std::string{after.name(d.changed.front().after)};
}

[[nodiscard]] inline std::string rewritten_node(graph_module const& before, graph_module const& after,
                                                std::string_view rule) {
    std::string found = rewritten_node(before.graph, after.graph, rule);
    for (std::size_t i = 0; i < after.submodules.size() && found.empty(); ++i)
        if (graph_module const* const same = before.find(after.submodules[i].name))
            found = rewritten_node(*same, after.submodules[i].module, rule);
    return found;
}

// Rewrites a program with ever smaller limits.
class rewrite_bisector {
public:
    rewrite_bisector(exported_program const& program, limited_rewrite const& rewriting, program_test const& is_right)
        : program_(program), rewriting_(rewriting), is_right_(is_right) {}

    std::optional<failing_rewrite> find() {
        expect_right(is_right_, program_);
        attempt const all = rewrite(0);
        if (all.right)
            return {};
        // Where rewriting itself raises it does not say how often it rewrote.
        std::size_t bad = std::max<std::size_t>(all.result.rewrites, 1);
        while (all.raised && rewrite(bad).right)
            bad *= 2;
        return examine(bisect(0, bad, [this](std::size_t n) { return rewrite(n).right; }));
    }

private:
    struct attempt {
        exported_program program;
        rewrite_result result;
        bool right = false, raised = false;
        std::string reason;
    };

    [[nodiscard]] attempt rewrite(std::size_t limit) const {
        attempt tried{program_, {}, false, false, {}};
        try {
            tried.result = rewriting_.run(tried.program, limit);
        } catch (std::exception const& e) {
            tried.raised = true;
            tried.reason = e.what();
            return tried;
        }
        verdict const end(is_right_, tried.program);
        tried.right = end.right;
        tried.reason = end.reason;
        return tried;
    }

    [[nodiscard]] failing_rewrite examine(std::size_t number) const {
        attempt before = number == 1 ? attempt{program_, {}, true, false, {}} : rewrite(number - 1);
        attempt after = rewrite(number);
        if (!before.right || after.right)
            raise_unsteady("rewrite " + std::to_string(number));
        failing_rewrite found{
            number, {}, {}, std::move(after.reason), std::move(before.program), std::move(after.program)};
        if (after.raised)
            return found;
        found.rule = rewriting_.rules.at(rule_between(before.result, after.result));
        found.node = rewritten_node(found.before.module, found.after.module, found.rule);
        return found;
    }

    exported_program const& program_;
    limited_rewrite const& rewriting_;
    program_test const& is_right_;
};

} // namespace detail

GRAFT_INLINE std::optional<failing_rewrite>
find_failing_rewrite(exported_program const& program, limited_rewrite const& rewriting, program_test const& is_right) {
    return detail::rewrite_bisector{program, rewriting, is_right}.find();
}

GRAFT_INLINE std::string text(failing_rewrite const& f) {
    return "rewrite " + std::to_string(f.number) + (f.rule.empty() ? "" : " by '" + f.rule + "' at %" + f.node) +
           (f.reason.empty() ? "" : ": " + f.reason) + '\n' + text(diff(f.before, f.after));
}

} // namespace graft
#endif
