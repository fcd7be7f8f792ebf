#include <graft/rulecheck/detail/lint_rule.hpp>

#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/meta/vec.hpp>
#include <graft/rulecheck/detail/lint_subsumes.hpp>

#include "../../ir/toy.hpp"
#include "../../rewrite/chaining_rules.hpp"
#include "../../rewrite/every_rule.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <utility>

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

template <class P>
constexpr auto of(P const& p) {
    return rule<"r">(p >> x);
}

template <class A, class B>
constexpr bool meet(A const& a, B const& b) {
    auto const set = rules(of(a), of(b));
    return detail::may_meet(detail::fingerprint_of(set[0]), detail::fingerprint_of(set[1]));
}

static_assert(!meet(toy::neg(x), toy::relu(x)));
static_assert(meet(toy::sub(x, 1), toy::sub(x, y)) && !meet(toy::sub(x, 1), toy::sub(x, 2)));
static_assert(!meet(toy::sub(toy::neg(x), y), toy::sub(toy::relu(x), y)));
static_assert(meet(toy::add(toy::neg(x), y), toy::add(toy::relu(x), y)));
static_assert(!meet(toy::add(toy::neg(x), 1), toy::add(toy::neg(x), 2)));
static_assert(!meet(ordered(toy::add(toy::neg(x), y)), ordered(toy::add(toy::relu(x), y))));

TEST_CASE("lint_fingerprint: no two rules are kept apart that overlap or cover each other") {
    constexpr auto set = rules(
        of(toy::neg(x)), of(toy::neg(toy::relu(x))), of(toy::relu(x)), of(toy::sub(x, y)), of(toy::sub(x, 1)),
        of(toy::sub(x, 2)), of(toy::sub(toy::neg(x), y)), of(toy::sub(x, toy::relu(y))), of(toy::add(x, 1)),
        of(toy::add(1, x)), of(toy::add(x, 2)), of(toy::add(toy::neg(x), y)), of(toy::add(y, toy::relu(x))),
        of(ordered(toy::add(toy::neg(x), y))), of(toy::add(splat(1), x)), of(toy::add(toy::neg(x), number(y))),
        of(one_of(toy::neg(x), toy::relu(x))), of(toy::sub(one_of(toy::neg(x), toy::relu(x)), 1)),
        of(flat(toy::add, x, toy::neg(y))), of(toy::neg(maybe(toy::cast)(x))), of(toy::sub(x, not_(toy::neg(y)))));
    std::size_t apart = 0;
    for (std::size_t i = 0; i < set.size(); ++i)
        for (std::size_t j = 0; j < set.size(); ++j) {
            bool const compared = detail::share_a_root(set[i].lhs, 0, set[j].lhs, 0) &&
                                  (detail::covers(set[i], set[j]) != detail::coverage::none ||
                                   detail::may_overlap(set[i].lhs, 0, set[j].lhs, 0));
            bool const kept = detail::may_meet(detail::fingerprint_of(set[i]), detail::fingerprint_of(set[j]));
            CHECK((kept || !compared));
            apart += !kept;
        }
    CHECK(apart > set.size() * set.size() / 2);
}

using namespace graft_test;

template <std::size_t... I>
constexpr auto repeated(std::index_sequence<I...>) {
    return rules(chaining, rule<"less">(toy::mul(toy::neg(x), static_cast<int>(I)) >> toy::relu(x))...,
                 rule<"more">(toy::grow(x) >> toy::grow(toy::mul(x, x))).terminates_because("it is a test"),
                 rule<"choice">(one_of(toy::neg(toy::relu(x)), toy::relu(toy::neg(x))) >> toy::grow(x)));
}
constexpr auto many = repeated(std::make_index_sequence<50>{});

template <auto const& Set>
void check_proofs() {
    termination const proof{Set};
    for (std::size_t i = 0; i < Set.size(); ++i) {
        CAPTURE(Set[i].name);
        detail::rule_proof const stored = detail::proofs_of<Set>[i], made = detail::proof_of(proof, i);
        CHECK(stored.certified == made.certified);
        CHECK(stored.delta == made.delta);
        CHECK(stored.delta_alone == made.delta_alone);
    }
}

TEST_CASE("lint_proof: in a constant it says of every rule what it says otherwise") {
    check_proofs<many>();
    check_proofs<every_rule>();
}

TEST_CASE("lint_proof: the changes of a rule come back as they were") {
    constexpr std::size_t choice = many.size() - 1;
    detail::rule_change const made = detail::change_of(many[choice]);
    detail::rule_change const stored =
        detail::changes_in<many, choice / detail::changes_at_once>.restore(choice % detail::changes_at_once);
    CHECK(stored.weight == made.weight);
    CHECK(stored.created == made.created);
    REQUIRE(made.ops.size() == 2);
    REQUIRE(stored.ops.size() == 2);
    for (std::size_t i = 0; i < 2; ++i) {
        REQUIRE(stored.ops[i].size() == made.ops[i].size());
        for (std::size_t op = 0; op < made.ops[i].size(); ++op)
            CHECK((stored.ops[i][op].name == made.ops[i][op].name && stored.ops[i][op].by == made.ops[i][op].by));
    }
}

} // namespace
