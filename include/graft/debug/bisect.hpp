#pragma once

#include <graft/config.hpp>
#include <graft/core/error.hpp>
#include <graft/ir/program.hpp>
#include <graft/meta/view.hpp>
#include <graft/pass/pass.hpp>

#include <concepts>
#include <cstddef>
#include <exception>
#include <functional>
#include <optional>
#include <string>

namespace graft {

/// Says whether a program is right; one on which it raises is wrong.
using program_test = std::function<bool(exported_program const&)>;

/// Of the numbers from `good`, which is good, to `bad`, which is not, one that is bad while the number before it is
/// good; asks `is_good` O(log n) times.
template <std::predicate<std::size_t> F>
[[nodiscard]] std::size_t bisect(std::size_t good, std::size_t bad, F is_good) {
    while (bad - good > 1) {
        std::size_t const middle = good + (bad - good) / 2;
        (is_good(middle) ? good : bad) = middle;
    }
    return bad;
}

/// A pass that makes a right program wrong.
struct failing_pass {
    std::size_t index = 0; ///< among the passes, from 0
    std::string name;      ///< its name in the list
    std::string reason;    ///< what the pass or the test raised; empty when the test said no
    /// The program that the pass was given, and what it made of it.
    /// @{
    exported_program before, after;
    /// @}
};

namespace detail {

// What a test says of a program, with what it raised.
struct verdict {
    bool right = false;
    std::string reason;

    verdict(program_test const& is_right, exported_program const& program) {
        try {
            right = is_right(program);
        } catch (std::exception const& e) {
            reason = e.what();
        }
    }
};

GRAFT_INLINE void expect_right(program_test const& is_right, exported_program const& program);

[[noreturn]] inline void raise_unsteady(std::string const& what) {
    raise(errc::invalid_argument, what, " made the program wrong, but not when tried again");
}

} // namespace detail

/// The pass that makes the program wrong, or nothing when all passes leave it right; raises when it is wrong from
/// the start. Tests O(log n) programs and runs O(n) passes, those of a manager as `ordered_passes` gives them.
[[nodiscard]] GRAFT_INLINE std::optional<failing_pass>
find_failing_pass(exported_program const& program, view<any_pass const> passes, program_test const& is_right);

} // namespace graft

#if defined(GRAFT_LOWER_BODIES)
#    include <utility>

namespace graft {
namespace detail {

GRAFT_INLINE void expect_right(program_test const& is_right, exported_program const& program) {
    if (verdict const start(is_right, program); !start.right)
        raise(errc::invalid_argument, "the program is wrong from the start", start.reason.empty() ? "" : ": ",
              start.reason);
}

// Runs ever fewer passes, always from the last program that is right.
class pass_bisector {
public:
    pass_bisector(exported_program const& program, view<any_pass const> passes, program_test const& is_right)
        : base_(program), passes_(passes), is_right_(is_right) {}

    std::optional<failing_pass> find() {
        expect_right(is_right_, base_);
        if (passes_.empty() || is_good(passes_.size()))
            return {};
        return examine(bisect(0, passes_.size(), [this](std::size_t count) { return is_good(count); }) - 1);
    }

private:
    // True when the program is right after the first `count` passes; it is then the new base.
    bool is_good(std::size_t count) {
        exported_program attempt = base_;
        try {
            for (std::size_t i = done_; i < count; ++i)
                passes_[i](attempt);
        } catch (std::exception const&) {
            return false;
        }
        if (!verdict{is_right_, attempt}.right)
            return false;
        base_ = std::move(attempt);
        done_ = count;
        return true;
    }

    // The pass once more, for what it raises and leaves.
    failing_pass examine(std::size_t at) {
        failing_pass found{at, passes_[at].name, {}, base_, base_};
        try {
            passes_[at](found.after);
        } catch (std::exception const& e) {
            found.reason = e.what();
            return found;
        }
        verdict const end(is_right_, found.after);
        if (end.right)
            raise_unsteady("pass '" + found.name + "'");
        found.reason = end.reason;
        return found;
    }

    exported_program base_;
    view<any_pass const> passes_;
    program_test const& is_right_;
    std::size_t done_ = 0; // passes that led to the base
};

} // namespace detail

GRAFT_INLINE std::optional<failing_pass> find_failing_pass(exported_program const& program, view<any_pass const> passes,
                                                           program_test const& is_right) {
    return detail::pass_bisector{program, passes, is_right}.find();
}

} // namespace graft
#endif
