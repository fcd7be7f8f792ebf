#pragma once

#include <graft/ir/graph.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/rewrite/number_source.hpp>
#include <graft/rewrite/refused_rewrite.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace graft {

/// In which order a rewrite looks at the nodes first.
enum class sweep : std::uint8_t {
    forward,  ///< operands before users: for simplification
    backward, ///< users before operands: for fusion, where the largest pattern is to win
    shuffled, ///< in an order that the seed decides: a set whose result depends on the order shows it
};

/// How a rewrite goes about it.
struct rewrite_options {
    std::size_t rewrites = 0; ///< at most as many; 0 stands for sixteen per node and 1024, or a certificate
    view<known_number const> numbers = {}; ///< what constants hold, for `splat` and its kin
    sweep order = sweep::forward;          ///< which nodes are looked at first
    std::uint64_t seed = 1;                ///< of `sweep::shuffled`
    /// Nodes that stay as they are: no rule matches one, at its root or within; a variable may stand for its value.
    view<node_id const> skip = {};
};

/// What a rewrite did and why it ended.
struct [[nodiscard]] rewrite_result {
    std::size_t rewrites = 0;    ///< how many were applied and kept
    std::size_t unsound = 0;     ///< rewrites undone since they would have changed a dtype or size
    bool converged = false;      ///< false when the limit ended it, or that the rules undo each other
    bool repeats = false;        ///< the graph has been what it is before, and would be for ever again
    vec<std::size_t> per_rule;   ///< rewrites by the rule's position in the set
    vec<std::string_view> cycle; ///< where it did not converge: the rules that took turns at the end, if any
    node_id cycle_at = no_node;  ///< and the node at which the last of them was applied
    static constexpr std::size_t most_refused = 8; ///< the most that `refused` holds
    vec<refused_rewrite> refused; ///< the first of what matched and was not applied, each rule and node once
};

/// Why the rewrite of `g` ended, in one sentence, and what was refused, if anything.
[[nodiscard]] inline std::string text(graph const& g, rewrite_result const& r) {
    std::string text = "after " + std::to_string(r.rewrites) + " rewrites ";
    if (r.converged) {
        text += r.refused.empty() ? "no rule matches" : "no rule applies";
        for (refused_rewrite const& refused : r.refused)
            text += "; " + graft::text(g, refused);
        return text;
    }
    text += r.repeats ? "the graph is what it was before" : "the limit was reached";
    if (r.cycle.empty())
        return text;
    for (std::size_t i = 0; i < r.cycle.size(); ++i)
        text += (i == 0 ? ": '" : ", '") + std::string{r.cycle[i]} + "'";
    return text + (r.cycle.size() == 1 ? " makes what it matches again" : " undo each other") + ", last at %" +
           std::string{g.last_name(r.cycle_at)};
}

} // namespace graft
