#pragma once

#include <graft/ir/detail/order_list.hpp>
#include <graft/ir/graph.hpp>
#include <graft/meta/vec.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>

namespace graft::detail {

// A graph that is read backwards while groups of its nodes are drawn together to single vertices, which are kept in
// a topological order. A vertex is named by one of its nodes.
//
// Two vertices can merge when no path leaves the first and comes back to the second through a third. Such a path lies
// between the two in the order, so it is searched for from both ends in turns, and what cannot merge costs no more
// than twice the easier search. A pair that failed is remembered with the third vertex, and fails at once for as
// long as that one is not part of the pair.
class contracted_order {
public:
    explicit contracted_order(graph const& g)
        : g_(g), parent_(g.capacity(), no_node), next_member_(g.capacity()), size_(g.capacity(), 0),
          order_(g.capacity()), marks_(g.capacity()) {}

    // Adds a node that comes before all nodes so far.
    void add(node_id n) {
        parent_[n] = next_member_[n] = n;
        size_[n] = 1;
        order_.push_front(n);
    }

    [[nodiscard]] node_id find(node_id n) {
        while (parent_[n] != n)
            n = parent_[n] = parent_[parent_[n]];
        return n;
    }
    [[nodiscard]] std::uint32_t size(node_id vertex) const { return size_[vertex]; }

    // Merges two vertices unless that would make a cycle.
    bool merge(node_id a, node_id b) {
        if (order_.before(b, a))
            std::swap(a, b);
        if (is_known_to_fail(a, b))
            return false;
        if (node_id const between = search(a, b); between != no_node) {
            between_[key(a, b)] = between;
            between_.try_emplace(key(between, b), between);
            return false;
        }
        unite(a, b);
        return true;
    }

private:
    struct mark {
        std::uint32_t search = 0;     // the search that met the vertex
        bool below = false;           // from above, that is by going down
        node_id first_step = no_node; // the vertex through which the search left the upper one
    };
    // One end of a search: the vertices that it met, and the member at which to go on in the first unfinished one.
    struct frontier {
        vec<node_id> met;
        std::size_t at = 0;
        node_id member = no_node;
        std::size_t work = 0;

        [[nodiscard]] bool is_done() const { return at == met.size(); }
    };

    [[nodiscard]] static std::uint64_t key(node_id upper, node_id lower) {
        return (std::uint64_t{upper} << 32) | lower;
    }

    // An entry (a, b) of `between_` is a vertex that is a itself or right below it and above b.
    [[nodiscard]] bool is_known_to_fail(node_id upper, node_id lower) {
        if (auto const known = between_.find(key(upper, lower)); known != between_.end()) {
            node_id const third = find(known->second);
            if (third != upper && third != lower)
                return true;
        }
        if (size_[upper] != 1 || between_.empty())
            return false;
        bool fails = false;
        g_.for_each_use(upper, [&](node_id user) {
            node_id const third = find(user);
            fails = fails || (third != lower && between_.contains(key(third, lower)));
        });
        return fails;
    }

    // The first vertex on a path from `upper` through others to `lower`, or `no_node`; then one of the two
    // frontiers is done and has met all that is reached from its end and lies between the two.
    node_id search(node_id upper, node_id lower) {
        ++search_;
        down_ = {{upper}, 0, upper, 0};
        up_ = {{lower}, 0, lower, 0};
        node_id found = no_node;
        while (found == no_node && !down_.is_done() && !up_.is_done())
            found = down_.work <= up_.work ? step_down(upper, lower) : step_up(upper, lower);
        return found;
    }

    node_id step_down(node_id upper, node_id lower) {
        node_id const from = down_.met[down_.at];
        node_id found = no_node;
        g_.for_each_use(down_.member, [&](node_id user) {
            ++down_.work;
            node_id const v = find(user);
            if (v == from || found != no_node || (v == lower && from == upper))
                return;
            node_id const step = from == upper ? v : marks_[from].first_step;
            if (v == lower || (is_met(v) && !marks_[v].below))
                found = step;
            else if (!is_met(v) && order_.before(v, lower))
                meet(down_, v, {search_, true, step});
        });
        advance(down_, from);
        return found;
    }

    node_id step_up(node_id upper, node_id lower) {
        node_id const from = up_.met[up_.at];
        node_id found = no_node;
        g_.for_each_input(up_.member, [&](node_id input) {
            ++up_.work;
            if (parent_[input] == no_node)
                return;
            node_id const v = find(input);
            if (v == from || found != no_node || (v == upper && from == lower))
                return;
            if (v == upper)
                found = from;
            else if (is_met(v) && marks_[v].below)
                found = marks_[v].first_step;
            else if (!is_met(v) && order_.before(upper, v))
                meet(up_, v, {search_, false, no_node});
        });
        advance(up_, from);
        return found;
    }

    [[nodiscard]] bool is_met(node_id v) const { return marks_[v].search == search_; }

    void meet(frontier& f, node_id v, mark m) {
        marks_[v] = m;
        f.met.push_back(v);
    }

    // Goes on to the next member, or to the first of the next vertex; the members of a vertex are in a ring.
    void advance(frontier& f, node_id from) {
        ++f.work;
        f.member = next_member_[f.member];
        if (f.member == from && ++f.at < f.met.size())
            f.member = f.met[f.at];
    }

    // Where all below `upper` is known it goes behind `lower`, else all above `lower` goes before `upper`; then
    // nothing is between the two, and the merged vertex takes the place of that one.
    void unite(node_id upper, node_id lower) {
        bool const below = down_.is_done();
        frontier& f = below ? down_ : up_;
        std::sort(f.met.begin() + 1, f.met.end(), [&](node_id a, node_id b) { return order_.before(a, b); });
        node_id place = lower;
        for (std::size_t i = 1; i < f.met.size(); ++i) {
            order_.erase(f.met[i]);
            if (below) {
                order_.insert_after(f.met[i], place);
                place = f.met[i];
            } else {
                order_.insert_before(f.met[i], upper);
            }
        }
        node_id const stays = below ? lower : upper, goes = below ? upper : lower;
        order_.erase(goes);
        if (size_[goes] > size_[stays]) {
            order_.insert_after(goes, stays);
            order_.erase(stays);
            absorb(goes, stays);
        } else {
            absorb(stays, goes);
        }
    }

    void absorb(node_id root, node_id other) {
        parent_[other] = root;
        size_[root] += size_[other];
        std::swap(next_member_[root], next_member_[other]);
    }

    graph const& g_;
    vec<node_id> parent_;      // by node id: the way to its vertex; `no_node` before it was added
    vec<node_id> next_member_; // by node id: the next node of its vertex, in a ring
    vec<std::uint32_t> size_;
    order_list order_;
    vec<mark> marks_;
    std::uint32_t search_ = 0;
    frontier down_, up_;
    std::unordered_map<std::uint64_t, node_id> between_;
};

} // namespace graft::detail
