#pragma once

#include <graft/meta/vec.hpp>
#include <graft/subgraph/detail/binding.hpp>
#include <graft/subgraph/detail/pattern.hpp>
#include <graft/subgraph/internal_match.hpp>

#include <cstddef>
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

} // namespace graft::detail
