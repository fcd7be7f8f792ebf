#pragma once

#include <graft/rewrite/lint_abstract.hpp>
#include <graft/rewrite/lint_finding.hpp>
#include <graft/rewrite/lint_fingerprint.hpp>
#include <graft/rewrite/lint_proof.hpp>
#include <graft/rewrite/lint_sound.hpp>
#include <graft/rewrite/lint_subsumes.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace graft {

/// What `lint` found in a set of rules: faults and notes, rule by rule.
class rule_report {
public:
    constexpr rule_report() = default;
    constexpr explicit rule_report(std::vector<rule_finding> findings) : findings_(std::move(findings)) {}

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

    [[nodiscard]] constexpr std::vector<rule_finding> const& findings() const { return findings_; }

    /// A line each: the faults, then the notes.
    [[nodiscard]] std::string text() const {
        std::string all;
        for (bool const faults : {true, false})
            for (rule_finding const& f : findings_)
                if (is_fault(f.kind) == faults)
                    all += (faults ? "" : "note: ") + f.sentence() + "\n";
        return all;
    }

private:
    std::vector<rule_finding> findings_;
};

namespace detail {

constexpr rule_finding finding_about(rule_fault kind, rule_view const& rule) {
    rule_finding f;
    f.kind = kind;
    f.rule = rule.name;
    return f;
}

// Variables and arguments: what the types of a rule say when it is written in C++, asked of rules from elsewhere.
constexpr void lint_form(rule_view const& rule, std::vector<rule_finding>& findings) {
    for (pattern_node const& n : rule.rhs)
        if (!n.name.empty() && n.variable < 0) {
            findings.push_back(finding_about(rule_fault::unbound, rule));
            findings.back().variable = n.name;
        }
    for (pattern_side const side : {rule.lhs, rule.rhs})
        for (std::size_t i = 0; i < side.size(); ++i) {
            bool const creates = i > 0 && side[i].size == 1 && side[i].op != nullptr;  // an op that a function calls
            if (side[i].kind != pattern_kind::call || side[i].any_attributes || creates)
                continue;
            for (std::size_t slot = 0; slot < side[i].op->arguments.size(); ++slot)
                if (!side[i].op->arguments[slot].has_default && child_in_slot(side, i, slot) == side.size()) {
                    findings.push_back(finding_about(rule_fault::arity, rule));
                    findings.back().variable = side[i].op->arguments[slot].name;
                    findings.back().op = side[i].op->name;
                }
        }
}

// An interior call that others may keep alive, whose work the right side does again: the heaviest.
constexpr void lint_work(rule_view const& rule, rule_proof const& proof, std::vector<rule_finding>& findings) {
    if (rule.options.may_duplicate || proof.delta <= 0 || proof.delta_alone > 0)
        return;
    rule_finding f = finding_about(rule_fault::duplicates_work, rule);
    f.delta = proof.delta;
    int heaviest = 0;
    for (std::size_t i = 1; i < rule.lhs.size(); ++i)
        if (is_call_pattern(rule.lhs[i]) && !dies_with_user(rule, i) && call_weight(rule.lhs[i]) > heaviest) {
            heaviest = call_weight(rule.lhs[i]);
            f.op = call_name(rule.lhs[i]);
        }
    findings.push_back(f);
}

constexpr void lint_termination(rule_view const& rule, rule_proof const& proof, std::vector<rule_finding>& findings) {
    // One that makes the graph lighter is not certified since another makes it heavier, which is told.
    if (proof.certified || proof.delta < 0 || !rule.options.terminates_because.empty())
        return;
    rule_finding f = finding_about(rule_fault::termination, rule);
    f.delta = proof.delta;
    findings.push_back(f);
}

// What a rule is to one that is tried before it.
constexpr void lint_pair(rule_view const& before, rule_view const& after, std::vector<rule_finding>& findings) {
    if (!share_a_root(before.lhs, 0, after.lhs, 0))
        return;
    rule_finding f = finding_about(rule_fault::shadowed, after);
    f.other = before.name;
    coverage const all = covers(before, after);
    if (all == coverage::full)
        f.kind = covers(after, before) == coverage::full ? rule_fault::duplicate : rule_fault::shadowed;
    else if (all == coverage::unless_predicate)
        f.kind = rule_fault::maybe_shadowed;
    else if (before.options.priority == after.options.priority && may_overlap(before.lhs, 0, after.lhs, 0))
        f.kind = rule_fault::overlap;
    else
        return;
    findings.push_back(f);
}

// A rule against those that are tried before it; only the first fault is told, which is the cause of the others.
template <class Set>
constexpr void lint_order(Set const& set, std::size_t number, rule_fingerprint const* fingerprints,
                          std::vector<rule_finding>& findings) {
    rule_fingerprint const& own = fingerprints[number];
    std::size_t const first = findings.size(), end = set.size();
    for (std::size_t i = 0; i < end; ++i) {
        rule_fingerprint const& other = fingerprints[i];
        bool const before = other.priority > own.priority || (other.priority == own.priority && i < number);
        if (!before || !may_meet(other, own))
            continue;
        lint_pair(set[i], set[number], findings);
        if (findings.size() > first && is_fault(findings.back().kind)) {
            findings[first] = findings.back();
            findings.resize(first + 1);
            return;
        }
    }
}

constexpr void lint_types(rule_view const& rule, elementwise_dtypes const& dtypes, constraint_table table,
                          std::vector<rule_finding>& findings) {
    std::size_t const first = findings.size();
    abstract_checker abstract{rule, dtypes, table};
    if (abstract.known())
        abstract.check(findings);
    if (!std::is_constant_evaluated() && findings.size() == first)
        sample_checker{rule, table}.check(findings);
}

template <class Set>
constexpr void lint_rule(Set const& set, std::size_t number, rule_proof const& proof,
                         rule_fingerprint const* fingerprints, constraint_table table,
                         std::vector<rule_finding>& findings) {
    rule_view const rule = set[number];
    std::size_t const first = findings.size();
    lint_form(rule, findings);
    if (findings.size() > first)
        return;
    lint_types(rule, elementwise_results<std::void_t<Set>>, table, findings);
    lint_order(set, number, fingerprints, findings);
    std::size_t const before = findings.size();
    lint_work(rule, proof, findings);
    if (findings.size() == before)
        lint_termination(rule, proof, findings);
}

} // namespace detail

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
    std::vector<detail::rule_fingerprint> fingerprints;
    for (std::size_t i = 0; i < all.size(); ++i)
        fingerprints.push_back(detail::fingerprint_of(all[i]));
    std::vector<rule_finding> findings;
    for (std::size_t i = 0; i < all.size(); ++i)
        detail::lint_rule(all, i, detail::proof_of(proof, i), fingerprints.data(), table, findings);
    return rule_report{std::move(findings)};
}

} // namespace graft
