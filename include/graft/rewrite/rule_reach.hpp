#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>
#include <graft/meta/sort.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/rewrite/id_table.hpp>
#include <graft/rewrite/rule_set.hpp>

#include <cstdint>

namespace graft::detail {

// The rules of a set that can ever match in a graph, by position: every op that a match needs is in the graph or
// made by such a rule. O(1) for most of the others.
class rule_reach {
public:
    GRAFT_CONSTEXPR rule_reach(graph const& g, view<rule_view const> set);

    vec<std::uint32_t> rules;

private:
    GRAFT_CONSTEXPR_INLINE void add_op(std::uint64_t hash) {
        if (ops_.find(hash) == id_table::none)
            ops_.insert(hash, 0);
    }
    GRAFT_CONSTEXPR bool add_rule(std::uint32_t i);

    view<rule_view const> set_;
    id_table ops_;
};

} // namespace graft::detail

#if defined(GRAFT_CORE_BODIES)
#    include <graft/meta/hash.hpp>

namespace graft::detail {

GRAFT_CONSTEXPR rule_reach::rule_reach(graph const& g, view<rule_view const> set) : set_(set) {
    for (std::uint32_t id = 0; id < g.target_count(); ++id) {
        target_info const target = g.target_at(id);
        add_op(target.op != nullptr ? target.op->hash : fnv1a(target.name));
    }
    vec<std::uint32_t> waiting;
    for (std::uint32_t i = 0; i < set.size(); ++i)
        if (!add_rule(i))
            waiting.push_back(i);
    // What a rule makes may be what an earlier one waits for.
    for (bool grows = true; grows;) {
        grows = false;
        vec<std::uint32_t> still;
        for (std::uint32_t const i : waiting)
            if (add_rule(i))
                grows = true;
            else
                still.push_back(i);
        waiting.swap(still);
    }
    graft::sort(rules);
}

GRAFT_CONSTEXPR bool rule_reach::add_rule(std::uint32_t i) {
    rule_view const& rule = set_[i];
    for (std::uint64_t const hash : rule.needs)
        if (ops_.find(hash) == id_table::none)
            return false;
    for (std::uint64_t const hash : rule.makes)
        add_op(hash);
    rules.push_back(i);
    return true;
}

} // namespace graft::detail
#endif
