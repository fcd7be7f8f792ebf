#include <graft/rulecheck/lint_report.hpp>

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace graft;

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
