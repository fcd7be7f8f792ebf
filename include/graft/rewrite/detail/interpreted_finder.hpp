#pragma once

#include <graft/meta/view.hpp>
#include <graft/rewrite/prepared_rules.hpp>
#include <graft/rewrite/rule_index.hpp>

#include <cstdint>

namespace graft::detail {

// Finds the matches of rules of any kind: those that the index names are tried by the matcher.
class interpreted_finder {
public:
    static constexpr bool prepares_all = true;

    template <class Matcher>
    constexpr interpreted_finder(graph& g, prepared_rules& rules, Matcher&, view<std::uint32_t const>)
        : index_(g, rules) {}

    // Calls `use(rule)` for every rule that matches at a node, in order of preference, until it returns true.
    template <class Match, class Use>
    constexpr void each_match(node_id n, Match const& match, Use const& use) {
        for (std::uint32_t const rule : index_.rules_at(n))
            if (match(rule) && use(rule))
                return;
    }

    constexpr void learn_targets() {}

private:
    rule_index index_;
};

// What finds the matches of a set of this type.
template <class Set, class Observer>
struct finder_of {
    using type = interpreted_finder;
};

} // namespace graft::detail
