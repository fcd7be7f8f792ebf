#pragma once

#include <graft/config.hpp>
#include <graft/memory/plan.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>

#include <cstdint>

namespace graft {

namespace detail {

// The values of a plan that take memory, the lowest first.
[[nodiscard]] GRAFT_INLINE vec<std::uint32_t> order_by_offset(memory_plan const& plan);

} // namespace detail

/// The plan of `plan_greedy`, made smaller by a search through the orders in which values can be placed.
/// Deterministic; ends at the lower bound or when it has looked at `max_work` values.
[[nodiscard]] GRAFT_INLINE memory_plan plan_local_search(view<lifetime const> values, std::uint64_t alignment = 16,
                                                         std::uint64_t max_work = std::uint64_t{1} << 20);

} // namespace graft

#if defined(GRAFT_MEMORY_BODIES)
#    include <graft/memory/greedy.hpp>
#    include <graft/memory/place_in_order.hpp>

#    include <algorithm>
#    include <array>
#    include <cstddef>
#    include <utility>

namespace graft {
namespace detail {

GRAFT_INLINE vec<std::uint32_t> order_by_offset(memory_plan const& plan) {
    vec<std::uint32_t> order;
    for (std::uint32_t v = 0; v < plan.values.size(); ++v)
        if (plan.size(v) != 0)
            order.push_back(v);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return plan.offsets[a] < plan.offsets[b]; });
    return order;
}

// Changes the order in which values are placed, a little at a time.
class order_search {
public:
    order_search(memory_plan start, std::uint64_t max_work)
        : best_(std::move(start)), placer_(best_), max_work_(max_work), order_(order_by_offset(best_)) {}
    order_search(order_search const&) = delete;
    order_search& operator=(order_search const&) = delete;

    // Keeps a change that is no worse than what there was some changes ago, and so leaves valleys.
    void run() {
        if (order_.size() < 2 || !accept(order_, best_.planned_bytes))
            return;
        std::array<std::uint64_t, 64> limits;
        limits.fill(bytes_);
        for (std::size_t step = 0; best_.gap() != 0 && placer_.work() < max_work_; ++step) {
            std::uint64_t& limit = limits[step % limits.size()];
            vec<std::uint32_t> changed = order_;
            change(changed);
            static_cast<void>(accept(std::move(changed), std::max(limit, bytes_)));
            limit = bytes_;
        }
    }

    [[nodiscard]] memory_plan best() const {
        memory_plan plan = best_;
        plan.work += placer_.work();
        return plan;
    }

private:
    // Takes an order that needs no more than this.
    bool accept(vec<std::uint32_t> order, std::uint64_t limit) {
        placement found = placer_.place(order, gap_choice::first, limit + 1, max_work_);
        if (!found.complete)
            return false;
        order_ = std::move(order);
        bytes_ = found.bytes;
        highest_ = found.highest;
        if (found.bytes < best_.planned_bytes) {
            best_.planned_bytes = found.bytes;
            best_.offsets = std::move(found.offsets);
            best_.strategy = "local search";
        }
        return true;
    }

    // Places one value earlier, as often as not the one that made the plan so large, or exchanges two.
    void change(vec<std::uint32_t>& order) {
        auto const at = [&](std::size_t i) { return order.begin() + static_cast<std::ptrdiff_t>(i); };
        std::size_t one = static_cast<std::size_t>(std::find(order.begin(), order.end(), highest_) - order.begin());
        if (one == 0 || below(2) == 0)
            one = 1 + below(order.size() - 1);
        std::size_t const other = below(one);
        if (below(2) == 0)
            std::swap(*at(one), *at(other));
        else
            std::rotate(at(other), at(one), at(one) + 1);
    }

    // A random number below `limit`, the same on every machine: an xorshift generator.
    std::size_t below(std::size_t limit) {
        state_ ^= state_ << 13;
        state_ ^= state_ >> 7;
        state_ ^= state_ << 17;
        return static_cast<std::size_t>(state_ % limit);
    }

    memory_plan best_;
    order_placer placer_;
    std::uint64_t max_work_;
    vec<std::uint32_t> order_; // what is changed: the last that was accepted
    std::uint64_t bytes_ = 0;
    std::uint32_t highest_ = 0;
    std::uint64_t state_ = 0x9e3779b97f4a7c15;
};

} // namespace detail

GRAFT_INLINE memory_plan plan_local_search(view<lifetime const> values, std::uint64_t alignment,
                                           std::uint64_t max_work) {
    memory_plan start = plan_greedy(values, alignment);
    if (start.gap() == 0)
        return start;
    detail::order_search search(std::move(start), max_work);
    search.run();
    return search.best();
}

} // namespace graft
#endif
