#pragma once

#include <graft/config.hpp>
#include <graft/meta/view.hpp>
#include <graft/pass/constraint.hpp>

#include <string>
#include <string_view>

namespace graft {

/// A line for each pass in the order in which they run, with the passes that constraints put before it, and a line
/// for each constraint that has no effect:
///
///     1. fold
///     2. fuse, after fold
///     'fold' before 'plan' has no effect: there is no pass 'plan'
///
/// O(n log n) in passes and constraints.
[[nodiscard]] GRAFT_INLINE std::string explain_order(view<std::string_view const> ordered,
                                                     view<pass_constraint const> constraints);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/meta/vec.hpp>

#    include <algorithm>
#    include <cstddef>
#    include <map>

namespace graft {

GRAFT_INLINE std::string explain_order(view<std::string_view const> ordered, view<pass_constraint const> constraints) {
    auto const found = detail::find_occurrences(ordered);
    std::map<std::string_view, vec<std::size_t>> waits_for; // positions of the last runs
    std::string idle;
    for (pass_constraint const& c : constraints) {
        auto const before = found.find(c.before), after = found.find(c.after);
        bool const known = before != found.end() && after != found.end();
        if (known && before->second.last < after->second.first) {
            waits_for[c.after].push_back(before->second.last);
            continue;
        }
        idle += "'" + c.before + "' before '" + c.after + "' has no effect: ";
        if (c.before == c.after)
            idle += "a pass cannot precede itself\n";
        else if (known)
            idle += "it is on a cycle of constraints\n";
        else
            idle += "there is no pass '" + (before == found.end() ? c.before : c.after) + "'\n";
    }

    std::string out;
    for (std::size_t i = 0; i < ordered.size(); ++i) {
        out += std::to_string(i + 1) + ". " + std::string{ordered[i]};
        vec<std::size_t>& after = waits_for[ordered[i]];
        std::sort(after.begin(), after.end());
        after.erase(std::unique(after.begin(), after.end()), after.end());
        for (std::size_t k = 0; k < after.size(); ++k)
            out += (k == 0 ? ", after " : ", ") + std::string{ordered[after[k]]};
        out += '\n';
    }
    return out + idle;
}

} // namespace graft
#endif
