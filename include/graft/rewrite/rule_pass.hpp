#pragma once

#include <graft/core/error.hpp>
#include <graft/pass/pass.hpp>
#include <graft/rewrite/driver.hpp>
#include <graft/rewrite/phase.hpp>
#include <graft/rewrite/rule_set.hpp>

#include <concepts>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace graft {

namespace detail {

// Applies the rules until none matches, and counts by rule.
template <class Set>
pass_result run_rules(graph& g, Set const& rules, sweep order) {
    rewrite_result const done = rewrite(g, rules, {.order = order});
    if (!done.converged)
        raise(errc::internal, "the rules do not come to an end: ", text(g, done));
    pass_result result{done.rewrites != 0};
    auto const& set = to_rule_set(rules);
    for (std::size_t i = 0; i < set.size(); ++i)
        if (done.per_rule[i] != 0)
            result.counts.push_back({std::string{set[i].name}, done.per_rule[i]});
    return result;
}

template <class Set>
any_pass owning_rule_pass(std::string name, Set&& rules, sweep order) {
    auto const kept = std::make_shared<std::remove_cvref_t<Set> const>(std::forward<Set>(rules));
    return make_pass(std::move(name), [kept, order](graph& g) { return run_rules(g, *kept, order); });
}

// Its own name, or that of its first rule and how many more there are.
template <class Set>
std::string pass_name_of(Set const& rules) {
    if constexpr (requires { std::string_view{rules.name}; })
        if (!rules.name.empty())
            return std::string{rules.name};
    auto const& set = to_rule_set(rules);
    if (set.size() == 0)
        return "no rules";
    return std::string{set[0].name} + (set.size() == 1 ? "" : " and " + std::to_string(set.size() - 1) + " more");
}

} // namespace detail

/// A pass that applies rules to every graph of a program until none matches; its result counts, by the names of the
/// rules, how often each fired. Rules that come to no end are an error. The rules, of which there may be many, must
/// outlive the pass.
template <class Set>
[[nodiscard]] any_pass rule_pass(std::string name, Set const& rules, sweep order = sweep::forward) {
    return make_pass(std::move(name), [&rules, order](graph& g) { return detail::run_rules(g, rules, order); });
}
template <class Set>
any_pass rule_pass(std::string name, Set const&& temporary, sweep order = sweep::forward) = delete;

/// What makes a rule, `rules(...)` or a list of rules a pass where one is asked for, as it is: a `rule_pass` that keeps
/// a copy. It has the name of the rule or of the set, `rules<"mine">(...)`; a set without one is named after its first
/// rule, `minus-minus and 2 more`.
template <class Set>
requires requires(Set const& rules) {
    detail::to_rule_set(rules);
}
&&std::constructible_from<std::remove_cvref_t<Set>, Set>
[[nodiscard]] any_pass to_pass(Set&& rules) {
    std::string name = detail::pass_name_of(rules);
    return detail::owning_rule_pass(std::move(name), std::forward<Set>(rules), sweep::forward);
}
/// What makes a phase a pass of its name, which looks at nodes in its order and keeps a copy of the rules.
template <class Set>
[[nodiscard]] any_pass to_pass(phase<Set> const& rules) {
    return detail::owning_rule_pass(std::string{rules.name}, rules.rules, rules.order);
}

} // namespace graft
