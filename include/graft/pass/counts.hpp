#pragma once

#include <graft/meta/vec.hpp>

#include <algorithm>
#include <cstddef>
#include <string>

namespace graft {

/// How often a pass did something, such as apply a rule.
struct pass_count {
    std::string what;      ///< what it did, such as the name of a rule
    std::size_t count = 0; ///< how often
};

/// What a pass did to the program, which it changes in place.
struct pass_result {
    bool modified = false;    ///< whether the program is another
    vec<pass_count> counts{}; ///< how often it did what
};

namespace detail {

// Adds what the same pass did to another graph.
inline void add_result(pass_result& total, pass_result const& more) {
    total.modified |= more.modified;
    for (pass_count const& added : more.counts) {
        auto const known = std::find_if(total.counts.begin(), total.counts.end(),
                                        [&](pass_count const& c) { return c.what == added.what; });
        if (known == total.counts.end())
            total.counts.push_back(added);
        else
            known->count += added.count;
    }
}

} // namespace detail

} // namespace graft
