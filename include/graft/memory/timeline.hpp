#pragma once

#include <graft/memory/lifetime.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>

#include <algorithm>
#include <compare>
#include <cstdint>

namespace graft {

/// A value comes into use at a position, or is no longer used after it.
struct live_event {
    std::uint32_t position = 0; ///< when
    bool end = false;           ///< no longer used after it, not in use from it on
    std::uint32_t value = 0;    ///< which of the values

    friend constexpr auto operator<=>(live_event const&, live_event const&) = default;
};

/// Both events of every value, in order of time: at one position values begin before others
/// end. O(n log n).
[[nodiscard]] inline vec<live_event> make_timeline(view<lifetime const> values) {
    vec<live_event> events;
    events.reserve(2 * values.size());
    for (std::uint32_t v = 0; v < values.size(); ++v) {
        events.push_back({values[v].first, false, v});
        events.push_back({values[v].last, true, v});
    }
    std::sort(events.begin(), events.end());
    return events;
}

} // namespace graft
