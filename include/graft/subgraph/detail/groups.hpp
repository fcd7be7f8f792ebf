#pragma once

#include <graft/meta/vec.hpp>
#include <graft/subgraph/detail/index.hpp>
#include <graft/subgraph/detail/pattern.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace graft::detail {

// Which anchors of a pattern may be exchanged without changing it: their matches come in permutations of each other,
// of which one tells all.
class subgraph_groups {
public:
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    // When literals are ignored what comes first counts where a placeholder stands for a literal, so that anchors with
    // nodes in common may be exchanged only when no literal comes into it.
    constexpr subgraph_groups(subgraph_pattern const& pattern, subgraph_index const& index, bool ignore_literals,
                              bool by_name)
        : pattern_(pattern), g_(pattern.g), index_(index), ignore_literals_(ignore_literals), by_name_(by_name),
          mirror_(pattern.g.capacity(), no_node), is_left_(pattern.g.capacity(), 0) {
        vec<std::size_t> last; // of each group
        for (std::size_t i = 0; i < pattern.anchors.size(); ++i) {
            before_.push_back(none);
            after_.push_back(0);
            for (std::size_t& group : last)
                if (exchangeable(pattern.anchors[group], pattern.anchors[i])) {
                    before_[i] = std::exchange(group, i);
                    break;
                }
            if (before_[i] == none)
                last.push_back(i);
        }
        for (std::size_t i = before_.size(); i-- > 0;)
            if (before_[i] != none)
                after_[before_[i]] = after_[i] + 1;
    }

    // The anchor before this one in its group, or `none`.
    [[nodiscard]] constexpr std::size_t before(std::size_t anchor) const { return before_[anchor]; }
    // How many of its group come after it.
    [[nodiscard]] constexpr std::size_t after(std::size_t anchor) const { return after_[anchor]; }

private:
    constexpr bool exchangeable(node_id a, node_id b) {
        bool const same = pattern_.is_compute(a) && raw(g_).target_id(a) == raw(g_).target_id(b) && is_mirrored(a, b);
        for (node_id const p : touched_) {
            mirror_[p] = no_node;
            is_left_[p] = 0;
        }
        touched_.clear();
        return same;
    }

    // True when exchanging the nodes below `a` with those below `b`, but for common ones, leaves the pattern as it is.
    constexpr bool is_mirrored(node_id a, node_id b) {
        pending_.assign(1, {operand::node(a), operand::node(b)});
        have_common_ = false;
        while (!pending_.empty()) {
            auto const [x, y] = pending_.back();
            pending_.pop_back();
            if (x.is_node() && y.is_node() ? !mirror(x.id(), y.id()) : !same_argument(x, y))
                return false;
        }
        if (ignore_literals_ && have_common_ && !is_plain())
            return false;
        for (node_id const p : touched_) {
            bool inside = true;
            if (mirror_[p] != p)
                raw(g_).for_each_use(p, [&](node_id user) {
                    inside = inside && (user == g_.back() || (mirror_[user] != no_node && mirror_[user] != user));
                });
            if (!inside)
                return false;
        }
        return true;
    }

    // True when no literal comes into what is exchanged.
    [[nodiscard]] constexpr bool is_plain() const {
        for (node_id const p : touched_)
            if (pattern_.is_compute(p) && mirror_[p] != p && !index_.is_plain(p))
                return false;
        return !by_name_;
    }

    constexpr bool mirror(node_id a, node_id b) {
        if (mirror_[a] != no_node || mirror_[b] != no_node) {
            have_common_ = have_common_ || is_left_[a] == 0;
            return mirror_[a] == b && mirror_[b] == a;
        }
        mirror_[a] = b;
        mirror_[b] = a;
        touched_.push_back(a);
        is_left_[a] = 1;
        have_common_ = have_common_ || a == b;
        if (a == b)
            return true;
        touched_.push_back(b);
        if (raw(g_).op(a) != raw(g_).op(b) || pattern_.is_returned(a) != pattern_.is_returned(b))
            return false;
        if (raw(g_).op(a) == opcode::placeholder)
            return true;
        bool const same_facts = raw(g_).op(a) == opcode::get_attr ? g_.meta(a, "attr_type") == g_.meta(b, "attr_type")
                                                                  : raw(g_).target_id(a) == raw(g_).target_id(b);
        if (!same_facts || raw(g_).arg_count(a) != raw(g_).arg_count(b) ||
            raw(g_).kwarg_count(a) != raw(g_).kwarg_count(b))
            return false;
        for (std::size_t i = 0; i < raw(g_).operand_count(a); ++i)
            pending_.push_back({raw(g_).operand_at(a, i), raw(g_).operand_at(b, i)});
        return true;
    }

    constexpr bool same_argument(operand x, operand y) {
        if (!x.is_aggregate() || !y.is_aggregate())
            return x == y;
        auto const& of_x = g_.store().aggregates[x.id()];
        auto const& of_y = g_.store().aggregates[y.id()];
        if (of_x.kind != of_y.kind || of_x.count != of_y.count)
            return false;
        for (std::uint32_t i = 0; i < of_x.count; ++i)
            pending_.push_back({g_.store().slots[of_x.begin + i].value, g_.store().slots[of_y.begin + i].value});
        return true;
    }

    subgraph_pattern const& pattern_;
    graph const& g_;
    subgraph_index const& index_;
    bool ignore_literals_, by_name_, have_common_ = false;
    vec<node_id> mirror_;       // by node: what it is exchanged with; itself when common
    vec<std::uint8_t> is_left_; // by node: the first anchor is computed from it
    vec<node_id> touched_;
    vec<std::pair<operand, operand>> pending_;
    vec<std::size_t> before_, after_; // by anchor
};

} // namespace graft::detail
