#pragma once

#include <graft/meta/vec.hpp>
#include <graft/subgraph/detail/binding.hpp>
#include <graft/subgraph/detail/candidates.hpp>
#include <graft/subgraph/detail/groups.hpp>
#include <graft/subgraph/detail/index.hpp>
#include <graft/subgraph/detail/pattern.hpp>
#include <graft/subgraph/detail/spans.hpp>
#include <graft/subgraph/internal_match.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace graft::detail {

// The matches of a pattern in a graph, two words for each node of the pattern. Pattern and graph must outlive it.
class subgraph_matches {
public:
    constexpr subgraph_matches(graph const& g, subgraph_pattern const& pattern)
        : g_(&g), pattern_(&pattern), begins_(1, 0) {}

    [[nodiscard]] constexpr std::size_t size() const { return begins_.size() - 1; }

    // Adds what is bound now.
    constexpr void add(subgraph_binding const& binding) {
        for (node_id const p : binding.bound())
            values_.push_back({p, binding.operand_of(p), binding.is_default(p)});
        begins_.push_back(values_.size());
    }

    // Calls `f` with each match in turn, which is valid during the call.
    template <class F>
    constexpr void for_each(F&& f) const {
        internal_match m;
        vec<std::size_t> place(pattern_->g.capacity(), 0); // by node of the pattern: which of the match
        for (std::size_t i = 0; i < size(); ++i) {
            show(i, m, place);
            f(std::as_const(m));
        }
    }

private:
    struct bound_value {
        node_id pattern_node;
        operand value;
        bool is_default; // a literal of the pattern's graph
    };

    [[nodiscard]] constexpr arg_ref view(bound_value const& bound) const {
        return (bound.is_default ? pattern_->g : *g_).view(bound.value);
    }

    constexpr void show(std::size_t i, internal_match& m, vec<std::size_t>& place) const {
        m.anchors = pattern_->anchors;
        m.nodes_map.clear();
        for (std::size_t at = begins_[i]; at < begins_[i + 1]; ++at) {
            place[values_[at].pattern_node] = m.nodes_map.size();
            m.nodes_map.push_back({values_[at].pattern_node, view(values_[at])});
        }
        m.placeholder_nodes.clear();
        for (node_id const p : pattern_->placeholders)
            m.placeholder_nodes.push_back(m.nodes_map[place[p]].value);
        m.returning_nodes.clear();
        for (node_id const p : pattern_->returning)
            m.returning_nodes.push_back(m.nodes_map[place[p]].value);
        m.name_node_map.clear();
        for (subgraph_pattern::output_name const& named : pattern_->names)
            if (std::size_t const at = place[named.node];
                at < m.nodes_map.size() && m.nodes_map[at].pattern_node == named.node)
                m.name_node_map.push_back({named.name, m.nodes_map[at].value});
    }

    graph const* g_;
    subgraph_pattern const* pattern_;
    vec<bound_value> values_; // of one match after the other, in the order in which they were bound
    vec<std::size_t> begins_; // by match: the first of its values
};

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

// Finds the matches of a pattern in one graph in FX's order: the candidates of the first anchor outermost, each anchor's
// in the order of the graph. What FX would find and then drop as an overlap is not looked for.
class subgraph_search {
public:
    constexpr subgraph_search(graph const& g, subgraph_pattern const& pattern, bool match_placeholder,
                              bool remove_overlapping, bool ignore_literals, std::string_view name_match)
        : g_(g), pattern_(pattern), remove_overlapping_(remove_overlapping), name_match_(name_match),
          index_(g, pattern, match_placeholder), groups_(pattern, index_, ignore_literals, !name_match.empty()),
          binding_(g, pattern, index_, ignore_literals), cycle_(g, pattern, index_, binding_),
          candidates_(g, pattern, index_, groups_, ignore_literals, name_match), found_(g, pattern) {
        if (remove_overlapping)
            taken_.resize(g.capacity(), 0);
        for (std::size_t i = 1; i < pattern.anchors.size(); ++i)
            if (remove_overlapping && !ignore_literals && index_.is_topological() && !spans_ &&
                !candidates_.is_connected(i))
                spans_.emplace(g, index_);
    }
    subgraph_search(subgraph_search const&) = delete;
    subgraph_search& operator=(subgraph_search const&) = delete;

    [[nodiscard]] constexpr subgraph_matches run() {
        if (!pattern_.anchors.empty())
            search(0);
        return std::move(found_);
    }

    // How often a node of the pattern was held against one of the graph so far.
    [[nodiscard]] constexpr std::size_t steps() const { return binding_.steps() + candidates_.steps(); }

private:
    static constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

    constexpr void search(std::size_t anchor) {
        if (anchor == pattern_.anchors.size()) {
            end();
            return;
        }
        node_id const p = pattern_.anchors[anchor];
        std::size_t const list = candidates_.of(anchor, binding_), after = groups_.after(anchor);
        if (is_too_short(list, after) || all_conflict(anchor, list))
            return;
        std::size_t const bound = binding_.bound().size();
        bool const apart = spans_ && anchor > 0 && is_call(p) && !candidates_.is_connected(anchor) && !binds_list();
        for (std::size_t at = first(anchor, list); at + left_for(after) < candidates_[list].nodes.size(); ++at) {
            node_id const n = candidates_[list].nodes[at];
            if (std::uint32_t const next = apart ? skip(anchor, n) : index_.position(n); next != index_.position(n)) {
                at = find(list, at, next) - 1;
                continue;
            }
            if (is_taken(p, n)) {
                if (at == candidates_[list].first)
                    ++candidates_[list].first;
                continue;
            }
            if (binding_.bind(p, n, name_match_, taken_))
                search(anchor + 1);
            binding_.undo(bound);
            if (back_to_ == anchor)
                back_to_ = nowhere;
            if (back_to_ != nowhere)
                return;
        }
    }

