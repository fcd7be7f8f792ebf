#pragma once

#include <graft/meta/vec.hpp>
#include <graft/rewrite/driver.hpp>

#include <array>
#include <string_view>

namespace graft {

/// Rules that are applied until none matches before those of the next phase: `phase{"canon", rules(...)}`.
template <class Set>
struct phase {
    std::string_view name;                        ///< by which it is told from others
    Set rules;                                    ///< what is applied
    sweep order = sweep::forward;                 ///< which nodes are looked at first
    vec<node_id> (*kept)(graph const&) = nullptr; ///< if there is one, tells the nodes that stay as they are
};
/// Keeps a copy of the rules.
/// @{
template <class Set>
phase(char const*, Set) -> phase<Set>;
template <class Set>
phase(char const*, Set, sweep) -> phase<Set>;
template <class Set>
phase(char const*, Set, sweep, vec<node_id> (*)(graph const&)) -> phase<Set>;
/// @}

/// A phase of any rules, by views of them: what compiled code gives of the tables that it has.
using any_phase = phase<vec<rule_view>>;

/// Applies phases one after the other, each in its own order; the limit holds for each. Naming a phase twice
/// applies it twice.
template <class... Set>
[[nodiscard]] constexpr std::array<rewrite_result, sizeof...(Set)> rewrite_in_phases(graph& g, rewrite_options options,
                                                                                     phase<Set> const&... phases) {
    auto const run = [&](auto const& p) {
        rewrite_options of_phase = options;
        of_phase.order = p.order;
        vec<node_id> stay(options.skip.begin(), options.skip.end());
        if (p.kept != nullptr)
            for (node_id const n : p.kept(g))
                stay.push_back(n);
        of_phase.skip = stay;
        return rewrite(g, p.rules, of_phase);
    };
    return {run(phases)...};
}

} // namespace graft
