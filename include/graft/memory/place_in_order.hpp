#pragma once

#include <graft/config.hpp>
#include <graft/memory/lifetime.hpp>
#include <graft/memory/plan.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
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

/// Which gap between the values in use at the same time a value goes to; behind them when it
/// fits nowhere.
enum class gap_choice : std::uint8_t {
    first, ///< the lowest that is large enough
    best,  ///< the smallest that is large enough
};

/// The outcome of placing values one after the other.
struct placement {
    vec<std::uint64_t> offsets; ///< where each value is, in bytes
    std::uint64_t bytes = 0;    ///< what they take together
    std::uint32_t highest = 0;  ///< the value that made it so large
    bool complete = false;      ///< false: given up at a limit
};

namespace detail {

struct placed_range {
    std::uint64_t begin, end;
};

// Where `size` bytes fit between ranges that are sorted by begin and may overlap each other.
[[nodiscard]] GRAFT_INLINE std::uint64_t find_gap(view<placed_range const> taken, std::uint64_t size,
                                                  gap_choice choice);

} // namespace detail

/// Places the values of a plan one after the other, in any number of orders. Each value costs
/// O(log n) for every value that is in use at the same time and already has its place.
class order_placer {
public:
    /// The plan must outlive the placer; only its values matter.
    explicit order_placer(memory_plan const& plan) : plan_(plan), index_(plan.values) {}

    /// Gives up when it needs `max_bytes` or more, or when `work` reaches `max_work`.
    [[nodiscard]] placement place(view<std::uint32_t const> order, gap_choice choice,
                                  std::uint64_t max_bytes = std::numeric_limits<std::uint64_t>::max(),
                                  std::uint64_t max_work = std::numeric_limits<std::uint64_t>::max());

    /// How many values were looked at so far.
    [[nodiscard]] std::uint64_t work() const { return work_; }

private:
    void collect_taken(std::uint32_t v, vec<std::uint64_t> const& offsets);

    memory_plan const& plan_;
    interval_index index_;
    vec<detail::placed_range> taken_;
    std::uint64_t work_ = 0;
};

} // namespace graft

#if defined(GRAFT_MEMORY_BODIES)
namespace graft {
namespace detail {

GRAFT_INLINE std::uint64_t find_gap(view<placed_range const> taken, std::uint64_t size, gap_choice choice) {
    std::uint64_t chosen = 0, smallest = std::numeric_limits<std::uint64_t>::max(), end = 0;
    bool found = false;
    for (placed_range const& range : taken) {
        std::uint64_t const gap = range.begin > end ? range.begin - end : 0;
        if (gap >= size && gap < smallest) {
            chosen = end;
            smallest = gap;
            found = true;
            if (choice == gap_choice::first)
                break;
        }
        end = std::max(end, range.end);
    }
    return found ? chosen : end;
}

} // namespace detail

GRAFT_INLINE placement order_placer::place(view<std::uint32_t const> order, gap_choice choice, std::uint64_t max_bytes,
                                           std::uint64_t max_work) {
    placement result;
    result.offsets.resize(plan_.values.size());
    index_.clear();
    work_ += plan_.values.size();
    for (std::uint32_t const v : order) {
        std::uint64_t const size = plan_.size(v);
        if (size == 0)
            continue;
        collect_taken(v, result.offsets);
        std::uint64_t const offset = detail::find_gap(taken_, size, choice);
        result.offsets[v] = offset;
        if (offset + size > result.bytes) {
            result.bytes = offset + size;
            result.highest = v;
        }
        if (result.bytes >= max_bytes || work_ >= max_work)
            return result;
        index_.add(v);
    }
    result.complete = true;
    return result;
}

GRAFT_INLINE void order_placer::collect_taken(std::uint32_t v, vec<std::uint64_t> const& offsets) {
    taken_.clear();
    index_.for_each_overlap(plan_.values[v], [&](std::uint32_t other) {
        taken_.push_back({offsets[other], offsets[other] + plan_.size(other)});
    });
    work_ += taken_.size();
    std::sort(taken_.begin(), taken_.end(),
              [](detail::placed_range const& a, detail::placed_range const& b) { return a.begin < b.begin; });
}

} // namespace graft
#endif
