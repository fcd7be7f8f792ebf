#pragma once

#include <graft/meta/vec.hpp>
#include <graft/rewrite/termination.hpp>
#include <graft/rewrite/weight.hpp>
#include <graft/rulecheck/detail/lint_abstract.hpp>
#include <graft/rulecheck/detail/lint_subsumes.hpp>
#include <graft/rulecheck/lint_finding.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace graft::detail {

// What the termination proof of a set says of one rule.
struct rule_proof {
    bool certified = false;
    std::int64_t delta = 0, delta_alone = 0;
};

constexpr rule_proof proof_of(termination const& proof, std::size_t rule) {
    return {proof.certified(rule), proof.delta(rule), proof.delta_alone(rule)};
}

// What rules do to a graph, in a constant: that of each, and in one row how the calls of ops change.
template <std::size_t Rules, std::size_t Ops>
struct stored_changes {
    struct row {
        std::uint32_t rule = 0, combination = 0;
        op_change change;
    };

    std::array<rule_change_totals, Rules> totals{};
    std::array<row, Ops> rows{};
    std::array<std::size_t, Rules + 1> begin{}; // of the rows of each rule

    [[nodiscard]] constexpr rule_change restore(std::size_t rule) const {
        rule_change change{totals.data()[rule], {}};
        for (std::size_t i = begin.data()[rule]; i < begin.data()[rule + 1]; ++i) {
            row const& r = rows.data()[i];
            if (r.combination == change.ops.size())
                change.ops.emplace_back();
            change.ops.back().push_back(r.change);
        }
        return change;
    }
};

// Rules whose changes one constant evaluation counts: clang counts the steps of each.
inline constexpr std::size_t changes_at_once = 32;

// At most how many rows the changes of rules take.
template <class Set>
constexpr std::size_t most_rows_of(Set const& set, std::size_t first, std::size_t end) {
    std::size_t rows = 0;
    for (std::size_t i = first; i < end; ++i) {
        rule_view const rule = set[i];
        std::size_t combinations = 1, calls = 0;
        for (pattern_side const side : {rule.lhs, rule.rhs})
            for (std::size_t at = 0; at < side.size(); ++at) {
                pattern_node const& n = side.data()[at];
                calls += is_call_pattern(n);
                if (n.kind == pattern_kind::one_of && side.data() == rule.lhs.data())
                    combinations = std::min<std::size_t>(combinations * count_children(side, at), 64);
            }
        rows += 2 * combinations * calls;
    }
    return rows;
}

template <auto const& Set, std::size_t Batch>
inline constexpr auto changes_in = [] {
    constexpr std::size_t first = Batch * changes_at_once, end = std::min(first + changes_at_once, Set.size());
    stored_changes<end - first, most_rows_of(Set, first, end)> all;
    std::size_t used = 0;
    for (std::size_t i = first; i < end; ++i) {
        rule_change const change = change_of(Set[i]);
        all.totals.data()[i - first] = change;
        for (std::uint32_t combination = 0; combination < change.ops.size(); ++combination)
            for (op_change const& op : change.ops[combination])
                all.rows.data()[used++] = {static_cast<std::uint32_t>(i), combination, op};
        all.begin.data()[i - first + 1] = used;
    }
    return all;
}();

template <auto const& Set, std::size_t... Batch>
constexpr auto prove(std::index_sequence<Batch...>) {
    using restoring = rule_change (*)(std::size_t);
    constexpr restoring restore[] = {[](std::size_t rule) { return changes_in<Set, Batch>.restore(rule); }..., nullptr};
    termination const proof{Set,
                            [&](std::size_t rule) { return restore[rule / changes_at_once](rule % changes_at_once); }};
    std::array<rule_proof, Set.size()> all{};
    for (std::size_t i = 0; i < all.size(); ++i)
        all[i] = proof_of(proof, i);
    return all;
}

// What the termination proof of a set, which is a constant of a namespace, says of each rule.
template <auto const& Set>
inline constexpr auto proofs_of =
    prove<Set>(std::make_index_sequence<(Set.size() + changes_at_once - 1) / changes_at_once>{});

// What a left side asks at its root, in a few numbers, by which most pairs of rules that have nothing in common are
// told apart; 0 stands for anything.
struct rule_fingerprint {
    std::uint64_t root = 0;                  // the op
    std::array<std::uint64_t, 2> operands{}; // of a call the ops of the first two arguments, or the literals
    bool swappable = false;
    int priority = 0;
};

