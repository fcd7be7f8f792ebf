#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>
#include <graft/memory/plan.hpp>
#include <graft/meta/vec.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace graft {

/// What can be wrong with the place of a value.
enum class plan_fault : std::uint8_t {
    overlap,    ///< it shares bytes with `other` while both are in use
    misaligned, ///< it begins at no multiple of the alignment
    outside,    ///< it ends behind the block
};

/// One finding of `check`.
struct plan_finding {
    plan_fault fault{};    ///< what is wrong
    std::size_t value = 0; ///< which of the values
    std::size_t other = 0; ///< of an overlap: the other value

    friend bool operator==(plan_finding const&, plan_finding const&) = default;
};

/// The values that have no sound place, each at least once; empty for a sound plan. O(n log n).
[[nodiscard]] GRAFT_INLINE vec<plan_finding> check(memory_plan const& plan);

/// The finding as a sentence with the names of the nodes.
[[nodiscard]] GRAFT_INLINE std::string text(graph const& g, memory_plan const& plan, plan_finding const& f);

} // namespace graft

#if defined(GRAFT_MEMORY_BODIES)
#    include <iterator>
#    include <map>

namespace graft {

GRAFT_INLINE vec<plan_finding> check(memory_plan const& plan) {
    vec<plan_finding> findings;
    std::map<std::uint64_t, std::size_t> in_use; // by offset; these do not overlap
    for (live_event const& event : make_timeline(plan.values)) {
        std::size_t const v = event.value;
        std::uint64_t const begin = plan.offsets[v], size = plan.size(v);
        if (event.end) {
            if (auto const at = in_use.find(begin); at != in_use.end() && at->second == v)
                in_use.erase(at);
            continue;
        }
        if (begin % plan.alignment != 0)
            findings.push_back({plan_fault::misaligned, v});
        if (begin > plan.planned_bytes || size > plan.planned_bytes - begin)
            findings.push_back({plan_fault::outside, v});
        if (size == 0)
            continue;
        auto const next = in_use.lower_bound(begin);
        if (next != in_use.end() && next->first - begin < size)
            findings.push_back({plan_fault::overlap, v, next->second});
        else if (next != in_use.begin() && begin - std::prev(next)->first < plan.size(std::prev(next)->second))
            findings.push_back({plan_fault::overlap, v, std::prev(next)->second});
        else
            in_use.emplace_hint(next, begin, v);
    }
    return findings;
}

GRAFT_INLINE std::string text(graph const& g, memory_plan const& plan, plan_finding const& f) {
    auto const value = [&](std::size_t v) {
        lifetime const& life = plan.values[v];
        return "result " + std::to_string(life.result) + " of '" + std::string{g.name(life.node)} + "' at " +
               std::to_string(plan.offsets[v]) + " (" + std::to_string(plan.size(v)) + " bytes)";
    };
    switch (f.fault) {
    case plan_fault::overlap: return value(f.value) + " overlaps " + value(f.other) + ", and both are in use at once";
    case plan_fault::misaligned: return value(f.value) + " is not aligned to " + std::to_string(plan.alignment);
    case plan_fault::outside:
        return value(f.value) + " ends behind the " + std::to_string(plan.planned_bytes) + " bytes planned";
    }
    return {};
}

} // namespace graft
#endif
