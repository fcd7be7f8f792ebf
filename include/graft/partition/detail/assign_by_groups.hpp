#pragma once

#include <graft/ir/graph.hpp>
#include <graft/meta/vec.hpp>
#include <graft/partition/partition.hpp>
#include <graft/partition/partition_assignment.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <utility>

namespace graft::detail {

// Which partitions each node reaches through its users, for a graph that is read backwards. In most graphs these are
// all before some number; the others are listed, and nodes that reach the same share one list.
class reached_partitions {
public:
    explicit reached_partitions(graph const& g) : g_(g), set_of_(g.capacity(), 0), sets_(1) {}

    // Whether `n`, whose users are known, reaches the partition through them.
    [[nodiscard]] bool reaches(node_id n, std::uint32_t partition) const {
        return contains(sets_[set_of_[n]], partition);
    }

    // The first partition from `partition` on that `n` does not reach, or in which `n` is.
    [[nodiscard]] std::uint32_t skip_reached(node_id n, std::uint32_t own, std::uint32_t partition) const {
        reached const& set = sets_[set_of_[n]];
        while (partition != own && contains(set, partition)) {
            bool const jumps = partition < set.all_before;
            bool const over_own = jumps && own > partition && own < set.all_before;
            partition = over_own ? own : jumps ? set.all_before : partition + 1;
        }
        return partition;
    }

    // Adds a node once all after it are in their partitions.
    void add(node_id n, vec<std::uint32_t> const& partition_of) {
        std::uint32_t best = 0;
        g_.for_each_use(n, [&](node_id user) {
            if (sets_[set_of_[user]].all_before > sets_[best].all_before)
                best = set_of_[user];
        });
        std::uint32_t all_before = sets_[best].all_before;
        vec<std::uint32_t> others;
        g_.for_each_use(n, [&](node_id user) {
            if (set_of_[user] != best)
                others.insert(others.end(), sets_[set_of_[user]].others.begin(), sets_[set_of_[user]].others.end());
            if (partition_of[user] != no_partition)
                others.push_back(partition_of[user]);
        });
        bool const same =
            std::all_of(others.begin(), others.end(), [&](std::uint32_t p) { return contains(sets_[best], p); });
        if (!same) {
            others.insert(others.end(), sets_[best].others.begin(), sets_[best].others.end());
            std::sort(others.begin(), others.end());
            others.erase(std::unique(others.begin(), others.end()), others.end());
            auto rest = std::lower_bound(others.begin(), others.end(), all_before);
            for (; rest != others.end() && *rest == all_before; ++rest)
                ++all_before;
            others.erase(others.begin(), rest);
            best = static_cast<std::uint32_t>(sets_.size());
            sets_.push_back({all_before, others});
        }
        set_of_[n] = best;
    }

private:
    struct reached {
        std::uint32_t all_before = 0; // all partitions with smaller numbers
        vec<std::uint32_t> others;    // ascending
    };

    [[nodiscard]] static bool contains(reached const& set, std::uint32_t partition) {
        return partition < set.all_before || std::binary_search(set.others.begin(), set.others.end(), partition);
    }

    graph const& g_;
    vec<std::uint32_t> set_of_; // by node id
    vec<reached> sets_;
};

// ExecuTorch's partitions of groups: going backwards, each group, or supported node without one, joins the first
// partition with which it is convex, that is, no path leaves the two and comes back; else it starts a partition.
class group_assigner {
public:
    // `group_of` gives the number in `groups` of a node, by id.
    group_assigner(graph const& g, node_order const& order, vec<bool> const& supported, vec<vec<node_id>> const& groups,
                   vec<std::uint32_t> const& group_of)
        : g_(g), order_(order), supported_(supported), groups_(groups), group_of_(group_of),
          result_{vec<std::uint32_t>(g.capacity(), no_partition), {}, {}}, reached_(g), seen_(g.capacity(), 0) {}

    partition_assignment run() {
        std::size_t next_id = 0;
        for (auto at = order_.nodes.rbegin(); at != order_.nodes.rend(); ++at) {
            if (supported_[*at] && result_.partition_of[*at] == no_partition)
                place(members_of(*at), next_id++);
            reached_.add(*at, result_.partition_of);
        }
        return std::move(result_);
    }

private:
    struct region {
        vec<node_id> nodes;
        std::uint32_t first = 0xffffffff, last = 0; // positions
        bool convex = true;
    };

    [[nodiscard]] region members_of(node_id n) const {
        region r;
        if (group_of_[n] == no_partition) {
            r.nodes = {n};
        } else {
            for (node_id const member : groups_[group_of_[n]])
                if (supported_[member])
                    r.nodes.push_back(member);
        }
        for (node_id const member : r.nodes) {
            r.first = std::min(r.first, order_.position[member]);
            r.last = std::max(r.last, order_.position[member]);
        }
        return r;
    }

