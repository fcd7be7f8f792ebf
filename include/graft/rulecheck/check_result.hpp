#pragma once

#include <graft/config.hpp>
#include <graft/meta/vec.hpp>
#include <graft/rewrite/contract.hpp>
#include <graft/rulecheck/side_difference.hpp>
#include <graft/rulecheck/side_runner.hpp>

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace graft {

/// The simplest case found in which a rule fails, and what would repair it.
struct rule_failure {
    side_fault fault = side_fault::none; ///< what is wrong
    std::size_t cases = 0;               ///< that fail in such a way
    std::string dtypes;                  ///< those of the result for which they do
    std::string example;                 ///< inputs, both sides, both results
    vec<std::string> repairs;            ///< each of which leaves out all of these cases, the best first
};

/// What checking a rule on generated inputs has shown.
struct [[nodiscard]] rule_check {
    std::string rule; ///< its name
    contract promise; ///< what it was held to
    /// How many inputs were tried, how many of them the rule matched, and in how many of these it failed.
    /// @{
    std::size_t attempts = 0, matched = 0, failed = 0;
    /// @}
    vec<std::string> without_kernel;       ///< ops of the rule that cannot run; then nothing was tried
    std::string last_reason;               ///< why a left side could not be matched or run, the last time
    std::map<dtype, side_difference> seen; ///< by the dtype of the result, where the sides can be compared
    vec<rule_failure> failures;            ///< of what the results are, and of their values

    /// True when the rule has matched and has always kept its promise.
    [[nodiscard]] bool passed() const { return without_kernel.empty() && matched != 0 && failed == 0; }

    /// The tightest contract for the values of all cases that were tried, or nothing.
    [[nodiscard]] std::optional<contract> tightest() const {
        side_difference all;
        for (auto const& [d, one] : seen)
            all.add(one);
        return all.tightest();
    }
};

/// The words for a fault: `the dtypes differ`.
[[nodiscard]] GRAFT_CONSTEXPR std::string_view text(side_fault fault);

/// What a check has found: a line when the rule keeps its promise, with the tightest contract seen, and else
/// counter-examples and what would repair the rule.
[[nodiscard]] GRAFT_INLINE std::string text(rule_check const& c);

} // namespace graft

#if defined(GRAFT_LOWER_BODIES)

namespace graft {

GRAFT_CONSTEXPR std::string_view text(side_fault fault) {
    switch (fault) {
    case side_fault::none: return "the sides agree";
    case side_fault::dtype: return "the dtypes differ";
    case side_fault::sizes: return "the sizes differ";
    case side_fault::values: return "the values differ";
    case side_fault::rejected: return "the ops of the right side do not take the arguments";
    case side_fault::raised: return "the right side raises";
    }
    return {};
}

namespace detail {

[[nodiscard]] inline std::string contract_text(std::optional<contract> const& c) { return c ? text(*c) : "none"; }

inline void append_failure(std::string& out, rule_failure const& f) {
    out += "  " + std::string{text(f.fault)} + " in " + std::to_string(f.cases) + " cases, " + f.dtypes + '\n';
    out += f.example;
    for (std::string const& r : f.repairs)
        out += "  repair: " + r + '\n';
}

} // namespace detail

GRAFT_INLINE std::string text(rule_check const& c) {
    std::string out = "rule '" + c.rule + "'";
    if (!c.without_kernel.empty()) {
        out += " was not checked: there is no kernel for ";
        for (std::size_t i = 0; i < c.without_kernel.size(); ++i)
            out += (i == 0 ? "" : ", ") + c.without_kernel[i];
        return out + '\n';
    }
    std::string const rate = std::to_string(c.matched) + " of " + std::to_string(c.attempts) + " inputs match";
    if (c.matched == 0)
        return out + " was never matched: " + rate + "; the last reason was: " + c.last_reason + '\n';
    auto const tightest = c.tightest();
    if (c.failed == 0)
        return out + " keeps its promise, " + text(c.promise) + ": " + rate +
               (tightest && implies(*tightest, c.promise) && *tightest != c.promise
                    ? "; what was seen is tighter: " + text(*tightest)
                    : "") +
               '\n';
    out += " does not keep its promise, " + text(c.promise) + ": " + std::to_string(c.failed) + " of " +
           std::to_string(c.matched) + " cases fail; " + rate + '\n';
    for (rule_failure const& f : c.failures)
        detail::append_failure(out, f);
    out += "  tightest contract for the values:";
    for (auto const& [d, seen] : c.seen)
        out += " " + std::string{fx_name(d)} + " " + detail::contract_text(seen.tightest()) +
               (d == c.seen.rbegin()->first ? "\n" : ",");
    return out;
}

} // namespace graft
#endif
