#pragma once

#include <graft/pass/observer.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace graft {

/// What all runs of one pass took together.
struct pass_time {
    std::string pass;
    std::chrono::nanoseconds time{};
    std::size_t runs = 0, modified = 0; // how often it ran and how often it changed the program
};

/// Adds up what passes take; copies share one account.
class pass_timing {
public:
    /// An observer that enters every pass run into this account.
    [[nodiscard]] pass_observer observer() const {
        return {{}, [times = times_](pass_event const& event) {
                    auto at =
                        std::find_if(times->begin(), times->end(),
                                     [&](pass_time const& t) { return t.pass == event.pass; });
                    if (at == times->end())
                        at = times->insert(at, pass_time{std::string{event.pass}});
                    at->time += event.time;
                    ++at->runs;
                    at->modified += event.result.modified;
                }};
    }

    /// By pass, in order of first run.
    [[nodiscard]] std::vector<pass_time> const& times() const { return *times_; }

private:
    std::shared_ptr<std::vector<pass_time>> times_ = std::make_shared<std::vector<pass_time>>();
};

/// A line for each pass: `dce: 2 runs, 1 modified, 13 us`.
[[nodiscard]] inline std::string text(pass_timing const& timing) {
    std::string out;
    for (pass_time const& t : timing.times()) {
        auto const time = std::chrono::duration_cast<std::chrono::microseconds>(t.time);
        out += t.pass + ": " + std::to_string(t.runs) + (t.runs == 1 ? " run, " : " runs, ") +
               std::to_string(t.modified) + " modified, " + std::to_string(time.count()) +
               " us\n";
    }
    return out;
}

} // namespace graft