    // Of permutations of one match the first is the only one to look at: the anchors of a group in order.
    [[nodiscard]] constexpr std::size_t first(std::size_t anchor, std::size_t list) {
        std::size_t const first = candidates_[list].first;
        if (!remove_overlapping_ || groups_.before(anchor) == subgraph_groups::none)
            return first;
        node_id const before = binding_.node(pattern_.anchors[groups_.before(anchor)]);
        return find(list, first, index_.position(before) + 1);
    }

    // The first candidate from `begin` on that does not stand before `position`.
    [[nodiscard]] constexpr std::size_t find(std::size_t list, std::size_t begin, std::uint32_t position) {
        vec<node_id> const& nodes = candidates_[list].nodes;
        std::size_t end = nodes.size();
        while (begin < end) {
            std::size_t const middle = begin + (end - begin) / 2;
            if (index_.position(nodes[middle]) < position)
                begin = middle + 1;
            else
                end = middle;
        }
        return begin;
    }

    [[nodiscard]] constexpr bool is_call(node_id p) const {
        return pattern_.is_compute(p) && raw(pattern_.g).op(p) != opcode::get_attr;
    }

    // Where the first stands, from `n` on, that may be in one match with the anchors that are bound.
    [[nodiscard]] constexpr std::uint32_t skip(std::size_t anchor, node_id n) const {
        std::uint32_t at = index_.position(n);
        for (std::size_t i = 0; i < anchor; ++i)
            if (is_call(pattern_.anchors[i]))
                at = spans_->skip(binding_.node(pattern_.anchors[i]), at);
        return at;
    }

    // True when a placeholder stands for a list with nodes, which may be matched ones.
    [[nodiscard]] constexpr bool binds_list() const {
        for (node_id const p : binding_.bound())
            if (binding_.value(p).value().is_aggregate())
                return true;
        return false;
    }

    // True when every candidate binds a node that something else stands for.
    [[nodiscard]] constexpr bool all_conflict(std::size_t anchor, std::size_t list) {
        bool const connected = candidates_.is_connected(anchor);
        for (auto const& [p, n] : candidates_[list].common)
            if (binding_.owner(n) != no_node && !(connected && binding_.owner(n) == p))
                return true;
        return false;
    }

    [[nodiscard]] constexpr std::size_t left_for(std::size_t after) const { return remove_overlapping_ ? after : 0; }

    // True when a list has too few candidates for an anchor and the `after` later ones of its group.
    [[nodiscard]] constexpr bool is_too_short(std::size_t list, std::size_t after) {
        vec<node_id> const& nodes = candidates_[list].nodes;
        if (after == 0 || nodes.size() > binding_.bound().size() + after)
            return false;
        std::size_t free = 0;
        for (node_id const n : nodes)
            if (!binding_.is_computed(n) && (taken_.empty() || taken_[n] == 0))
                ++free;
        return free <= after;
    }

    [[nodiscard]] constexpr bool is_taken(node_id p, node_id n) const {
        return !taken_.empty() && taken_[n] != 0 && pattern_.is_compute(p);
    }

    // All anchors are bound.
    constexpr void end() {
        for (auto const* wanted : {&pattern_.placeholders, &pattern_.returning})
            for (node_id const p : *wanted)
                if (!binding_.is_bound(p))
                    raise(errc::invalid_argument, "the pattern's node '", pattern_.g.name(p),
                          "' stands for nothing in a match at '", g_.name(binding_.node(pattern_.anchors[0])), "'");
        if (!is_contained() || (remove_overlapping_ && cycle_.found()))
            return;
        found_.add(binding_);
        if (remove_overlapping_)
            take();
    }

    // True when nothing outside uses what the pattern does not return.
    [[nodiscard]] constexpr bool is_contained() const {
        auto const inside = [this](node_id user) {
            return binding_.owner(user) != no_node && raw(pattern_.g).op(binding_.owner(user)) != opcode::placeholder;
        };
        for (node_id const p : binding_.bound())
            if (pattern_.is_compute(p) && !pattern_.is_returned(p) && !raw(g_).all_uses(binding_.node(p), inside))
                return false;
        return true;
    }

    // Every match with one of these nodes is an overlap now: the search goes on at the first anchor among them.
    constexpr void take() {
        for (node_id const p : binding_.bound())
            if (pattern_.is_compute(p))
                taken_[binding_.node(p)] = 1;
        for (std::size_t i = 0; i < pattern_.anchors.size() && back_to_ == nowhere; ++i)
            if (pattern_.is_compute(pattern_.anchors[i]))
                back_to_ = i;
    }

    graph const& g_;
    subgraph_pattern const& pattern_;
    bool remove_overlapping_;
    std::string_view name_match_;
    subgraph_index index_;
    subgraph_groups groups_;
    subgraph_binding binding_;
    subgraph_cycle cycle_;
    subgraph_candidates candidates_;
    std::optional<subgraph_spans> spans_; // for anchors that nothing connects
    vec<std::uint8_t> taken_;             // by node: it is in a match already, when overlaps are removed
    std::size_t back_to_ = nowhere;       // the anchor that the search goes back to
    subgraph_matches found_;
};

} // namespace graft::detail
