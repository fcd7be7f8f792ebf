#pragma once

#include <graft/config.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/rewrite/prepared_rules.hpp>

#include <cstddef>
#include <cstdint>

namespace graft::detail {

// Finds what may be another root of a match: from a bound value that its pattern asks for, through the users.
class root_finder {
public:
    static constexpr std::size_t most_looked_at = 64; // users, per level

    constexpr root_finder(graph const& g, prepared_rules const& rules) : g_(g), rules_(rules) {}

    // Nodes that are a call of the pattern's op above the bound value, in order of use; no root that is taken.
    vec<node_id> candidates;

    // False when the pattern at `at` asks for no bound value; of several the one with the fewest uses is taken.
    GRAFT_CONSTEXPR bool find(std::uint32_t at, view<operand const> bound, std::uint32_t mask,
                              view<node_id const> taken);

private:
    // Walks the pattern; keeps the way up from the bound value that has the fewest uses.
    GRAFT_CONSTEXPR void look(std::uint32_t at, view<operand const> bound, std::uint32_t mask);

    GRAFT_CONSTEXPR void climb(node_id from);

    graph const& g_;
    prepared_rules const& rules_;
    vec<std::uint16_t> path_, best_; // the ops from the root's down
    vec<node_id> level_;
    std::size_t fewest_ = 0;
    node_id start_ = no_node;
};

} // namespace graft::detail

#if defined(GRAFT_CORE_BODIES)
#    include <algorithm>

namespace graft::detail {

GRAFT_CONSTEXPR bool root_finder::find(std::uint32_t at, view<operand const> bound, std::uint32_t mask,
                                       view<node_id const> taken) {
    path_.clear();
    best_.clear();
    fewest_ = static_cast<std::size_t>(-1);
    look(at, bound, mask);
    if (best_.empty())
        return false;
    climb(start_);
    erase_if(candidates, [&](node_id n) { return std::find(taken.begin(), taken.end(), n) != taken.end(); });
    return true;
}

GRAFT_CONSTEXPR void root_finder::look(std::uint32_t at, view<operand const> bound, std::uint32_t mask) {
    prepared_node const& p = rules_.nodes[at];
    if (p.kind == pattern_kind::variable) {
        operand const value = bound[p.variable];
        if (path_.empty() || (mask >> p.variable & 1u) == 0 || !value.is_node() ||
            raw(g_).use_count(value.id()) >= fewest_)
            return;
        fewest_ = raw(g_).use_count(value.id());
        start_ = value.id();
        best_ = path_;
        return;
    }
    bool const is_call = p.kind == pattern_kind::call || p.kind == pattern_kind::item;
    if (!is_call && p.kind != pattern_kind::list)
        return;
    if (is_call)
        path_.push_back(p.op);
    for (std::uint32_t child = at + 1; child < rules_.end_of(at); child = rules_.end_of(child))
        look(child, bound, mask);
    if (is_call)
        path_.pop_back();
}

GRAFT_CONSTEXPR void root_finder::climb(node_id from) {
    candidates.assign(1, from);
    for (std::size_t level = best_.size(); level-- > 0;) {
        level_.clear();
        std::size_t looked_at = 0;
        for (node_id const n : candidates)
            static_cast<void>(raw(g_).all_uses(n, [&](node_id user) {
                if (rules_.op_of(g_, user) == best_[level] &&
                    std::find(level_.begin(), level_.end(), user) == level_.end())
                    level_.push_back(user);
                return ++looked_at < most_looked_at;
            }));
        candidates.swap(level_);
    }
}

} // namespace graft::detail
#endif
