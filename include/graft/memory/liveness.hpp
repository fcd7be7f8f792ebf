#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>
#include <graft/memory/storage_map.hpp>
#include <graft/meta/vec.hpp>

#include <cstdint>

namespace graft {

/// When a storage is in use: from position `first` to position `last` in execution order, both
/// included.
struct live_range {
    /// The positions between which it is in use.
    /// @{
    std::uint32_t first = 0, last = 0;
    /// @}
    bool output = false; ///< the graph returns it

    friend bool operator==(live_range const&, live_range const&) = default;
};

/// The live range of each storage. Inputs live from position 0, what the graph returns to the
/// last one, what nothing uses where it is written. Linear in nodes and arguments.
[[nodiscard]] GRAFT_INLINE vec<live_range> find_live_ranges(graph const& g, storage_map const& map);

} // namespace graft

#if defined(GRAFT_MEMORY_BODIES)
#    include <algorithm>
#    include <utility>

namespace graft {

GRAFT_INLINE vec<live_range> find_live_ranges(graph const& g, storage_map const& map) {
    vec<live_range> ranges(map.size());
    vec<bool> defined(map.size());
    auto const touch = [&](node_id n, std::uint32_t position, bool output) {
        for (storage_id const s : map.storages(n)) {
            if (s == no_storage)
                continue;
            live_range& range = ranges[s];
            if (!defined[s])
                range.first = position;
            defined[s] = true;
            range.last = std::max(range.last, position);
            range.output |= output;
        }
    };
    std::uint32_t position = 0;
    for (node_id const n : g.nodes()) {
        bool const output = g.op(n) == opcode::output;
        if (g.target(n).name != "operator.getitem") // which touches only what it takes
            g.for_each_input(n, [&](node_id input) { touch(input, position, output); });
        touch(n, g.op(n) == opcode::placeholder ? 0 : position, false);
        ++position;
    }
    for (auto hold = map.holds().rbegin(); hold != map.holds().rend(); ++hold)
        ranges[hold->held].last = std::max(ranges[hold->held].last, ranges[hold->holder].last);
    return ranges;
}

} // namespace graft
#endif
