#pragma once

#include <graft/config.hpp>
#include <graft/memory/plan.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace graft {

/// `plan_exact` searches for the smallest plan of no more values than this.
inline constexpr std::size_t max_exact_values = 256;

namespace detail {

// Looks for a smaller plan among all in which no value can be moved down by itself. Such a plan results from putting
// its values in the order of their offsets each on top of those before it that are in use at the same time.
class exact_search {
public:
    exact_search(memory_plan start, std::uint64_t max_work);

    [[nodiscard]] memory_plan run();

private:
    // A value that takes memory, and the sections of time in which it is in use.
    struct item {
        std::uint32_t value;
        std::uint64_t size;
        std::uint32_t first, last;
        std::size_t begin = 0, end = 0;
        std::uint64_t offset = 0;
        bool placed = false;

        [[nodiscard]] bool precedes(item const& other) const {
            return std::pair{size, std::pair{first, last}} < std::pair{other.size, std::pair{other.first, other.last}};
        }
        [[nodiscard]] bool equals(item const& other) const {
            return size == other.size && begin == other.begin && end == other.end;
        }
    };
    struct candidate {
        std::uint64_t offset;
        std::size_t item;
    };

    void add(std::uint32_t v);
    template <class Iterator>
    [[nodiscard]] std::size_t section(Iterator at) const {
        return static_cast<std::size_t>(at - sections_.begin());
    }

    // The offset of an item on top of those that are placed.
    [[nodiscard]] std::uint64_t top_below(item const& one) const {
        std::uint64_t top = 0;
        for (std::size_t s = one.begin; s < one.end; ++s)
            top = std::max(top, height_[s]);
        return top;
    }

    // True when what is not placed yet, all of it from `lowest` on, makes the plan no smaller than the best.
    [[nodiscard]] bool is_hopeless(std::uint64_t lowest) const;

    // Places the next item at `lowest` or above; at `lowest` itself those before `next` have had their turn.
    void descend(std::size_t placed, std::uint64_t lowest, std::size_t next);

    [[nodiscard]] static std::ptrdiff_t difference(std::size_t n) { return static_cast<std::ptrdiff_t>(n); }

    void move(item& one, std::uint64_t offset, bool in);

    // What may come next, the lowest first. Nothing may leave room below it for another item that is still to come,
    // for that item would then be lower. Of equal items the first comes first.
    [[nodiscard]] vec<candidate> candidates(std::uint64_t lowest, std::size_t next);

    void keep();

    memory_plan best_;
    vec<item> items_;             // the largest first
    vec<std::uint32_t> sections_; // the positions at which items begin, sorted
    vec<std::uint64_t> height_;   // by section: where the highest of the placed items ends
    vec<std::uint64_t> unplaced_; // by section: the bytes still to come
    std::uint64_t work_left_;
};

} // namespace detail

/// The smallest plan there is, when it can be found by looking at `max_work` values; otherwise the best that was
/// found, never larger than that of `plan_local_search`. `memory_plan::smallest` tells which. Deterministic.
[[nodiscard]] GRAFT_INLINE memory_plan plan_exact(view<lifetime const> values, std::uint64_t alignment = 16,
                                                  std::uint64_t max_work = std::uint64_t{1} << 22);

} // namespace graft

#if defined(GRAFT_MEMORY_BODIES)
#    include <graft/memory/local_search.hpp>
#    include <graft/meta/sort.hpp>

#    include <limits>

