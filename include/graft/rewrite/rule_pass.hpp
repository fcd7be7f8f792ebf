#pragma once

#include <graft/core/error.hpp>
#include <graft/ir/graph.hpp>
#include <graft/meta/vec.hpp>
#include <graft/pass/counts.hpp>
#include <graft/rewrite/driver.hpp>
#include <graft/rewrite/phase.hpp>
#include <graft/rewrite/rule_set.hpp>

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace graft {

/// A pass that applies rules until none matches; its result counts, by the names of the rules, how often each fired.
/// Rules that come to no end are an error. `Rules` is a type of rules, or a reference to one.
template <class Rules>
struct rules_pass {
    std::string name;                             ///< by which constraints name it
    Rules rules;                                  ///< what is applied
    sweep order = sweep::forward;                 ///< which nodes are looked at first
    vec<node_id> (*kept)(graph const&) = nullptr; ///< if there is one, tells the nodes that stay as they are

    /// Applies them to one graph.
    pass_result operator()(graph& g) const {
        rewrite_result const done = rewrite_in_phases(g, {}, phase<Rules const&>{name, rules, order, kept})[0];
        if (!done.converged)
            raise(errc::internal, "the rules do not come to an end: ", text(g, done));
        pass_result result{done.rewrites != 0};
        auto const& set = detail::to_rule_set(rules);
        for (std::size_t i = 0; i < set.size(); ++i)
            if (done.per_rule[i] != 0)
                result.counts.push_back({std::string{set[i].name}, done.per_rule[i]});
        return result;
    }
};

/// A pass of rules under a name. The rules, of which there may be many, must outlive the pass.
template <class Set>
[[nodiscard]] rules_pass<Set const&> rule_pass(std::string name, Set const& rules, sweep order = sweep::forward) {
    return {std::move(name), rules, order, nullptr};
}
template <class Set>
rules_pass<Set const&> rule_pass(std::string name, Set const&& temporary, sweep order = sweep::forward) = delete;

namespace detail {

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

/// What makes a rule or `rules(...)` a pass where one is asked for, as it is: a pass that keeps a copy. It has the name
/// of the rule or of the set, `rules<"mine">(...)`; a set without one is named after its first rule, `minus-minus and 2
/// more`.
template <class Set>
    requires requires(Set const& rules) { detail::to_rule_set(rules); } &&
             std::copy_constructible<Set> // last: it asks of what is no set whether it converts to a pass
[[nodiscard]] rules_pass<Set> to_pass(Set const& rules) {
    return {detail::pass_name_of(rules), rules, sweep::forward, nullptr};
}
/// What makes a phase a pass of its name, which looks at nodes in its order and keeps a copy of the rules.
template <class Set>
[[nodiscard]] rules_pass<Set> to_pass(phase<Set> const& of) {
    return {std::string{of.name}, of.rules, of.order, of.kept};
}

} // namespace graft
