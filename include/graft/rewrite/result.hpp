#pragma once

#include <graft/rewrite/number_source.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace graft {

/// In which order a rewrite looks at the nodes first.
enum class sweep : std::uint8_t {
    forward,   // operands before users: for simplification
    backward,  // users before operands: for fusion, where the largest pattern is to win
};

/// How a rewrite goes about it.
struct rewrite_options {
    std::size_t rewrites = 0;  // at most as many; 0 stands for sixteen per node of the graph
    std::span<known_number const> numbers = {};  // what constants hold, for `splat` and its kin
    sweep order = sweep::forward;
};

/// What a rewrite did and why it ended.
struct [[nodiscard]] rewrite_result {
    std::size_t rewrites = 0;
    std::size_t unsound = 0;            // rewrites undone since they would have changed a dtype or size
    bool converged = false;             // false when the limit ended it
    std::vector<std::size_t> per_rule;  // rewrites by the rule's position in the set
};

} // namespace graft
