#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>
#include <graft/memory/plan.hpp>

#include <string>

namespace graft {

/// The sizes of a plan as text: what it takes, what the values take together, and the least any
/// plan can take.
[[nodiscard]] GRAFT_INLINE std::string text(memory_plan const& plan);

/// The sizes of a plan as text, and the values that are in use when most memory is, the largest first.
[[nodiscard]] GRAFT_INLINE std::string text(graph const& g, memory_plan const& plan);

} // namespace graft

#if defined(GRAFT_MEMORY_BODIES)
#    include <graft/meta/vec.hpp>

#    include <algorithm>
#    include <cstdint>

namespace graft {
namespace detail {

// The values in use when most bytes are, in order of definition.
[[nodiscard]] inline vec<std::uint32_t> find_peak(memory_plan const& plan) {
    std::uint64_t live = 0, most = 0;
    std::uint32_t position = 0;
    for (live_event const& event : make_timeline(plan.values)) {
        live = event.end ? live - plan.size(event.value) : live + plan.size(event.value);
        if (live > most) {
            most = live;
            position = event.position;
        }
    }
    vec<std::uint32_t> peak;
    for (std::uint32_t v = 0; v < plan.values.size(); ++v)
        if (plan.values[v].first <= position && position <= plan.values[v].last && plan.size(v) != 0)
            peak.push_back(v);
    return peak;
}

} // namespace detail

GRAFT_INLINE std::string text(memory_plan const& plan) {
    auto const line = [](std::string label, std::uint64_t bytes) {
        std::string const number = std::to_string(bytes);
        label.resize(12, ' ');
        return label + std::string(number.size() < 12 ? 12 - number.size() : 0, ' ') + number + " bytes";
    };
    auto const tenths =
        plan.lower_bound == 0
            ? 0
            : static_cast<std::uint64_t>(
                  1000.0 * static_cast<double>(plan.gap()) / static_cast<double>(plan.lower_bound) + 0.5);
    return line("planned", plan.planned_bytes) + " (" + std::string{plan.strategy} + ")\n" +
           line("all values", plan.total_bytes) + " (" + std::to_string(plan.values.size()) + ")\n" +
           line("lower bound", plan.lower_bound) + "\n" + line("gap", plan.gap()) + " (" + std::to_string(tenths / 10) +
           "." + std::to_string(tenths % 10) + " %)" +
           (plan.gap() != 0 && plan.exhausted ? ", which no plan avoids\n" : "\n");
}

GRAFT_INLINE std::string text(graph const& g, memory_plan const& plan) {
    vec<std::uint32_t> peak = detail::find_peak(plan);
    std::stable_sort(peak.begin(), peak.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return plan.size(a) > plan.size(b); });
    std::string out = text(plan);
    if (!peak.empty())
        out += "in use at the peak:\n";
    for (std::uint32_t const v : peak) {
        lifetime const& life = plan.values[v];
        out += "  " + std::to_string(plan.size(v)) + " bytes at " + std::to_string(plan.offsets[v]) + ": %" +
               std::string{g.name(life.node)};
        if (life.result != 0)
            out += ", result " + std::to_string(life.result);
        out += '\n';
    }
    return out;
}

} // namespace graft
#endif
