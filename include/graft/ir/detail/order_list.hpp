#pragma once

#include <graft/ir/argument.hpp>
#include <graft/meta/vec.hpp>

#include <cstddef>
#include <cstdint>

namespace graft::detail {

// Nodes in a list in which any two can be compared at once. Inserting takes O(log n) amortized.
class order_list {
public:
    // An empty list, with room for the nodes below `capacity`; it grows where others come.
    constexpr explicit order_list(std::size_t capacity = 0) : items_(capacity + 1, item{}) {
        items_[end].label = std::uint64_t{1} << 62;
    }

    // Whether `a` stands before `b`.
    [[nodiscard]] constexpr bool before(node_id a, node_id b) const { return items_[a].label < items_[b].label; }

    constexpr void push_front(node_id x) {
        node_id const first = items_[end].next;
        link(x, end, items_[first].label - stride);
    }

    constexpr void insert_after(node_id x, node_id at) {
        if (label_after(at) - items_[at].label < 2)
            make_room(at);
        std::uint64_t const label = items_[at].label;
        link(x, at, label + (label_after(at) - label) / 2);
    }

    constexpr void insert_before(node_id x, node_id at) {
        if (items_[at].prev == end)
            push_front(x);
        else
            insert_after(x, items_[at].prev);
    }

    constexpr void erase(node_id x) {
        items_[items_[x].prev].next = items_[x].next;
        items_[items_[x].next].prev = items_[x].prev;
    }

private:
    static constexpr std::uint64_t stride = std::uint64_t{1} << 30;
    static constexpr node_id end = 0; // as in a graph, no node has this id

    // The end is after everything, and where the list begins again.
    [[nodiscard]] constexpr std::uint64_t label_after(node_id at) const { return items_[items_[at].next].label; }

    constexpr void link(node_id x, node_id prev, std::uint64_t label) {
        if (items_.size() <= x)
            items_.resize(x + 1, item{});
        node_id const next = items_[prev].next;
        items_[x] = {prev, next, label};
        items_[prev].next = x;
        items_[next].prev = x;
    }

    // Spreads the labels evenly in the smallest aligned range around `at` that is not too full; the larger the
    // range, the emptier it has to be.
    constexpr void make_room(node_id at) {
        node_id first = at, last = at;
        std::uint64_t count = 1;
        double limit = 1;
        for (unsigned bits = 1; bits < 62; ++bits) {
            std::uint64_t const width = std::uint64_t{1} << bits;
            std::uint64_t const low = items_[at].label & ~(width - 1);
            for (; items_[first].prev != end && items_[items_[first].prev].label >= low; ++count)
                first = items_[first].prev;
            for (; items_[last].next != end && label_after(last) - low < width; ++count)
                last = items_[last].next;
            limit *= 1.5;
            if (static_cast<double>(count) > limit || width / count < 4)
                continue;
            std::uint64_t label = low;
            for (node_id x = first;; x = items_[x].next, label += width / count) {
                items_[x].label = label;
                if (x == last)
                    return;
            }
        }
    }

    struct item {
        node_id prev = end, next = end;
        std::uint64_t label = 0;
    };
    vec<item> items_; // by node
};

} // namespace graft::detail
