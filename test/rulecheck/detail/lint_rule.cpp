#include <graft/rulecheck/detail/lint_rule.hpp>

#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/meta/vec.hpp>

#include <doctest/doctest.h>

namespace {

using namespace graft;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;

// What is found in a set of one rule, and whether samples were asked for.
struct found {
    vec<rule_finding> findings;
    bool sampled = false;
};

template <class Rule>
constexpr found look_at(Rule const& rule) {
    auto const set = rules(rule);
    found all;
    detail::rule_fingerprint const print = detail::fingerprint_of(set[0]);
    detail::lint_rule(set, 0, detail::proof_of(termination{set}, 0), &print, nullptr, all.findings,
                      [&](rule_view const&, vec<rule_finding>&) { all.sampled = true; });
    return all;
}

TEST_CASE("lint_rule: samples are asked for where nothing is found without them") {
    constexpr auto sound = rule<"r">(aten::neg(aten::neg(x)) >> x, where(is_floating_point(x)));
    constexpr auto changes_sizes = rule<"r">(aten::mul.Tensor(x, y) >> x, where(same_dtype(x, y)));
    static_assert(look_at(sound).sampled && look_at(sound).findings.empty());
    found const wrong = look_at(changes_sizes);
    CHECK_FALSE(wrong.sampled);
    REQUIRE(!wrong.findings.empty());
    CHECK(wrong.findings[0].kind == rule_fault::shape);
}

TEST_CASE("lint_rule: of what samples find and what a rule may do for ever both are told") {
    auto const set = rules(rule<"r">(aten::sub.Tensor(x, y) >> aten::sub.Tensor(y, x)));
    detail::rule_fingerprint const print = detail::fingerprint_of(set[0]);
    vec<rule_finding> all;
    detail::lint_rule(set, 0, detail::proof_of(termination{set}, 0), &print, nullptr, all,
                      [](rule_view const& rule, vec<rule_finding>& findings) {
                          findings.push_back(detail::finding_about(rule_fault::dtype, rule));
                      });
    REQUIRE(all.size() == 2);
    CHECK(all[0].kind == rule_fault::dtype);
    CHECK(all[1].kind == rule_fault::termination);
}

} // namespace
