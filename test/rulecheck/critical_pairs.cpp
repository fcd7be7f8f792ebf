#include <graft/rulecheck/critical_pairs.hpp>

#include <graft/dialect/aten.hpp>

#include <doctest/doctest.h>

#include "../ir/toy.hpp"
#include "../rewrite/formula.hpp"

#include <string>
#include <vector>

namespace {

using namespace graft::literals;
using namespace graft;
using namespace graft_test;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;

constexpr auto add_zero = rule<"add-zero">(toy::add(x, 0) >> x);
constexpr auto add_neg = rule<"add-neg">(toy::add(x, toy::neg(y)) >> toy::sub(x, y));
constexpr auto neg_neg = rule<"neg-neg">(toy::neg(toy::neg(x)) >> x);
constexpr auto sub_neg = rule<"sub-neg">(toy::sub(x, toy::neg(y)) >> toy::add(x, y));
constexpr auto zero_sub = rule<"zero-sub">(toy::sub(0, x) >> toy::neg(x));

static_assert(same_root_overlaps(rules(add_zero, add_neg)) == 1);
static_assert(same_root_overlaps(rules(add_zero, add_neg.prio(1))) == 0);
static_assert(same_root_overlaps(rules(add_zero, neg_neg)) == 0);

TEST_CASE("critical_pairs: rules that lead to different values are told, with the rule that is missing") {
    critical_pair_report const found = critical_pairs(rules(add_zero, add_neg));
    REQUIRE(found.pairs.size() == 1);
    critical_pair const& pair = found.pairs[0];
    CHECK((pair.outcome == pair_outcome::unjoinable));
    CHECK(pair.at == "toy::add.Tensor");
    CHECK(pair.peak == "add.Tensor(0, neg(a))");
    CHECK(pair.first == "neg(a)");
    CHECK(pair.second == "sub.Tensor(0, a)");
    CHECK(pair.missing_rule.empty()); // both weigh the same
    CHECK(text(found).find("'add-zero' and 'add-neg' at toy::add.Tensor disagree on") == 0);
}

TEST_CASE("critical_pairs: with the missing rule the pair is joined") {
    critical_pair_report const found = critical_pairs(rules(add_zero, add_neg, zero_sub));
    CHECK(found.count(pair_outcome::unjoinable) == 0);
    CHECK(found.count(pair_outcome::joinable) == 1);
    CHECK(text(found).empty());
}

TEST_CASE("critical_pairs: rules meet within left sides, also a rule with itself") {
    critical_pair_report const own = critical_pairs(neg_neg);
    REQUIRE(own.pairs.size() == 1);
    CHECK((own.pairs[0].outcome == pair_outcome::joinable));
    CHECK(own.pairs[0].at == "toy::neg");
    critical_pair_report const inner = critical_pairs(rules(neg_neg, sub_neg));
    CHECK(inner.count(pair_outcome::unjoinable) == 1);
    CHECK(critical_pairs(rules(neg_neg, sub_neg, add_neg)).count(pair_outcome::unjoinable) == 0);
}

TEST_CASE("critical_pairs: the heavier value is to become the lighter") {
    constexpr auto drop = rule<"drop">(toy::relu(toy::neg(x)) >> x);
    constexpr auto keep = rule<"keep">(toy::relu(toy::neg(x)) >> toy::grow(toy::grow(x)));
    critical_pair_report const found = critical_pairs(rules(drop, keep));
    REQUIRE(found.pairs.size() == 1);
    CHECK(found.pairs[0].missing_rule == "grow(grow(a)) >> a");
}

TEST_CASE("critical_pairs: conditions are met by samples, or the pair is told as conditional") {
    constexpr auto floats = rule<"floats">(aten::neg(aten::neg(x)) >> x, where(is_floating_point(x), rank(x) == 2));
    constexpr auto abs = rule<"abs">(aten::neg(x) >> aten::abs(x), where(rank(x) == 2));
    critical_pair_report const met = critical_pairs(rules(floats, abs));
    REQUIRE(met.pairs.size() == 2);
    CHECK(met.count(pair_outcome::joinable) == 1); // the first with itself
    CHECK(met.count(pair_outcome::unjoinable) == 1);
    constexpr auto never = rule<"never">(toy::neg(x) >> toy::relu(x), where([](match const&) { return false; }));
    critical_pair_report const unmet = critical_pairs(rules(neg_neg, never));
    REQUIRE(unmet.count(pair_outcome::conditional) == 1);
    CHECK(text(unmet).find("'neg-neg' and 'never' at toy::neg overlap where the conditions of both hold") == 0);
}

// What the first result is, in words.
template <class Build>
std::string text(Build build) {
    return detail::expression_text(graph_of([&](value a, value b, value c) { return std::vector{build(a, b, c)}; }));
}

TEST_CASE("critical_pairs_text: values are written as calls of the placeholders") {
    CHECK(text([](value a, value, value) { return a; }) == "a");
    CHECK(text([](value a, value b, value) { return toy::sub(toy::neg(a), b, "alpha"_a = 2); }) ==
          "sub.Tensor(neg(a), b, alpha=2)");
    CHECK(text([](value a, value b, value) { return toy::cat(std::vector{a, b}); }) == "cat([a, b])");
}

TEST_CASE("critical_pairs_text: exchanged operands of a commutative op are the same text, of others not") {
    CHECK(text([](value a, value b, value) { return toy::add(b, a); }) == "add.Tensor(a, b)");
    CHECK(text([](value a, value b, value) { return toy::sub(b, a); }) == "sub.Tensor(b, a)");
    CHECK(text([](value a, value b, value) { return toy::add(b, a, "alpha"_a = 2); }) == "add.Tensor(b, a, alpha=2)");
}

} // namespace
