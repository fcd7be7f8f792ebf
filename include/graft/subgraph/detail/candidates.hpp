#pragma once

#include <graft/meta/vec.hpp>
#include <graft/subgraph/detail/binding.hpp>
#include <graft/subgraph/detail/groups.hpp>
#include <graft/subgraph/detail/index.hpp>
#include <graft/subgraph/detail/pattern.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

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

// The nodes that an anchor may stand for, given what is bound: never too few, in the order of the graph, found once.
class subgraph_candidates {
public:
    constexpr subgraph_candidates(graph const& g, subgraph_pattern const& pattern, subgraph_index const& index,
                                  subgraph_groups const& groups, bool ignore_literals, std::string_view name_match)
        : g_(g), pattern_(pattern), index_(index), groups_(groups), routes_(pattern),
          alone_(g, pattern, index, ignore_literals), strict_(!ignore_literals), name_match_(name_match),
          own_(pattern.anchors.size(), none), heads_(g.capacity(), none), seen_(g.capacity(), 0) {}

    struct bound_node {
        node_id pattern_node, node;
    };
    struct list {
        vec<node_id> nodes;
        std::size_t first = 0;  // those before it are no candidates any more
        vec<bound_node> common; // what every one of them binds
    };

    // True when the anchor is connected to what the anchors before it bind.
    [[nodiscard]] constexpr bool is_connected(std::size_t anchor) const { return routes_[anchor].from != no_node; }

    // The number of the list of an anchor, for `operator[]`.
    [[nodiscard]] constexpr std::size_t of(std::size_t anchor, subgraph_binding const& binding) {
        node_id const from = routes_[anchor].from;
        node_id const start = from == no_node ? no_node : binding.node(from);
        if (start == no_node || !is_certain(anchor))
            return own(anchor);
        std::size_t const key = route_key(anchor);
        for (std::uint32_t at = heads_[start]; at != none; at = entries_[at].next)
            if (entries_[at].key == key)
                return entries_[at].list;
        std::size_t const made = reach(anchor, start);
        entries_.push_back({key, made, heads_[start]});
        heads_[start] = static_cast<std::uint32_t>(entries_.size() - 1);
        return made;
    }

    [[nodiscard]] constexpr list& operator[](std::size_t number) { return lists_[number]; }

    // What it took to find them.
    [[nodiscard]] constexpr std::size_t steps() const { return alone_.steps(); }

private:
    static constexpr std::uint32_t none = 0xffffffff;

    struct entry {
        std::size_t key, list;
        std::uint32_t next; // of the same node
    };

    // When literals are ignored an argument that is no node need not match what the pattern has there.
    [[nodiscard]] constexpr bool is_certain(std::size_t anchor) const {
        if (strict_)
            return true;
        node_id at = routes_[anchor].from;
        for (subgraph_routes::step const& next : routes_[anchor].steps) {
            if (!name_match_.empty() || !index_.is_plain(next.to_user ? next.to : at))
                return false;
            at = next.to;
        }
        return true;
    }

    // Anchors that may be exchanged have the same candidates.
    constexpr std::size_t own(std::size_t anchor) {
        std::size_t const first = first_of_group(anchor);
        if (own_[first] == none)
            own_[first] = add(first, index_.candidates(pattern_.anchors[first], name_match_));
        return own_[first];
    }

    [[nodiscard]] constexpr std::size_t first_of_group(std::size_t anchor) const {
        while (groups_.before(anchor) != subgraph_groups::none)
            anchor = groups_.before(anchor);
        return anchor;
    }

    // The first anchor of the group with the same way to it.
    [[nodiscard]] constexpr std::size_t route_key(std::size_t anchor) const {
        for (std::size_t before = groups_.before(anchor); before != subgraph_groups::none && same_route(before, anchor);
             before = groups_.before(anchor))
            anchor = before;
        return anchor;
    }

