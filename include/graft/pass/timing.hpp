#pragma once

#include <graft/config.hpp>
#include <graft/meta/vec.hpp>
#include <graft/pass/observer.hpp>

#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <string>

namespace graft {

/// What all runs of one pass took together.
struct pass_time {
    std::string pass;                ///< its name
    std::chrono::nanoseconds time{}; ///< what its runs took
    /// How often it ran and how often it changed the program.
    /// @{
    std::size_t runs = 0, modified = 0;
    /// @}
};

/// Adds up what passes take; copies share one account.
class pass_timing {
public:
    /// An observer that enters every pass run into this account.
    [[nodiscard]] pass_observer observer() const;

    /// By pass, in order of first run.
    [[nodiscard]] vec<pass_time> const& times() const { return account_->times; }

private:
    struct account {
        vec<pass_time> times;
        std::map<std::string, std::size_t> place; // in `times`, by pass
    };

    std::shared_ptr<account> account_ = std::make_shared<account>();
};

/// A line for each pass: `dce: 2 runs, 1 modified, 13 us`.
[[nodiscard]] GRAFT_INLINE std::string text(pass_timing const& timing);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <utility>

namespace graft {

GRAFT_INLINE pass_observer pass_timing::observer() const {
    return {.after = [account = account_](pass_event const& event) {
        std::string pass{event.pass};
        auto const [at, added] = account->place.try_emplace(pass, account->times.size());
        if (added)
            account->times.push_back({std::move(pass)});
        pass_time& t = account->times[at->second];
        t.time += event.time;
        ++t.runs;
        t.modified += event.result.modified;
    }};
}

GRAFT_INLINE std::string text(pass_timing const& timing) {
    std::string out;
    for (pass_time const& t : timing.times()) {
        auto const time = std::chrono::duration_cast<std::chrono::microseconds>(t.time);
        out += t.pass + ": " + std::to_string(t.runs) + (t.runs == 1 ? " run, " : " runs, ") +
               std::to_string(t.modified) + " modified, " + std::to_string(time.count()) + " us\n";
    }
    return out;
}

} // namespace graft
#endif
