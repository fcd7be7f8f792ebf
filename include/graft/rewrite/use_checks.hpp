#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>
#include <graft/meta/view.hpp>
#include <graft/rewrite/prepared_rules.hpp>

#include <cstdint>

namespace graft::detail {

// Whether only matched nodes use the value; of more than 16 uses it is not known.
GRAFT_CONSTEXPR bool is_internal(graph const& g, operand value, view<node_id const> matched);

// Whether nothing uses a result of the call that neither the item at `at` nor another matched one asks for.
GRAFT_CONSTEXPR bool only_output_used(graph const& g, prepared_rules const& rules, std::uint32_t at, operand call,
                                      view<node_id const> matched);

} // namespace graft::detail

#if defined(GRAFT_CORE_BODIES)
#    include <algorithm>

namespace graft::detail {

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
