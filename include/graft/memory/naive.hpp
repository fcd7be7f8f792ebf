#pragma once

#include <graft/memory/plan.hpp>
#include <graft/meta/view.hpp>

#include <cstddef>
#include <cstdint>

namespace graft {

/// The plan that reuses nothing: one value behind the other. The measure for the others.
[[nodiscard]] inline memory_plan plan_naive(view<lifetime const> values, std::uint64_t alignment = 16) {
    memory_plan plan = make_plan(values, alignment);
    plan.strategy = "naive";
    for (std::size_t v = 0; v < values.size(); ++v)
        place(plan, v, plan.planned_bytes);
    return plan;
}

} // namespace graft
