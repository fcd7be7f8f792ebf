#pragma once

#include <graft/config.hpp>
#include <graft/ir/program.hpp>
#include <graft/memory/lifetime.hpp>
#include <graft/meta/vec.hpp>

#include <cstdint>

namespace graft {

/// What of a program is planned, and what is left to the sizes that are met when it runs.
struct bounded_lifetimes {
    vec<lifetime> planned; ///< what is to have a place in the block
    vec<node_id> met; ///< whose results have no place: the executor gives each memory of the size it turns out to have
};

/// What of a program to plan for: all values of fixed size, and those of symbolic size whose largest size is known and
/// small enough that no more than `limit` bytes are in use at once. A value without a largest size, and the largest of
/// the others where they do not fit, are left to the sizes met: a program whose sequences may be as long as memory
/// admits holds what the one at hand takes, not what the longest would. The order of the values is kept.
[[nodiscard]] GRAFT_INLINE bounded_lifetimes find_bounded(exported_program const& program,
                                                          lifetime_options options = {},
                                                          std::uint64_t limit = std::uint64_t{1} << 30);

} // namespace graft

#if defined(GRAFT_MEMORY_BODIES)
#    include <graft/memory/plan.hpp>

#    include <utility>

namespace graft {

GRAFT_INLINE bounded_lifetimes find_bounded(exported_program const& program, lifetime_options options,
                                            std::uint64_t limit) {
    options.skip_unbounded = true;
    for (options.most_bytes = limit;; options.most_bytes /= 2) {
        lifetimes found = find_lifetimes(program, options);
        if (options.most_bytes == 0 || make_plan(found.values).lower_bound <= limit)
            return {std::move(found.values), std::move(found.unbounded)};
    }
}

} // namespace graft
#endif
