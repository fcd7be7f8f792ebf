#include <graft/rulecheck/check_result.hpp>

#include <doctest/doctest.h>

namespace {

using namespace graft;

TEST_CASE("rule_check: a rule passes that has matched and kept its promise") {
    rule_check c;
    c.rule = "r";
    c.attempts = 20;
    CHECK_FALSE(c.passed());
    c.last_reason = "the rule does not match";
    CHECK(text(c) ==
          "rule 'r' was never matched: 0 of 20 inputs match; the last reason was: the rule does not match\n");
    c.matched = 10;
    CHECK(c.passed());
    CHECK(text(c) == "rule 'r' keeps its promise, exact: 10 of 20 inputs match\n");
    c.promise.ulp = 2;
    c.seen[dtype::f32].ulp = 1;
    CHECK(text(c) == "rule 'r' keeps its promise, .ulp(2): 10 of 20 inputs match; what was seen is tighter: .ulp(1)\n");
}

TEST_CASE("rule_check: ops without a kernel are named") {
    rule_check c;
    c.rule = "r";
    c.without_kernel = {"aten::a", "aten::b"};
    CHECK_FALSE(c.passed());
    CHECK(text(c) == "rule 'r' was not checked: there is no kernel for aten::a, aten::b\n");
}

TEST_CASE("rule_check: failures come with their example, the repairs and the tightest contract by dtype") {
    rule_check c;
    c.rule = "r";
    c.attempts = c.matched = 20;
    c.failed = 3;
    c.seen[dtype::f32].sign_of_zero = true;
    c.seen[dtype::i64].integers = true;
    c.failures.push_back({side_fault::values, 3, "only of f32", "    x is 0\n", {".sign_of_zero()"}});
    CHECK_FALSE(c.passed());
    CHECK(text(c) == "rule 'r' does not keep its promise, exact: 3 of 20 cases fail; 20 of 20 inputs match\n"
                     "  the values differ in 3 cases, only of f32\n"
                     "    x is 0\n"
                     "  repair: .sign_of_zero()\n"
                     "  tightest contract for the values: i64 none, f32 .sign_of_zero()\n");
    CHECK_FALSE(c.tightest().has_value());
}

} // namespace