constexpr std::uint64_t fingerprint_of(pattern_node const& n) {
    if (n.kind == pattern_kind::call)
        return n.op->hash;
    if (n.kind == pattern_kind::literal)
        return (static_cast<std::uint64_t>(n.value.bits) + static_cast<std::uint64_t>(n.value.kind)) * 2 + 1;
    return 0;
}

constexpr rule_fingerprint fingerprint_of(rule_view const& rule) {
    pattern_node const& root = rule.lhs[0];
    rule_fingerprint f;
    f.priority = rule.options.priority;
    if (root.kind != pattern_kind::call)
        return f;
    f.root = root.op->hash;
    f.swappable = root.swappable;
    for_each_child(rule.lhs, 0, [&](std::size_t child) {
        if (rule.lhs[child].slot == 0 || rule.lhs[child].slot == 1)
            f.operands[static_cast<std::size_t>(rule.lhs[child].slot)] = fingerprint_of(rule.lhs[child]);
    });
    return f;
}

// False where the two certainly match no value in common: where two ops or literals clash, in either order of the
// operands.
constexpr bool may_meet(rule_fingerprint const& a, rule_fingerprint const& b) {
    auto const clash = [](std::uint64_t one, std::uint64_t other) { return one != other && one != 0 && other != 0; };
    if (clash(a.root, b.root))
        return false;
    if (!clash(a.operands[0], b.operands[0]) && !clash(a.operands[1], b.operands[1]))
        return true;
    return (a.swappable || b.swappable) && !clash(a.operands[0], b.operands[1]) && !clash(a.operands[1], b.operands[0]);
}

constexpr rule_finding finding_about(rule_fault kind, rule_view const& rule) {
    rule_finding f;
    f.kind = kind;
    f.rule = rule.name;
    return f;
}

// Variables and arguments: what the types of a rule say when it is written in C++, asked of rules from elsewhere.
constexpr void lint_form(rule_view const& rule, vec<rule_finding>& findings) {
    for (pattern_node const& n : rule.rhs)
        if (!n.name.empty() && n.variable < 0) {
            findings.push_back(finding_about(rule_fault::unbound, rule));
            findings.back().variable = n.name;
        }
    for (pattern_side const side : {rule.lhs, rule.rhs})
        for (std::size_t i = 0; i < side.size(); ++i) {
            bool const creates = i > 0 && side[i].size == 1 && side[i].op != nullptr; // an op that a function calls
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
constexpr void lint_work(rule_view const& rule, rule_proof const& proof, vec<rule_finding>& findings) {
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

constexpr void lint_termination(rule_view const& rule, rule_proof const& proof, vec<rule_finding>& findings) {
    // One that makes the graph lighter is not certified since another makes it heavier, which is told.
    if (proof.certified || proof.delta < 0 || !rule.options.terminates_because.empty())
        return;
    rule_finding f = finding_about(rule_fault::termination, rule);
    f.delta = proof.delta;
    findings.push_back(f);
}

// What a rule is to one that is tried before it.
constexpr void lint_pair(rule_view const& before, rule_view const& after, vec<rule_finding>& findings) {
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
                          vec<rule_finding>& findings) {
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

// A rule of a set; `sample(rule, findings)` is asked about dtypes and sizes where what follows from the kinds of the ops
// finds no fault.
template <class Set, class Sample>
constexpr void lint_rule(Set const& set, std::size_t number, rule_proof const& proof,
                         rule_fingerprint const* fingerprints, constraint_table table, vec<rule_finding>& findings,
                         Sample const& sample) {
    rule_view const rule = set[number];
    std::size_t const first = findings.size();
    lint_form(rule, findings);
    if (findings.size() > first)
        return;
    abstract_checker abstract{rule, elementwise_results<std::void_t<Set>>, table};
    if (abstract.known())
        abstract.check(findings);
    if (findings.size() == first)
        sample(rule, findings);
    lint_order(set, number, fingerprints, findings);
    std::size_t const before = findings.size();
    lint_work(rule, proof, findings);
    if (findings.size() == before)
        lint_termination(rule, proof, findings);
}

} // namespace graft::detail
