#pragma once

#include <graft/config.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/rewrite/rewrite_observer.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace graft {

/// How often a rule was tried, and what came of it.
struct rule_coverage {
    std::string name;                 ///< the rule's
    std::size_t tried = 0;            ///< at a node where its ops did not rule it out
    std::size_t matched = 0;          ///< the left side; the conditions may still have failed
    std::size_t condition_failed = 0; ///< the left side matched, and a condition did not hold
    std::size_t refused = 0;          ///< it would have changed which values share memory
    std::size_t undone = 0;           ///< it would have changed a dtype or size
    std::size_t applied = 0;          ///< it was applied, and the result kept
};

/// Counts by rule, over one or more rewrites by the same set: `rewrite_coverage c; rewrite(g, set, {}, c);`.
class rewrite_coverage {
public:
    static constexpr bool on = true; ///< it is told

    /// One for each rule, in the order of the set.
    [[nodiscard]] view<rule_coverage const> rules() const { return rules_; }

    /// What `rewrite_observer` asks for.
    /// @{
    void begin(graph const&, view<std::string_view const> names) {
        rules_.resize(names.size());
        for (std::size_t i = 0; i < names.size(); ++i)
            rules_[i].name = names[i];
    }
    void failed(std::uint32_t rule, node_id, mismatch why) {
        ++rules_[rule].tried;
        if (why == mismatch::condition) {
            ++rules_[rule].matched;
            ++rules_[rule].condition_failed;
        }
    }
    void matched(std::uint32_t rule, view<node_id const>) {
        ++rules_[rule].tried;
        ++rules_[rule].matched;
    }
    void ended(std::uint32_t rule, outcome end, view<node_id const>) {
        rule_coverage& r = rules_[rule];
        ++(end == outcome::applied ? r.applied : end == outcome::undone ? r.undone : r.refused);
    }
    /// @}

private:
    vec<rule_coverage> rules_;
};

/// One line per rule, under a line of headings; rules that were never tried as well.
[[nodiscard]] GRAFT_INLINE std::string text(rewrite_coverage const& coverage);

} // namespace graft

#if defined(GRAFT_LOWER_BODIES)

namespace graft {

GRAFT_INLINE std::string text(rewrite_coverage const& coverage) {
    auto const padded = [](std::string_view cell, std::size_t width) {
        return std::string{cell} + std::string(width - cell.size(), ' ');
    };
    auto const right = [](std::string_view number) {
        return std::string(number.size() < 9 ? 9 - number.size() : 1, ' ') + std::string{number};
    };
    std::size_t widest = 4;
    for (rule_coverage const& r : coverage.rules())
        widest = r.name.size() > widest ? r.name.size() : widest;
    std::string out = padded("rule", widest) + "    tried  matched condition  refused   undone  applied\n";
    for (rule_coverage const& r : coverage.rules()) {
        out += padded(r.name, widest);
        for (std::size_t const count : {r.tried, r.matched, r.condition_failed, r.refused, r.undone, r.applied})
            out += right(std::to_string(count));
        out += '\n';
    }
    return out;
}

} // namespace graft
#endif
