#pragma once

#include <graft/pattern/detail/holds.hpp>

#include <array>
#include <string_view>

namespace graft_test {

/// Whether all conditions hold when x is the node `n`, y is `other` and a rule replaces `root`.
template <std::size_t N, class Names>
bool hold(graft::constraints<N, Names> const& conditions, graft::graph& g, graft::node_id n, graft::operand other,
          graft::node_id root) {
    std::array<std::string_view, 2> const names{"x", "y"};
    std::array<graft::operand, 2> const bound{graft::operand::node(n), other};
    graft::match const m{&g, root, names, bound, {}};
    for (graft::constraint c : conditions.items) {
        for (graft::constraint::subject* const s : {&c.of, &c.other})
            if (!s->name.empty())
                s->variable = s->name == "x" ? std::int16_t{0} : std::int16_t{1};
        if (!graft::detail::holds(c, m))
            return false;
    }
    return true;
}

/// Whether they hold where y is the literal 3 and the root is `n`.
template <std::size_t N, class Names>
bool hold(graft::constraints<N, Names> const& conditions, graft::graph& g, graft::node_id n) {
    return hold(conditions, g, n, g.encode(3), n);
}

} // namespace graft_test
