#pragma once

#include <graft/ir/graph.hpp>
#include <graft/meta/vec.hpp>
#include <graft/partition/partition.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

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

} // namespace graft::detail