namespace graft {
namespace detail {

GRAFT_INLINE exact_search::exact_search(memory_plan start, std::uint64_t max_work)
    : best_(std::move(start)), work_left_(max_work) {
    for (std::uint32_t v = 0; v < best_.values.size(); ++v)
        if (best_.size(v) != 0)
            add(v);
    sort(sections_);
    sections_.erase(std::unique(sections_.begin(), sections_.end()), sections_.end());
    std::stable_sort(items_.begin(), items_.end(), [](item const& a, item const& b) { return b.precedes(a); });
    height_.resize(sections_.size());
    unplaced_.resize(sections_.size());
    for (item& one : items_) {
        lifetime const& life = best_.values[one.value];
        one.begin = section(std::lower_bound(sections_.begin(), sections_.end(), life.first));
        one.end = section(std::upper_bound(sections_.begin(), sections_.end(), life.last));
        for (std::size_t s = one.begin; s < one.end; ++s)
            unplaced_[s] += one.size;
    }
}

GRAFT_INLINE memory_plan exact_search::run() {
    if (items_.size() <= max_exact_values) {
        std::uint64_t const most = work_left_;
        descend(0, 0, 0);
        best_.work += most - work_left_;
        best_.exhausted = work_left_ != 0;
    }
    return std::move(best_);
}

GRAFT_INLINE void exact_search::add(std::uint32_t v) {
    lifetime const& life = best_.values[v];
    items_.push_back({v, best_.size(v), life.first, life.last});
    sections_.push_back(life.first); // two values are in use together where one of them begins
}

GRAFT_INLINE bool exact_search::is_hopeless(std::uint64_t lowest) const {
    for (std::size_t s = 0; s < height_.size(); ++s) {
        std::uint64_t const base = unplaced_[s] == 0 ? height_[s] : std::max(height_[s], lowest);
        if (base + unplaced_[s] >= best_.planned_bytes)
            return true;
    }
    return false;
}

GRAFT_INLINE void exact_search::descend(std::size_t placed, std::uint64_t lowest, std::size_t next) {
    if (placed == items_.size()) {
        keep();
        return;
    }
    for (candidate const& c : candidates(lowest, next)) {
        if (best_.gap() == 0 || work_left_ == 0 || is_hopeless(c.offset))
            return;
        item& one = items_[c.item];
        vec<std::uint64_t> const before(height_.begin() + difference(one.begin), height_.begin() + difference(one.end));
        move(one, c.offset, true);
        descend(placed + 1, c.offset, c.item + 1);
        move(one, c.offset, false);
        std::copy(before.begin(), before.end(), height_.begin() + difference(one.begin));
    }
}

GRAFT_INLINE void exact_search::move(item& one, std::uint64_t offset, bool in) {
    one.placed = in;
    one.offset = offset;
    for (std::size_t s = one.begin; s < one.end; ++s) {
        height_[s] = offset + one.size;
        unplaced_[s] = in ? unplaced_[s] - one.size : unplaced_[s] + one.size;
    }
}

GRAFT_INLINE vec<exact_search::candidate> exact_search::candidates(std::uint64_t lowest, std::size_t next) {
    vec<candidate> found;
    std::uint64_t limit = std::numeric_limits<std::uint64_t>::max();
    for (std::size_t i = 0; i < items_.size() && work_left_ != 0; ++i) {
        item const& one = items_[i];
        if (one.placed)
            continue;
        --work_left_;
        std::uint64_t const offset = top_below(one);
        limit = std::min(limit, offset + one.size);
        bool const has_equal = i != 0 && !items_[i - 1].placed && one.equals(items_[i - 1]);
        if (!has_equal && (offset > lowest || (offset == lowest && i >= next)))
            found.push_back({offset, i});
    }
    erase_if(found, [&](candidate const& c) { return c.offset >= limit; });
    std::stable_sort(found.begin(), found.end(),
                     [](candidate const& a, candidate const& b) { return a.offset < b.offset; });
    return found;
}

GRAFT_INLINE void exact_search::keep() {
    std::uint64_t bytes = 0;
    for (std::uint64_t const h : height_)
        bytes = std::max(bytes, h);
    if (bytes >= best_.planned_bytes)
        return;
    best_.planned_bytes = bytes;
    best_.strategy = "exact";
    for (item const& one : items_)
        best_.offsets[one.value] = one.offset;
}

} // namespace detail

GRAFT_INLINE memory_plan plan_exact(view<lifetime const> values, std::uint64_t alignment, std::uint64_t max_work) {
    memory_plan start = plan_local_search(values, alignment);
    if (start.gap() == 0)
        return start;
    return detail::exact_search{std::move(start), max_work}.run();
}

} // namespace graft
#endif
