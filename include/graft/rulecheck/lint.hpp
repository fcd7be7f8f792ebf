#pragma once

#include <graft/meta/vec.hpp>
#include <graft/rulecheck/detail/lint_rule.hpp>
#include <graft/rulecheck/detail/lint_sound.hpp>
#include <graft/rulecheck/lint_finding.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace graft {

/// Checks a rule, or a set as a whole: variables and arguments, dtypes and sizes, order, repeated work, and that
/// rewriting ends. In a constant expression dtypes and sizes are checked of element-wise rules without predicates;
/// at run time those of all, by samples and the meta functions of the ops. With the table of a dialect, such as
/// `edge_constraint`, of what the dialect admits on the left side it must admit the right. O(rules^2) comparisons of
/// roots.
template <class Set>
    requires requires(Set const& set) { detail::to_rule_set(set); }
[[nodiscard]] constexpr rule_report lint(Set const& set, constraint_table table = nullptr) {
    auto const& all = detail::to_rule_set(set);
    termination const proof{all};
    vec<detail::rule_fingerprint> fingerprints;
    for (std::size_t i = 0; i < all.size(); ++i)
        fingerprints.push_back(detail::fingerprint_of(all[i]));
    vec<rule_finding> findings;
    auto const sample = [&](rule_view const& rule, vec<rule_finding>& found) {
        if (!std::is_constant_evaluated())
            detail::sample_checker{rule, table}.check(found);
    };
    for (std::size_t i = 0; i < all.size(); ++i)
        detail::lint_rule(all, i, detail::proof_of(proof, i), fingerprints.data(), table, findings, sample);
    return rule_report{std::move(findings)};
}

} // namespace graft
