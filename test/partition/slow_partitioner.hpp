#pragma once

#include "random_dag.hpp"

#include <graft/ir/graph.hpp>
#include <graft/partition/partition.hpp>

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace graft_test {

/// FX's partitioner done plainly: what is below each node is a set of nodes, what each partition was seen to reach
/// a set of ids, and every node tries every merge.
class slow_partitioner {
public:
    slow_partitioner(graft::graph const& g, std::vector<bool> supported, bool horizontal)
        : g_(g), supported_(std::move(supported)), horizontal_(horizontal), below_(everything_below(g)) {}

    std::vector<graft::partition> run() {
        std::size_t next_id = 0;
        for (graft::node_id n = g_.back(); n != graft::no_node; n = g_.prev(n)) {
            std::vector<std::size_t> candidates;
            auto const add = [&](std::size_t id) {
                if (std::find(candidates.begin(), candidates.end(), id) == candidates.end())
                    candidates.push_back(id);
            };
            bool const made = supported_[n];
            if (made) {
                live_[next_id] = {{n}, next_id, reached_from(users_of({n}))};
                home_[n] = next_id;
                add(next_id++);
            }
            if (horizontal_) {
                std::vector<std::pair<std::size_t, std::size_t>> by_order;
                for (auto const& [id, part] : live_)
                    by_order.emplace_back(part.order, id);
                std::sort(by_order.begin(), by_order.end());
                for (auto const& [order, id] : by_order)
                    add(id);
            } else if (made) {
                for (graft::node_id const user : g_.users(n))
                    if (home_.contains(user))
                        add(home_[user]);
            }
            for (std::size_t i = 1; i < candidates.size(); ++i)
                candidates[0] = try_merge(candidates[0], candidates[i]);
        }
        std::vector<graft::partition> result;
        for (auto const& [id, part] : live_) {
            result.push_back({id, {}});
            for (graft::node_id const n : g_.nodes())
                if (part.nodes.contains(n))
                    result.back().nodes.push_back(n);
        }
        return result;
    }

private:
    using node_set = std::set<graft::node_id>;
    using id_set = std::set<std::size_t>;
    struct live_partition {
        node_set nodes;
        std::size_t order = 0;
        id_set reaches; // as seen when the partition last changed
    };

    [[nodiscard]] node_set users_of(node_set const& nodes) const {
        node_set users;
        for (graft::node_id const n : nodes)
            for (graft::node_id const user : g_.users(n))
                if (!nodes.contains(user))
                    users.insert(user);
        return users;
    }

    [[nodiscard]] node_set cone(node_set const& users) const {
        node_set all = users;
        for (graft::node_id const user : users)
            all.insert(below_[user].begin(), below_[user].end());
        return all;
    }

    id_set reached_from(node_set const& users) {
        id_set ids;
        for (graft::node_id const n : cone(users))
            if (home_.contains(n)) {
                ids.insert(home_[n]);
                ids.insert(live_[home_[n]].reaches.begin(), live_[home_[n]].reaches.end());
            }
        return ids;
    }

    std::size_t try_merge(std::size_t self, std::size_t other) {
        node_set both = live_[self].nodes;
        both.insert(live_[other].nodes.begin(), live_[other].nodes.end());
        node_set const users = users_of(both);
        for (graft::node_id const n : cone(users)) {
            if (both.contains(n))
                return self;
            if (home_.contains(n)) {
                id_set const& reaches = live_[home_[n]].reaches;
                if (reaches.contains(self) || reaches.contains(other))
                    return self;
            }
        }
        bool const other_is_larger = live_[self].nodes.size() < live_[other].nodes.size();
        std::size_t const stays = other_is_larger ? other : self, goes = other_is_larger ? self : other;
        live_partition merged{both, std::min(live_[self].order, live_[other].order), live_[self].reaches};
        merged.reaches.insert(live_[other].reaches.begin(), live_[other].reaches.end());
        live_.erase(goes);
        for (graft::node_id const n : both)
            home_[n] = stays;
        live_[stays] = merged;
        merged.reaches.merge(reached_from(users));
        merged.reaches.erase(stays);
        merged.reaches.erase(goes);
        live_[stays] = merged;
        return stays;
    }

    graft::graph const& g_;
    std::vector<bool> supported_;
    bool horizontal_;
    std::vector<node_set> below_;
    std::map<graft::node_id, std::size_t> home_;
    std::map<std::size_t, live_partition> live_;
};

} // namespace graft_test
