#pragma once

#include <graft/config.hpp>
#include <graft/memory/plan.hpp>
#include <graft/meta/view.hpp>

#include <cstdint>
#include <map>
#include <set>
#include <utility>

namespace graft {

namespace detail {

// The unused parts of a block that grows at its end.
class free_list {
public:
    // The smallest part that is large enough, of several the first; otherwise the end.
    std::uint64_t take(std::uint64_t size);

    void give_back(std::uint64_t offset, std::uint64_t size);

private:
    void insert(std::uint64_t offset, std::uint64_t size) {
        parts_.emplace(offset, size);
        by_size_.emplace(size, offset);
    }
    void erase(std::uint64_t offset, std::uint64_t size) {
        parts_.erase(offset);
        by_size_.erase({size, offset});
    }

    std::map<std::uint64_t, std::uint64_t> parts_; // offset to size
    std::set<std::pair<std::uint64_t, std::uint64_t>> by_size_;
    std::uint64_t end_ = 0;
};

} // namespace detail

/// Places values in order of first use, as an allocator would at run time: each in the smallest
/// part that is free. O(n log n) however many are in use at once.
[[nodiscard]] GRAFT_INLINE memory_plan plan_sweep(view<lifetime const> values, std::uint64_t alignment = 16);

} // namespace graft

#if defined(GRAFT_MEMORY_BODIES)
#    include <iterator>

namespace graft {
namespace detail {

GRAFT_INLINE std::uint64_t free_list::take(std::uint64_t size) {
    auto const fit = by_size_.lower_bound({size, 0});
    if (fit != by_size_.end()) {
        auto const [part, offset] = *fit;
        erase(offset, part);
        if (part > size)
            insert(offset + size, part - size);
        return offset;
    }
    std::uint64_t offset = end_;
    if (!parts_.empty()) {
        auto const [last, part] = *parts_.rbegin();
        if (last + part == end_) {
            offset = last;
            erase(last, part);
        }
    }
    end_ = offset + size;
    return offset;
}

GRAFT_INLINE void free_list::give_back(std::uint64_t offset, std::uint64_t size) {
    auto const next = parts_.lower_bound(offset);
    if (next != parts_.begin()) {
        auto const [before, part] = *std::prev(next);
        if (before + part == offset) {
            erase(before, part);
            offset = before;
            size += part;
        }
    }
    if (auto const after = parts_.find(offset + size); after != parts_.end()) {
        std::uint64_t const part = after->second;
        erase(offset + size, part);
        size += part;
    }
    insert(offset, size);
}

} // namespace detail

GRAFT_INLINE memory_plan plan_sweep(view<lifetime const> values, std::uint64_t alignment) {
    memory_plan plan = make_plan(values, alignment);
    plan.strategy = "sweep";
    detail::free_list free;
    for (live_event const& event : make_timeline(values)) {
        std::uint64_t const size = plan.size(event.value);
        ++plan.work;
        if (size == 0)
            continue;
        if (event.end)
            free.give_back(plan.offsets[event.value], size);
        else
            place(plan, event.value, free.take(size));
    }
    return plan;
}

} // namespace graft
#endif
