#pragma once

#include <graft/config.hpp>
#include <graft/core/checked.hpp>
#include <graft/ir/program.hpp>
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

/// The plan that reuses nothing: one value behind the other. The measure for the others.
[[nodiscard]] inline memory_plan plan_naive(view<lifetime const> values, std::uint64_t alignment = 16) {
    memory_plan plan = make_plan(values, alignment);
    plan.strategy = "naive";
    for (std::size_t v = 0; v < values.size(); ++v)
        place(plan, v, plan.planned_bytes);
    return plan;
}

/// What of a program is planned, and what is left to the sizes that are met when it runs.
struct bounded_lifetimes {
    vec<lifetime> planned; ///< what is to have a place in the block
    vec<node_id> met; ///< whose results have no place: the executor gives each memory of the size it turns out to have
};

/// What of a program to plan for: all values of fixed size, and those of symbolic size whose largest size is known and
/// small enough that no more than `limit` bytes are in use at once. A value without a largest size, and the largest of
/// the others where they do not fit, are left to the sizes met: a program whose sequences may be as long as memory
/// admits holds what the one at hand takes, not what the longest would. The order of the values is kept.
[[nodiscard]] GRAFT_INLINE bounded_lifetimes find_bounded(exported_program const& program,
                                                          lifetime_options options = {},
                                                          std::uint64_t limit = std::uint64_t{1} << 30);

} // namespace graft

#if defined(GRAFT_MEMORY_BODIES)
#    include <graft/core/error.hpp>

#    include <limits>
#    include <utility>

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

GRAFT_INLINE bounded_lifetimes find_bounded(exported_program const& program, lifetime_options options,
                                            std::uint64_t limit) {
    options.skip_unbounded = true;
    for (options.most_bytes = limit;; options.most_bytes /= 2) {
        lifetimes found = find_lifetimes(program, options);
        if (options.most_bytes == 0 || make_plan(found.values).lower_bound <= limit)
            return {std::move(found.values), std::move(found.unbounded)};
    }
}

} // namespace graft
#endif
