#pragma once

#include <graft/meta/vec.hpp>
#include <graft/subgraph/detail/binding.hpp>
#include <graft/subgraph/detail/index.hpp>
#include <graft/subgraph/detail/pattern.hpp>

#include <algorithm>
#include <cstdint>

namespace graft::detail {

// Tells whether a path leaves the matched nodes and comes back, so that they cannot become one node.
class subgraph_cycle {
public:
    constexpr subgraph_cycle(graph const& g, subgraph_pattern const& pattern, subgraph_index const& index,
                             subgraph_binding const& binding)
        : g_(g), pattern_(pattern), index_(index), binding_(binding), seen_(g.capacity(), 0) {}

    // Walks only nodes that stand before the last matched one: a path back cannot lie elsewhere.
    [[nodiscard]] constexpr bool found() {
        last_ = index_.is_topological() ? 0 : static_cast<std::uint32_t>(g_.capacity());
        for (node_id const p : binding_.bound())
            if (pattern_.is_compute(p))
                last_ = std::max(last_, index_.position(binding_.node(p)));
        ++round_;
        pending_.clear();
        for (node_id const p : binding_.bound())
            if (pattern_.is_compute(p))
                visit_users(binding_.node(p), true);
        while (!pending_.empty()) {
            node_id const n = pending_.back();
            pending_.pop_back();
            if (visit_users(n, false))
                return true;
        }
        return false;
    }

private:
    // True when a user of `n` is matched and `from_match` is false.
    constexpr bool visit_users(node_id n, bool from_match) {
        if (index_.position(n) >= last_)
            return false;
        bool back = false;
        raw(g_).for_each_use(n, [&](node_id user) {
            if (binding_.is_computed(user))
                back = true;
            else if (seen_[user] != round_ && index_.position(user) < last_) {
                seen_[user] = round_;
                pending_.push_back(user);
            }
        });
        return back && !from_match;
    }

    graph const& g_;
    subgraph_pattern const& pattern_;
    subgraph_index const& index_;
    subgraph_binding const& binding_;
    vec<std::uint32_t> seen_; // by node: the round in which it was reached
    std::uint32_t round_ = 0, last_ = 0;
    vec<node_id> pending_;
};

} // namespace graft::detail
