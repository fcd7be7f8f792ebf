#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/rewrite/prepared_rules.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace graft::detail {

// The leaves of a tree of calls of one op.
struct tree_leaves {
    static constexpr std::size_t most = 16;

    std::array<operand, most> items{};
    std::size_t count = 0;
    std::uint32_t taken = 0; // a bit per leaf

    // Adds those of the call `n`, which the pattern at `at` matches, from left to right, and its calls to `calls`;
    // false when there are too many. A call below the root is taken apart when nothing else uses it.
    GRAFT_CONSTEXPR bool collect(graph const& g, prepared_rules const& rules, std::uint32_t at, node_id n, node_id root,
                                 vec<node_id>& calls);
};

// Whether only matched nodes use the value; of more than 16 uses it is not known.
GRAFT_CONSTEXPR bool is_internal(graph const& g, operand value, view<node_id const> matched);

// Whether nothing uses a result of the call that neither the item at `at` nor another matched one asks for.
GRAFT_CONSTEXPR bool only_output_used(graph const& g, prepared_rules const& rules, std::uint32_t at, operand call,
                                      view<node_id const> matched);

} // namespace graft::detail

#if defined(GRAFT_CORE_BODIES)
#    include <algorithm>

namespace graft::detail {

GRAFT_CONSTEXPR bool tree_leaves::collect(graph const& g, prepared_rules const& rules, std::uint32_t at, node_id n,
                                          node_id root, vec<node_id>& calls) {
    prepared_node const& p = rules.nodes[at];
    calls.push_back(n);
    for (std::size_t slot = 0; slot < 2; ++slot) {
        operand const value = rules.argument(g, p.parameters, n, slot);
        if (rules.may_match(g, at, value) && raw(g).use_count(value.id()) == 1 &&
            rules.regions.same(value.id(), root) && rules.unmentioned_are_default(g, p, value.id())) {
            if (!collect(g, rules, at, value.id(), root, calls))
                return false;
        } else if (count == most) {
            return false;
        } else {
            items[count++] = value;
        }
    }
    return true;
}

GRAFT_CONSTEXPR bool is_internal(graph const& g, operand value, view<node_id const> matched) {
    return value.is_node() && raw(g).use_count(value.id()) <= rule_facts::max_internal_uses &&
           raw(g).all_uses(value.id(), [&](node_id user) {
               return std::find(matched.begin(), matched.end(), user) != matched.end();
           });
}

GRAFT_CONSTEXPR bool only_output_used(graph const& g, prepared_rules const& rules, std::uint32_t at, operand call,
                                      view<node_id const> matched) {
    return call.is_node() && raw(g).use_count(call.id()) <= rule_facts::max_outputs &&
           raw(g).all_uses(call.id(), [&](node_id user) {
               return raw(g).use_count(user) == 0 || std::find(matched.begin(), matched.end(), user) != matched.end() ||
                      (rules.op_of(g, user) == rules.nodes[at].op && raw(g).arg_count(user) == 2 &&
                       raw(g).operand_at(user, 1) == rules.nodes[at].literal);
           });
}

} // namespace graft::detail
#endif
