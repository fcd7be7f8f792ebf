#pragma once

#include <graft/meta/vec.hpp>
#include <graft/subgraph/detail/pattern.hpp>

#include <cstddef>
#include <cstdint>

namespace graft::detail {

// How each anchor of a pattern is reached, through uses and inputs, from what the anchors before it have bound.
class subgraph_routes {
public:
    struct step {
        node_id to = no_node;
        bool to_user = false; // else to an input
    };
    // From a node that is bound by then, or `no_node` when nothing connects the anchor.
    struct route {
        node_id from = no_node;
        vec<step> steps;
    };

    constexpr explicit subgraph_routes(subgraph_pattern const& pattern)
        : pattern_(pattern), bound_(pattern.g.capacity(), 0), reached_(pattern.g.capacity(), step{}) {
        for (node_id const anchor : pattern.anchors) {
            routes_.push_back(routes_.empty() ? route{} : find(anchor));
            bind(anchor);
        }
    }

    [[nodiscard]] constexpr route const& operator[](std::size_t anchor) const { return routes_[anchor]; }

private:
    // Everything that the anchor is computed from is bound with it.
    constexpr void bind(node_id anchor) {
        vec<node_id> pending{anchor};
        while (!pending.empty()) {
            node_id const p = pending.back();
            pending.pop_back();
            if (bound_[p] != 0)
                continue;
            bound_[p] = 1;
            pattern_.g.for_each_input(p, [&](node_id input) { pending.push_back(input); });
        }
    }

    // The shortest way, breadth first from the anchor; `reached_` holds the step back towards it.
    constexpr route find(node_id anchor) {
        vec<node_id> queue{anchor};
        reached_[anchor].to = anchor;
        node_id end = no_node;
        for (std::size_t at = 0; at < queue.size() && end == no_node; ++at) {
            node_id const p = queue[at];
            auto const visit = [&](node_id next, bool is_input) {
                if (end != no_node || next == pattern_.g.back() || reached_[next].to != no_node)
                    return;
                reached_[next] = {p, is_input};
                queue.push_back(next);
                if (bound_[next] != 0)
                    end = next;
            };
            pattern_.g.for_each_input(p, [&](node_id input) { visit(input, true); });
            if (end == no_node)
                for (node_id const user : pattern_.g.users(p))
                    visit(user, false);
        }
        route found;
        if (end != no_node) {
            found.from = end;
            for (node_id p = end; p != anchor; p = reached_[p].to)
                found.steps.push_back(reached_[p]);
        }
        for (node_id const p : queue)
            reached_[p] = {};
        return found;
    }

    subgraph_pattern const& pattern_;
    vec<std::uint8_t> bound_; // by node, up to the anchor at hand
    vec<step> reached_;       // by node
    vec<route> routes_;       // by anchor
};

} // namespace graft::detail
