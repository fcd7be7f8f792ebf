#pragma once

#include <graft/ir/graph.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/partition/contracted_graph.hpp>
#include <graft/partition/partition.hpp>
#include <graft/partition/partition_assignment.hpp>
#include <graft/partition/target_set.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace graft::detail {

// FX's rule that items stay with what they are taken from: where all users of a node are getitem, they go into its
// partition, or out of theirs when it has none; repeated until nothing moves. O(nodes + arguments + moves).
class getitem_mover {
public:
    // With `single_input`, items whose index is a node, too, stay where they are.
    getitem_mover(graph const& g, node_order const& order, partition_assignment& assignment, bool single_input)
        : g_(g), order_(order), assignment_(assignment), single_input_(single_input), getitem_({"operator.getitem"}, g),
          is_source_(g.capacity(), false), wanted_(g.capacity(), unmoved) {}

    // Moves; false when two sources of one item pull it to and fro for ever.
    bool run() {
        vec<node_id> sources;
        std::size_t rounds = find_sources(sources) + 1;
        for (; !sources.empty() && rounds > 0; --rounds) {
            vec<node_id> const moved = collect_moves(sources);
            for (node_id const n : moved) {
                assignment_.partition_of[n] = wanted_[n];
                wanted_[n] = unmoved;
            }
            moves_.insert(moves_.end(), moved.begin(), moved.end());
            sources = sources_near(moved);
        }
        append_moved();
        return sources.empty();
    }

    // Whether an item moved whose index is a node.
    [[nodiscard]] bool moved_indexed() const {
        return std::any_of(moves_.begin(), moves_.end(), [&](node_id n) { return !has_single_input(n); });
    }

private:
    static constexpr std::uint32_t unmoved = no_partition - 1;

    [[nodiscard]] bool has_single_input(node_id n) const {
        node_id first = no_node;
        bool single = true;
        g_.for_each_input(n, [&](node_id input) {
            single &= first == no_node || first == input;
            first = input;
        });
        return single;
    }

    // The nodes that have users, all of them items; gives the length of the longest chain of such nodes.
    std::size_t find_sources(vec<node_id>& sources) {
        vec<std::uint32_t> depth(g_.capacity(), 0);
        std::uint32_t longest = 0;
        for (node_id const n : order_.nodes) {
            bool all = g_.use_count(n) != 0;
            g_.for_each_use(n, [&](node_id user) { all = all && getitem_.contains(g_, user); });
            if (!all)
                continue;
            is_source_[n] = true;
            sources.push_back(n);
            g_.for_each_input(n, [&](node_id input) { depth[n] = std::max(depth[n], depth[input]); });
            longest = std::max(longest, ++depth[n]);
        }
        return longest;
    }

    // The items that are not where their sources are, each once; the last source decides.
    vec<node_id> collect_moves(vec<node_id> const& sources) {
        vec<node_id> moved;
        for (node_id const source : sources)
            for (node_id const item : g_.users(source)) {
                std::uint32_t const to = assignment_.partition_of[source];
                if (assignment_.partition_of[item] == to || (single_input_ && !has_single_input(item)))
                    continue;
                if (wanted_[item] == unmoved)
                    moved.push_back(item);
                wanted_[item] = to;
            }
        return moved;
    }

    // The sources whose items may have to move now, in order.
    vec<node_id> sources_near(vec<node_id> const& moved) const {
        vec<node_id> near;
        for (node_id const n : moved) {
            if (is_source_[n])
                near.push_back(n);
            g_.for_each_input(n, [&](node_id input) {
                if (is_source_[input])
                    near.push_back(input);
            });
        }
        std::sort(near.begin(), near.end(), [&](node_id a, node_id b) { return order_.before(a, b); });
        near.erase(std::unique(near.begin(), near.end()), near.end());
        return near;
    }

    // Whatever moved stands last, in the order of the last moves.
    void append_moved() {
        vec<bool> seen(g_.capacity(), false);
        for (auto at = moves_.rbegin(); at != moves_.rend(); ++at)
            if (!seen[*at]) {
                seen[*at] = true;
                assignment_.appended.push_back(*at);
            }
        std::reverse(assignment_.appended.begin(), assignment_.appended.end());
    }

    graph const& g_;
    node_order const& order_;
    partition_assignment& assignment_;
    bool single_input_;
    target_lookup getitem_;
    vec<bool> is_source_;       // by node id
    vec<std::uint32_t> wanted_; // by node id: where it goes in this round
    vec<node_id> moves_;
};

// Whether the partitions can all become single nodes.
inline bool is_acyclic(graph const& g, node_order const& order, partition_assignment const& assignment) {
    vec<vec<node_id>> members(assignment.ids.size());
    for (node_id const n : order.nodes)
        if (std::uint32_t const p = assignment.partition_of[n]; p != no_partition)
            members[p].push_back(n);
    vec<view<node_id const>> const lists(members.begin(), members.end());
    return contracted_graph(g, lists, assignment.partition_of).find_cycle().empty();
}

// Moves items to what they are taken from; where FX would go on for ever or make a cycle, which takes an item whose
// index is a node, such items stay.
inline void move_getitems(graph const& g, node_order const& order, partition_assignment& assignment) {
    partition_assignment const before = assignment;
    getitem_mover mover(g, order, assignment, false);
    if (mover.run() && (!mover.moved_indexed() || is_acyclic(g, order, assignment)))
        return;
    assignment = before;
    getitem_mover(g, order, assignment, true).run();
}

} // namespace graft::detail
