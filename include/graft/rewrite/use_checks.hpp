#pragma once

#include <graft/ir/graph.hpp>
#include <graft/meta/view.hpp>
#include <graft/rewrite/prepared_rules.hpp>

#include <algorithm>
#include <cstdint>

namespace graft::detail {

// Whether only matched nodes use the value; of more than 16 uses it is not known.
constexpr bool is_internal(graph const& g, operand value, view<node_id const> matched) {
    return value.is_node() && g.use_count(value.id()) <= rule_facts::max_internal_uses &&
           g.all_uses(value.id(), [&](node_id user) {
               return std::find(matched.begin(), matched.end(), user) != matched.end();
           });
}

// Whether nothing uses a result of the call that neither the item at `at` nor another matched one asks for.
constexpr bool only_output_used(graph const& g, prepared_rules const& rules, std::uint32_t at, operand call,
                                view<node_id const> matched) {
    return call.is_node() && g.use_count(call.id()) <= rule_facts::max_outputs &&
           g.all_uses(call.id(), [&](node_id user) {
               return g.use_count(user) == 0 || std::find(matched.begin(), matched.end(), user) != matched.end() ||
                      (rules.op_of(g, user) == rules.nodes[at].op && g.arg_count(user) == 2 &&
                       g.operand_at(user, 1) == rules.nodes[at].literal);
           });
}

} // namespace graft::detail
