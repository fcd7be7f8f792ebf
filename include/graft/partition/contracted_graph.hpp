#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/partition/partition.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace graft {

/// Lists of nodes, one per partition.
using partition_lists = view<view<node_id const> const>;

namespace detail {

// The graph with each partition drawn together to one vertex; every other node is a vertex of its own.
class contracted_graph {
public:
    contracted_graph(graph const& g, partition_lists lists, view<std::uint32_t const> partition_of)
        : g_(g), lists_(lists), partition_of_(partition_of) {}

    // The vertices of a cycle, each before one that depends on it; empty when there is none.
    [[nodiscard]] vec<std::size_t> find_cycle() {
        count_inputs();
        remove_ready();
        for (node_id const n : g_.nodes())
            if (pending_[vertex(n)] != 0)
                return cycle_above(vertex(n));
        return {};
    }

    // The vertex as a user knows it.
    [[nodiscard]] std::string name(std::size_t v) const {
        if (v < lists_.size())
            return "partition " + std::to_string(v);
        return "%" + std::string(g_.name(static_cast<node_id>(v - lists_.size())));
    }

private:
    [[nodiscard]] std::size_t vertex(node_id n) const {
        return partition_of_[n] != no_partition ? partition_of_[n] : lists_.size() + n;
    }

    template <class F>
    void for_each_member(std::size_t v, F f) const {
        if (v >= lists_.size())
            return f(static_cast<node_id>(v - lists_.size()));
        for (node_id const n : lists_[v])
            f(n);
    }

    void count_inputs();

    void remove_ready();

    // What is left depends on something that is left, so that going up comes back at last.
    [[nodiscard]] vec<std::size_t> cycle_above(std::size_t v) const;

    graph const& g_;
    partition_lists lists_;
    view<std::uint32_t const> partition_of_;
    vec<std::uint32_t> pending_; // by vertex: how many arguments come from vertices that are left
};

} // namespace detail

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <algorithm>

namespace graft::detail {

GRAFT_INLINE void contracted_graph::count_inputs() {
    pending_.assign(lists_.size() + g_.capacity(), 0);
    for (node_id const n : g_.nodes())
        g_.for_each_input(n, [&](node_id input) { pending_[vertex(n)] += vertex(input) != vertex(n); });
}

GRAFT_INLINE void contracted_graph::remove_ready() {
    vec<std::size_t> ready;
    for (std::size_t v = 0; v < lists_.size(); ++v)
        if (pending_[v] == 0)
            ready.push_back(v);
    for (node_id const n : g_.nodes())
        if (partition_of_[n] == no_partition && pending_[vertex(n)] == 0)
            ready.push_back(vertex(n));
    while (!ready.empty()) {
        std::size_t const v = ready.back();
        ready.pop_back();
        for_each_member(v, [&](node_id n) {
            g_.for_each_use(n, [&](node_id user) {
                if (vertex(user) != v && --pending_[vertex(user)] == 0)
                    ready.push_back(vertex(user));
            });
        });
    }
}

GRAFT_INLINE vec<std::size_t> contracted_graph::cycle_above(std::size_t v) const {
    vec<std::size_t> path;
    vec<bool> seen(pending_.size(), false);
    while (!seen[v]) {
        seen[v] = true;
        path.push_back(v);
        std::size_t above = v;
        for_each_member(v, [&](node_id n) {
            g_.for_each_input(n, [&](node_id input) {
                if (above == v && pending_[vertex(input)] != 0)
                    above = vertex(input);
            });
        });
        v = above;
    }
    path.erase(path.begin(), std::find(path.begin(), path.end(), v));
    std::reverse(path.begin(), path.end());
    return path;
}

} // namespace graft::detail
#endif
