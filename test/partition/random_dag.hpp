#pragma once

#include <graft/ir/graph.hpp>
#include <graft/partition/partition.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace graft_test {

/// A graph of calls, some of them supported. The functions of supported nodes are `user.yes`.
struct random_dag {
    graft::graph g;
    std::vector<graft::node_id> nodes; // in order
    std::vector<bool> supported;       // by node id

    [[nodiscard]] bool is_supported(graft::node_id n) const { return supported[n]; }
};

/// Up to `most` nodes without an output, with edges of different length and density; some take an item of another.
inline random_dag make_random_dag(std::uint32_t seed, std::size_t most = 14, bool with_items = false) {
    std::mt19937 random{seed};
    auto const below = [&](std::size_t end) { return static_cast<std::size_t>(random() % end); };
    random_dag dag;
    std::size_t const count = 2 + below(most - 1), reach = std::vector<std::size_t>{2, 4, 20}[below(3)];
    std::size_t const density = 1 + below(3), support = 3 + below(6);
    for (std::size_t i = 0; i < count; ++i) {
        std::vector<graft::arg> inputs;
        for (std::size_t k = 0; k < density && i > 0; ++k)
            if (below(3) != 0)
                inputs.push_back(graft::arg::node(dag.nodes[i - 1 - below(std::min(reach, i))]));
        bool const yes = below(10) < support, item = with_items && !inputs.empty() && below(2) == 0;
        if (item && below(20) != 0)
            inputs.resize(1);
        dag.nodes.push_back(dag.g.call_function(item ? "operator.getitem" : yes ? "user.yes" : "user.no", inputs));
        dag.supported.resize(dag.g.capacity(), false);
        dag.supported[dag.nodes.back()] = yes;
    }
    return dag;
}

/// All nodes that are reached from users of `n`, and these, by node id.
inline std::vector<std::set<graft::node_id>> everything_below(graft::graph const& g) {
    std::vector<std::set<graft::node_id>> below(g.capacity());
    for (graft::node_id n = g.back(); n != graft::no_node; n = g.prev(n))
        for (graft::node_id const user : g.users(n)) {
            below[n].insert(user);
            below[n].insert(below[user].begin(), below[user].end());
        }
    return below;
}

/// Whether drawing each list together leaves a graph without cycles, found by removing vertices without inputs.
inline bool can_contract(graft::graph const& g, std::span<graft::partition const> partitions) {
    std::vector<std::size_t> vertex(g.capacity());
    for (graft::node_id const n : g.nodes())
        vertex[n] = partitions.size() + n;
    for (std::size_t p = 0; p < partitions.size(); ++p)
        for (graft::node_id const n : partitions[p].nodes)
            vertex[n] = p;
    std::set<graft::node_id> left;
    for (graft::node_id const n : g.nodes())
        left.insert(n);
    for (bool removed = true; removed;) {
        std::set<std::size_t> blocked;
        for (graft::node_id const n : left)
            for (graft::node_id const user : g.users(n))
                if (vertex[user] != vertex[n])
                    blocked.insert(vertex[user]);
        removed = std::erase_if(left, [&](graft::node_id n) { return !blocked.contains(vertex[n]); }) != 0;
    }
    return left.empty();
}

/// Whether no path leaves the nodes and comes back.
inline bool is_convex(graft::graph const& g, std::span<graft::node_id const> nodes) {
    std::vector<std::set<graft::node_id>> const below = everything_below(g);
    std::set<graft::node_id> const members(nodes.begin(), nodes.end());
    for (graft::node_id const n : nodes)
        for (graft::node_id const user : g.users(n))
            if (!members.contains(user) &&
                std::any_of(nodes.begin(), nodes.end(), [&](graft::node_id m) { return below[user].contains(m); }))
                return false;
    return true;
}

/// The partitions as text: `0: a, b; 3: c`.
inline std::string text(graft::graph const& g, std::span<graft::partition const> partitions) {
    std::string out;
    for (graft::partition const& p : partitions) {
        out += (out.empty() ? "" : "; ") + std::to_string(p.id) + ":";
        for (graft::node_id const n : p.nodes)
            out += (n == p.nodes.front() ? " " : ", ") + std::string{g.name(n)};
    }
    return out;
}

} // namespace graft_test
