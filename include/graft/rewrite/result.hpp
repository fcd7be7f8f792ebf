#pragma once

#include <cstddef>
#include <vector>

namespace graft {

/// How far a rewrite may go; 0 stands for sixteen rewrites per node of the graph.
struct rewrite_limit {
    std::size_t rewrites = 0;
};

/// What a rewrite did and why it ended.
struct [[nodiscard]] rewrite_result {
    std::size_t rewrites = 0;
    std::size_t unsound = 0;            // rewrites undone since they would have changed a dtype or size
    bool converged = false;             // false when the limit ended it
    std::vector<std::size_t> per_rule;  // rewrites by the rule's position in the set
};

} // namespace graft
