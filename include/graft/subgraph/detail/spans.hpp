#pragma once

#include <graft/meta/vec.hpp>
#include <graft/subgraph/detail/index.hpp>

#include <cstddef>
#include <cstdint>

namespace graft::detail {

// Where in the order of a graph all that is computed depends on a node, or a node on it: no match can hold both, unless
// it holds what lies between. Made in linear time; the graph must be topological.
class subgraph_spans {
public:
    constexpr subgraph_spans(graph const& g, subgraph_index const& index) : g_(g), index_(index) {
        for (node_id const n : g.nodes())
            nodes_.push_back(n);
        spans_.resize(g.capacity());
        in_list_.resize(g.capacity(), 0);
        for (node_id const n : nodes_)
            if (raw(g).op(n) != opcode::output)
                for (std::size_t i = 0; i < raw(g).operand_count(n); ++i)
                    mark_lists(raw(g).operand_at(n, i), false);
        find_ends();
        find_begins();
        find_waists();
    }

    // The first position after `at` of what need neither depend on `n` nor `n` on it.
    [[nodiscard]] constexpr std::uint32_t skip(node_id n, std::uint32_t at) const {
        span const& s = spans_[n];
        if (in_list_[n] != 0)
            return at;
        if (at <= s.first)
            at = s.first + 1;
        if (at > s.begin && at < s.end)
            at = s.end;
        return at >= s.last ? nowhere : at;
    }

    static constexpr std::uint32_t nowhere = 0xffffffff;

private:
    // All computed between `begin` and `end`, up to `first` and from `last` on.
    struct span {
        std::uint32_t first = 0, begin = 0, end = nowhere, last = nowhere;
    };

    // A list may be an argument as a whole, whatever is in it.
    constexpr void mark_lists(operand value, bool in_list) {
        if (value.is_node() && in_list)
            in_list_[value.id()] = 1;
        if (!value.is_aggregate())
            return;
        auto const& items = g_.store().aggregates[value.id()];
        for (std::uint32_t i = 0; i < items.count; ++i)
            mark_lists(g_.store().slots[items.begin + i].value, true);
    }

    [[nodiscard]] constexpr bool is_source(node_id n) const {
        return raw(g_).op(n) == opcode::placeholder || raw(g_).op(n) == opcode::get_attr;
    }

    // The last position of what a node is computed from; of a user the first is in `first_user`.
    [[nodiscard]] constexpr std::uint32_t last_input(node_id n) const {
        std::uint32_t last = 0;
        raw(g_).for_each_input(n, [&](node_id input) {
            if (!is_source(input) && index_.position(input) > last)
                last = index_.position(input);
        });
        return last;
    }
    [[nodiscard]] constexpr std::uint32_t first_user(node_id n) const {
        std::uint32_t first = nowhere;
        raw(g_).for_each_use(n, [&](node_id user) {
            if (index_.position(user) < first)
                first = index_.position(user);
        });
        return first;
    }

    // What follows a node depends on it up to the first that is computed from what stands before it.
    constexpr void find_ends() {
        struct entry {
            std::uint32_t position, last_input;
        };
        vec<entry> stack;
        for (std::size_t i = nodes_.size(); i-- > 0;) {
            node_id const n = nodes_[i];
            if (is_source(n))
                continue;
            std::uint32_t const at = index_.position(n);
            while (!stack.empty() && stack.back().last_input >= at)
                stack.pop_back();
            spans_[n].end = stack.empty() ? nowhere : stack.back().position;
            if (raw(g_).op(n) != opcode::output)
                stack.push_back({at, last_input(n)});
        }
    }

    // A node depends on what precedes it down to the last that is used behind it only.
    constexpr void find_begins() {
        struct entry {
            std::uint32_t position, first_user;
        };
        vec<entry> stack;
        for (node_id const n : nodes_) {
            if (is_source(n))
                continue;
            std::uint32_t const at = index_.position(n);
            while (!stack.empty() && stack.back().first_user <= at)
                stack.pop_back();
            spans_[n].begin = stack.empty() ? 0 : stack.back().position;
            stack.push_back({at, first_user(n)});
        }
    }

    // Nodes that all that follows depends on, or that depend on all that precedes, stand for what they depend on too.
    constexpr void find_waists() {
        node_id waist = no_node;
        for (std::size_t i = nodes_.size(); i-- > 0;) {
            node_id const n = nodes_[i];
            if (is_source(n) || raw(g_).op(n) == opcode::output)
                continue;
            if (spans_[n].end == nowhere)
                waist = n;
            if (waist != no_node && (waist == n || spans_[waist].begin < index_.position(n)))
                spans_[n].last = index_.position(waist) + (waist == n ? 1 : 0);
        }
        waist = no_node;
        for (node_id const n : nodes_) {
            if (is_source(n))
                continue;
            if (spans_[n].begin == 0)
                waist = n;
            if (waist != no_node && (waist == n || spans_[waist].end > index_.position(n)))
                spans_[n].first = index_.position(waist) - (waist == n ? 1 : 0);
        }
    }

    graph const& g_;
    subgraph_index const& index_;
    vec<node_id> nodes_;
    vec<span> spans_;           // by node
    vec<std::uint8_t> in_list_; // by node: a call takes it within a list, a dict or a slice
};

} // namespace graft::detail
