#pragma once

#include <graft/config.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/pass/constraint.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace graft {

/// What `schedule` makes of constraints that form a cycle: an error, or, for passes that run several times over,
/// no constraints at all.
enum class on_cycle : std::uint8_t { raise, ignore };

/// The order, as positions in `names`, in which passes run so that every constraint holds. Of the orders that
/// Boost.Graph's topological sort admits it is FX's: first what nothing must precede, as listed, then what that
/// sets free; a pass listed twice runs twice. A cycle is an error that names its passes, or else the constraints
/// on cycles, and no others, are left out. O(n log n) in passes and constraints.
[[nodiscard]] GRAFT_INLINE vec<std::size_t> schedule(view<std::string_view const> names,
                                                     view<pass_constraint const> constraints,
                                                     on_cycle cycles = on_cycle::raise);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/error.hpp>

#    include <boost/graph/vector_as_graph.hpp> // before those that call its functions

#    include <boost/graph/depth_first_search.hpp>
#    include <boost/graph/strong_components.hpp>
#    include <boost/graph/topological_sort.hpp>

#    include <algorithm>
#    include <iterator>
#    include <map>
#    include <string>
#    include <utility>
#    include <vector>

namespace graft {
namespace detail {

// Of each pass, those that it must precede. Boost.Graph takes it as it is, and costs a compiler a third less than with
// its adjacency_list.
using precedence_graph = std::vector<std::vector<std::size_t>>;
inline constexpr boost::identity_property_map index_of_vertex{};

// Keeps the first cycle that a depth-first search closes.
struct cycle_visitor : boost::dfs_visitor<> {
    vec<std::size_t>& parent;
    vec<std::size_t>& cycle;

    cycle_visitor(vec<std::size_t>& p, vec<std::size_t>& c) : parent(p), cycle(c) {}

    template <class Edge>
    void tree_edge(Edge edge, precedence_graph const&) {
        parent[edge.second] = edge.first;
    }
    template <class Edge>
    void back_edge(Edge edge, precedence_graph const&) {
        if (!cycle.empty())
            return;
        for (std::size_t at = edge.first; at != edge.second; at = parent[at])
            cycle.push_back(at);
        cycle.push_back(edge.second);
        std::reverse(cycle.begin(), cycle.end());
    }
};

// A cycle as the passes on it, each before the next; empty when there is none.
[[nodiscard]] GRAFT_INLINE vec<std::size_t> find_cycle(precedence_graph const& g) {
    vec<std::size_t> parent(g.size()), cycle;
    boost::depth_first_search(g, boost::visitor(cycle_visitor{parent, cycle}).vertex_index_map(index_of_vertex));
    return cycle;
}

// The distinct passes of a list, where each occurs, and what precedes what.
struct pass_precedences {
    using edge = std::pair<std::size_t, std::size_t>;

    vec<std::string_view> names;
    vec<vec<std::size_t>> occurrences;
    vec<std::size_t> pass_at; // by position in the list
    vec<edge> edges;

    pass_precedences(view<std::string_view const> list, view<pass_constraint const> constraints) {
        std::map<std::string_view, std::size_t> pass_of;
        for (std::size_t i = 0; i < list.size(); ++i) {
            auto const [entry, added] = pass_of.try_emplace(list[i], names.size());
            if (added) {
                names.push_back(list[i]);
                occurrences.emplace_back();
            }
            occurrences[entry->second].push_back(i);
            pass_at.push_back(entry->second);
        }
        for (pass_constraint const& c : constraints) {
            auto const before = pass_of.find(c.before), after = pass_of.find(c.after);
            if (c.before != c.after && before != pass_of.end() && after != pass_of.end())
                edges.emplace_back(before->second, after->second);
        }
    }

    [[nodiscard]] precedence_graph to_graph() const {
        precedence_graph g(names.size());
        for (auto const& [before, after] : edges)
            g[before].push_back(after);
        return g;
    }

    // Drops the edges that are on a cycle.
    void ignore_cycles() {
        precedence_graph const g = to_graph();
        vec<std::size_t> component(names.size());
        boost::strong_components(g, boost::make_iterator_property_map(component.begin(), index_of_vertex),
                                 boost::vertex_index_map(index_of_vertex));
        erase_if(edges, [&](edge const& e) { return component[e.first] == component[e.second]; });
    }

    // Has Boost.Graph sort the passes; a cycle is an error that names its passes.
    void check_order(precedence_graph const& g) const {
        vec<std::size_t> sorted;
        try {
            boost::topological_sort(g, std::back_inserter(sorted), boost::vertex_index_map(index_of_vertex));
        } catch (boost::not_a_dag const&) {
            std::string cycle;
            for (std::size_t const pass : find_cycle(g))
                cycle += (cycle.empty() ? "" : ", ") + std::string{names[pass]};
            raise(errc::invalid_argument, "circular dependency within the following passes: [", cycle,
                  "]; each must run before the next, and the last before the first");
        }
    }
};

} // namespace detail

GRAFT_INLINE vec<std::size_t> schedule(view<std::string_view const> names, view<pass_constraint const> constraints,
                                       on_cycle cycles) {
    detail::pass_precedences passes{names, constraints};
    if (cycles == on_cycle::ignore)
        passes.ignore_cycles();
    detail::precedence_graph const g = passes.to_graph();
    passes.check_order(g);
    vec<std::size_t> remaining, order, freed, blockers(passes.names.size(), 0);
    for (auto const& [before, after] : passes.edges)
        ++blockers[after];
    for (vec<std::size_t> const& positions : passes.occurrences)
        remaining.push_back(positions.size());
    for (std::size_t i = 0; i < names.size(); ++i)
        if (blockers[passes.pass_at[i]] == 0)
            order.push_back(i);
    for (std::size_t done = 0; done < order.size(); ++done) {
        std::size_t const pass = passes.pass_at[order[done]];
        if (--remaining[pass] != 0)
            continue;
        freed.clear();
        for (std::size_t const follower : g[pass])
            if (--blockers[follower] == 0)
                freed.insert(freed.end(), passes.occurrences[follower].begin(), passes.occurrences[follower].end());
        std::sort(freed.begin(), freed.end());
        order.insert(order.end(), freed.begin(), freed.end());
    }
    return order;
}

} // namespace graft
#endif
