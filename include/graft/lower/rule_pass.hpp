#pragma once

#include <graft/core/error.hpp>
#include <graft/pass/pass.hpp>
#include <graft/rewrite/driver.hpp>

#include <cstddef>
#include <string>
#include <utility>

namespace graft {

/// A pass that applies rules to every graph of a program until none matches; its result counts, by the names of the
/// rules, how often each fired. Rules that come to no end are an error. The rules, of which there may be many, must
/// outlive the pass.
template <class Set>
[[nodiscard]] any_pass rule_pass(std::string name, Set const& rules, sweep order = sweep::forward) {
    return make_pass(std::move(name), [&rules, order](graph& g) {
        rewrite_result const done = rewrite(g, rules, {.order = order});
        if (!done.converged)
            raise(errc::internal, "the rules do not come to an end: ", text(g, done));
        pass_result result{done.rewrites != 0};
        auto const& set = detail::to_rule_set(rules);
        for (std::size_t i = 0; i < set.size(); ++i)
            if (done.per_rule[i] != 0)
                result.counts.push_back({std::string{set[i].name}, done.per_rule[i]});
        return result;
    });
}
template <class Set>
any_pass rule_pass(std::string name, Set const&& temporary, sweep order = sweep::forward) = delete;

} // namespace graft