    [[nodiscard]] constexpr bool same_route(std::size_t a, std::size_t b) const {
        auto const& x = routes_[a];
        auto const& y = routes_[b];
        if (x.from != y.from || x.steps.size() != y.steps.size())
            return false;
        for (std::size_t i = 0; i < x.steps.size(); ++i) {
            node_id const p = x.steps[i].to, q = y.steps[i].to;
            if (x.steps[i].to_user != y.steps[i].to_user || raw(pattern_.g).op(p) != raw(pattern_.g).op(q) ||
                (pattern_.is_compute(p) && raw(pattern_.g).target_id(p) != raw(pattern_.g).target_id(q)))
                return false;
        }
        return true;
    }

    // What does not match by itself does not match with other anchors either, unless literals are ignored.
    constexpr std::size_t add(std::size_t anchor, vec<node_id> nodes) {
        list made;
        if (!strict_ || pattern_.anchors.size() == 1) {
            made.nodes = std::move(nodes);
        } else {
            for (node_id const n : nodes) {
                if (alone_.bind(pattern_.anchors[anchor], n, name_match_, {})) {
                    keep_common(made);
                    made.nodes.push_back(n);
                }
                alone_.undo(0);
            }
        }
        lists_.push_back(std::move(made));
        return lists_.size() - 1;
    }

    // `alone_` has bound one more candidate.
    constexpr void keep_common(list& made) const {
        if (made.nodes.empty()) {
            for (node_id const p : alone_.bound())
                if (alone_.node(p) != no_node)
                    made.common.push_back({p, alone_.node(p)});
        } else {
            erase_if(made.common, [this](bound_node b) { return alone_.node(b.pattern_node) != b.node; });
        }
    }

    // Follows the route of an anchor; all its own candidates when a node on it may stand for no node.
    constexpr std::size_t reach(std::size_t anchor, node_id start) {
        vec<node_id> found{start};
        node_id at = routes_[anchor].from;
        for (subgraph_routes::step const& next : routes_[anchor].steps) {
            vec<node_id> reached;
            ++round_;
            bool const is_anchor = next.to == pattern_.anchors[anchor];
            auto const visit = [&](node_id n) {
                if (seen_[n] == round_)
                    return;
                seen_[n] = round_;
                if (index_.equal(next.to, n) || (is_anchor && is_named(n)))
                    reached.push_back(n);
            };
            for (node_id const n : found) {
                if (next.to_user)
                    raw(g_).for_each_use(n, visit);
                else if (may_be_literal(at, next.to, n))
                    return own(anchor);
                else
                    raw(g_).for_each_input(n, visit);
            }
            found = std::move(reached);
            at = next.to;
        }
        std::sort(found.begin(), found.end(),
                  [this](node_id a, node_id b) { return index_.position(a) < index_.position(b); });
        return add(anchor, std::move(found));
    }

    [[nodiscard]] constexpr bool is_named(node_id n) const {
        return !name_match_.empty() && subgraph_index::holds(g_.name(n), name_match_);
    }

    // True when the placeholder `input` of the pattern's `p` may stand for an argument of `n` that is no node.
    [[nodiscard]] constexpr bool may_be_literal(node_id p, node_id input, node_id n) const {
        if (raw(pattern_.g).op(input) != opcode::placeholder)
            return false;
        if (raw(g_).operand_count(n) != raw(pattern_.g).operand_count(p) || raw(g_).kwarg_count(n) != 0)
            return true;
        for (std::size_t i = 0; i < raw(g_).arg_count(n); ++i)
            if (!raw(g_).operand_at(n, i).is_node() && raw(pattern_.g).operand_at(p, i).is_node())
                return true;
        return false;
    }

    graph const& g_;
    subgraph_pattern const& pattern_;
    subgraph_index const& index_;
    subgraph_groups const& groups_;
    subgraph_routes routes_;
    subgraph_binding alone_;
    bool strict_;
    std::string_view name_match_;
    vec<list> lists_;
    vec<std::size_t> own_;     // by anchor: the list of all its candidates
    vec<std::uint32_t> heads_; // by node: the first of the entries whose route starts there
    vec<entry> entries_;
    vec<std::uint32_t> seen_;
    std::uint32_t round_ = 0;
};

} // namespace graft::detail
