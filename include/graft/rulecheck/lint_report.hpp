#pragma once

#include <graft/meta/vec.hpp>
#include <graft/rulecheck/lint_finding.hpp>

#include <cstddef>
#include <string>
#include <utility>

namespace graft {

/// What `lint` found in a set of rules: faults and notes, rule by rule.
class rule_report {
public:
    constexpr rule_report() = default;
    /// Of these findings.
    constexpr explicit rule_report(vec<rule_finding> findings) : findings_(std::move(findings)) {}

    /// True when there is no fault; notes do not count.
    [[nodiscard]] constexpr bool ok() const {
        for (rule_finding const& f : findings_)
            if (is_fault(f.kind))
                return false;
        return true;
    }

    /// How many findings are of this kind.
    [[nodiscard]] constexpr std::size_t count(rule_fault kind) const {
        std::size_t found = 0;
        for (rule_finding const& f : findings_)
            found += f.kind == kind;
        return found;
    }

    [[nodiscard]] constexpr vec<rule_finding> const& findings() const { return findings_; } ///< Rule by rule.

private:
    vec<rule_finding> findings_;
};

/// A line each: the faults, then the notes.
[[nodiscard]] inline std::string text(rule_report const& report) {
    std::string all;
    for (bool const faults : {true, false})
        for (rule_finding const& f : report.findings())
            if (is_fault(f.kind) == faults)
                all += (faults ? "" : "note: ") + text(f) + "\n";
    return all;
}

} // namespace graft
