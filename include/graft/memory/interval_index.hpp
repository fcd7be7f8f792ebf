#pragma once

#include <graft/memory/lifetime.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>

namespace graft {

/// The lifetimes out of a fixed set that have been added, to be searched for those that share a
/// position with another. Adding is O(log n), a search O(log n) for each one found.
class interval_index {
public:
    /// Of lifetimes that outlive the index; none of them is added yet. O(n log n).
    explicit interval_index(view<lifetime const> values)
        : values_(values), by_first_(values.size()), rank_(values.size()), leaves_(std::bit_ceil(values.size() + 1)),
          ends_(2 * leaves_) {
        std::iota(by_first_.begin(), by_first_.end(), 0u);
        std::stable_sort(by_first_.begin(), by_first_.end(),
                         [&](std::uint32_t a, std::uint32_t b) { return values[a].first < values[b].first; });
        for (std::uint32_t i = 0; i < by_first_.size(); ++i)
            rank_[by_first_[i]] = i;
    }

    void clear() { std::fill(ends_.begin(), ends_.end(), 0); } ///< Takes all values out; linear in the size of the set.

    /// Adds a value of the set, by its number there.
    void add(std::uint32_t value) {
        std::uint64_t const end = std::uint64_t{values_[value].last} + 1;
        for (std::size_t at = leaves_ + rank_[value]; at != 0; at /= 2)
            ends_[at] = std::max(ends_[at], end);
    }

    /// Calls `f` with every added value that is in use while `life` is, in order of first use.
    template <class F>
    void for_each_overlap(lifetime const& life, F&& f) const {
        auto const begun = std::upper_bound(by_first_.begin(), by_first_.end(), life.last,
                                            [&](auto last, std::uint32_t v) { return last < values_[v].first; });
        visit(1, 0, leaves_, static_cast<std::size_t>(begun - by_first_.begin()), life.first, f);
    }

private:
    // Of the leaves from `begin` on, `count` of them below `node`, those before `limit` that
    // end after `first`.
    template <class F>
    void visit(std::size_t node, std::size_t begin, std::size_t count, std::size_t limit, std::uint32_t first,
               F& f) const {
        if (begin >= limit || ends_[node] <= first)
            return;
        if (count == 1) {
            f(by_first_[begin]);
            return;
        }
        visit(2 * node, begin, count / 2, limit, first, f);
        visit(2 * node + 1, begin + count / 2, count / 2, limit, first, f);
    }

    view<lifetime const> values_;
    vec<std::uint32_t> by_first_, rank_;
    std::size_t leaves_;
    vec<std::uint64_t> ends_; // a heap-shaped tree: the largest last position below a node, plus 1
};

} // namespace graft
