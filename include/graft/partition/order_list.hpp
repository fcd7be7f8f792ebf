#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace graft::detail {

// Numbers in a list in which any two can be compared at once. Inserting takes O(log n) amortized.
class order_list {
public:
    // A list that may hold the numbers below `capacity`.
    explicit order_list(std::size_t capacity) : items_(capacity + 1) {
        end_ = static_cast<std::uint32_t>(capacity);
        items_[end_] = {end_, end_, std::uint64_t{1} << 62};
    }

    // Whether `a` stands before `b`.
    [[nodiscard]] bool before(std::uint32_t a, std::uint32_t b) const {
        return items_[a].label < items_[b].label;
    }

    void push_front(std::uint32_t x) {
        std::uint32_t const first = items_[end_].next;
        link(x, end_, items_[first].label - stride);
    }

    void insert_after(std::uint32_t x, std::uint32_t at) {
        if (label_after(at) - items_[at].label < 2)
            make_room(at);
        std::uint64_t const label = items_[at].label;
        link(x, at, label + (label_after(at) - label) / 2);
    }

    void insert_before(std::uint32_t x, std::uint32_t at) {
        if (items_[at].prev == end_)
            push_front(x);
        else
            insert_after(x, items_[at].prev);
    }

    void erase(std::uint32_t x) {
        items_[items_[x].prev].next = items_[x].next;
        items_[items_[x].next].prev = items_[x].prev;
    }

private:
    static constexpr std::uint64_t stride = std::uint64_t{1} << 30;

    // The end is after everything, and where the list begins again.
    [[nodiscard]] std::uint64_t label_after(std::uint32_t at) const { return items_[items_[at].next].label; }

    void link(std::uint32_t x, std::uint32_t prev, std::uint64_t label) {
        std::uint32_t const next = items_[prev].next;
        items_[x] = {prev, next, label};
        items_[prev].next = x;
        items_[next].prev = x;
    }

    // Spreads the labels evenly in the smallest aligned range around `at` that is not too full; the larger the
    // range, the emptier it has to be.
    void make_room(std::uint32_t at) {
        std::uint32_t first = at, last = at;
        std::uint64_t count = 1;
        double limit = 1;
        for (unsigned bits = 1; bits < 62; ++bits) {
            std::uint64_t const width = std::uint64_t{1} << bits;
            std::uint64_t const low = items_[at].label & ~(width - 1);
            for (; items_[first].prev != end_ && items_[items_[first].prev].label >= low; ++count)
                first = items_[first].prev;
            for (; items_[last].next != end_ && label_after(last) - low < width; ++count)
                last = items_[last].next;
            limit *= 1.5;
            if (static_cast<double>(count) > limit || width / count < 4)
                continue;
            std::uint64_t label = low;
            for (std::uint32_t x = first;; x = items_[x].next, label += width / count) {
                items_[x].label = label;
                if (x == last)
                    return;
            }
        }
    }

    struct item {
        std::uint32_t prev = 0, next = 0;
        std::uint64_t label = 0;
    };
    std::vector<item> items_;
    std::uint32_t end_;
};

} // namespace graft::detail