    // Of the partitions that are not ruled out, takes the first that will do.
    void place(region r, std::size_t id) {
        vec<node_id> const below = users_below(r);
        vec<std::uint32_t> const waiting = waiting_for(r);
        std::uint32_t p = next_candidate(0, waiting);
        while (p < parts_.size()) {
            std::uint32_t next = p;
            for (node_id const user : below)
                next = reached_.skip_reached(user, result_.partition_of[user], next);
            if (next == p && find_between(parts_[p], r, p) == no_node)
                break;
            p = next_candidate(next == p ? p + 1 : next, waiting);
        }
        bool const starts = p == parts_.size();
        node_id const between = starts && r.nodes.size() > 1 ? find_between({}, r, p) : no_node;
        if (starts) {
            parts_.emplace_back();
            result_.ids.push_back(id);
        }
        region& part = parts_[p];
        part.convex = between == no_node;
        if (part.convex)
            convex_.insert(p);
        else
            waiting_[between].push_back(p);
        part.nodes.insert(part.nodes.end(), r.nodes.begin(), r.nodes.end());
        part.first = std::min(part.first, r.first);
        part.last = std::max(part.last, r.last);
        for (node_id const n : r.nodes)
            result_.partition_of[n] = p;
    }

    // The partitions that are not convex unless they get a node of the region.
    [[nodiscard]] vec<std::uint32_t> waiting_for(region const& r) const {
        vec<std::uint32_t> found;
        for (node_id const n : r.nodes)
            if (auto const at = waiting_.find(n); at != waiting_.end())
                found.insert(found.end(), at->second.begin(), at->second.end());
        std::sort(found.begin(), found.end());
        return found;
    }

    // The first partition from `p` on that is convex or among those waiting, or their number.
    [[nodiscard]] std::uint32_t next_candidate(std::uint32_t p, vec<std::uint32_t> const& waiting) const {
        auto const convex = convex_.lower_bound(p);
        auto const other = std::lower_bound(waiting.begin(), waiting.end(), p);
        return std::min(convex == convex_.end() ? static_cast<std::uint32_t>(parts_.size()) : *convex,
                        other == waiting.end() ? static_cast<std::uint32_t>(parts_.size()) : *other);
    }

    // The users behind all of the region: what they reach is known.
    [[nodiscard]] vec<node_id> users_below(region const& r) const {
        vec<node_id> users;
        for (node_id const n : r.nodes)
            g_.for_each_use(n, [&](node_id user) {
                if (order_.position[user] > r.last && (users.empty() || users.back() != user))
                    users.push_back(user);
            });
        return users;
    }

    // A node on a path that leaves both and comes back, or `no_node`. A convex part behind the region is only reached
    // by paths from the region, whose ends are known; else everything between is searched.
    [[nodiscard]] node_id find_between(region const& part, region const& r, std::uint32_t p) {
        bool const is_behind = part.convex && part.first > r.last;
        std::uint32_t const inside = ++search_, met = ++search_;
        std::uint32_t const last = is_behind ? r.last : std::max(part.last, r.last);
        vec<node_id> members = r.nodes, pending;
        if (!is_behind)
            members.insert(members.end(), part.nodes.begin(), part.nodes.end());
        for (node_id const n : members)
            seen_[n] = inside;
        node_id between = no_node;
        auto const is_inside = [&](node_id n) { return seen_[n] == inside || result_.partition_of[n] == p; };
        auto const leave_to = [&](node_id n) {
            if (order_.position[n] > last) {
                if (is_behind && reached_.reaches(n, p))
                    between = n;
            } else if (seen_[n] != met) {
                seen_[n] = met;
                pending.push_back(n);
            }
        };
        for (node_id const n : members)
            g_.for_each_use(n, [&](node_id user) {
                if (!is_inside(user))
                    leave_to(user);
            });
        while (!pending.empty() && between == no_node) {
            node_id const n = pending.back();
            pending.pop_back();
            g_.for_each_use(n, [&](node_id user) {
                if (is_inside(user))
                    between = n;
                else
                    leave_to(user);
            });
        }
        return between;
    }

    graph const& g_;
    node_order const& order_;
    vec<bool> const& supported_;
    vec<vec<node_id>> const& groups_;
    vec<std::uint32_t> const& group_of_;
    partition_assignment result_;
    reached_partitions reached_;
    vec<region> parts_;
    std::set<std::uint32_t> convex_;                // the partitions that are
    std::map<node_id, vec<std::uint32_t>> waiting_; // the others, by a node that they need to be
    vec<std::uint32_t> seen_;                       // by node id: the search that has met it
    std::uint32_t search_ = 0;
};

} // namespace graft::detail
