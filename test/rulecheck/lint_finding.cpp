#include <graft/rulecheck/lint_finding.hpp>

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace graft;

rule_finding finding(rule_fault kind) {
    rule_finding f;
    f.kind = kind;
    f.rule = "mine";
    f.other = "theirs";
    f.variable = "x";
    f.op = "aten::mm";
    return f;
}

bool says(rule_finding const& f, std::string_view what) { return text(f).find(what) != std::string::npos; }

TEST_CASE("lint_finding: notes are no faults") {
    CHECK(is_fault(rule_fault::unbound));
    CHECK(is_fault(rule_fault::termination));
    CHECK_FALSE(is_fault(rule_fault::maybe_shadowed));
    CHECK_FALSE(is_fault(rule_fault::overlap));
    CHECK_FALSE(is_fault(rule_fault::unchecked));
}

TEST_CASE("lint_finding: a sentence names the rule, the facts and the remedy") {
    CHECK(text(finding(rule_fault::unbound)) ==
          "the right side of 'mine' uses 'x', which its left side does not bind; bind it there or write a literal");
    CHECK(text(finding(rule_fault::arity)) == "'mine' calls aten::mm without 'x', which has no default; give it");
    CHECK(text(finding(rule_fault::duplicate)) == "'mine' matches the same as 'theirs'; remove one of them");
    CHECK(says(finding(rule_fault::shadowed), "'theirs' is tried before it"));
    CHECK(says(finding(rule_fault::shadowed), ".prio()"));
    CHECK(says(finding(rule_fault::duplicates_work), "one_use()"));
    CHECK(says(finding(rule_fault::termination), ".terminates_because()"));
    CHECK(says(finding(rule_fault::maybe_shadowed), "a predicate of 'theirs'"));
    CHECK(says(finding(rule_fault::overlap), "one priority"));
    CHECK(says(finding(rule_fault::unchecked), "nothing is known of aten::mm"));
}

TEST_CASE("lint_finding: dtypes and sizes are told as they are in the sample") {
    rule_finding f = finding(rule_fault::dtype);
    f.samples = {{{"x", dtype::i64, true, 0, {}}, {"c", dtype::f64, false, 0, {}}}};
    f.sample_count = 2;
    f.left.dtype = dtype::f32;
    f.right.dtype = dtype::i64;
    CHECK(text(f) == "'mine' turns f32 into i64 where 'x' is i64 and 'c' is a number of f64; exclude it in "
                     "where(): has_dtype(x, ...) or same_dtype(x, replaced)");
    f.right.dtype = dtype::undefined;
    CHECK(says(f, "'mine' makes a call that is refused where 'x' is i64"));
    f.kind = rule_fault::constraint;
    f.op = "aten::neg";
    CHECK(says(f, "'mine' makes a call of aten::neg whose dtypes the dialect does not admit where 'x' is i64"));
    f.kind = rule_fault::shape;
    f.samples[0] = {"x", dtype::f32, true, 2, {1, 3}};
    f.left = {"", dtype::f32, true, 1, {3}};
    f.right = {"", dtype::f32, true, 0, {}};
    CHECK(says(f, "turns sizes of [3] into [] where 'x' is of the sizes [1, 3] and 'c' is a number"));
}

rule_finding finding(rule_fault kind, std::string_view rule, std::string_view other) {
    rule_finding f;
    f.kind = kind;
    f.rule = rule;
    f.other = other;
    return f;
}

TEST_CASE("lint_report: notes are no faults") {
    CHECK(rule_report{}.ok());
    rule_report const notes{{finding(rule_fault::overlap, "b", "a"), finding(rule_fault::overlap, "c", "a")}};
    CHECK(notes.ok());
    CHECK(notes.count(rule_fault::overlap) == 2);
    CHECK(notes.count(rule_fault::shadowed) == 0);
}

TEST_CASE("lint_report: the faults are told before the notes") {
    rule_report const both{{finding(rule_fault::overlap, "b", "a"), finding(rule_fault::shadowed, "c", "a")}};
    CHECK_FALSE(both.ok());
    CHECK(text(both) == text(finding(rule_fault::shadowed, "c", "a")) +
                            "\nnote: " + text(finding(rule_fault::overlap, "b", "a")) + "\n");
}

} // namespace
