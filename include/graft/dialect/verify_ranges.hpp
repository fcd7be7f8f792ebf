#pragma once

#include <graft/config.hpp>
#include <graft/dialect/violation.hpp>
#include <graft/ir/program.hpp>
#include <graft/meta/vec.hpp>

namespace graft {

/// Everything that is wrong with the range constraints of a program: a symbol twice, a range that holds no number.
[[nodiscard]] GRAFT_INLINE vec<violation> verify_ranges(exported_program const& program);

} // namespace graft

#if defined(GRAFT_DIALECT_BODIES)
#    include <graft/symbolic/range.hpp>

#    include <cstddef>
#    include <set>
#    include <string>
#    include <string_view>

namespace graft {

GRAFT_INLINE vec<violation> verify_ranges(exported_program const& program) {
    vec<violation> found;
    detail::violation_log log(program.graph(), {}, found);
    std::set<std::string> seen;
    for (symbol_range const& row : program.range_constraints) {
        std::string const name(row.name.name());
        if (!seen.insert(name).second)
            log.add(no_node, "the symbol '", name, "' has two ranges");
        if (row.range.min && row.range.max && *row.range.min > *row.range.max)
            log.add(no_node, "the range of the symbol '", name, "' is empty: its least value is ", *row.range.min,
                    ", its largest ", *row.range.max);
    }
    return found;
}

} // namespace graft
#endif
