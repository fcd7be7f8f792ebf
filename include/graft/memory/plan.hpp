#pragma once

#include <graft/config.hpp>
#include <graft/core/round_up.hpp>
#include <graft/memory/lifetime.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace graft {

/// Where each value lies in one block of memory.
struct memory_plan {
    vec<lifetime> values;            ///< what has to have a place
    vec<std::uint64_t> offsets;      ///< by value; multiples of `alignment`
    std::uint64_t alignment = 16;    ///< what every offset is a multiple of, in bytes
    std::uint64_t planned_bytes = 0; ///< the size of the block
    std::uint64_t total_bytes = 0;   ///< the sum of all sizes
    std::uint64_t lower_bound = 0;   ///< the largest sum of sizes in use at once
    std::string_view strategy;       ///< how the places were found
    std::uint64_t work = 0;          ///< how many values were looked at for it
    bool exhausted = false;          ///< every plan was looked at that might take less
    vec<std::uint32_t> by_node;      ///< the values sorted by node and result

    /// How far the plan is from the lower bound, below which no plan is.
    [[nodiscard]] std::uint64_t gap() const { return planned_bytes - lower_bound; }

    /// True when it is known that no plan takes less.
    [[nodiscard]] bool smallest() const { return gap() == 0 || exhausted; }

    /// The size of a value: its bytes, rounded up to the alignment.
    [[nodiscard]] std::uint64_t size(std::size_t value) const { return round_up(values[value].bytes, alignment); }

    /// Where a result of a node lies; nothing when it has no place of its own, as a view has
    /// not. O(log n).
    [[nodiscard]] std::optional<std::uint64_t> offset(node_id n, std::size_t result = 0) const;
};

namespace detail {

// Puts `by_node` in order.
GRAFT_INLINE void sort_by_node(memory_plan& plan);

} // namespace detail

/// A plan in which no value has its place yet: every offset is 0. O(n log n).
[[nodiscard]] GRAFT_INLINE memory_plan make_plan(view<lifetime const> values, std::uint64_t alignment = 16);

/// Puts a value at an offset.
inline void place(memory_plan& plan, std::size_t value, std::uint64_t offset) {
    plan.offsets[value] = offset;
    plan.planned_bytes = std::max(plan.planned_bytes, offset + plan.size(value));
}

} // namespace graft

#if defined(GRAFT_MEMORY_BODIES)
#    include <graft/core/error.hpp>
#    include <graft/memory/timeline.hpp>

#    include <limits>

namespace graft {
namespace detail {

GRAFT_INLINE void sort_by_node(memory_plan& plan) {
    std::sort(plan.by_node.begin(), plan.by_node.end(), [&values = plan.values](std::uint32_t a, std::uint32_t b) {
        return values[a].node != values[b].node ? values[a].node < values[b].node : values[a].result < values[b].result;
    });
}

} // namespace detail

GRAFT_INLINE std::optional<std::uint64_t> memory_plan::offset(node_id n, std::size_t result) const {
    auto const found = std::lower_bound(by_node.begin(), by_node.end(), n, [&](std::uint32_t v, node_id) {
        return values[v].node != n ? values[v].node < n : values[v].result < result;
    });
    if (found == by_node.end() || values[*found].node != n || values[*found].result != result)
        return std::nullopt;
    return offsets[*found];
}

GRAFT_INLINE memory_plan make_plan(view<lifetime const> values, std::uint64_t alignment) {
    if (alignment == 0)
        raise(errc::invalid_argument, "the alignment of a memory plan is at least 1");
    memory_plan plan;
    plan.values.assign(values.begin(), values.end());
    plan.offsets.resize(values.size());
    plan.alignment = alignment;
    for (std::uint32_t v = 0; v < values.size(); ++v) {
        constexpr std::uint64_t limit = std::numeric_limits<std::int64_t>::max();
        if (values[v].first > values[v].last)
            raise(errc::invalid_argument, "a value is in use from ", values[v].first, " to ", values[v].last);
        if (values[v].bytes > limit - alignment || plan.size(v) > limit - plan.total_bytes)
            raise(errc::invalid_argument, "the sizes of a memory plan add up to more than 2^63 bytes");
        plan.total_bytes += plan.size(v);
        plan.by_node.push_back(v);
    }
    detail::sort_by_node(plan);
    std::uint64_t live = 0;
    for (live_event const& event : make_timeline(values)) {
        live = event.end ? live - plan.size(event.value) : live + plan.size(event.value);
        plan.lower_bound = std::max(plan.lower_bound, live);
    }
    return plan;
}

} // namespace graft
#endif
