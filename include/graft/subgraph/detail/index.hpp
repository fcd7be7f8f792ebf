#pragma once

#include <graft/meta/vec.hpp>
#include <graft/subgraph/detail/pattern.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace graft::detail {

// What the matcher looks up in a graph: positions of nodes, which targets are the pattern's, and its nodes by target.
class subgraph_index {
public:
    constexpr subgraph_index(graph const& g, subgraph_pattern const& pattern, bool match_placeholder)
        : g_(g), pattern_(pattern), match_placeholder_(match_placeholder) {
        find_targets();
        position_.resize(g.capacity(), 0);
        by_target_.resize(pattern.g.target_count());
        plain_.resize(pattern.g.target_count(), 1);
        vec<std::uint8_t> wanted(pattern.g.target_count(), 0);
        for (node_id const anchor : pattern.anchors)
            wanted[raw(pattern.g).target_id(anchor)] = 1;
        std::uint32_t at = 0;
        for (node_id const n : g.nodes()) {
            position_[n] = ++at;
            raw(g).for_each_input(n, [&](node_id input) {
                if (input == n || position_[input] == 0)
                    topological_ = false;
            });
            std::uint32_t const same = pattern_target_[raw(g).target_id(n)];
            if (same == none)
                continue;
            if (wanted[same] != 0)
                by_target_[same].push_back(n);
            if (!takes_nodes_only(g, n))
                plain_[same] = 0;
        }
    }

    // Counted from 1 in the order of the graph.
    [[nodiscard]] constexpr std::uint32_t position(node_id n) const { return position_[n]; }
    // True when every node stands behind its inputs.
    [[nodiscard]] constexpr bool is_topological() const { return topological_; }

    // True when `p` and all that call the same take nodes only, one by one: then no literal comes into it.
    [[nodiscard]] constexpr bool is_plain(node_id p) const {
        return plain_[raw(pattern_.g).target_id(p)] != 0 && takes_nodes_only(pattern_.g, p);
    }

    // True when `n` may stand for the pattern's `p` as far as both alone tell.
    [[nodiscard]] constexpr bool equal(node_id p, node_id n) const {
        opcode const op = raw(pattern_.g).op(p);
        if (op == opcode::placeholder && !match_placeholder_)
            return true;
        if (op != raw(g_).op(n))
            return false;
        switch (op) {
        case opcode::placeholder:
        case opcode::output: return true;
        case opcode::get_attr: return pattern_.g.meta(p, "attr_type") == g_.meta(n, "attr_type");
        default: return pattern_target_[raw(g_).target_id(n)] == raw(pattern_.g).target_id(p);
        }
    }

    // The nodes that may stand for an anchor, in the order of the graph.
    [[nodiscard]] constexpr vec<node_id> candidates(node_id anchor, std::string_view name_match) const {
        vec<node_id> found;
        auto const collect = [&](auto const& nodes) {
            for (node_id const n : nodes)
                if (equal(anchor, n) || (!name_match.empty() && holds(g_.name(n), name_match)))
                    found.push_back(n);
        };
        opcode const op = raw(pattern_.g).op(anchor);
        bool const by_target = op == opcode::call_function || op == opcode::call_module || op == opcode::call_method;
        if (by_target && name_match.empty())
            collect(by_target_[raw(pattern_.g).target_id(anchor)]);
        else
            collect(g_.nodes());
        return found;
    }

    // True when `part` is in `text`.
    [[nodiscard]] static constexpr bool holds(std::string_view text, std::string_view part) {
        for (std::size_t i = 0; i + part.size() <= text.size(); ++i)
            if (text.substr(i, part.size()) == part)
                return true;
        return false;
    }

private:
    static constexpr std::uint32_t none = 0xffffffff;

    static constexpr bool takes_nodes_only(graph const& g, node_id n) {
        for (std::size_t i = 0; i < raw(g).operand_count(n); ++i)
            if (!raw(g).operand_at(n, i).is_node())
                return false;
        return true;
    }

    struct named_target {
        std::string_view name;
        dialect_tag dialect;
        std::uint32_t id;
        constexpr bool operator<(named_target const& other) const {
            return name != other.name ? name < other.name : dialect < other.dialect;
        }
    };

    // For every target of the graph the pattern's of the same name and dialect.
    constexpr void find_targets() {
        vec<named_target> sorted;
        for (std::uint32_t id = 0; id < pattern_.g.target_count(); ++id)
            sorted.push_back({pattern_.g.target_at(id).name, pattern_.g.target_at(id).dialect, id});
        std::sort(sorted.begin(), sorted.end());
        pattern_target_.resize(g_.target_count(), none);
        for (std::uint32_t id = 0; id < g_.target_count(); ++id) {
            named_target const wanted{g_.target_at(id).name, g_.target_at(id).dialect, id};
            auto const at = std::lower_bound(sorted.begin(), sorted.end(), wanted);
            if (at != sorted.end() && !(wanted < *at))
                pattern_target_[id] = at->id;
        }
    }

    graph const& g_;
    subgraph_pattern const& pattern_;
    bool match_placeholder_, topological_ = true;
    vec<std::uint32_t> pattern_target_; // by target of the graph
    vec<std::uint32_t> position_;       // by node
    vec<vec<node_id>> by_target_;       // by target of the pattern, of the anchors
    vec<std::uint8_t> plain_;           // by target of the pattern
};

} // namespace graft::detail
