#include <graft/rewrite/termination.hpp>

#include <doctest/doctest.h>

#include "formula.hpp"
#include "random_graph.hpp"

#include <string_view>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;
constexpr auto z = var<"z">;

constexpr auto neg_neg = rule<"neg-neg">(toy::neg(toy::neg(x)) >> x);
constexpr auto add_neg = rule<"add-neg">(toy::add(x, toy::neg(y)) >> toy::sub(x, y));
constexpr auto sub_neg = rule<"sub-neg">(toy::sub(x, toy::neg(y)) >> toy::add(x, y));
constexpr auto split = rule<"split">(toy::fma(x, y, z) >> toy::add(toy::mul(x, y), z));
constexpr auto join = rule<"join">(toy::add(toy::mul(x, y), z) >> toy::fma(x, y, z));
constexpr auto turn = rule<"turn">(toy::sub(x, y) >> toy::sub(y, x));

static_assert(terminates(rules(neg_neg, add_neg, sub_neg)));
static_assert(!terminates(rules(split, join)));
static_assert(!terminates(turn));
static_assert(terminates(turn.terminates_because("it is only written down")));

TEST_CASE("termination: every rule of a certified set is in a stage, the weight comes first") {
    termination const proof{rules(neg_neg, add_neg, sub_neg)};
    CHECK(proof.certified());
    REQUIRE(proof.stages().size() == 2);
    CHECK((proof.stages()[0].measure == rewrite_measure::weight));
    CHECK(proof.stages()[0].rules == std::vector<std::uint32_t>{0});
    CHECK((proof.stages()[1].measure == rewrite_measure::operand_heights));
    CHECK(proof.stages()[1].rules == std::vector<std::uint32_t>{1, 2});
}

TEST_CASE("termination: a rule that makes no more of an op that it takes away ends, whatever it weighs") {
    termination const proof{rules(split, neg_neg)};
    CHECK(proof.certified());
    CHECK(proof.delta(0) == 2);
    REQUIRE(proof.stages().size() == 2);
    CHECK(proof.stages()[0].ops == std::vector<std::string_view>{"toy::fma"});
}

TEST_CASE("termination: rules that undo each other are not certified, and have no budget") {
    termination const proof{rules(split, join, neg_neg)};
    CHECK_FALSE(proof.certified(0));
    CHECK_FALSE(proof.certified(1));
    graph const g = graph_of([](value a, value b, value c) { return toy::fma(a, b, c); });
    CHECK_FALSE(proof.budget(g).has_value());
    CHECK(rewrite_budget(rules(split, join), g) == 0);
    CHECK(rewrite_budget(rules(turn.terminates_because("it is not tried")), g) == 0);
}

TEST_CASE("termination: the budget is the weight over the least loss, and what earlier stages add") {
    graph const g = graph_of([](value a, value b, value c) { return toy::neg(toy::neg(toy::fma(a, b, c))); });
    CHECK(rewrite_budget(rules(neg_neg), g) == 3);
    CHECK(rewrite_budget(rules(split, neg_neg), g) == 1 + (6 + 2) / 2);
    CHECK(rewrite_budget(rules(neg_neg), graph_of([](value a, value, value) { return a; })) == 1);
}

// Every rule that holds for integers and some set of them, certified or not.
constexpr auto all = rules(
    neg_neg, add_neg, sub_neg, split,
    rule<"factor">(toy::add(one_use(toy::mul(x, y)), one_use(toy::mul(x, z))) >> toy::mul(x, toy::add(y, z))),
    rule<"relu-relu">(toy::relu(toy::relu(x)) >> toy::relu(x)), rule<"sub-self">(toy::sub(x, x) >> toy::mul(x, 0)),
    rule<"mul-neg">(toy::mul(toy::neg(x), y) >> toy::neg(toy::mul(x, y))),
    rule<"neg-sub">(toy::neg(one_use(toy::sub(x, y))) >> toy::sub(y, x)),
    rule<"join">(toy::add(one_use(toy::mul(x, y)), z) >> toy::fma(x, y, z)),
    rule<"expand">(toy::mul(x, toy::add(y, z)) >> toy::add(toy::mul(x, y), toy::mul(x, z))),
    rule<"mul-one">(toy::mul(x, 1) >> x), rule<"double">(toy::add(x, x) >> toy::mul(x, 2)));

struct some_rules {
    std::vector<rule_view> chosen;
    [[nodiscard]] std::size_t size() const { return chosen.size(); }
    [[nodiscard]] rule_view operator[](std::size_t i) const { return chosen[i]; }
};

TEST_CASE("termination: on random graphs random certified sets never need more rewrites than the budget") {
    std::mt19937 random{7};
    std::size_t certified = 0, bounded = 0, rewrites = 0;
    for (std::uint32_t seed = 0; seed < 150; ++seed) {
        some_rules set;
        for (std::size_t i = 0; i < all.size(); ++i)
            if (random() % 3 == 0)
                set.chosen.push_back(all[i]);
        termination const proof{set};
        if (set.size() == 0 || !proof.certified())
            continue;
        ++certified;
        graph g = random_graph(seed, 60, true);
        std::optional<std::size_t> const budget = proof.budget(g);
        bounded += budget.has_value();
        unobserved nobody;
        rewrite_result const result =
            detail::rewrite_driver<unobserved>{g, detail::views_of(set), rewrite_options{}, nobody}.run(100000);
        CHECK(result.converged);
        CHECK(result.rewrites <= budget.value_or(100000));
        rewrites += result.rewrites;
    }
    CHECK(certified > 30);
    CHECK(bounded > 25);
    CHECK(rewrites > 50);
}

} // namespace
