#pragma once

#include <graft/config.hpp>
#include <graft/memory/plan.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>

#include <cstdint>

namespace graft {

namespace detail {

// For each value the largest sum of sizes in use at once during its life.
[[nodiscard]] GRAFT_INLINE vec<std::uint64_t> find_pressures(memory_plan const& plan);

} // namespace detail

/// The best plan of several: that of `plan_sweep`, and those of placing values by size, by size
/// times lifetime and by how tight memory is while they live, the tightest first.
/// Deterministic; ends at the lower bound or when it has looked at 2^22 values and 16 more for
/// each one planned.
[[nodiscard]] GRAFT_INLINE memory_plan plan_greedy(view<lifetime const> values, std::uint64_t alignment = 16);

} // namespace graft

#if defined(GRAFT_MEMORY_BODIES)
#    include <graft/memory/place_in_order.hpp>
#    include <graft/memory/sweep.hpp>

#    include <algorithm>
#    include <cstddef>
#    include <numeric>
#    include <string_view>
#    include <utility>

namespace graft {
namespace detail {

GRAFT_INLINE vec<std::uint64_t> find_pressures(memory_plan const& plan) {
    struct peak {
        std::uint32_t position;
        std::uint64_t live;
    };
    vec<std::uint64_t> pressures(plan.values.size());
    vec<peak> peaks; // of the time so far, those that nothing later reaches
    std::uint64_t live = 0;
    for (live_event const& event : make_timeline(plan.values)) {
        if (event.end) {
            auto const since = std::lower_bound(peaks.begin(), peaks.end(), plan.values[event.value].first,
                                                [](peak const& p, auto position) { return p.position < position; });
            pressures[event.value] = since->live;
            live -= plan.size(event.value);
            continue;
        }
        live += plan.size(event.value);
        while (!peaks.empty() && peaks.back().live <= live)
            peaks.pop_back();
        peaks.push_back({event.position, live});
    }
    return pressures;
}

// The search for a smaller plan than the best so far.
class greedy_search {
public:
    explicit greedy_search(memory_plan start)
        : best_(std::move(start)), placer_(best_), max_work_((std::uint64_t{1} << 22) + 16 * best_.values.size()) {}
    greedy_search(greedy_search const&) = delete;
    greedy_search& operator=(greedy_search const&) = delete;

    // Places the values in this order, then again and again with the value that made the result
    // too large moved to the front.
    void improve(vec<std::uint32_t> order, gap_choice choice, std::string_view strategy) {
        constexpr int rounds = 32;
        for (int round = 0; round < rounds && best_.gap() != 0 && placer_.work() < max_work_; ++round) {
            placement found = placer_.place(order, choice, best_.planned_bytes, max_work_);
            if (found.complete) {
                best_.offsets = std::move(found.offsets);
                best_.planned_bytes = found.bytes;
                best_.strategy = strategy;
            }
            auto const highest = std::find(order.begin(), order.end(), found.highest);
            if (highest == order.begin())
                return;
            std::rotate(order.begin(), highest, highest + 1);
        }
    }

    [[nodiscard]] memory_plan best() const {
        memory_plan plan = best_;
        plan.work += placer_.work();
        return plan;
    }

private:
    memory_plan best_;
    order_placer placer_;
    std::uint64_t max_work_;
};

} // namespace detail

GRAFT_INLINE memory_plan plan_greedy(view<lifetime const> values, std::uint64_t alignment) {
    memory_plan start = plan_sweep(values, alignment);
    if (start.gap() == 0)
        return start;
    vec<std::uint64_t> const pressures = detail::find_pressures(start);
    vec<std::uint64_t> sizes;
    vec<double> areas;
    for (std::size_t v = 0; v < values.size(); ++v) {
        sizes.push_back(start.size(v));
        areas.push_back(static_cast<double>(start.size(v)) *
                        (static_cast<double>(values[v].last - values[v].first) + 1));
    }
    auto const sorted_by = [&](auto&& key) {
        vec<std::uint32_t> order(values.size());
        std::iota(order.begin(), order.end(), 0u);
        std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return key(a) > key(b); });
        return order;
    };
    using index = std::uint32_t;
    auto const by_size = sorted_by([&](index v) { return std::pair{sizes[v], pressures[v]}; });
    auto const by_area = sorted_by([&](index v) { return std::pair{areas[v], pressures[v]}; });
    auto const by_pressure = sorted_by([&](index v) { return std::pair{pressures[v], areas[v]}; });
    detail::greedy_search search{std::move(start)};
    for (gap_choice const choice : {gap_choice::first, gap_choice::best}) {
        bool const first = choice == gap_choice::first;
        search.improve(by_size, choice, first ? "size, first fit" : "size, best fit");
        search.improve(by_area, choice, first ? "area, first fit" : "area, best fit");
        search.improve(by_pressure, choice, first ? "pressure, first fit" : "pressure, best fit");
    }
    return search.best();
}

} // namespace graft
#endif
