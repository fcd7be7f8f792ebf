#pragma once

#include <graft/config.hpp>
#include <graft/meta/view.hpp>

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace graft {

/// Every run of the pass `before` comes before any of the pass `after`; of absent passes it
/// says nothing.
struct pass_constraint {
    /// The names of the passes.
    /// @{
    std::string before, after;
    /// @}
};

/// The constraint that `this_pass` runs before `that_pass`.
[[nodiscard]] inline pass_constraint this_before_that(std::string this_pass, std::string that_pass) {
    return {std::move(this_pass), std::move(that_pass)};
}

/// The constraint that `this_pass` runs before `that_pass`, under FX's name.
[[nodiscard]] inline pass_constraint this_before_that_pass_constraint(std::string this_pass, std::string that_pass) {
    return this_before_that(std::move(this_pass), std::move(that_pass));
}

namespace detail {

// Where a pass stands in a list that may name it more than once.
struct pass_occurrences {
    std::size_t first, last;
};

[[nodiscard]] GRAFT_INLINE std::map<std::string_view, pass_occurrences>
find_occurrences(view<std::string_view const> names);

} // namespace detail

/// Raises when passes that run in the order of `names` break a constraint, naming both and
/// where they are.
GRAFT_INLINE void validate_constraints(view<std::string_view const> names, view<pass_constraint const> constraints);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/error.hpp>

namespace graft {
namespace detail {

GRAFT_INLINE std::map<std::string_view, pass_occurrences> find_occurrences(view<std::string_view const> names) {
    std::map<std::string_view, pass_occurrences> found;
    for (std::size_t i = 0; i < names.size(); ++i)
        found.try_emplace(names[i], pass_occurrences{i, i}).first->second.last = i;
    return found;
}

} // namespace detail

GRAFT_INLINE void validate_constraints(view<std::string_view const> names, view<pass_constraint const> constraints) {
    auto const found = detail::find_occurrences(names);
    for (pass_constraint const& c : constraints) {
        auto const before = found.find(c.before), after = found.find(c.after);
        if (c.before == c.after || before == found.end() || after == found.end())
            continue;
        if (std::size_t const late = before->second.last, early = after->second.first; late > early)
            raise(errc::invalid_argument, "pass schedule constraint violated: '", c.before, "' is to run before '",
                  c.after, "', but the pass list has '", c.after, "' at index ", early, " and '", c.before,
                  "' at index ", late);
    }
}

} // namespace graft
#endif
